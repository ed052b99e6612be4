package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
	"adroit/tools/skill"
)

// Verify runs a recorded run again: the recorded replies of the model go
// through the loop, and the recorded results answer its calls. It returns how
// many steps came out the same, and an error that says what was different
// first. Nothing reaches a phone or an endpoint.
//
// What only the person or the clock decided is taken from the record: answers
// to questions, the completion gate, interruptions, retries and compaction.
func Verify(ctx context.Context, run *record.Run) (steps int, err error) {
	v := newRerun(run)
	again := &record.Run{Header: run.Header}
	v.session.Subscribe(func(e event.Event) { again.Events = append(again.Events, e) })
	v.session.begin(v, tools.Catalogue(tools.Options{}), v.track)
	for _, t := range v.story.Turns {
		v.turn, v.next = t, 0
		v.session.limits = limitsOf(t) // nothing reads them between two turns
		v.session.RunTurn(ctx, t.Text)
	}
	if err := v.session.Close(ctx); err != nil {
		return 0, fmt.Errorf("verify run %s: %w", run.Header.RunID, err)
	}
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	return compareStories(v.story, again.Story())
}

// rerun stands in for model, phone and runner of a session with what is
// recorded of them.
type rerun struct {
	session *Session
	run     *record.Run
	story   *record.Story
	calls   map[string]*record.Call // by their ids, which come out the same

	// Where in the events each call was proposed, and where it finished.
	proposed, finished map[string]int

	checked map[claim]bool // the claims that the completion gate looked at

	turn *record.Turn // the one that runs; changed between turns only
	next int          // index of its step that the model is asked for next

	mu   sync.Mutex
	seen int // index of the event up to which the screens are known
}

func newRerun(run *record.Run) *rerun {
	v := &rerun{
		run: run, story: run.Story(), calls: map[string]*record.Call{},
		proposed: map[string]int{}, finished: map[string]int{}, checked: map[claim]bool{},
	}
	spoken := false
	for _, c := range v.story.Calls {
		v.calls[c.ID] = c
	}
	for i, e := range run.Events {
		switch e.Type {
		case event.GateStarted, event.GateChecked:
			v.checked[claim{e.TurnID, e.Step}] = true
		case event.ToolProposed:
			v.proposed[e.CallID] = i
		case event.ToolFinished:
			v.finished[e.CallID] = i
		}
		spoken = spoken || e.Speak != ""
	}
	v.session = newSession(Config{Model: v, Registry: redact.NewRegistry(redact.Options{})}, v)
	v.session.speak = spoken
	v.session.required, v.session.check = v.recordedGate, v.recordedFaults
	return v
}

// claim is where the model claims to be done.
type claim struct {
	turn string
	step int
}

// limitsOf are the limits of a turn, as far as they showed in it.
func limitsOf(t *record.Turn) Limits {
	const none = math.MaxInt
	l := Limits{Steps: none, Tokens: none, Claims: none, Context: none, Retries: -1}
	tokens, claims := 0, 0
	for _, s := range t.Steps {
		l.Steps = s.Of
		if s.Usage != nil && s.Usage.Tokens != nil {
			tokens += s.Usage.Tokens.Input + s.Usage.Tokens.Output
		}
		if s.Gate != nil && !s.Gate.Verified {
			claims++
		}
	}
	if t.End != nil && t.End.Outcome == event.OutOfTokens {
		l.Tokens = tokens
	}
	if t.End != nil && t.End.Outcome == event.GateFailed {
		l.Claims = claims
	}
	return l.InForce()
}

// Reply is the recorded reply of the next step.
func (v *rerun) Reply(ctx context.Context, _ model.Request, delta func(string)) (model.Reply, error) {
	if v.next >= len(v.turn.Steps) {
		return model.Reply{}, v.interrupt(ctx)
	}
	step := v.turn.Steps[v.next]
	v.next++
	delta(step.Text)
	reply, ok := restoreReply(step)
	if !ok {
		return model.Reply{Text: step.Text}, v.interrupt(ctx)
	}
	if used := step.Usage.Tokens; used != nil {
		reply.Usage = model.Usage{Input: used.Input, Cached: used.Cached, Output: used.Output, Estimated: used.Estimated}
	}
	if v.next == len(v.turn.Steps) && len(step.Calls) == 0 && v.interrupted() {
		_ = v.interrupt(ctx) // between the reply and what would have come of it
	}
	return reply, nil
}

// interrupted reports whether the turn did not end by itself.
func (v *rerun) interrupted() bool {
	end := v.turn.End
	return end != nil && (end.Outcome == event.Cancelled || end.Outcome == event.Failed)
}

// interrupt ends the turn as it was ended in the record, and returns why.
func (v *rerun) interrupt(ctx context.Context) error {
	cause := errCancelled
	if v.turn.End != nil && v.turn.End.Outcome == event.Failed {
		cause = errors.New(v.turn.End.Reason)
	}
	v.running().interrupt(cause)
	<-ctx.Done()
	return context.Cause(ctx)
}

