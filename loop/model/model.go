// Package model speaks to language models.
//
// The loop knows one method, Model.Reply: a conversation goes in, the words of
// the answer stream out while they come, and one Reply says what the model
// wants next. How a provider spells that ends at this package's edge: Chat
// Completions, Responses, or commands in the text of models that cannot call
// tools, with all the ways in which servers depart from their protocols. It is
// the only package that imports openai-go, which does HTTP, the framing of
// events and the retries of requests that failed before an answer began.
//
// The package never runs a tool, keeps no conversation between calls, reads no
// environment and writes no log. A tool call is handed out only when the
// endpoint said that the reply was finished: a call that was cut off in the
// middle does not exist for the caller. Errors are of type *EndpointError and
// never contain the key.
package model

import (
	"context"
	"encoding/json"
)

// Model is a language model behind some endpoint.
type Model interface {
	// Reply sends the conversation and returns the model's next message. It
	// calls delta, where that is not nil, with each piece of the answer's text
	// as it arrives; the pieces joined are Reply.Text. Delta is called on the
	// caller's goroutine and holds up the stream while it runs.
	//
	// When ctx ends, Reply returns at once with an error that wraps the cause
	// of ctx. Any other error is an *EndpointError. Beside an error the Reply
	// still holds the text that was handed to delta, and never a call.
	//
	// A Model is safe for concurrent use.
	Reply(ctx context.Context, req Request, delta func(text string)) (Reply, error)
}

// Request is one model call: everything that the model gets to see.
type Request struct {
	System   string
	Messages []Message
	Tools    []Tool
	NoTools  bool // the tools stay declared, but the model must answer in words
}

// Tool declares a function that the model may call.
type Tool struct {
	Name        string
	Description string
	Parameters  json.RawMessage // a JSON Schema of type object; empty means no parameters
}

// Role says whose words a message holds.
type Role string

// The roles of a conversation. The system prompt travels apart, in
// Request.System.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool" // the result of one call
)

// Message is one entry of the conversation. An assistant message with Calls
// must be followed by one tool message for each of them, in order.
type Message struct {
	Role   Role
	Text   string
	Images [][]byte        // user: PNG files; many servers reject them in any other message
	Calls  []Call          // assistant: the calls that the model made
	CallID string          // tool: the Call.ID that this answers
	Items  json.RawMessage // assistant: Reply.Items, for the endpoint that gave them
}

// Call is the model's wish to run a tool.
type Call struct {
	ID        string // unique within the reply, never empty
	Name      string
	Arguments string // as the model wrote it; "{}" when it wrote nothing. May be invalid JSON
}

// StopReason says why the model stopped.
type StopReason string

// The reasons to stop. Calls are present with StopToolCalls alone.
const (
	StopEnd        StopReason = "stop"       // the model said what it had to say
	StopToolCalls  StopReason = "tool_calls" // it waits for the results of Reply.Calls
	StopLength     StopReason = "length"     // the endpoint's or model's length limit cut it off
	StopRefusal    StopReason = "refusal"    // the model or a content filter declined
	StopIncomplete StopReason = "incomplete" // the stream ended before the reply was finished
)

// Reply is the model's next message.
type Reply struct {
	Text  string
	Calls []Call
	Stop  StopReason
	Usage Usage

	// Items is what the provider wants back with this message in later
	// requests and nobody else understands: reasoning, thought signatures. It
	// is marked with the endpoint that sent it; any other ignores it.
	Items json.RawMessage
}

// Usage counts the tokens of one model call.
type Usage struct {
	Input     int  `json:"input"`               // prompt tokens, cached ones included
	Cached    int  `json:"cached,omitempty"`    // the part of Input that the provider's cache served
	Output    int  `json:"output"`              // completion tokens, reasoning included
	Estimated bool `json:"estimated,omitempty"` // the endpoint reported none: counted as one token for four bytes

	// Cost is what the call cost by Config.Prices, in Currency. Without prices
	// Currency is empty, and the cost unknown.
	Cost     float64 `json:"cost,omitempty"`
	Currency string  `json:"currency,omitempty"`
}
