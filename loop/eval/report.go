package eval

import (
	"fmt"
	"io"
	"time"

	"adroit/device/text"
	"adroit/loop/event"
)

// Version is the value of Report.V. Readers skip fields that they do not know;
// the version changes only when a known field changes its meaning. The shape
// stands in report.schema.json.
const Version = 1

// Report is what came of a suite.
type Report struct {
	V              int       `json:"v"`
	Suite          string    `json:"suite"`
	Started        time.Time `json:"started"` // UTC
	DurationMS     int64     `json:"duration_ms"`
	Model          string    `json:"model"`
	ScriptedModel  bool      `json:"scripted_model"`  // no language model: the score says nothing of one
	SimulatedPhone bool      `json:"simulated_phone"` // no real phone
	AttemptsATask  int       `json:"attempts_a_task"` // that were asked for
	Parallel       int       `json:"parallel"`        // phones at a time
	Limits         Limits    `json:"limits"`
	Cancelled      bool      `json:"cancelled"` // it was ended before its end

	Summary Figures      `json:"summary"`
	Tasks   []TaskReport `json:"tasks"`
}

// Limits are what an attempt was bounded by, where its task's own budget was not
// smaller.
type Limits struct {
	Steps      int   `json:"steps"`       // model calls
	Tokens     int   `json:"tokens"`      // input and output
	Context    int   `json:"context"`     // tokens that the model can take in
	ToolOutput int   `json:"tool_output"` // characters of a tool's result
	Retries    int   `json:"retries"`     // of what failed in a way that may pass
	TimeoutMS  int64 `json:"timeout_ms"`  // of the turn; 0 is none
}

// limitsInForce are those of o.
func limitsInForce(o Options) Limits {
	l := o.Limits.InForce()
	return Limits{
		Steps: l.Steps, Tokens: l.Tokens, Context: l.Context, ToolOutput: l.ToolOutput,
		Retries: max(0, l.Retries), TimeoutMS: o.Timeout.Milliseconds(),
	}
}

// words are the limits in one line.
func (l Limits) words() string {
	words := fmt.Sprintf("%s, %s, %s of context, %s of a result, %s", text.Count(l.Steps, "step"), text.Count(l.Tokens, "token"),
		text.Count(l.Context, "token"), text.Count(l.ToolOutput, "character"), text.Count(l.Retries, "retry"))
	if l.TimeoutMS > 0 {
		words += ", " + (time.Duration(l.TimeoutMS) * time.Millisecond).String()
	}
	return words
}

// WriteJSON writes r as an indented JSON document.
func (r *Report) WriteJSON(w io.Writer) error { return text.WriteJSON(w, r, "  ") }

// TaskReport is what came of one task.
type TaskReport struct {
	ID       string    `json:"id"`
	Title    string    `json:"title"`
	Figures  Figures   `json:"figures"`
	Attempts []Attempt `json:"attempts"`
}

// Attempt is one run of a task. It was judged unless Error or Cancelled is set.
type Attempt struct {
	Number int    `json:"attempt"`          // from 1
	RunID  string `json:"run_id,omitempty"` // of its run log; empty where none was begun

	Passed    bool     `json:"passed"`           // the check found everything as it should be
	Claimed   bool     `json:"claimed"`          // the turn ended as done
	Faults    []string `json:"faults,omitempty"` // what the check found wrong
	Error     string   `json:"error,omitempty"`  // why it could not be judged: phone, set-up, record
	Cancelled bool     `json:"cancelled,omitempty"`

	Outcome event.Outcome `json:"outcome,omitempty"` // of its turn
	Reason  string        `json:"reason,omitempty"`

	Steps      int      `json:"steps"`   // model calls
	Calls      int      `json:"calls"`   // tool calls
	Retries    int      `json:"retries"` // transient failures of model or phone that were tried again
	Approved   int      `json:"approved"`
	Denied     int      `json:"denied"`
	Tokens     Tokens   `json:"tokens"`
	Cost       *float64 `json:"cost"` // in Currency; null where no prices are known
	Currency   string   `json:"currency,omitempty"`
	DurationMS int64    `json:"duration_ms"`
}

// judged reports whether the attempt counts.
func (a Attempt) judged() bool { return a.Error == "" && !a.Cancelled }

// Tokens are what model calls used, as the endpoint reported it.
type Tokens struct {
	Input     int  `json:"input"` // cached ones included
	Cached    int  `json:"cached"`
	Output    int  `json:"output"`
	Estimated bool `json:"estimated,omitempty"` // counted from bytes where none were reported
}

// Figures are reckoned from attempts. What cannot be reckoned is null: a share
// of nothing, and what a success took where there was none.
type Figures struct {
	Attempts  int `json:"attempts"` // that were judged
	Passed    int `json:"passed"`
	Errors    int `json:"errors"`    // attempts that could not be judged
	Cancelled int `json:"cancelled"` // attempts that were cut short

	// Verified against claimed.
	Claimed     int `json:"claimed"`      // ended as done
	FalseClaims int `json:"false_claims"` // of them, those that had not passed

	CompletionRate *float64 `json:"completion_rate"` // passed of attempts
	PassAt1        *float64 `json:"pass_at_1"`       // mean over the tasks of the unbiased estimate
	PassAtK        *float64 `json:"pass_at_k"`       // the same for k = attempts_a_task

	RetriesAnAttempt *float64 `json:"retries_an_attempt"`
	StepsAnAttempt   *float64 `json:"steps_an_attempt"`

	// What a success took: all that was spent, on failures as well, divided by
	// the number of successes.
	StepsASuccess  *float64 `json:"steps_a_success"`
	TokensASuccess *float64 `json:"tokens_a_success"`
	CostASuccess   *float64 `json:"cost_a_success"`
	MSASuccess     *float64 `json:"ms_a_success"`
	Currency       string   `json:"currency,omitempty"` // of the cost

	Outcomes map[event.Outcome]int `json:"outcomes"` // of attempts that were judged
}
