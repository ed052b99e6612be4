package model

import (
	"encoding/json"
	"fmt"
	"strings"
)

// callIDs are the ids of the calls of a conversation.
type callIDs map[string]bool

func idsOf(messages []Message) callIDs {
	taken := callIDs{"": true}
	for _, m := range messages {
		for _, call := range m.Calls {
			taken[call.ID] = true
		}
	}
	return taken
}

// claim returns id where it is new to the conversation, else another that is:
// there are servers that send none, that send the same for every call, and that
// count from 0 in every reply.
func (ids callIDs) claim(id string) string {
	for n := 1; ids[id]; n++ {
		id = fmt.Sprintf("call%05d", n) // nine letters and digits: all that Mistral accepts
	}
	ids[id] = true
	return id
}

// objectText returns arguments as the JSON text of an object where that can be
// had: nothing and null mean none, and some servers encode the text twice.
func objectText(arguments string) string {
	text := strings.TrimSpace(arguments)
	if text == "" || text == "null" {
		return "{}"
	}
	var inner string
	if json.Unmarshal([]byte(text), &inner) == nil && isObject(inner) {
		return inner
	}
	return arguments
}

// isObject reports whether text is one complete JSON object.
func isObject(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "{") && json.Valid([]byte(text))
}
