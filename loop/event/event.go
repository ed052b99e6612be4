// Package event holds the vocabulary in which a run is told: the events that
// the loop emits and that the run log, the --json output, the harness protocol
// and the cockpit all read.
//
// It is a leaf: it imports nothing of this module, so that every part that
// speaks about a run can import it. Bulky or structured parts (a screen, a
// tool result, an approval request) travel as JSON, in the encodings that
// their own packages document.
//
// Everything in an event has been redacted before the event exists.
package event

import (
	"encoding/json"
	"strings"
	"time"
)

// Version is the value of Event.V. Readers skip types and fields that they do
// not know; the version changes only when a known field changes its meaning.
const Version = 1

// Type names what happened.
type Type string

// The events of a run, in the order in which a turn usually produces them.
const (
	TurnQueued        Type = "turn_queued"        // Text waits until the running turn ends
	TurnUnqueued      Type = "turn_unqueued"      // the person took the words of a waiting turn back: it will not begin
	TurnStarted       Type = "turn_started"       // Text is the person's request
	StepStarted       Type = "step_started"       // one model call begins: Step of MaxSteps
	AssistantText     Type = "assistant_text"     // Text is a delta of the model's words
	ToolProposed      Type = "tool_proposed"      // the model asked for Tool with Arguments
	ApprovalRequested Type = "approval_requested" // a person is asked: Request is the question
	ApprovalDecided   Type = "approval_decided"   // an act was settled: Decision, By, Reason, Arguments, Rule, Reasons, Text (the person's words); RequestID and ShownMS where it was asked
	ModeChanged       Type = "mode_changed"       // Mode says from now on what passes without a question; By who chose it
	ToolStarted       Type = "tool_started"       // the tool begins to run
	ToolFinished      Type = "tool_finished"      // the tool has ended, or was not run: Result says what came of it; Commands are what was sent to the phone's shell
	ScreenObserved    Type = "screen_observed"    // a screen was seen: Screen, as the person may see it; Rule is the one by which what its app in front shows is withheld from the model
	Usage             Type = "usage"              // Tokens of this step and of the turn so far; Reason is why the model stopped; Items what its provider wants back with the reply, for a run that goes on
	Compacted         Type = "compacted"          // screens but the newest left the model's context; with Kept, the summary in Text replaced all messages but the last Kept ones
	DeviceState       Type = "device_state"       // State of Device changed; Reason says why and the cure. In state "device" a Reason says why its screen cannot be read
	RetryScheduled    Type = "retry_scheduled"    // a transient failure; DelayMS until the next try
	GateStarted       Type = "gate_started"       // the completion gate begins to check the conditions in Text, a line each; it may take as long as the person's commands take
	GateChecked       Type = "gate_checked"       // the completion gate looked: Verified where all holds, else Text is what does not and what was seen, a line or more each

	// The terminal events: exactly one ends every turn.
	TurnCompleted Type = "turn_completed" // the turn ended by itself or at a limit: Outcome, Reason, Text (the answer), Verified, Speak; of outcome denied, By and Rule say who denied
	TurnFailed    Type = "turn_failed"    // an error ended the turn: Reason is the error with its cure
	TurnCancelled Type = "turn_cancelled" // the person ended the turn
)

// Terminal reports whether t ends a turn.
func (t Type) Terminal() bool {
	return t == TurnCompleted || t == TurnFailed || t == TurnCancelled
}

// Outcome says how a turn ended.
type Outcome string

// The outcomes of a turn. Only Done is a success; it is verified where a
// completion gate was set and passed, claimed otherwise.
const (
	Done        Outcome = "done"
	CutOff      Outcome = "cut_off"       // the model's reply hit its length limit
	Refused     Outcome = "refused"       // the model declined
	OutOfTurns  Outcome = "out_of_turns"  // the step limit was reached
	OutOfTokens Outcome = "out_of_tokens" // the token budget was spent
	GateFailed  Outcome = "gate_failed"   // the claim of completion was disproved too often
	Stuck       Outcome = "stuck"         // the same act on the same screen again and again
	Stopped     Outcome = "stopped"       // a tool met what only a person can mend
	Denied      Outcome = "denied"        // the turn ended and its last risky call had been denied
	Cancelled   Outcome = "cancelled"     // the person stopped the turn
	Failed      Outcome = "failed"        // an error: endpoint, device or the harness itself
)

