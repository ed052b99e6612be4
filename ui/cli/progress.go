package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"adroit/device/text"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// progress writes a run for people, a line an event.
type progress struct {
	out   io.Writer
	label string       // of the act that was asked about last
	used  event.Tokens // by the model call that was last
}

// event writes e, when it is one that a person follows.
func (p *progress) event(e event.Event) {
	switch e.Type {
	case event.StepStarted:
		p.line("step %d of %d", e.Step, e.MaxSteps)
	case event.ToolStarted:
		p.line("  %s", e.Label)
	case event.ApprovalRequested:
		p.label = e.Label
	case event.ApprovalDecided:
		if !permissions.Verdict(e.Decision).Approves() {
			p.line("  denied: %s%s", p.label, parenthesis(decisionWords(e)))
		}
	case event.ToolFinished:
		p.line("    %s%s", resultWords(e), duration(e.DurationMS))
	case event.RetryScheduled:
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
		p.line("%s%s", e.Outcome, claim(e))
	}
	if e.Type.Terminal() && p.used.Currency != "" {
		p.line("%d tokens, %s", p.used.TurnTotal, money(p.used.TurnCost, p.used.Currency))
	}
}

// line writes one line in which nothing can control the terminal.
func (p *progress) line(format string, args ...any) {
	fmt.Fprintln(p.out, text.Line(fmt.Sprintf(format, args...)))
}

// check tells what the completion gate saw.
func (p *progress) check(e event.Event) {
	if e.Verified {
		p.line("  checked: it is so")
		return
	}
	for fault := range strings.Lines(e.Text) {
		p.line("  checked: %s", strings.TrimPrefix(strings.TrimSpace(fault), "- "))
	}
}

// decisionWords say why an act was denied.
func decisionWords(e event.Event) string {
	switch e.Reason {
	case permissions.ReasonUnattendedHigh:
		return e.Risk + " risk, and nobody is there to ask"
	case permissions.ReasonUnattendedMedium:
		return "nobody is there to ask"
	}
	return strings.TrimSpace("by " + e.By + " " + e.Reason)
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
