package record

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"adroit/device/text"
	"adroit/loop/event"
)

// formats are the forms of an export.
var formats = []struct {
	name  string
	write func(io.Writer, *report) error
}{
	{"markdown", writeMarkdown},
	{"json", writeJSON},
	{"sh", writeShell},
	{"maestro", writeMaestro},
}

// Formats are the names of the forms that Export writes: a report for people in
// markdown; the same as json, with the first and the last screen; the device
// commands of the run as a script for sh; and a flow for Maestro
// (https://docs.maestro.dev).
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Export writes the run in one of Formats.
func Export(w io.Writer, run *Run, format string) error {
	for _, f := range formats {
		if f.name == format {
			return f.write(w, newReport(run))
		}
	}
	return fmt.Errorf("export as %q: want one of %s", format, strings.Join(Formats(), ", "))
}

// report is a run as its exports tell it.
type report struct {
	Run        Header        `json:"run"`
	Task       string        `json:"task"`
	Outcome    event.Outcome `json:"outcome"` // of the last turn; empty where its end is not recorded
	Verified   bool          `json:"verified"`
	Steps      int           `json:"steps"`
	Tokens     int           `json:"tokens"`         // input and output
	Cost       float64       `json:"cost,omitempty"` // of them, in Currency; left out where no prices are known
	Currency   string        `json:"currency,omitempty"`
	DurationMS int64         `json:"duration_ms"`
	Turns      []reportTurn  `json:"turns"`
	ByHand     []reportCall  `json:"by_hand,omitempty"` // the person's own acts

	ScreenRecords screenRecords `json:"screen_records"`

	story *Story
}

// screenRecords are the first and the last ScreenContext of the run, null where
// none was observed.
type screenRecords struct {
	First json.RawMessage `json:"first"`
	Last  json.RawMessage `json:"last"`
}

type reportTurn struct {
	Request  string        `json:"request"`
	Outcome  event.Outcome `json:"outcome"`
	Verified bool          `json:"verified"`
	Answer   string        `json:"answer,omitempty"`
	Reason   string        `json:"reason,omitempty"`
	Steps    []reportStep  `json:"steps"`
}

type reportStep struct {
	Step  int          `json:"step"`
	Text  string       `json:"text,omitempty"`
	Calls []reportCall `json:"calls,omitempty"`
	Check *reportCheck `json:"check,omitempty"` // of the claim to be done; null where none was checked
}

// reportCheck is what the completion gate saw.
type reportCheck struct {
	Verified bool   `json:"verified"`
	Faults   string `json:"faults,omitempty"` // what did not hold, a line or more each
}

type reportCall struct {
	Tool       string          `json:"tool"`
	Action     string          `json:"action"` // in words
	Arguments  json.RawMessage `json:"arguments"`
	Risk       string          `json:"risk,omitempty"`
	Decision   string          `json:"decision,omitempty"`
	By         string          `json:"by,omitempty"`     // who decided
	Rule       string          `json:"rule,omitempty"`   // place of the person's rule that decided, or had it asked
	Reason     string          `json:"reason,omitempty"` // why, where nobody was asked
	Status     string          `json:"status,omitempty"` // empty where no result is recorded
	Message    string          `json:"message"`
	Commands   []string        `json:"commands,omitempty"`
	DurationMS int64           `json:"duration_ms"`

	settled string // Decision, By, Rule and Reason in words
}

func newReport(run *Run) *report {
	story := run.Story()
	r := &report{
		Run: run.Header, Turns: []reportTurn{}, story: story,
		ScreenRecords: screenRecords{First: story.FirstScreen, Last: story.LastScreen},
	}
	for _, e := range run.Events {
		if e.Type == event.Usage && e.Tokens != nil {
			r.Tokens += e.Tokens.Input + e.Tokens.Output
			r.Cost += e.Tokens.Cost
			r.Currency = cmp.Or(e.Tokens.Currency, r.Currency)
		}
		r.DurationMS = e.Time.Sub(run.Header.Time).Milliseconds()
	}
	for _, t := range story.Turns {
		r.addTurn(t)
	}
	for _, c := range story.Calls {
		if c.ByPerson {
			r.ByHand = append(r.ByHand, newReportCall(c))
		}
	}
	return r
}

func (r *report) addTurn(t *Turn) {
	turn := reportTurn{Request: t.Text, Steps: []reportStep{}}
	if t.End != nil {
		turn.Outcome, turn.Verified = t.End.Outcome, t.End.Verified
		turn.Answer, turn.Reason = t.End.Text, t.End.Reason
	}
	for _, s := range t.Steps {
		step := reportStep{Step: s.Number, Text: s.Text}
		for _, c := range s.Calls {
			step.Calls = append(step.Calls, newReportCall(c))
		}
		if s.Gate != nil {
			step.Check = &reportCheck{Verified: s.Gate.Verified, Faults: s.Gate.Text}
		}
		turn.Steps = append(turn.Steps, step)
	}
	if len(r.Turns) == 0 {
		r.Task = t.Text
	}
	r.Outcome, r.Verified = turn.Outcome, turn.Verified
	r.Steps += len(t.Steps)
	r.Turns = append(r.Turns, turn)
}

func newReportCall(c *Call) reportCall {
	r := reportCall{
		Tool: c.Tool, Action: c.Label, Arguments: c.Arguments, Risk: c.Risk,
		Commands: c.Commands, DurationMS: c.Duration.Milliseconds(),
	}
	if c.Decision != nil {
		d := c.Decision
		r.Decision, r.By, r.Rule, r.Reason = d.Decision, d.By, d.Rule, d.Reason
		r.settled = AnswerOf(*d).Told("the person")
	}
	r.Status, r.Message = c.Outcome()
	return r
}

func writeJSON(w io.Writer, r *report) error {
	return text.WriteJSON(w, r, "  ")
}

// title names the run in one line.
func (r *report) title() string {
	if r.Task == "" {
		return "Run " + r.Run.RunID
	}
	return text.Line(r.Task)
}

// ending is how a turn ended, in words.
func (t reportTurn) ending() string {
	switch {
	case t.Outcome == "":
		return "unfinished: the record ends before the turn does"
	case t.Outcome == event.Done && t.Verified:
		return "done (verified)"
	case t.Outcome == event.Done:
		return "done (the model's claim, not verified)"
	case t.Reason != "":
		return fmt.Sprintf("%s: %s", t.Outcome.Words(), text.Line(t.Reason))
	}
	return t.Outcome.Words()
}

func (r *report) duration() time.Duration {
	return (time.Duration(r.DurationMS) * time.Millisecond).Round(100 * time.Millisecond)
}
