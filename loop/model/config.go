package model

import (
	"cmp"
	"time"
)

// Config names an endpoint and how to speak to it. The zero value of every
// field but BaseURL and Model is usable.
type Config struct {
	BaseURL string // such as "https://api.openai.com/v1"
	APIKey  string // sent as a bearer token; none is sent when empty
	Model   string

	// KeyVariable is the environment variable that the key comes from or would
	// come from. Errors name it; "" is OPENAI_API_KEY.
	KeyVariable string

	Headers map[string]string // added to every request
	Body    map[string]any    // fields added to the request body, or set in place of ours

	// NoStream asks for whole replies, for servers that lose tool calls when
	// they stream. The text then comes in one delta.
	NoStream bool

	// Retries of a request that failed before an answer began (no connection,
	// 408, 409, 429, 5xx). 0 means 2, negative none.
	Retries int

	Timeouts Timeouts

	Prices Prices // for Usage.Cost
}

// Timeouts bound the waits of one model call. Zero means the default.
type Timeouts struct {
	// FirstByte is the time from the request to the first byte of the answer,
	// retries included: 90 s, or 5 min with NoStream, where the first byte
	// comes when the whole reply has been written.
	FirstByte time.Duration
	Idle      time.Duration // between two bytes of the answer: 60 s
	Reply     time.Duration // the whole call, however lively: 10 min
}

// timeouts returns c.Timeouts with the defaults filled in.
func (c Config) timeouts() Timeouts {
	t := c.Timeouts
	if t.FirstByte <= 0 {
		t.FirstByte = 90 * time.Second
		if c.NoStream {
			t.FirstByte = 5 * time.Minute
		}
	}
	if t.Idle <= 0 {
		t.Idle = time.Minute
	}
	if t.Reply <= 0 {
		t.Reply = 10 * time.Minute
	}
	return t
}

// keyVariable returns the name of the variable that holds the key.
func (c Config) keyVariable() string { return cmp.Or(c.KeyVariable, "OPENAI_API_KEY") }

// retries returns the number of retries that c asks for.
func (c Config) retries() int {
	if c.Retries == 0 {
		return 2
	}
	return max(c.Retries, 0)
}
