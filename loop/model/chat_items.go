package model

import (
	"encoding/json"
	"maps"
	"slices"
)

// reasoning is what some providers send beside the words of a message and want
// back with it in later requests: DeepSeek, Z.ai and Moonshot reasoning_content,
// Ollama and OpenRouter reasoning and reasoning_details (with signatures),
// LiteLLM thinking_blocks, Gemini extra_content. The fields are those of the
// wire, for reading and for sending back.
type reasoning struct {
	ReasoningContent string          `json:"reasoning_content,omitempty"`
	Reasoning        string          `json:"reasoning,omitempty"`
	ReasoningDetails []detail        `json:"reasoning_details,omitempty"`
	ThinkingBlocks   []detail        `json:"thinking_blocks,omitempty"`
	ExtraContent     json.RawMessage `json:"extra_content,omitempty"`
}

// callExtras is what some providers want back with a tool call: thought
// signatures of Gemini, as Google and LiteLLM spell them.
type callExtras struct {
	ExtraContent           json.RawMessage `json:"extra_content,omitempty"`
	ProviderSpecificFields json.RawMessage `json:"provider_specific_fields,omitempty"`
}

// itemFields names the fields of reasoning and callExtras.
var itemFields = []string{
	"reasoning_content", "reasoning", "reasoning_details", "thinking_blocks", "extra_content", "provider_specific_fields",
}

// detail is an element of reasoning_details or thinking_blocks.
type detail map[string]json.RawMessage

// merge appends a streamed piece.
func (r *reasoning) merge(piece reasoning) {
	r.ReasoningContent += piece.ReasoningContent
	r.Reasoning += piece.Reasoning
	r.ReasoningDetails = mergeDetails(r.ReasoningDetails, piece.ReasoningDetails)
	r.ThinkingBlocks = mergeDetails(r.ThinkingBlocks, piece.ThinkingBlocks)
	if isSet(piece.ExtraContent) {
		r.ExtraContent = piece.ExtraContent
	}
}

// size is the number of bytes of r, about.
func (r reasoning) size() int {
	size := len(r.ReasoningContent) + len(r.Reasoning) + len(r.ExtraContent)
	for _, d := range slices.Concat(r.ReasoningDetails, r.ThinkingBlocks) {
		for _, value := range d {
			size += len(value)
		}
	}
	return size
}

func (c *callExtras) merge(piece callExtras) {
	if isSet(piece.ExtraContent) {
		c.ExtraContent = piece.ExtraContent
	}
	if isSet(piece.ProviderSpecificFields) {
		c.ProviderSpecificFields = piece.ProviderSpecificFields
	}
}

// mergeDetails appends pieces to whole. A piece that continues the last element
// (same type, index and id) lengthens its texts; of other fields the later one
// counts.
func mergeDetails(whole, pieces []detail) []detail {
	for _, piece := range pieces {
		if len(whole) == 0 || !continues(whole[len(whole)-1], piece) {
			whole = append(whole, maps.Clone(piece))
			continue
		}
		last := whole[len(whole)-1]
		for key, value := range piece {
			switch {
			case slices.Contains([]string{"text", "summary", "data", "thinking"}, key):
				last[key] = joinStrings(last[key], value)
			case isSet(value):
				last[key] = value
			}
		}
	}
	return whole
}

func continues(last, piece detail) bool {
	same := func(key string) bool { return string(last[key]) == string(piece[key]) }
	return piece["type"] != nil && same("type") && same("index") && same("id")
}

// joinStrings joins two JSON strings; what is not a string counts as empty.
func joinStrings(a, b json.RawMessage) json.RawMessage {
	var left, right string
	_ = json.Unmarshal(a, &left)
	_ = json.Unmarshal(b, &right)
	joined, _ := json.Marshal(left + right)
	return joined
}

// chatItems is Reply.Items of the chat dialect.
type chatItems struct {
	From    string       `json:"from"` // the endpoint and model that gave them
	Message reasoning    `json:"message"`
	Calls   []callExtras `json:"calls,omitempty"` // one for each call, or none
}

// encode returns the items as JSON, or nil when the provider wants nothing
// back.
func (i chatItems) encode() json.RawMessage {
	if !slices.ContainsFunc(i.Calls, callExtras.any) {
		i.Calls = nil
	}
	message, err := json.Marshal(i.Message)
	if err != nil || (string(message) == "{}" && i.Calls == nil) {
		return nil
	}
	raw, err := json.Marshal(i)
	if err != nil {
		return nil
	}
	return raw
}

func (c callExtras) any() bool { return c.ExtraContent != nil || c.ProviderSpecificFields != nil }

// decodeChatItems reads the items of a message of the conversation; ok is false
// when there are none or they are another endpoint's.
func decodeChatItems(raw json.RawMessage, from string) (items chatItems, ok bool) {
	if len(raw) == 0 || json.Unmarshal(raw, &items) != nil {
		return chatItems{}, false
	}
	return items, items.From == from
}

// fields returns the fields of a struct as a map, for the extra fields of a
// request parameter.
func fields(of any) map[string]any {
	raw, _ := json.Marshal(of)
	var byName map[string]json.RawMessage
	_ = json.Unmarshal(raw, &byName)
	out := make(map[string]any, len(byName))
	for name, value := range byName {
		out[name] = value
	}
	return out
}
