package loop

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/tools"
)

func TestWordsAreRedactedOverDeltas(t *testing.T) {
	const secret = "correct-horse-battery"
	inBubble(t, func(t *testing.T) {
		m := modelFunc(func(_ context.Context, req model.Request, delta func(string)) (model.Reply, error) {
			if len(req.Messages) > 1 {
				return says("Done."), nil
			}
			for _, r := range "It says " + secret { // the last piece is held back until the reply ends
				delta(string(r))
			}
			r := wants(aCall("type_text", `{"text":"`+secret+`"}`))
			r.Text = "It says " + secret
			return r, nil
		})
		st := newStage(t, m, nil, func(c *Config) { c.Registry.Add("", secret, "password") })
		st.RunTurn(t.Context(), "What is it? Is it "+secret+"?")
		st.close(t)

		var words strings.Builder
		proposed := false
		for _, e := range st.journal.all() {
			if line := string(mustJSON(e)); strings.Contains(line, secret) {
				t.Errorf("a secret is told: %s", line)
			}
			switch {
			case e.Type == event.ToolProposed:
				proposed = true
			case e.Type == event.AssistantText && !proposed:
				words.WriteString(e.Text)
			}
		}
		if got := words.String(); got != "It says "+redact.Mask {
			t.Errorf("before the call was proposed, the words were %q", got)
		}
	})
}

func TestDeltasKeepTheirOrder(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		const pieces = 500
		var want strings.Builder
		m := modelFunc(func(_ context.Context, _ model.Request, delta func(string)) (model.Reply, error) {
			for i := range pieces {
				piece := strings.Repeat("ab c", i%3) + "\n"
				want.WriteString(piece)
				delta(piece)
			}
			return says(want.String()), nil
		})
		st := newStage(t, m, nil)
		go func() { // structural events from other goroutines
			for range 50 {
				st.tellScreen(aScreen("x"))
			}
		}()
		st.RunTurn(t.Context(), "Go")
		st.close(t)
		var got strings.Builder
		for _, e := range st.journal.of(event.AssistantText) {
			got.WriteString(e.Text)
		}
		if got.String() != want.String() {
			t.Errorf("got %d bytes, want %d", got.Len(), want.Len())
		}
		if err := checkEvents(st.journal.all()); err != nil {
			t.Error(err)
		}
	})
}

// brokenLog is a log whose disk is full from the n-th event on.
type brokenLog struct {
	n      int
	held   []event.Event
	closed bool
}

func (l *brokenLog) Append(e event.Event) error {
	if len(l.held) >= l.n {
		return &os.PathError{Op: "write", Path: "run.jsonl", Err: syscall.ENOSPC}
	}
	l.held = append(l.held, e)
	return nil
}

func (l *brokenLog) Close() error {
	l.closed = true
	return nil
}

// TestNothingHappensWithoutTheLog proves, for a disk that is full from any
// event on, that the turn fails, and that nobody sees what the log lacks.
func TestNothingHappensWithoutTheLog(t *testing.T) {
	for n := range 9 {
		inBubble(t, func(t *testing.T) {
			log := &brokenLog{n: n}
			st := newStage(t, replies(wants(aCall("tap", "{}")), says("Done.")), nil)
			acted := 0
			st.runner.run = func(ctx context.Context, c tools.Call) tools.Result {
				st.runner.hooks.Started(c, c.Name)
				if ctx.Err() == nil { // as the runner and the phone do
					acted++
				}
				return tools.Result{OK: true, Status: tools.Success}
			}
			st.events.log = log
			end := st.RunTurn(t.Context(), "Go")
			if end.Type != event.TurnFailed || !strings.Contains(end.Reason, "no space left") {
				t.Errorf("log of %d: ended with %s: %s", n, end.Type, end.Reason)
			}
			if err := st.Err(); !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("log of %d: the session ended by %v", n, err)
			}
			if _, err := st.Send("again"); !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("log of %d: send: %v", n, err)
			}
			st.close(t)
			started := false
			for _, e := range log.held {
				started = started || e.Type == event.ToolStarted
			}
			if acted > 0 && !started {
				t.Errorf("log of %d: an act that the log does not hold", n)
			}
			for i, e := range st.journal.all() {
				if i >= len(log.held) && !e.Type.Terminal() {
					t.Errorf("log of %d: %s was shown and is not in it", n, e.Type)
				}
			}
			if !log.closed {
				t.Errorf("log of %d: not closed", n)
			}
		})
	}
}

