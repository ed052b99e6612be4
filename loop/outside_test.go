package loop

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"adroit/loop/event"
	"adroit/tools"
)

func TestCallsOfOtherPrograms(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, hanging, nil)
		st.runner.run = func(ctx context.Context, c tools.Call) tools.Result {
			if c.Name == "tap" {
				return st.runner.succeed(ctx, c)
			}
			<-ctx.Done()
			return tools.Result{Status: tools.Error, Message: "cut off", Idempotent: true}
		}
		var told []string
		tell := func(e event.Event) { told = append(told, string(e.Type)) }
		result, err := st.Call(t.Context(), tools.Call{ID: "mine", Name: "tap", Arguments: json.RawMessage("{}"), ByPerson: true}, tell)
		if err != nil || !result.OK {
			t.Errorf("got %+v, %v", result, err)
		}
		if want := "tool_proposed tool_started tool_finished"; strings.Join(told, " ") != want {
			t.Errorf("told %v, want %s", told, want)
		}
		if ran := st.runner.calls(); len(ran) != 1 || ran[0].ByPerson || ran[0].Program == "" || ran[0].ID == "mine" {
			t.Errorf("ran %+v: another program passes for the person or the model, or names its call", ran)
		}

		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan tools.Result, 1)
		go func() {
			result, _ := st.Call(ctx, tools.Call{Name: "wait_for_ui"}, nil)
			ended <- result
		}()
		synctest.Wait()
		cancel()
		if result := <-ended; result.OK || !strings.Contains(result.Message, errWithdrawn.Error()) {
			t.Errorf("a withdrawn call returns %+v", result)
		}

		go func() {
			result, _ := st.Call(context.Background(), tools.Call{Name: "wait_for_ui"}, nil)
			ended <- result
		}()
		synctest.Wait()
		st.close(t)
		if result := <-ended; result.OK {
			t.Errorf("a call that the end of the session cut off returns %+v", result)
		}
		if _, err := st.Call(t.Context(), tools.Call{Name: "tap"}, nil); !errors.Is(err, ErrClosed) {
			t.Errorf("after the end: %v", err)
		}
	})
}

// TestEachSeesTheWholeScreen has the model and another program act in turns:
// each is told the whole screen after the other has acted.
func TestEachSeesTheWholeScreen(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, replies(wants(aCall("tap", "{}")), says("Done."), wants(aCall("tap", "{}")), says("Done.")), nil)
		shown := func() int {
			st.runner.mu.Lock()
			defer st.runner.mu.Unlock()
			return st.runner.shownAll
		}
		turn := func() { st.RunTurn(t.Context(), "Go") }
		outside := func() {
			if _, err := st.Call(t.Context(), tools.Call{Name: "press_back"}, nil); err != nil {
				t.Fatal(err)
			}
		}
		byHand := func() {
			if err := st.Act(tools.Call{Name: "press_back"}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		for i, step := range []struct {
			act  func()
			more int
		}{{turn, 0}, {outside, 1}, {byHand, 0}, {outside, 0}, {turn, 1}, {byHand, 0}} {
			before := shown()
			if step.act(); shown()-before != step.more {
				t.Errorf("act %d had the whole screen told %d times, want %d", i, shown()-before, step.more)
			}
		}
		st.close(t)
	})
}
