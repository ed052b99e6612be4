package remote

import (
	"encoding/json"
	"slices"

	"adroit/loop/event"
)

// State is how a run stands after the event Seq: what a client must know that
// has not seen, or not understood, what came before.
type State struct {
	Seq     int64             `json:"seq"`               // of the last event; 0 before the first
	Turn    *Turn             `json:"turn,omitempty"`    // that runs; nil between turns
	Queue   []Turn            `json:"queue,omitempty"`   // turns that wait for it, oldest first
	Pending []json.RawMessage `json:"pending,omitempty"` // the requests of open questions, oldest first
	Screen  json.RawMessage   `json:"screen,omitempty"`  // the last ScreenContext
	Mode    string            `json:"mode"`              // what passes without a question
	Phone   string            `json:"phone,omitempty"`   // its connection, where it is not "device"
	Reason  string            `json:"reason,omitempty"`  // why the phone, or its screen, cannot be reached
}

// Turn is a turn in a State.
type Turn struct {
	ID   string `json:"turn_id"`
	Text string `json:"text"`
	Step int    `json:"step,omitempty"`
}

// apply takes in what happened next. It is total: what does not fit changes
// nothing but Seq.
func (s *State) apply(e event.Event) {
	s.Seq = max(s.Seq, e.Seq)
	switch e.Type {
	case event.TurnQueued:
		s.Queue = append(s.Queue, Turn{ID: e.TurnID, Text: e.Text})
	case event.TurnUnqueued:
		s.unqueue(e.TurnID)
	case event.TurnStarted:
		s.unqueue(e.TurnID)
		s.Turn = &Turn{ID: e.TurnID, Text: e.Text}
	case event.StepStarted:
		if s.Turn != nil && s.Turn.ID == e.TurnID {
			s.Turn = &Turn{ID: e.TurnID, Text: s.Turn.Text, Step: e.Step}
		}
	case event.ApprovalRequested:
		s.Pending = append(s.Pending, e.Request)
	case event.ApprovalDecided:
		s.settle(e.RequestID)
	case event.ModeChanged:
		s.Mode = e.Mode
	case event.ScreenObserved:
		s.Screen = e.Screen
	case event.DeviceState:
		s.Phone, s.Reason = e.State, e.Reason
	case event.TurnCompleted, event.TurnFailed, event.TurnCancelled:
		s.unqueue(e.TurnID)
		if s.Turn != nil && s.Turn.ID == e.TurnID {
			s.Turn = nil
		}
	}
}

// unqueue takes a turn off the queue.
func (s *State) unqueue(turnID string) {
	s.Queue = slices.DeleteFunc(s.Queue, func(t Turn) bool { return t.ID == turnID })
}

// settle takes away a question that is over.
func (s *State) settle(requestID string) {
	s.Pending = slices.DeleteFunc(s.Pending, func(raw json.RawMessage) bool { return requestIDOf(raw) == requestID })
}

// clone is a copy that later events leave alone.
func (s *State) clone() State {
	c := *s
	c.Queue, c.Pending = slices.Clone(s.Queue), slices.Clone(s.Pending)
	return c
}

// requestIDOf is the id of an approval request, "" where it has none.
func requestIDOf(request json.RawMessage) string {
	var r struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(request, &r) // then it has none
	return r.ID
}

// asks reports whether the question is open.
func (s *State) asks(requestID string) bool {
	return slices.ContainsFunc(s.Pending, func(raw json.RawMessage) bool { return requestIDOf(raw) == requestID })
}
