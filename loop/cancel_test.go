package loop

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/permissions"
	"adroit/tools"
)

// hanging streams a few words and waits for its end.
var hanging = modelFunc(func(ctx context.Context, _ model.Request, delta func(string)) (model.Reply, error) {
	delta("I am thin")
	<-ctx.Done()
	delta("king")
	return model.Reply{Text: "I am thinking"}, context.Cause(ctx)
})

// takes runs f, and fails when that took more than d of the clock of the bubble.
func takes(t *testing.T, d time.Duration, f func()) {
	t.Helper()
	began := time.Now()
	f()
	if took := time.Since(began); took > d {
		t.Errorf("took %v", took)
	}
}

func TestCancelStopsTheStream(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, hanging, nil)
		if queued, err := st.Send("Turn on Wi-Fi"); queued || err != nil {
			t.Fatalf("queued %v, %v", queued, err)
		}
		synctest.Wait()
		takes(t, 300*time.Millisecond, func() {
			st.Cancel()
			synctest.Wait()
		})
		ends := st.journal.of(event.TurnCancelled)
		if len(ends) != 1 || ends[0].Outcome != event.Cancelled {
			t.Fatalf("ended with %v", ends)
		}
		for _, m := range st.history.messages {
			if strings.Contains(m.Text, "think") {
				t.Errorf("half a message is in the history: %q", m.Text)
			}
		}
		told := ""
		for _, e := range st.journal.of(event.AssistantText) {
			told += e.Text
		}
		if told != "I am thin" {
			t.Errorf("told %q: not what came before the cancel", told)
		}
		st.close(t)
		if err := errors.Join(checkHistory(st.history.messages), checkEvents(st.journal.all())); err != nil {
			t.Error(err)
		}
	})
}

func TestCancelStopsATool(t *testing.T) {
	tests := map[string]struct {
		idempotent bool
		told       string
	}{
		"before it acted": {true, "cancelled by the person: nothing was done"},
		"while it acted":  {false, "cancelled by the person: what it had begun may have happened"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				run := func(ctx context.Context, _ tools.Call) tools.Result {
					<-ctx.Done()
					return tools.Result{Status: tools.Error, Message: "cancelled", Idempotent: test.idempotent}
				}
				st := newStage(t, replies(wants(aCall("tap", "{}"), aCall("press_back", "{}"))), run)
				if _, err := st.Send("Go"); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				takes(t, 300*time.Millisecond, func() {
					st.Cancel()
					synctest.Wait()
				})
				st.close(t)
				if len(st.runner.calls()) != 1 {
					t.Errorf("%d calls ran", len(st.runner.calls()))
				}
				first, second := st.history.messages[2].Text, st.history.messages[3].Text
				if !strings.Contains(first, test.told) || !strings.Contains(second, "not run: cancelled by the person") {
					t.Errorf("the model is told\n%s\n%s", first, second)
				}
				if err := errors.Join(checkHistory(st.history.messages), checkEvents(st.journal.all())); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestCancelEndsTheWaitForARetry(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		m := modelFunc(func(context.Context, model.Request, func(string)) (model.Reply, error) {
			return model.Reply{}, &model.EndpointError{Kind: model.KindRateLimited, Cause: "429", RetryAfter: time.Minute}
		})
		st := newStage(t, m, nil)
		if _, err := st.Send("Go"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		takes(t, 0, func() {
			st.Cancel()
			synctest.Wait()
		})
		if got := len(st.journal.of(event.TurnCancelled)); got != 1 {
			t.Errorf("%d turns were cancelled", got)
		}
		st.close(t)
	})
}

func TestRunTurnEndsWithItsContext(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, hanging, nil)
		late, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if end := st.RunTurn(late, "Go"); end.Outcome != event.Failed || !strings.Contains(end.Reason, "the time for the task is over") {
			t.Errorf("at its deadline it ended as %s: %s", end.Outcome, end.Reason)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if end := st.RunTurn(gone, "Go"); end.Outcome != event.Cancelled {
			t.Errorf("cancelled, it ended as %s: %s", end.Outcome, end.Reason)
		}
		st.close(t)
		if end := st.RunTurn(t.Context(), "Go"); end.Outcome != event.Failed || end.Reason != ErrClosed.Error() {
			t.Errorf("closed, it ended as %s: %s", end.Outcome, end.Reason)
		}
	})
}

