package remote

import (
	"encoding/json"
	"slices"

	"adroit/loop/event"
	"adroit/permissions"
)

// Phase is what a client's turn is doing.
type Phase int

// The phases. Whatever arrives, a client is in one of them.
const (
	Idle     Phase = iota // no turn runs
	Waiting               // a turn runs, and the agent is at work
	Speaking              // a turn runs, and the model's words are coming in
)

// String is the phase in lower case.
func (p Phase) String() string { return [...]string{"idle", "waiting", "speaking"}[p] }

// teller makes, of whatever a server sends, a story that can be shown: each
// event once, one turn at a time, exactly one terminal event for each turn that
// began, and a question only while it can be answered here. What a gap has
// swallowed is made up for from the server's State, by events without a
// sequence number.
type teller struct {
	runID  string
	holder string // of the approvals: you, other or nobody
	state  State  // as heard so far
	goal   State  // as the server said it was when the client came
	torn   bool   // something is missing between the two
	phase  Phase
	ended  map[string]bool // turns that had their terminal event
	asked  []event.Event   // open questions that were not handed on
	denied string          // who denied last in the turn, as ApprovalDecided says it
}

func newTeller() *teller { return &teller{ended: map[string]bool{}} }

// welcome takes in how the server says things stand.
func (t *teller) welcome(w Welcome) []event.Event {
	var out []event.Event
	if t.runID != w.RunID && t.runID != "" { // another run: none of its numbers is known
		out = t.withdraw(t.abandon(out), State{})
		*t = *newTeller()
	}
	t.runID, t.goal = w.RunID, w.State
	return t.settle(t.move(out, w.Holder))
}

// holds takes in who has the approvals now.
func (t *teller) holds(holder string) []event.Event { return t.settle(t.move(nil, holder)) }

// move tells that the approvals have another holder. The questions that are
// open go with them: when they come back, all are handed on anew.
func (t *teller) move(out []event.Event, holder string) []event.Event {
	if holder == t.holder {
		return out
	}
	if t.holder == holderYou {
		t.asked = nil
		for _, request := range t.state.Pending {
			t.asked = append(t.asked, t.made(questionOf(request)))
		}
	}
	t.holder = holder
	return append(out, t.made(event.Event{Type: event.ApprovalsMoved, State: holder}))
}

// gap takes in that events up to the one numbered to are not to be had. Where
// that is beyond what the server said of itself, it must be asked anew.
func (t *teller) gap(to int64) []event.Event {
	if to > t.state.Seq {
		t.torn, t.state.Seq = true, to
	}
	return t.settle(nil)
}

// hear takes in an event and returns what of it, and with it, is to be shown.
func (t *teller) hear(e event.Event) []event.Event {
	if e.Seq <= t.state.Seq {
		return nil // heard before, or of no run
	}
	t.torn = t.torn || e.Seq > t.state.Seq+1
	if t.senseless(e) {
		t.state.Seq = e.Seq
		return t.settle(nil)
	}
	var out []event.Event
	switch {
	case e.Type.Terminal():
		if !t.runs(e.TurnID) { // its start is missing, and the end of the one before
			out = t.abandon(out)
		}
		t.ended[e.TurnID], t.phase = true, Idle
		if e.By == permissions.ByPerson && t.denied == permissions.ByOther {
			e.By = t.denied // of outcome denied: that person
		}
		out = append(out, e)
	case e.Type == event.TurnStarted:
		out = append(t.abandon(out), e)
		t.phase, t.denied = Waiting, ""
	case e.Type == event.ApprovalRequested:
		t.asked = append(t.asked, e)
	case e.Type == event.ApprovalDecided:
		t.forget(e.RequestID)
		if e.Decision == string(permissions.Denied) {
			t.denied = e.By
		}
		out = append(out, e)
	default:
		out = append(t.take(e), e)
	}
	t.state.apply(e)
	return t.settle(out)
}

// senseless reports whether e would begin a turn that has begun, or end one
// that has ended, or is for this client to tell.
func (t *teller) senseless(e event.Event) bool {
	if e.Type == event.ApprovalsMoved {
		return true
	}
	starts := e.Type == event.TurnStarted
	return (starts || e.Type.Terminal()) && (e.TurnID == "" || t.ended[e.TurnID] || starts && t.runs(e.TurnID))
}

// take lets an event of a turn say what the turn is doing. It returns the start
// of a turn whose own is missing.
func (t *teller) take(e event.Event) []event.Event {
	var phase Phase
	switch e.Type {
	case event.AssistantText:
		phase = Speaking
	case event.StepStarted, event.ToolProposed, event.ToolStarted, event.ToolFinished:
		phase = Waiting
	default:
		return nil
	}
	if e.TurnID == "" || t.ended[e.TurnID] {
		return nil
	}
	var out []event.Event
	if !t.runs(e.TurnID) {
		out = t.begin(t.abandon(nil), Turn{ID: e.TurnID})
	}
	t.phase = phase
	return out
}

