package model

import "time"

// Config names an endpoint and how to speak to it. The zero value of every
// field but BaseURL and Model is usable.
type Config struct {
	BaseURL string // such as "https://api.openai.com/v1"
	APIKey  string // sent as a bearer token; none is sent when empty
	Model   string

	Headers map[string]string // added to every request
	Body    map[string]any    // fields added to the request body, or set in place of ours
	// NoStream asks for whole replies, for servers that lose tool calls when
	// they stream. The text then comes in one delta.
	NoStream bool

	Timeouts Timeouts
	// Retries of a request that failed before an answer began (no connection,
	// 408, 409, 429, 5xx). 0 means 2, negative none.
	Retries int
}

// Timeouts bound the waits of one model call. Zero means the default.
type Timeouts struct {
	FirstByte time.Duration // from the request to the first byte of the answer, retries included; 90 s
	Idle      time.Duration // between two bytes of the answer; 60 s
	Reply     time.Duration // for the whole call, however lively; 10 min
}

func (t Timeouts) withDefaults() Timeouts {
	set := func(d *time.Duration, def time.Duration) {
		if *d <= 0 {
			*d = def
		}
	}
	set(&t.FirstByte, 90*time.Second)
	set(&t.Idle, time.Minute)
	set(&t.Reply, 10*time.Minute)
	return t
}
