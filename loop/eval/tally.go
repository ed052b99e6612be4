package eval

import (
	"cmp"
	"encoding/json"
	"time"

	"adroit/loop/event"
	"adroit/permissions"
)

// tally counts the events of one attempt.
type tally struct {
	began, ended time.Time
	steps, calls int
	retries      int
	tokens       Tokens
	cost         float64
	currency     string              // empty where no prices are known
	pending      map[string][]string // classes of open questions, by their ids
	denied       []string            // classes of what was denied
	approved     int
	refused      int
}

func (t *tally) event(e event.Event) {
	switch e.Type {
	case event.TurnStarted:
		t.began = e.Time
	case event.StepStarted:
		t.steps++
	case event.RetryScheduled:
		t.retries++
	case event.ToolFinished:
		t.calls++
	case event.Usage:
		if e.Tokens != nil {
			t.use(*e.Tokens)
		}
	case event.ApprovalRequested:
		t.asked(e)
	case event.ApprovalDecided:
		t.decided(e)
	}
	if e.Type.Terminal() {
		t.ended = e.Time
	}
}

func (t *tally) use(used event.Tokens) {
	t.tokens.Input += used.Input
	t.tokens.Cached += used.Cached
	t.tokens.Output += used.Output
	t.tokens.Estimated = t.tokens.Estimated || used.Estimated
	t.cost += used.Cost
	t.currency = cmp.Or(t.currency, used.Currency)
}

func (t *tally) asked(e event.Event) {
	var r struct{ Classes []string }
	_ = json.Unmarshal(e.Request, &r) // it was encoded by the session
	if t.pending == nil {
		t.pending = map[string][]string{}
	}
	t.pending[e.RequestID] = r.Classes
}

func (t *tally) decided(e event.Event) {
	if e.RequestID == "" {
		return // nobody was asked
	}
	if permissions.Verdict(e.Decision).Approves() {
		t.approved++
	} else {
		t.refused++
		t.denied = append(t.denied, t.pending[e.RequestID]...)
	}
	delete(t.pending, e.RequestID)
}

func (t *tally) into(a *Attempt) {
	a.Steps, a.Calls, a.Retries, a.Tokens = t.steps, t.calls, t.retries, t.tokens
	a.Approved, a.Denied = t.approved, t.refused
	a.DurationMS = t.ended.Sub(t.began).Milliseconds()
	if t.currency != "" {
		a.Cost, a.Currency = &t.cost, t.currency
	}
}