func TestQueue(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		release := make(chan struct{})
		m := modelFunc(func(ctx context.Context, _ model.Request, _ func(string)) (model.Reply, error) {
			select {
			case <-release:
				return says("Done."), nil
			case <-ctx.Done():
				return model.Reply{}, context.Cause(ctx)
			}
		})
		st := newStage(t, m, nil)
		for i, text := range []string{"one", "two", "three"} {
			queued, err := st.Send(text)
			if err != nil || queued != (i > 0) {
				t.Fatalf("%s: queued %v, %v", text, queued, err)
			}
		}
		waiting := make(chan event.Event, 1)
		go func() { waiting <- st.RunTurn(t.Context(), "four") }()
		synctest.Wait()
		if text, ok := st.Unqueue(); text != "four" || !ok {
			t.Errorf("took back %q", text)
		}
		if end := <-waiting; end.Outcome != event.Cancelled {
			t.Errorf("what was taken back ended as %s", end.Outcome)
		}
		release <- struct{}{}
		synctest.Wait()
		st.Cancel() // ends "two", and "three" goes on
		synctest.Wait()
		release <- struct{}{}
		synctest.Wait()
		if _, ok := st.Unqueue(); ok {
			t.Error("something is left in the queue")
		}
		if _, err := st.Send(" \n"); !errors.Is(err, ErrEmpty) {
			t.Errorf("an empty request: %v", err)
		}
		st.close(t)
		var got []string
		for _, e := range st.journal.of(event.TurnStarted, event.TurnCompleted, event.TurnCancelled) {
			got = append(got, string(e.Type)+" "+e.TurnID)
		}
		want := "turn_started t1, turn_completed t1, turn_started t2, turn_cancelled t2, turn_started t3, turn_completed t3"
		if strings.Join(got, ", ") != want {
			t.Errorf("got %v", got)
		}
		if got := len(st.journal.of(event.TurnQueued)); got != 3 {
			t.Errorf("%d turns were told as queued", got)
		}
		if back := st.journal.of(event.TurnUnqueued); len(back) != 1 || back[0].TurnID != "t4" {
			t.Errorf("told as taken back: %+v", back)
		}
	})
}

func TestFailureKeepsTheQueue(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		broken := true
		gate := make(chan struct{})
		m := modelFunc(func(context.Context, model.Request, func(string)) (model.Reply, error) {
			<-gate
			if broken {
				return model.Reply{}, errors.New("no such model")
			}
			return says("Done."), nil
		})
		st := newStage(t, m, nil)
		for _, text := range []string{"one", "two"} {
			if _, err := st.Send(text); err != nil {
				t.Fatal(err)
			}
		}
		gate <- struct{}{}
		synctest.Wait()
		if got := len(st.journal.of(event.TurnStarted)); got != 1 {
			t.Fatalf("%d turns started", got)
		}
		broken = false
		close(gate)
		if end := st.RunTurn(t.Context(), "three"); end.TurnID != "t3" || end.Outcome != event.Done {
			t.Errorf("%s ended as %s", end.TurnID, end.Outcome)
		}
		if got := len(st.journal.of(event.TurnCompleted)); got != 2 {
			t.Errorf("%d turns were completed", got)
		}
		st.close(t)
	})
}

