package model

import (
	"encoding/json"
	"fmt"
	"regexp"
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

// outsideNames is what the name of a function may not hold, and longestName how
// many characters it may have
// (https://platform.openai.com/docs/api-reference/chat/create).
var outsideNames = regexp.MustCompile(`[^A-Za-z0-9_-]`)

const longestName = 64

// nameText returns the name of a call in a form that every endpoint takes back: a
// model may have called what no tool can be named, and one such name in its
// history would have all later requests rejected.
func nameText(name string) string {
	name = outsideNames.ReplaceAllString(name, "_")
	if name == "" {
		return "unnamed"
	}
	return name[:min(len(name), longestName)]
}

// argumentsText returns the arguments of a call as they are sent back: servers
// that parse them answer 500 to anything but an object.
func argumentsText(arguments string) string {
	if !isObject(arguments) {
		return "{}"
	}
	return arguments
}