func (t *teller) runs(turnID string) bool { return t.state.Turn != nil && t.state.Turn.ID == turnID }

// begin makes up the start of a turn.
func (t *teller) begin(out []event.Event, turn Turn) []event.Event {
	t.state.unqueue(turn.ID)
	t.state.Turn = &turn
	t.phase = Waiting
	return append(out, t.made(event.Event{Type: event.TurnStarted, TurnID: turn.ID, Text: turn.Text}))
}

// abandon makes up the end of the running turn, whose own is missing.
func (t *teller) abandon(out []event.Event) []event.Event {
	running := t.state.Turn
	if running == nil {
		return out
	}
	t.state.Turn, t.phase = nil, Idle
	t.ended[running.ID] = true
	return append(out, t.made(event.Event{
		Type: event.TurnFailed, TurnID: running.ID, Outcome: event.Failed,
		Reason: "its end was missed while the connection was away: the run log has it",
	}))
}

// made is an event that no server sent.
func (t *teller) made(e event.Event) event.Event {
	e.V, e.RunID = event.Version, t.runID
	return e
}

// settle adds what can be said now that out has been: what a gap has
// swallowed, and the questions that can be answered.
func (t *teller) settle(out []event.Event) []event.Event {
	if t.state.Seq < t.goal.Seq {
		return out // a question of the past may have been answered since
	}
	if t.torn && t.state.Seq == t.goal.Seq {
		out = t.mend(out)
		t.torn = false
	}
	if t.holder == holderYou {
		out = append(out, t.asked...)
		t.asked = nil
	}
	return out
}

// mend makes up for what is missing before the goal, which has been reached.
func (t *teller) mend(out []event.Event) []event.Event {
	if running := t.goal.Turn; running == nil || !t.runs(running.ID) {
		out = t.abandon(out)
		if running != nil && !t.ended[running.ID] {
			out = t.begin(out, *running)
		}
	}
	for _, q := range t.goal.Queue {
		if !slices.ContainsFunc(t.state.Queue, func(have Turn) bool { return have.ID == q.ID }) {
			out = append(out, t.made(event.Event{Type: event.TurnQueued, TurnID: q.ID, Text: q.Text}))
		}
	}
	if t.goal.Mode != t.state.Mode {
		out = append(out, t.made(event.Event{Type: event.ModeChanged, Mode: t.goal.Mode}))
	}
	if len(t.goal.Screen) > 0 {
		out = append(out, t.made(event.Event{Type: event.ScreenObserved, Screen: t.goal.Screen}))
	}
	out = t.withdraw(out, t.goal)
	for _, request := range t.goal.Pending {
		if id := requestIDOf(request); !t.state.asks(id) {
			t.asked = append(t.asked, t.made(questionOf(request)))
		}
	}
	running := t.state.Turn
	t.state = t.goal.clone()
	t.state.Turn = running
	return out
}

// withdraw makes up the end of the questions that are not open any more as the
// server says things stand, whose own was missed.
func (t *teller) withdraw(out []event.Event, stand State) []event.Event {
	for _, request := range t.state.Pending {
		id := requestIDOf(request)
		switch {
		case stand.asks(id):
		case t.keeps(id):
			t.forget(id)
		default:
			over := questionOf(request)
			over.Type, over.Request = event.ApprovalDecided, nil
			over.Decision, over.By = string(permissions.Denied), permissions.ByCancel
			out = append(out, t.made(over))
		}
	}
	return out
}

// keeps reports whether a question was not handed on yet.
func (t *teller) keeps(requestID string) bool {
	return slices.ContainsFunc(t.asked, func(e event.Event) bool { return e.RequestID == requestID })
}

// forget drops a question that is over.
func (t *teller) forget(requestID string) {
	t.asked = slices.DeleteFunc(t.asked, func(e event.Event) bool { return e.RequestID == requestID })
}

// questionOf is the event that tells an approval request.
func questionOf(request json.RawMessage) event.Event {
	var r struct {
		ID     string `json:"id"`
		CallID string `json:"call_id"`
		Tool   string `json:"tool"`
		Action string `json:"action"`
		Risk   string `json:"risk"`
	}
	_ = json.Unmarshal(request, &r) // what is missing in it is shown as missing
	return event.Event{
		Type: event.ApprovalRequested, Request: request,
		RequestID: r.ID, CallID: r.CallID, Tool: r.Tool, Label: r.Action, Risk: r.Risk,
	}
}
