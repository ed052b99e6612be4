package permissions

import (
	"context"
	"encoding/json"
	"time"

	"adroit/device/screen"
)

// Request is a question to a person: may this be done? Everything in it is
// redacted and is exactly what will be done after the answer.
type Request struct {
	ID     string `json:"id"`      // of this one question, in this and in every other session
	CallID string `json:"call_id"` // the tool call that raised the question
	Tool   string `json:"tool"`

	Risk      Risk     `json:"risk"`
	Classes   []Class  `json:"classes,omitempty"`
	Reasons   []string `json:"reasons"` // why it is asked, a line each
	Action    string   `json:"action"`  // the act in words: `Tap switch "Wi-Fi"`
	Typing    string   `json:"typing,omitempty"`
	Diff      string   `json:"diff,omitempty"`   // of a change of a file: what it changes, as a unified diff
	Stakes    []string `json:"stakes,omitempty"` // of high risk: what the screen holds that the act hands on or settles, a line each
	Commands  []string `json:"commands"`         // the device's shell commands, verbatim
	Changed   string   `json:"changed,omitempty"`
	Grantable bool     `json:"grantable"`        // Session is a possible verdict
	Covers    string   `json:"covers,omitempty"` // what Session would cover, in words; empty where not Grantable

	Rule   string  `json:"rule,omitempty"`   // place of the person's rule that decided, "rules.toml:12"
	Permit string  `json:"permit,omitempty"` // place of the rule by which a high risk passes where nobody can be asked
	Origin *Origin `json:"origin,omitempty"` // where on a screen the text that is entered comes from

	Arguments json.RawMessage `json:"arguments,omitempty"`

	TargetID      string       `json:"target_id,omitempty"`
	TargetLine    string       `json:"target_line,omitempty"` // `3 switch Wi-Fi [on]`
	TargetBounds  *screen.Rect `json:"target_bounds,omitempty"`
	ObservationID string       `json:"observation_id,omitempty"` // the screen that is meant
	App           string       `json:"app,omitempty"`            // package name in front
	AppLabel      string       `json:"app_label,omitempty"`
	Window        string       `json:"window,omitempty"`

	// Word is the short random word that a high-risk approval must repeat; it
	// is empty where any deliberate key will do.
	Word    string    `json:"word,omitempty"`
	Created time.Time `json:"created"`
}

// Verdict is what an answer says.
type Verdict string

// The verdicts.
const (
	Once     Verdict = "once"    // do it, this time
	Session  Verdict = "session" // do it, and do not ask again for what Request.Covers says until the session ends
	Denied   Verdict = "deny"    // do not do it; Message may tell the model why
	Edit     Verdict = "edit"    // do not do it; ask anew with Arguments
	StopTurn Verdict = "stop"    // do not do it, and end the turn
)

// Approves reports whether the act may go ahead.
func (v Verdict) Approves() bool { return v == Once || v == Session }

// Who resolved a request, as Answer.By says it.
const (
	ByPerson   = "person"    // a deliberate key
	ByOther    = "other"     // a deliberate key in another cockpit of a served session, as its clients tell it; no log says so
	ByGrant    = "grant"     // the person's earlier answer "until the session ends"
	ByRule     = "rule"      // the person's rules file, --approve, or a suite of tasks
	ByMode     = "mode"      // the mode of the session, which the person chose
	ByPolicy   = "policy"    // the policy, without a question
	ByTimeout  = "timeout"   // nobody answered in time
	ByCancel   = "cancel"    // the turn ended first
	ByInputEnd = "input_end" // the input from which the person's answers came has ended
)

// Answer resolves a Request.
type Answer struct {
	Verdict   Verdict         `json:"verdict"`
	By        string          `json:"by"`
	Message   string          `json:"message,omitempty"`   // the person's words to the model; of a rule, those that stand with it
	Reason    string          `json:"reason,omitempty"`    // for programs: one of the Reason constants, or empty
	Arguments json.RawMessage `json:"arguments,omitempty"` // with Edit: the arguments to ask about instead
	Word      string          `json:"word,omitempty"`      // must equal Request.Word where that is set
	Rule      string          `json:"rule,omitempty"`      // place of the rule that decided
	// ShownMS is for how long the question stood on the screen, in
	// milliseconds; from its asking to its end, where nobody knows better.
	ShownMS int64 `json:"shown_ms,omitempty"`
}

// Approver shows a request to whoever may answer it.
type Approver interface {
	// Ask shows r and returns without waiting for the answer, which goes to
	// answer at any later time. ctx ends when the question is over, however
	// that came about: what shows r takes it away then. Answering twice, late,
	// or without the word of a high-risk request returns an error and changes
	// nothing.
	Ask(ctx context.Context, r Request, answer func(Answer) error)
}
