package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"adroit/device/text"
	"adroit/loop/event"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
)

// progress writes a run for people, a line an event.
type progress struct {
	out   io.Writer
	calls map[string]*toldCall // that have not ended, by id
	used  event.Tokens         // by the model call that was last
}

// toldCall is what people have been told of a call.
type toldCall struct {
	label string // the act in words
	named bool   // a line has said which it is
}

// event writes e, when it is one that a person follows.
func (p *progress) event(e event.Event) {
	switch e.Type {
	case event.StepStarted:
		p.line("step %d of %d", e.Step, e.MaxSteps)
	case event.ToolProposed:
		p.call(e.CallID).label = e.Label
	case event.ToolStarted:
		p.call(e.CallID).label = e.Label
		p.name(e.CallID)
	case event.ApprovalRequested:
		p.call(e.CallID).label = e.Label
	case event.ApprovalDecided:
		p.name(e.CallID)
		p.line("    %s", record.AnswerOf(e).Told("you"))
		if short := permissions.FellShort(e.Reasons); short != "" {
			p.line("    your %s", short)
		}
	case event.ToolFinished:
		p.name(e.CallID)
		delete(p.calls, e.CallID)
		p.line("    %s%s", resultWords(e), duration(e.DurationMS))
	case event.RetryScheduled:
		p.name(e.CallID)
		p.line("  again in %s: %s", time.Duration(e.DelayMS)*time.Millisecond, e.Reason)
	case event.DeviceState:
		p.line("phone %s: %s%s", e.Device, e.State, parenthesis(e.Reason))
	case event.GateStarted:
		for condition := range strings.Lines(e.Text) {
			p.line("  checking: %s", condition)
		}
	case event.GateChecked:
		p.check(e)
	case event.Compacted:
		p.line("%s", compactionWords(e))
	case event.Usage:
		p.used = *e.Tokens
	case event.TurnCompleted:
		p.line("%s%s", e.Outcome.Words(), claim(e))
	}
	if e.Type.Terminal() && p.used.Currency != "" {
		p.line("%s, %s", text.Count(p.used.TurnTotal, "token"), text.Money(p.used.TurnCost, p.used.Currency))
	}
}

// call is the model's call with that id.
func (p *progress) call(id string) *toldCall {
	if p.calls == nil {
		p.calls = map[string]*toldCall{}
	}
	if p.calls[id] == nil {
		p.calls[id] = &toldCall{}
	}
	return p.calls[id]
}

// name writes which call the next lines are about, once.
func (p *progress) name(id string) {
	if c := p.calls[id]; c != nil && c.label != "" && !c.named {
		p.line("  %s", c.label)
		c.named = true
	}
}

// line writes one line in which nothing can control the terminal. Blanks at
// the start of format indent it.
func (p *progress) line(format string, args ...any) {
	words := strings.TrimLeft(format, " ")
	fmt.Fprintln(p.out, format[:len(format)-len(words)]+text.Line(fmt.Sprintf(words, args...)))
}

// check tells what the completion gate saw.
func (p *progress) check(e event.Event) {
	if e.Verified {
		p.line("  checked: it is so")
		return
	}
	for fault := range strings.Lines(e.Text) {
		p.line("  not so: %s", strings.TrimSpace(fault))
	}
}

// resultWords is the gist of a finished call.
func resultWords(e event.Event) string {
	var r tools.Result
	if err := json.Unmarshal(e.Result, &r); err != nil {
		return "result unreadable"
	}
	return fmt.Sprintf("%s: %s", r.Status, text.Line(r.Message))
}

// claim says whether a done turn was checked by the harness.
func claim(e event.Event) string {
	switch {
	case e.Outcome != event.Done:
		return ""
	case e.Verified:
		return " (verified)"
	}
	return " (the model's claim, not verified)"
}

// compactionWords says what left the model's context.
func compactionWords(e event.Event) string {
	if e.Kept > 0 {
		return "the model's context was nearly full: a summary stands for what came before"
	}
	return "the model's context was nearly full: older screens were left out"
}

func duration(ms int64) string {
	if ms == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s)", time.Duration(ms)*time.Millisecond)
}

func parenthesis(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}