func (v *rerun) running() *turn {
	v.session.mu.Lock()
	defer v.session.mu.Unlock()
	return v.session.running
}

// recordedGate has something to check where that was so after the step of the
// last reply.
func (v *rerun) recordedGate() Gate {
	if !v.checked[claim{v.turn.ID, v.turn.Steps[v.next-1].Number}] {
		return Gate{}
	}
	return Gate{Check: []string{"as recorded"}}
}

// recordedFaults are those that the gate saw after the step of the last reply.
func (v *rerun) recordedFaults(context.Context, Gate) []string {
	g := v.turn.Steps[v.next-1].Gate
	switch {
	case g == nil:
		return []string{"the record holds no check here"}
	case g.Verified:
		return nil
	}
	return []string{g.Text}
}

// Run is the runner's: the recorded result of a call.
func (v *rerun) Run(ctx context.Context, c tools.Call) tools.Result {
	var result tools.Result
	rc := v.calls[c.ID]
	if rc == nil || rc.Result == nil || json.Unmarshal(rc.Result, &result) != nil || result.Data["unknown_effect"] == true {
		_ = v.interrupt(ctx)
		return tools.Result{Status: tools.Error, Message: "no result is recorded"}
	}
	if d := rc.Decision; d != nil {
		request := permissions.Request{ID: d.RequestID, CallID: c.ID, Tool: c.Name, Arguments: d.Arguments}
		_ = request.Risk.UnmarshalText([]byte(d.Risk)) // of a word that is not known, low
		v.session.decided(request, record.AnswerOf(*d))
	}
	if rc.Started {
		v.session.started(c, rc.Label)
	}
	if v.turnEndedIn(rc) {
		_ = v.interrupt(ctx)
	}
	// All calls of a step are proposed before the first of them runs.
	v.mu.Lock()
	to := v.finished[c.ID]
	from := min(max(v.proposed[c.ID], v.seen), to)
	v.seen = max(v.seen, to)
	v.mu.Unlock()
	if slices.ContainsFunc(v.run.Events[from:to], func(e event.Event) bool { return e.Type == event.DeviceState }) {
		v.running().repeats = repeats{} // as for a call that waited for a lost phone
	}
	return result
}

// turnEndedIn reports whether the turn was interrupted in the call, or after it
// before anything else began.
func (v *rerun) turnEndedIn(c *record.Call) bool {
	last := v.turn.Steps[len(v.turn.Steps)-1]
	i := slices.Index(last.Calls, c)
	if i < 0 || !v.interrupted() {
		return false
	}
	return !slices.ContainsFunc(last.Calls[i+1:], func(later *record.Call) bool {
		_, message := later.Outcome()
		return !strings.HasPrefix(message, notRunMark)
	})
}

// Label is the recorded label of a call. It is asked for when the call is
// proposed, so the screens up to there are known then.
func (v *rerun) Label(c tools.Call) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.seen = max(v.seen, v.proposed[c.ID])
	if rc := v.calls[c.ID]; rc != nil {
		return rc.Label
	}
	return c.Name
}

// Shown is all of it: nobody looks at it.
func (v *rerun) Shown(c *screen.Context) *screen.Context { return c }

// ShowAll changes nothing: results are what they were.
func (v *rerun) ShowAll() {}

// Skills are none: what they demanded of the acts is recorded with them.
func (v *rerun) Skills() skill.Set { return nil }

// LeaveSkills has none to leave.
func (v *rerun) LeaveSkills() {}

// Serial is that of the recorded phone.
func (v *rerun) Serial() string { return v.run.Header.Device }

// State is that of a phone which is there.
func (v *rerun) State(context.Context) (string, error) { return device.StateDevice, nil }

// Probe is never asked: nobody watches.
func (v *rerun) Probe(context.Context) (string, error) { return "", errors.ErrUnsupported }

// Last is the screen that was recorded last before the call in hand.
func (v *rerun) Last() *screen.Context {
	v.mu.Lock()
	defer v.mu.Unlock()
	for i := min(v.seen, len(v.run.Events)-1); i >= 0; i-- {
		if c, err := v.screen(i); err == nil {
			return c
		}
	}
	return nil
}

// Observe is the next screen that was recorded.
func (v *rerun) Observe(context.Context) (*screen.Context, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for i := v.seen + 1; i < len(v.run.Events) && v.run.Events[i].Type != event.ToolFinished; i++ {
		if c, err := v.screen(i); err == nil {
			v.seen = i
			return c, nil
		}
	}
	return nil, errors.New("the record holds no further screen")
}

func (v *rerun) screen(i int) (*screen.Context, error) {
	var c screen.Context
	if v.run.Events[i].Type != event.ScreenObserved {
		return nil, errors.New("no screen")
	}
	return &c, json.Unmarshal(v.run.Events[i].Screen, &c)
}

// track tells nothing: the recorded phone does not come and go.
func (v *rerun) track(ctx context.Context) <-chan []device.Info {
	lists := make(chan []device.Info)
	context.AfterFunc(ctx, func() { close(lists) })
	return lists
}