func TestCloseEndsEverything(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, hanging, nil)
		ends := make(chan event.Event, 2)
		for range 2 {
			go func() { ends <- st.RunTurn(context.Background(), "Go") }()
		}
		synctest.Wait()
		st.Watch(true)
		takes(t, 0, func() { st.close(t) })
		for range 2 {
			if end := <-ends; end.Outcome != event.Cancelled {
				t.Errorf("ended as %s", end.Outcome)
			}
		}
		if got := len(st.journal.of(event.TurnCancelled)); got != 1 {
			t.Errorf("%d turns were told as cancelled; one was running", got)
		}
		if _, err := st.Send("more"); !errors.Is(err, ErrClosed) {
			t.Errorf("send after close: %v", err)
		}
		if err := st.Act(tools.Call{Name: "tap"}); !errors.Is(err, ErrClosed) {
			t.Errorf("act after close: %v", err)
		}
		if err := st.Err(); err != nil {
			t.Errorf("an orderly end is told as %v", err)
		}
		st.close(t)
	})
}

func TestCloseDoesNotWaitForEver(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		deaf := make(chan struct{})
		st := newStage(t, replies(wants(aCall("tap", "{}"))), func(context.Context, tools.Call) tools.Result {
			<-deaf // a call that does not hear its context
			return tools.Result{OK: true, Status: tools.Success}
		})
		if _, err := st.Send("Go"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		if err := st.Close(ctx); err == nil || !strings.Contains(err.Error(), "does not return") {
			t.Errorf("close: %v", err)
		}
		if got := len(st.journal.of(event.TurnCancelled)); got != 1 {
			t.Errorf("%d turns were told as cancelled", got)
		}
		before := len(st.journal.all())
		close(deaf)
		synctest.Wait()
		if after := len(st.journal.all()); after != before {
			t.Errorf("%d events came after the end", after-before)
		}
	})
}

func TestCloseDeniesWhatIsPending(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var st *stage
		st = newStage(t, replies(wants(aCall("tap", "{}"))), func(ctx context.Context, c tools.Call) tools.Result {
			r, a := st.broker.Decide(ctx, permissions.Situation{Tool: c.Name, Risk: permissions.Medium},
				permissions.Request{CallID: c.ID, Tool: c.Name}, st.runner.hooks.Asked)
			st.runner.hooks.Decided(r, a)
			return tools.Result{Status: tools.Error, Message: "permission denied", Idempotent: true}
		})
		if _, err := st.Send("Go"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		asked := st.journal.of(event.ApprovalRequested)
		if len(asked) != 1 {
			t.Fatalf("%d questions", len(asked))
		}
		st.close(t)
		decided := st.journal.of(event.ApprovalDecided)
		if len(decided) != 1 || decided[0].Decision != string(permissions.Denied) || decided[0].By != permissions.ByCancel {
			t.Errorf("decided as %+v", decided)
		}
		if err := st.Resolve(asked[0].RequestID, permissions.Answer{Verdict: permissions.Once}); !errors.Is(err, permissions.ErrNotPending) {
			t.Errorf("a late answer: %v", err)
		}
	})
}

func TestResolveLetsTheCallGoOn(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var st *stage
		st = newStage(t, replies(wants(aCall("tap", "{}")), says("Done.")), func(ctx context.Context, c tools.Call) tools.Result {
			r, a := st.broker.Decide(ctx, permissions.Situation{Tool: c.Name, Risk: permissions.Medium},
				permissions.Request{CallID: c.ID, Tool: c.Name}, st.runner.hooks.Asked)
			st.runner.hooks.Decided(r, a)
			return st.runner.succeed(ctx, c)
		})
		if _, err := st.Send("Go"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		id := st.journal.of(event.ApprovalRequested)[0].RequestID
		if err := st.Resolve(id, permissions.Answer{Verdict: permissions.Once, By: permissions.ByPerson}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		var order []string
		for _, e := range st.journal.of(event.ToolProposed, event.ApprovalRequested, event.ApprovalDecided, event.ToolStarted, event.ToolFinished, event.TurnCompleted) {
			order = append(order, string(e.Type))
		}
		want := "tool_proposed approval_requested approval_decided tool_started tool_finished turn_completed"
		if got := strings.Join(order, " "); got != want {
			t.Errorf("got %s", got)
		}
		st.close(t)
	})
}
