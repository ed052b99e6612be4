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
		if ran := st.runner.calls(); len(ran) != 1 || ran[0].ByPerson || ran[0].ID == "mine" {
			t.Errorf("ran %+v: another program passes for the person, or names its call", ran)
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