// Words are the outcome as people are told it: "out of steps".
func (o Outcome) Words() string {
	if o == OutOfTurns {
		return "out of steps" // as the limit is called everywhere
	}
	return strings.ReplaceAll(string(o), "_", " ")
}

// Tokens counts what a model call used, as the endpoint reported it.
type Tokens struct {
	Input     int  `json:"input"`                // prompt tokens, cached ones included
	Cached    int  `json:"cached,omitempty"`     // the part of Input that a cache served
	Output    int  `json:"output"`               // completion tokens, reasoning included
	Estimated bool `json:"estimated,omitempty"`  // no usage was reported; counted from bytes
	TurnTotal int  `json:"turn_total,omitempty"` // input and output of the turn so far

	// Where the endpoint's prices are configured: what the call cost, and the
	// turn so far, in Currency.
	Cost     float64 `json:"cost,omitempty"`
	TurnCost float64 `json:"turn_cost,omitempty"`
	Currency string  `json:"currency,omitempty"`
}

// Event is one line of a run's story. Which fields a type carries is said at
// the Type constants; the others are zero and left out of the JSON.
type Event struct {
	V      int       `json:"v"`
	Seq    int64     `json:"seq"` // 1, 2, 3 … without gaps within a run
	Time   time.Time `json:"time"`
	RunID  string    `json:"run_id"`
	TurnID string    `json:"turn_id,omitempty"`
	Type   Type      `json:"type"`

	Text     string `json:"text,omitempty"`
	Step     int    `json:"step,omitempty"`
	MaxSteps int    `json:"max_steps,omitempty"`

	CallID     string          `json:"call_id,omitempty"` // joins proposed, approval, started, finished
	Tool       string          `json:"tool,omitempty"`
	Label      string          `json:"label,omitempty"` // the act in words: `Tap switch "Wi-Fi"`
	Risk       string          `json:"risk,omitempty"`
	Arguments  json.RawMessage `json:"arguments,omitempty"`
	Result     json.RawMessage `json:"result,omitempty"`
	Commands   []string        `json:"commands,omitempty"`
	DurationMS int64           `json:"duration_ms,omitempty"`
	ByPerson   bool            `json:"by_person,omitempty"` // the person's own act, not the model's

	RequestID string          `json:"request_id,omitempty"`
	Request   json.RawMessage `json:"request,omitempty"`
	Decision  string          `json:"decision,omitempty"`
	By        string          `json:"by,omitempty"`
	Rule      string          `json:"rule,omitempty"`     // place of the person's rule that decided, or that withholds a screen from the model: "rules.toml:12"
	Reasons   []string        `json:"reasons,omitempty"`  // why the act was ruled upon as it was, a line each
	ShownMS   int64           `json:"shown_ms,omitempty"` // how long the question stood
	Mode      string          `json:"mode,omitempty"`

	Screen json.RawMessage `json:"screen,omitempty"`
	Tokens *Tokens         `json:"tokens,omitempty"`
	Items  json.RawMessage `json:"items,omitempty"`
	Kept   int             `json:"kept,omitempty"` // messages

	Device  string `json:"device,omitempty"`
	State   string `json:"state,omitempty"`
	Reason  string `json:"reason,omitempty"`
	DelayMS int64  `json:"delay_ms,omitempty"`

	Outcome  Outcome `json:"outcome,omitempty"`
	Verified bool    `json:"verified,omitempty"`
	Speak    string  `json:"speak,omitempty"`
}
