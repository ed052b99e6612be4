package scripted

import (
	"encoding/json"
	"net/http"
	"strings"
)

// The types of this file are the parts of the Chat Completions protocol that
// the scripted model reads and writes
// (https://platform.openai.com/docs/api-reference/chat).

type request struct {
	Messages      []message       `json:"messages"`
	Tools         []toolParam     `json:"tools"`
	ToolChoice    json.RawMessage `json:"tool_choice"` // "none", "auto", or an object
	Stream        bool            `json:"stream"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
}

type toolParam struct {
	Function struct {
		Name string `json:"name"`
	} `json:"function"`
}

type message struct {
	Role       string     `json:"role"`
	Content    content    `json:"content"`
	ToolCalls  []toolCall `json:"tool_calls"`
	ToolCallID string     `json:"tool_call_id"`
}

// content is a string, null, or a list of parts, whose texts are joined.
type content string

// UnmarshalJSON reads any form of a content.
func (c *content) UnmarshalJSON(raw []byte) error {
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) == nil {
		texts := make([]string, len(parts))
		for i, p := range parts {
			texts[i] = p.Text
		}
		*c = content(strings.Join(texts, "\n"))
		return nil
	}
	return json.Unmarshal(raw, (*string)(c))
}

type toolCall struct {
	Index    *int         `json:"index,omitempty"` // in streams alone
	ID       string       `json:"id,omitempty"`
	Type     string       `json:"type,omitempty"`
	Function functionCall `json:"function"`
}

type functionCall struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments"`
}

type completion struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"`
	Model   string   `json:"model"`
	Choices []choice `json:"choices"`
	Usage   *usage   `json:"usage,omitempty"`
}

type choice struct {
	Index        int     `json:"index"`
	Message      *piece  `json:"message,omitempty"`
	Delta        *piece  `json:"delta,omitempty"`
	FinishReason *string `json:"finish_reason"`
}

// piece is a message or a part of one.
type piece struct {
	Role      string     `json:"role,omitempty"`
	Content   *string    `json:"content,omitempty"`
	Refusal   *string    `json:"refusal,omitempty"`
	ToolCalls []toolCall `json:"tool_calls,omitempty"`
}

type usage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
}

type modelList struct {
	Object string      `json:"object"`
	Data   []modelInfo `json:"data"`
}

type modelInfo struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}

type errorPage struct {
	Error struct {
		Message string `json:"message"`
		Type    string `json:"type"`
	} `json:"error"`
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a client that is gone needs no answer
}

func writeError(w http.ResponseWriter, status int, text string) {
	var page errorPage
	page.Error.Message, page.Error.Type = text, "invalid_request_error"
	writeJSON(w, status, page)
}
