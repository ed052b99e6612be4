package model

import (
	"bytes"
	"encoding/json"
)

// The types of this file read a Chat Completions answer, streamed or whole
// (https://platform.openai.com/docs/api-reference/chat-streaming). They are
// laxer than openai-go's: a field of an unexpected type is passed over instead
// of failing the chunk, an absent index differs from 0, and arguments may be an
// object.

// chunk is one document of the answer.
type chunk struct {
	Choices []choice    `json:"choices"`
	Usage   *usageBlock `json:"usage"`
	XGroq   struct {    // where Groq reports the usage of a stream
		Usage *usageBlock `json:"usage"`
	} `json:"x_groq"`
	Error  json.RawMessage `json:"error"`
	Object string          `json:"object"`
}

type choice struct {
	Index        int             `json:"index"`
	Delta        *delta          `json:"delta"`
	Message      *delta          `json:"message"` // in an answer that is not streamed
	Text         string          `json:"text"`    // of the older completions protocol
	FinishReason string          `json:"finish_reason"`
	Error        json.RawMessage `json:"error"`
}

// delta is a piece of the message, or all of it.
type delta struct {
	Content   json.RawMessage `json:"content"` // string, list of parts, or null
	Refusal   string          `json:"refusal"`
	ToolCalls []toolDelta     `json:"tool_calls"`
	reasoning
}

// toolDelta is a piece of a tool call, or all of it.
type toolDelta struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"` // string, object, or null
	} `json:"function"`
	callExtras
}

type usageBlock struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	Details          struct {
		CachedTokens int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CacheHitTokens int `json:"prompt_cache_hit_tokens"` // DeepSeek's name
}

// failure returns the error object of the chunk, or nil. p is the payload that
// it was read from.
func (c chunk) failure(p payload) []byte {
	switch {
	case isSet(c.Error):
		return c.Error
	case c.Object == "error" || p.event == "error":
		return p.data
	}
	for _, ch := range c.Choices {
		switch {
		case isSet(ch.Error):
			return ch.Error
		case ch.FinishReason == "error":
			return []byte(`"it gave no reason"`)
		}
	}
	return nil
}

// piece returns what the choice adds to the message. Some servers send delta
// and message at once, with the same content.
func (c choice) piece() delta {
	switch {
	case c.Delta != nil:
		return *c.Delta
	case c.Message != nil:
		return *c.Message
	}
	text, _ := json.Marshal(c.Text)
	return delta{Content: text}
}

// text returns the words of the content, without parts of other types such as
// thinking.
func (d delta) text() string {
	var text string
	if json.Unmarshal(d.Content, &text) == nil {
		return text
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	_ = json.Unmarshal(d.Content, &parts)
	for _, part := range parts {
		if part.Type == "text" {
			text += part.Text
		}
	}
	return text
}

// size is the number of bytes that d adds to the message, about.
func (d delta) size() int {
	size := len(d.Content) + len(d.Refusal) + d.reasoning.size()
	for _, t := range d.ToolCalls {
		size += len(t.Function.Name) + len(t.Function.Arguments)
	}
	return size
}

// arguments returns the piece of the arguments' JSON text.
func (t toolDelta) arguments() string {
	raw := bytes.TrimSpace(t.Function.Arguments)
	var text string
	if json.Unmarshal(raw, &text) == nil { // a string, or null
		return text
	}
	return string(raw)
}

func (u *usageBlock) usage() Usage {
	return Usage{
		Input:  u.PromptTokens,
		Cached: max(u.Details.CachedTokens, u.CacheHitTokens),
		Output: u.CompletionTokens,
	}
}
