package tools

import (
	"encoding/json"

	"adroit/device/screen"
	"adroit/device/text"
)

// Call asks for one tool.
type Call struct {
	ID        string          `json:"id"` // joins the call with its result and its events
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"` // a JSON object; empty means {}
	ByPerson  bool            `json:"by_person,omitempty"` // the person's own act by hand
	Program   string          `json:"program,omitempty"`   // the other program that calls; "" is the model, or the person
}

// Status grades a Result.
type Status string

// The statuses.
const (
	Success Status = "success"
	Warning Status = "warning" // done, but the expected effect was not seen
	Error   Status = "error"
)

// Result is what came of a call. Everything in it is redacted.
type Result struct {
	OK          bool           `json:"ok"` // false exactly for an error
	Status      Status         `json:"status"`
	Message     string         `json:"message"` // one line
	Data        map[string]any `json:"data"`
	NextActions []string       `json:"next_actions"` // names of tools that help from here
	Artifacts   []string       `json:"artifacts"`

	// Of errors alone.
	RetryAfterMS int  `json:"retry_after_ms,omitempty"` // above 0: the failure is transient
	Idempotent   bool `json:"idempotent"`               // repeating the call is safe
	Stop         bool `json:"stop"`                     // only a person can mend it; Message says how

	// Screen is what the model is shown of the screen: all of it, or what
	// changed. Logs carry it in the object; the model gets it as plain text
	// behind the object, where it costs no escapes.
	Screen string `json:"screen,omitempty"`

	// Whole is the screen as canonical JSON, which the model gets in place of
	// Screen; nil where it gets Screen. Logs do not keep it.
	Whole json.RawMessage `json:"-"`

	seen *screen.Context // what Screen tells of

	// Content is the text of a file or a skill, behind the object like Screen.
	Content string `json:"content,omitempty"`

	// Image is a picture that the model is to see with the result, as PNG; nil
	// where there is none. It is named in Artifacts and in no JSON: logs do not
	// keep it.
	Image []byte `json:"-"`
}

// MarshalJSON writes r with the fields that its status has, and with empty
// collections for absent ones.
func (r Result) MarshalJSON() ([]byte, error) {
	type plain Result // without this method
	if r.Data == nil {
		r.Data = map[string]any{}
	}
	if r.NextActions == nil {
		r.NextActions = []string{}
	}
	if r.Artifacts == nil {
		r.Artifacts = []string{}
	}
	if r.Status == Error {
		return text.JSON(plain(r))
	}
	return text.JSON(struct {
		plain
		Idempotent bool `json:"idempotent,omitempty"`
		Stop       bool `json:"stop,omitempty"`
	}{plain: plain(r)})
}

// ForModel is r as a model reads it: the compact JSON object on one line, then
// the lines or the JSON of the screen, or the text of a file or a skill, as it
// is. What parts letters for a terminal in the object is nothing for a model.
func (r Result) ForModel() string {
	lines := r.Screen
	if r.Whole != nil {
		lines = string(r.Whole)
	}
	lines += r.Content
	r.Screen, r.Content = "", ""
	object, err := r.MarshalJSON()
	if err != nil {
		// Data holds nothing but strings, numbers, booleans and lists of them.
		panic("tools: " + err.Error())
	}
	told := text.Unparted(string(object))
	if lines == "" {
		return told
	}
	return told + "\n" + lines
}
