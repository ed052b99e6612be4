package loop

import (
	"cmp"

	"adroit/device/screen"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// hooks tell what happens inside the runner as events.
func (s *Session) hooks() tools.Hooks {
	return tools.Hooks{
		Started: s.started,
		Run:     s.ran,
		Screen:  s.tellScreen,
		Asked:   s.asked,
		Decided: s.decided,
	}
}

// inHand is the call with the given id that the runner is running.
func (s *Session) inHand(id string) *call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[id]
}

func (s *Session) started(tc tools.Call, label string) {
	c := s.inHand(tc.ID)
	c.began = s.now()
	s.tellCall(c, event.Event{Type: event.ToolStarted, Label: label, Risk: s.risk(c)})
}

// ran notes the commands that a call sends to the phone.
func (s *Session) ran(tc tools.Call, commands []string) {
	c := s.inHand(tc.ID)
	c.commands = append(c.commands, commands...)
}

// tellScreen tells what was observed, for the person: all of it, with the rule
// by which it is withheld from the model.
func (s *Session) tellScreen(c *screen.Context) {
	e := event.Event{Type: event.ScreenObserved, Screen: mustJSON(c), Rule: s.runner.Shown(c).Withheld()}
	s.mu.Lock()
	if s.running != nil {
		e.TurnID = s.running.id
	}
	s.mu.Unlock()
	s.emit(e)
}

// asked tells the question. The live screen goes on while the person thinks.
func (s *Session) asked(r permissions.Request) {
	c := s.inHand(r.CallID)
	s.holdStill(c, false)
	s.tellCall(c, event.Event{
		Type: event.ApprovalRequested, RequestID: r.ID, Request: mustJSON(r),
		Label: r.Action, Risk: r.Risk.String(),
	})
}

// decided tells how a question, or the policy, settled an act. The arguments
// are those that were settled: the person may have edited the proposed ones.
func (s *Session) decided(r permissions.Request, a permissions.Answer) {
	c := s.inHand(r.CallID)
	s.holdStill(c, true)
	s.tellCall(c, event.Event{
		Type: event.ApprovalDecided, RequestID: r.ID, Risk: r.Risk.String(),
		Decision: string(a.Verdict), By: a.By, Reason: a.Reason, Rule: cmp.Or(a.Rule, r.Rule),
		Reasons: r.Reasons, ShownMS: a.ShownMS, Text: a.Message,
		Arguments: r.Arguments,
	})
	if c.turn == nil {
		return
	}
	switch {
	case !a.Verdict.Approves():
		a.Rule = cmp.Or(a.Rule, r.Rule)
		c.turn.denied, c.turn.look = &a, r.Risk == permissions.Low
	case r.Risk > permissions.Low:
		c.turn.denied = nil
	}
	if a.Verdict == permissions.StopTurn {
		c.turn.interrupt(errStopped)
	}
}
