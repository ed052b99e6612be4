package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"adroit/device/screen"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
)

// restore takes up a recorded run: the conversation as the model knew it, and
// the numbers that were given out. What the end of the program left open is
// kept for settle.
func (s *Session) restore(run *record.Run) {
	for _, e := range run.Events {
		s.events.seq = max(s.events.seq, e.Seq)
		s.noteID(e.TurnID)
		s.noteID(e.CallID)
	}
	story := run.Story()
	for _, t := range story.Turns {
		s.restoreTurn(t)
	}
	for _, c := range story.Calls {
		if c.ByPerson && c.Result == nil {
			s.leftActs = append(s.leftActs, s.restoreCall(nil, 0, c))
		}
	}
	s.restoreOrigins(run)
	// The screens are old, and the person may have used the phone since.
	s.history = s.history.withoutScreens(0)
}

// restoreOrigins learns anew what stood on the screens of the run, and what the
// person said or let pass when they were asked: what is typed from now on may
// have been read then.
func (s *Session) restoreOrigins(run *record.Run) {
	origins := s.broker.Origins()
	eachScreen(run, func(c *screen.Context) { origins.Seen(s.runner.Shown(c)) })
	for _, e := range run.Events {
		if e.Type != event.ApprovalDecided || e.By != permissions.ByPerson {
			continue
		}
		origins.Said(e.Text)
		var typed struct{ Text string }
		if permissions.Verdict(e.Decision).Approves() && json.Unmarshal(e.Arguments, &typed) == nil {
			origins.Said(typed.Text)
		}
	}
}

// noteID keeps an id such as c12 from being given out again.
func (s *Session) noteID(id string) {
	if id == "" {
		return
	}
	if n, err := strconv.Atoi(id[1:]); err == nil {
		s.ids[id[:1]] = max(s.ids[id[:1]], n)
	}
}

func (s *Session) restoreTurn(rt *record.Turn) {
	t := &turn{id: rt.ID, text: rt.Text, ended: make(chan struct{})}
	s.history.person(rt.Text)
	s.broker.Origins().Said(rt.Text)
	for i, step := range rt.Steps {
		s.restoreCompaction(step.Compacted)
		reply, ok := restoreReply(step)
		if !ok {
			continue
		}
		s.history.assistant(reply)
		for _, c := range step.Calls {
			s.restoreResult(t, step.Number, c)
		}
		if g := step.Gate; g != nil && !g.Verified && i < len(rt.Steps)-1 {
			s.history.program(disproof(g.Text))
		}
	}
	if rt.End == nil {
		s.left = t
		return
	}
	for _, c := range t.open { // the program could not wait for them
		s.history.answer(s.tools[c.Name], c.Call, leftOpen(c), "", s.limits.ToolOutput)
	}
	s.history.close(endedEarly(rt.End.Outcome))
}

// restoreReply is the model's reply of a step; ok is false where the history
// holds none.
func restoreReply(step *record.Step) (r model.Reply, ok bool) {
	if step.Usage == nil || step.Text == "" && len(step.Calls) == 0 {
		return r, false // it never came, or was empty
	}
	r = model.Reply{Text: step.Text, Stop: model.StopReason(step.Usage.Reason), Items: step.Usage.Items}
	for _, c := range step.Calls {
		r.Calls = append(r.Calls, model.Call{ID: c.ID, Name: c.Tool, Arguments: string(c.Proposed)})
	}
	return r, malformed(r, step.Text != "") == nil
}

func (s *Session) restoreCompaction(e *event.Event) {
	if e == nil {
		return
	}
	s.history = s.history.withoutScreens(1)
	if from := len(s.history.messages) - e.Kept; e.Kept > 0 && from > 0 && s.history.beginsStep(from) {
		s.history = s.history.summarised(e.Text, e.Kept)
	}
}

// restoreResult answers a call as it was answered, or leaves it open.
func (s *Session) restoreResult(t *turn, step int, rc *record.Call) {
	c := s.restoreCall(t, step, rc)
	var result tools.Result
	if rc.Result == nil || json.Unmarshal(rc.Result, &result) != nil {
		t.open = append(t.open, c)
		return
	}
	var front struct {
		PackageName string `json:"packageName"`
	}
	_ = json.Unmarshal(rc.After, &front) // where it is unknown, no phase begins
	s.history.answer(s.tools[c.Name], c.Call, result, front.PackageName, s.limits.ToolOutput)
}

func (s *Session) restoreCall(t *turn, step int, rc *record.Call) *call {
	c := &call{
		Call: tools.Call{ID: rc.ID, Name: rc.Tool, Arguments: rc.Arguments, ByPerson: rc.ByPerson},
		turn: t, step: step, restored: true,
	}
	if rc.Started {
		c.began = rc.Time
	}
	return c
}

// endedMidway is why a turn failed that the program did not live to end.
const endedMidway = "the program ended in the middle of it"

// settle ends what the end of the program left open in a run that goes on. A
// call that had begun is told as of unknown effect, with the screen of now, and
// is never run again by itself.
func (s *Session) settle(ctx context.Context) {
	result := func(c *call) tools.Result {
		r := leftOpen(c)
		if !c.began.IsZero() {
			r = s.withScreen(ctx, r)
		}
		return r
	}
	for _, c := range s.leftActs {
		s.tellResult(c, result(c))
	}
	t := s.left
	if t == nil {
		return
	}
	for len(t.open) > 0 {
		s.answer(t, t.open[0], result(t.open[0]))
	}
	end := &ending{outcome: event.Failed, reason: endedMidway}
	s.history.close(endedEarly(end.outcome))
	s.endTurn(t, end)
}

// leftOpen is the result of a call of which no result is recorded.
func leftOpen(c *call) tools.Result {
	if c.began.IsZero() {
		return notRun("the program ended first")
	}
	return tools.Result{
		Status: tools.Error, Data: map[string]any{"unknown_effect": true},
		Message: "the program ended while this ran: it may or may not have happened; do not repeat it before you have made sure",
	}
}

// withScreen adds to a result what the phone shows now.
func (s *Session) withScreen(ctx context.Context, result tools.Result) tools.Result {
	now, err := s.phone.Observe(ctx)
	if err != nil {
		result.Message += "; the screen cannot be observed now: " + err.Error()
		return result
	}
	s.tellScreen(now)
	shown := tools.ScreenResult(s.runner.Shown(now))
	if s.whole {
		shown = shown.InJSON()
	}
	result.Screen, result.Whole = shown.Screen, shown.Whole
	return result
}

// lastNumber is the highest number of an element in a run's screens.
func lastNumber(run *record.Run) int {
	highest := 0
	eachScreen(run, func(seen *screen.Context) {
		for _, n := range seen.Nodes {
			if id, err := strconv.Atoi(n.ID); err == nil {
				highest = max(highest, id)
			}
		}
	})
	return highest
}

// eachScreen calls f with the screens of a run, in order.
func eachScreen(run *record.Run, f func(*screen.Context)) {
	for _, e := range run.Events {
		var seen screen.Context
		if e.Type == event.ScreenObserved && json.Unmarshal(e.Screen, &seen) == nil {
			f(&seen)
		}
	}
}

// endedEarly tells the model that a request ended before it was done.
func endedEarly(o event.Outcome) string { return fmt.Sprintf("This request ended early (%s).", o) }