// TestLogHoldsWhatIsSeen proves that an event is in the file when a subscriber
// gets it.
func TestLogHoldsWhatIsSeen(t *testing.T) {
	dir := t.TempDir()
	log, err := record.Create(dir, "fake-1", "scripted", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	st := newStage(t, replies(wants(aCall("tap", "{}")), says("Done.")), nil, func(c *Config) { c.Record = log })
	seen := 0
	st.Subscribe(func(e event.Event) {
		seen++
		run, err := record.Read(log.Path())
		if err != nil || len(run.Events) != seen || run.Events[seen-1].Seq != e.Seq {
			t.Errorf("event %d (%s) is seen and not in the log: %v", e.Seq, e.Type, err)
		}
	})
	end := st.RunTurn(t.Context(), "Go")
	st.close(t)
	run, err := record.Read(log.Path())
	if err != nil || run.Cut || run.Header.RunID != log.RunID() {
		t.Fatalf("header %+v, cut %v: %v", run.Header, run.Cut, err)
	}
	last := run.Events[len(run.Events)-1]
	if last.Seq != end.Seq || last.RunID != log.RunID() || last.Outcome != event.Done {
		t.Errorf("the log ends with %+v", last)
	}
	for i, e := range st.journal.all() {
		if a, b := string(mustJSON(e)), string(mustJSON(run.Events[i])); a != b {
			t.Errorf("seen\n%s\nrecorded\n%s", a, b)
		}
	}
}

func TestPanicsEndTheSessionInGoodOrder(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, hanging, nil)
		log := &brokenLog{n: 1000}
		st.events.log = log
		st.runner.run = func(context.Context, tools.Call) tools.Result { panic("boom") }
		if _, err := st.Send("Go"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if err := st.Act(tools.Call{Name: "tap", Arguments: json.RawMessage("{}")}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if !log.closed {
			t.Error("the log is open")
		}
		if ends := st.journal.of(event.TurnFailed); len(ends) != 1 || !strings.Contains(ends[0].Reason, "internal error in acts by hand: boom") {
			t.Errorf("ended with %+v", ends)
		}
		var caught *PanicError
		if err := st.Err(); !errors.As(err, &caught) || !strings.Contains(string(caught.Stack), "emit_test.go") {
			t.Errorf("the session ended by %v", err)
		}
		if _, err := st.Send("again"); !errors.As(err, &caught) {
			t.Errorf("send: %v", err)
		}
		st.close(t)
	})
}

func TestUnsubscribe(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, replies(says("Done.")), nil)
		seen := 0
		unsubscribe := st.Subscribe(func(event.Event) { seen++ })
		st.RunTurn(t.Context(), "Go")
		before := seen
		unsubscribe()
		st.RunTurn(t.Context(), "Go on")
		st.close(t)
		if before == 0 || seen != before {
			t.Errorf("%d events, then %d", before, seen)
		}
	})
}

// TestWordsDoNotWaitForMoreWords proves that words which were gathered are told
// a moment later, also when the model falls silent.
func TestWordsDoNotWaitForMoreWords(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		m := modelFunc(func(ctx context.Context, _ model.Request, delta func(string)) (model.Reply, error) {
			for _, piece := range []string{"One ", "two ", "three "} {
				delta(piece)
			}
			<-ctx.Done()
			return model.Reply{}, context.Cause(ctx)
		})
		st := newStage(t, m, nil)
		if _, err := st.Send("Count"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * gathering)
		synctest.Wait()
		words := st.journal.of(event.AssistantText)
		if len(words) != 2 || words[0].Text+words[1].Text != "One two three " {
			t.Errorf("told %+v", words)
		}
		st.close(t)
	})
}

// TestPasswordIsHiddenBeforeItIsTyped proves that a proposal does not tell what
// is about to be typed into a password field.
func TestPasswordIsHiddenBeforeItIsTyped(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, replies(wants(aCall("type_text", `{"text":"open sesame","target":"2","strategy":"node_id"}`)), says("Done.")), nil)
		login := aScreen("Sign in")
		login.Nodes = []screen.Node{{ID: "1", IsInput: true}, {ID: "2", IsInput: true, Password: true}}
		st.phone.last, st.phone.shown = login, login
		st.RunTurn(t.Context(), "Sign in")
		st.close(t)
		proposed := string(st.journal.of(event.ToolProposed)[0].Arguments)
		if want := `{"strategy":"node_id","target":"2","text":"[REDACTED]"}`; proposed != want {
			t.Errorf("proposed with %s", proposed)
		}
		if got := string(st.runner.calls()[0].Arguments); !strings.Contains(got, "open sesame") {
			t.Errorf("the runner was given %s", got)
		}
	})
}

func TestPanicOfASubscriberEndsTheSession(t *testing.T) {
	for _, kind := range []event.Type{event.TurnStarted, event.ToolFinished, event.TurnCompleted} {
		t.Run(string(kind), func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				st := newStage(t, replies(wants(aCall("tap", "{}")), says("Done.")), nil)
				st.Subscribe(func(e event.Event) {
					if e.Type == kind {
						panic("boom")
					}
				})
				st.RunTurn(t.Context(), "Go")
				synctest.Wait()
				var caught *PanicError
				if err := st.Err(); !errors.As(err, &caught) {
					t.Errorf("the session ended by %v", err)
				}
				st.close(t)
				if err := errors.Join(checkHistory(st.history.messages), checkEvents(st.journal.all())); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// TestSendRightAfterTheEnd proves that whoever hears of the end of a turn can
// start the next one: it is not queued behind a turn that is over.
func TestSendRightAfterTheEnd(t *testing.T) {
	st := newStage(t, replies(says("Done.")), nil)
	for range 100 {
		if end := st.RunTurn(t.Context(), "Go"); end.Outcome != event.Done {
			t.Fatalf("ended as %s", end.Outcome)
		}
	}
	st.close(t)
	if got := len(st.journal.of(event.TurnQueued)); got != 0 {
		t.Errorf("%d turns were queued", got)
	}
}
