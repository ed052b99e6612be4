package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"adroit/device/screen"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakeSession runs turns without a phone or a model, by their words: "ask" in
// them asks for an approval through a real broker, of high risk with "pay",
// "wait" waits for the cancellation. It keeps its whole log.
type fakeSession struct {
	broker *permissions.Broker
	ctx    context.Context
	turns  chan fakeTurn
	work   sync.WaitGroup

	mu       sync.Mutex
	log      []event.Event
	subs     map[int]func(event.Event)
	nextSub  int
	nextTurn int
	running  context.CancelFunc
	acts     []tools.Call
	watched  []bool
	granted  []string // requests that were granted
}

type fakeTurn struct{ id, text string }

func newFakeSession(t *testing.T, timeout time.Duration) *fakeSession {
	ctx, cancel := context.WithCancel(context.Background())
	s := &fakeSession{
		broker: permissions.NewBroker(permissions.Policy{}, nil, permissions.Options{Timeout: timeout}),
		ctx:    ctx, turns: make(chan fakeTurn, 4096), subs: map[int]func(event.Event){},
	}
	s.work.Go(func() {
		for {
			select {
			case turn := <-s.turns:
				s.run(turn)
			case <-ctx.Done():
				return
			}
		}
	})
	t.Cleanup(func() {
		cancel()
		s.work.Wait()
	})
	return s
}

func (s *fakeSession) emit(e event.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.V, e.Seq, e.RunID, e.Time = event.Version, int64(len(s.log)+1), "run-1", time.Unix(1, 0).UTC()
	s.log = append(s.log, e)
	for _, f := range s.subs {
		f(e)
	}
}

func (s *fakeSession) run(turn fakeTurn) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	s.mu.Lock()
	s.running = cancel
	s.mu.Unlock()
	tell := func(e event.Event) {
		e.TurnID = turn.id
		s.emit(e)
	}
	tell(event.Event{Type: event.TurnStarted, Text: turn.text})
	tell(event.Event{Type: event.StepStarted, Step: 1, MaxSteps: 2})
	for word := range strings.FieldsSeq("I will see to it") {
		tell(event.Event{Type: event.AssistantText, Text: word + " ", Step: 1})
	}
	if strings.Contains(turn.text, "ask") {
		s.act(ctx, turn, tell)
	}
	if strings.Contains(turn.text, "wait") {
		<-ctx.Done()
	}
	tell(event.Event{Type: event.ScreenObserved, Screen: json.RawMessage(`{"observationId":"o1","nodes":[]}`)})
	if ctx.Err() != nil {
		tell(event.Event{Type: event.TurnCancelled, Outcome: event.Cancelled})
		return
	}
	tell(event.Event{Type: event.TurnCompleted, Outcome: event.Done, Text: "done: " + turn.text, Speak: "Done."})
}

// act asks for one act of medium risk, and does it where that is granted.
func (s *fakeSession) act(ctx context.Context, turn fakeTurn, tell func(event.Event)) {
	call := event.Event{CallID: "c-" + turn.id, Tool: "tap"}
	say := func(kind event.Type, change func(*event.Event)) {
		e := call
		e.Type = kind
		change(&e)
		tell(e)
	}
	say(event.ToolProposed, func(e *event.Event) { e.Label = "Tap" })
	risk := permissions.Situation{Tool: "tap", Risk: permissions.Medium, Screen: &screen.Context{}}
	if strings.Contains(turn.text, "pay") {
		risk.Risk = permissions.High
	}
	r, answer := s.broker.Decide(ctx, risk, permissions.Request{CallID: call.CallID, Tool: "tap", Action: "Tap Wi-Fi"},
		func(r permissions.Request) {
			raw, err := json.Marshal(r)
			if err != nil {
				panic(err)
			}
			say(event.ApprovalRequested, func(e *event.Event) { e.RequestID, e.Request, e.Label = r.ID, raw, r.Action })
		})
	say(event.ApprovalDecided, func(e *event.Event) {
		e.RequestID, e.Decision, e.By = r.ID, string(answer.Verdict), answer.By
	})
	if answer.Verdict.Approves() {
		s.mu.Lock()
		s.granted = append(s.granted, r.ID)
		s.mu.Unlock()
		say(event.ToolStarted, func(e *event.Event) { e.Label = "Tap Wi-Fi" })
	}
	say(event.ToolFinished, func(e *event.Event) { e.Result = json.RawMessage(`{"ok":true}`) })
}

func (s *fakeSession) Subscribe(f func(event.Event)) func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextSub++
	id := s.nextSub
	s.subs[id] = f
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.subs, id)
	}
}

func (s *fakeSession) Send(text string) (bool, error) {
	if text == "" {
		return false, errors.New("there is nothing to send")
	}
	s.mu.Lock()
	s.nextTurn++
	id := fmt.Sprintf("t%d", s.nextTurn)
	s.mu.Unlock()
	s.turns <- fakeTurn{id, text}
	return false, nil
}

func (s *fakeSession) Unqueue() (string, bool) { return "", false }

func (s *fakeSession) Cancel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != nil {
		s.running()
	}
}

func (s *fakeSession) Resolve(id string, a permissions.Answer) error { return s.broker.Resolve(id, a) }

func (s *fakeSession) Act(c tools.Call) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.acts = append(s.acts, c)
	return nil
}

func (s *fakeSession) Call(ctx context.Context, c tools.Call, tell func(event.Event)) (tools.Result, error) {
	switch c.Name {
	case "wait_for_ui":
		<-ctx.Done()
		return tools.Result{Status: tools.Error, Message: "cancelled"}, nil
	case "screenshot":
		return tools.Result{OK: true, Status: tools.Success, Image: []byte("\x89PNG")}, nil
	}
	tell(event.Event{Type: event.ToolStarted, Label: "Press Back"})
	return tools.Result{OK: true, Status: tools.Success, Message: "Pressed Back", Screen: "3 switch Wi-Fi [on]"}, nil
}

func (s *fakeSession) Mode() permissions.Mode { return s.broker.Mode() }

func (s *fakeSession) SetMode(m permissions.Mode) error {
	s.emit(event.Event{Type: event.ModeChanged, Mode: string(m), By: permissions.ByPerson})
	return s.broker.SetMode(m)
}

func (s *fakeSession) Watch(live bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watched = append(s.watched, live)
}

// history reads the log, as the run log is read.
func (s *fakeSession) history(seq int64, most int) ([]event.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rest := s.log[min(int(seq), len(s.log)):]
	return slices.Clone(rest[:min(most, len(rest))]), nil
}

func (s *fakeSession) events() []event.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.log)
}
