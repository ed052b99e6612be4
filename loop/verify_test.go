package loop

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/loop/record"
)

// TestRecordedRunsComeOutTheSame plays random runs and verifies their logs. All
// arguments are objects, because others are not recorded.
func TestRecordedRunsComeOutTheSame(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		script := drawScript(rt)
		for _, r := range script.Replies {
			for i := range r.Calls {
				if !isObject(r.Calls[i].Arguments) {
					r.Calls[i].Arguments = `{"b":2}`
				}
			}
		}
		synctest.Test(t, func(t *testing.T) {
			log, recorded := logIn(t, dir)
			script.perform(t, recorded)
			run, err := record.Read(log.Path())
			if script.leftNothing(err) {
				return
			}
			if err != nil {
				rt.Fatal(err)
			}
			if _, err := Verify(t.Context(), run); err != nil {
				rt.Errorf("verify: %v", err)
			}
		})
	})
}

func TestVerifyReportsTheFirstDifference(t *testing.T) {
	tests := map[string]struct {
		change func(*event.Event)
		where  string // empty: nothing differs
		what   string
	}{
		"nothing": {func(*event.Event) {}, "", ""},
		"a repetition that was run": {func(e *event.Event) {
			if e.Type == event.ToolFinished && e.CallID == "c2" {
				e.Result = []byte(`{"ok":true,"status":"success","message":"done"}`)
			}
		}, "turn t1, step 2, call c2", "result"},
		"another end": {func(e *event.Event) {
			if e.Type == event.TurnCompleted {
				e.Outcome = event.Stuck
			}
		}, "turn t1", "outcome"},
		"other words at the end": {func(e *event.Event) {
			if e.Type == event.TurnCompleted {
				e.Text = "It is off."
			}
		}, "turn t1", "answer"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				run := tappedTwice(t)
				for i := range run.Events {
					test.change(&run.Events[i])
				}
				steps, err := Verify(t.Context(), run)
				if test.where == "" {
					if err != nil || steps != 3 {
						t.Errorf("%d steps, %v", steps, err)
					}
					return
				}
				d, ok := errors.AsType[*DifferenceError](err)
				if !ok || d.Where != test.where || d.What != test.what {
					t.Errorf("got %v", err)
				}
			})
		})
	}
}

// TestVerifyOfATurnCancelledAfterItsReply: the reply was complete, and yet not
// the end.
func TestVerifyOfATurnCancelledAfterItsReply(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		log, recorded := logIn(t, t.TempDir())
		var st *stage
		st = newStage(t, modelFunc(func(_ context.Context, _ model.Request, delta func(string)) (model.Reply, error) {
			delta("It is on.")
			st.Cancel()
			return says("It is on."), nil
		}), nil, recorded)
		st.RunTurn(t.Context(), "Turn on Wi-Fi")
		st.close(t)
		run, err := record.Read(log.Path())
		if err != nil {
			t.Fatal(err)
		}
		if steps, err := Verify(t.Context(), run); err != nil || steps != 1 {
			t.Errorf("%d steps, %v", steps, err)
		}
	})
}

// tappedTwice is a recorded run in which the model repeats a tap.
func tappedTwice(t *testing.T) *record.Run {
	log, recorded := logIn(t, t.TempDir())
	tap := wants(aCall("tap", `{"target":"3","strategy":"node_id"}`))
	st := newStage(t, replies(tap, tap, says("It is on.")), nil, recorded)
	st.RunTurn(t.Context(), "Turn on Wi-Fi")
	st.close(t)
	run, err := record.Read(log.Path())
	if err != nil {
		t.Fatal(err)
	}
	return run
}
