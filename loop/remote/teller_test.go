package remote

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"adroit/loop/event"
)

// anEvent draws any event, of a type that exists or not, for one of few turns
// and questions, with any number.
func anEvent(seqs *rapid.Generator[int64]) *rapid.Generator[event.Event] {
	types := []event.Type{
		event.TurnQueued, event.TurnUnqueued, event.TurnStarted, event.StepStarted, event.AssistantText, event.ToolProposed,
		event.ApprovalRequested, event.ApprovalDecided, event.ModeChanged, event.ToolStarted, event.ToolFinished,
		event.ScreenObserved, event.Usage, event.DeviceState, event.TurnCompleted, event.TurnFailed,
		event.TurnCancelled, "of_the_future", "",
	}
	return rapid.Custom(func(t *rapid.T) event.Event {
		e := event.Event{
			Type:   rapid.SampledFrom(types).Draw(t, "type"),
			Seq:    seqs.Draw(t, "seq"),
			TurnID: rapid.SampledFrom([]string{"t1", "t2", "t3", ""}).Draw(t, "turn"),
		}
		e.RequestID = rapid.SampledFrom([]string{"q1", "q2", ""}).Draw(t, "request")
		if e.Type == event.ApprovalRequested {
			e.Request = json.RawMessage(`{"id":"` + e.RequestID + `"}`)
		}
		return e
	})
}

func aWelcome() *rapid.Generator[Welcome] {
	return rapid.Custom(func(t *rapid.T) Welcome {
		w := Welcome{
			RunID:  rapid.SampledFrom([]string{"a", "a", "a", "b"}).Draw(t, "run"),
			Holder: rapid.SampledFrom([]string{holderYou, holderOther, holderNobody}).Draw(t, "holder"),
			State:  State{Seq: rapid.Int64Range(0, 40).Draw(t, "goal"), Mode: "ask"},
		}
		if rapid.Bool().Draw(t, "busy") {
			w.State.Turn = &Turn{ID: rapid.SampledFrom([]string{"t1", "t2", "t3"}).Draw(t, "running")}
		}
		if rapid.Bool().Draw(t, "asking") {
			w.State.Pending = []json.RawMessage{json.RawMessage(`{"id":"q1"}`)}
		}
		return w
	})
}

// TestStoryIsAlwaysWhole feeds the teller anything in any order: what it tells
// is a story all the same. Each turn begins at most once and ends at most once,
// one at a time; no numbered event is told twice; no question outlives its run;
// and the phase is that of the story.
func TestStoryIsAlwaysWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newTeller()
		events := anEvent(rapid.Int64Range(-1, 40))
		seen := map[int64]bool{}
		began, ended, open := map[string]bool{}, map[string]bool{}, map[string]bool{}
		running := ""
		ask := func(e event.Event) {
			switch e.Type {
			case event.ApprovalRequested:
				open[e.RequestID] = true
			case event.ApprovalDecided:
				delete(open, e.RequestID)
			case event.ApprovalsMoved: // with all that was asked
				clear(open)
			}
		}
		hear := func(told []event.Event) {
			for _, e := range told {
				if e.Seq != 0 && seen[e.Seq] {
					t.Fatalf("event %d was told twice", e.Seq)
				}
				seen[e.Seq] = true
				ask(e)
				switch {
				case e.Type == event.TurnStarted:
					if running != "" || began[e.TurnID] || ended[e.TurnID] {
						t.Fatalf("%q begins while %q runs, begun before: %v", e.TurnID, running, began[e.TurnID])
					}
					running, began[e.TurnID] = e.TurnID, true
				case e.Type.Terminal():
					if ended[e.TurnID] || running != "" && running != e.TurnID {
						t.Fatalf("%q ends while %q runs, ended before: %v", e.TurnID, running, ended[e.TurnID])
					}
					running, ended[e.TurnID] = "", true
				case e.Type == event.ApprovalRequested && c.holder != holderYou:
					t.Fatal("a question was told to who cannot answer it")
				}
			}
		}
		runID := ""
		for range rapid.IntRange(1, 60).Draw(t, "messages") {
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				w := aWelcome().Draw(t, "welcome")
				if runID != "" && w.RunID != runID { // the names begin anew, once the old run's turn has been ended
					told := c.welcome(w)
					if running != "" && (len(told) == 0 || !told[0].Type.Terminal()) {
						t.Fatalf("the turn %q of the old run never ended", running)
					}
					for _, e := range told {
						if e.RunID == runID {
							ask(e)
						}
					}
					if len(open) > 0 {
						t.Fatalf("the questions %v of the old run were never over", open)
					}
					running, seen, began, ended = "", map[int64]bool{}, map[string]bool{}, map[string]bool{}
					hear(slices.DeleteFunc(told, func(e event.Event) bool { return e.RunID == runID }))
				} else {
					hear(c.welcome(w))
				}
				runID = w.RunID
			case 1:
				hear(c.gap(rapid.Int64Range(0, 40).Draw(t, "gap")))
			case 2:
				hear(c.holds(rapid.SampledFrom([]string{holderYou, holderOther}).Draw(t, "holds")))
			default:
				hear(c.hear(events.Draw(t, "event")))
			}
			if busy := c.phase != Idle; busy != (c.state.Turn != nil && c.state.Turn.ID == running && running != "") || c.phase < Idle || c.phase > Speaking {
				t.Fatalf("the phase is %v while %q runs, and the state has %+v", c.phase, running, c.state.Turn)
			}
		}
	})
}

// TestStoryIsPassedOn hears a whole run with repetitions: all of it is told, in
// order, as it was.
func TestStoryIsPassedOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := aRun(rapid.IntRange(1, 5).Draw(t, "turns"))
		c := newTeller()
		c.welcome(Welcome{RunID: "a", Holder: holderYou})
		var told []event.Event
		for i := 0; i < len(run); i++ {
			told = append(told, c.hear(run[i])...)
			if back := rapid.IntRange(0, 20).Draw(t, "back"); back <= 3 {
				i = max(i-back, 0) // the server begins again further back
			}
		}
		if got, want := numbers(told), numbers(run); !slices.Equal(got, want) {
			t.Fatalf("told %v, want %v", got, want)
		}
	})
}

// aRun is a run of n turns, each with one question.
func aRun(n int) []event.Event {
	var run []event.Event
	add := func(e event.Event) {
		e.Seq = int64(len(run) + 1)
		run = append(run, e)
	}
	for i := range n {
		turn, request := fmt.Sprintf("t%d", i), fmt.Sprintf("q%d", i)
		add(event.Event{Type: event.TurnStarted, TurnID: turn, Text: "a job"})
		add(event.Event{Type: event.StepStarted, TurnID: turn, Step: 1})
		add(event.Event{Type: event.AssistantText, TurnID: turn, Text: "yes"})
		add(event.Event{Type: event.ApprovalRequested, TurnID: turn, RequestID: request, Request: json.RawMessage(`{"id":"` + request + `"}`)})
		add(event.Event{Type: event.ApprovalDecided, TurnID: turn, RequestID: request})
		add(event.Event{Type: event.ScreenObserved, TurnID: turn, Screen: json.RawMessage(`{}`)})
		add(event.Event{Type: event.TurnCompleted, TurnID: turn, Outcome: event.Done})
	}
	return run
}

func numbers(events []event.Event) []int64 {
	n := make([]int64, len(events))
	for i, e := range events {
		n[i] = e.Seq
	}
	return n
}

// TestPhases follows one turn.
func TestPhases(t *testing.T) {
	c := newTeller()
	c.welcome(Welcome{RunID: "a", Holder: holderYou})
	want := []Phase{Waiting, Waiting, Speaking, Speaking, Speaking, Speaking, Idle}
	for i, e := range aRun(1) {
		if c.hear(e); c.phase != want[i] {
			t.Errorf("after %s it is %v, want %v", e.Type, c.phase, want[i])
		}
	}
}

// TestGapIsMended loses all of a run up to the middle of its second turn, and
// makes up what a person must see from how the server says things stand.
func TestGapIsMended(t *testing.T) {
	run := aRun(2)
	var state State
	for _, e := range run[:11] { // the question of the second turn is open
		state.apply(e)
	}
	c := newTeller()
	c.welcome(Welcome{RunID: "a", Holder: holderYou, State: state})
	told := append(c.hear(run[0]), c.gap(11)...)
	var got []event.Type
	for _, e := range told {
		got = append(got, e.Type)
	}
	want := []event.Type{event.TurnStarted, event.TurnFailed, event.TurnStarted, event.ScreenObserved, event.ApprovalRequested}
	if !slices.Equal(got, want) {
		t.Fatalf("told %v, want %v", got, want)
	}
	if told[1].TurnID != "t0" || told[2].TurnID != "t1" || told[4].RequestID != "q1" {
		t.Errorf("told %+v", told)
	}
	for _, e := range run[11:] {
		told = append(told, c.hear(e)...)
	}
	if last := told[len(told)-1]; last.Type != event.TurnCompleted || c.phase != Idle {
		t.Errorf("ended with %+v in phase %v", last, c.phase)
	}
}

// TestQuestionsOfThePast are not asked of who comes late; those that are open
// are asked of who has the approvals, when it has them.
func TestQuestionsOfThePast(t *testing.T) {
	run := aRun(2)
	var state State
	for _, e := range run[:11] {
		state.apply(e)
	}
	c := newTeller()
	c.welcome(Welcome{RunID: "a", Holder: holderOther, State: state})
	asked := func(told []event.Event) (ids []string) {
		for _, e := range told {
			if e.Type == event.ApprovalRequested {
				ids = append(ids, e.RequestID)
			}
		}
		return ids
	}
	for _, e := range run[:11] {
		if ids := asked(c.hear(e)); ids != nil {
			t.Errorf("asked %v", ids)
		}
	}
	if ids := asked(c.holds(holderYou)); !slices.Equal(ids, []string{"q1"}) {
		t.Errorf("asked %v, want q1", ids)
	}
	if ids := asked(c.holds(holderYou)); ids != nil {
		t.Errorf("asked %v again", ids)
	}
	c.holds(holderOther)
	if ids := asked(c.holds(holderYou)); !slices.Equal(ids, []string{"q1"}) {
		t.Errorf("when the approvals come back it asks %v, want q1", ids)
	}
	for _, e := range run[11:] {
		c.hear(e)
	}
	c.holds(holderOther)
	if ids := asked(c.holds(holderYou)); ids != nil {
		t.Errorf("asked %v, which has been answered", ids)
	}
}

// TestWhoHasTheApprovalsIsTold whenever that changes, and by the client alone.
func TestWhoHasTheApprovalsIsTold(t *testing.T) {
	c := newTeller()
	moved := func(told []event.Event) string {
		words := ""
		for _, e := range told {
			if e.Type == event.ApprovalsMoved {
				words += e.State
			}
		}
		return words
	}
	for i, step := range []struct {
		told []event.Event
		want string
	}{
		{c.welcome(Welcome{RunID: "a", Holder: holderOther}), "other"},
		{c.holds(holderOther), ""},
		{c.holds(holderYou), "you"},
		{c.welcome(Welcome{RunID: "a", Holder: holderYou}), ""},
		{c.hear(event.Event{Seq: 1, Type: event.ApprovalsMoved, State: holderNobody}), ""},
		{c.welcome(Welcome{RunID: "b", Holder: holderYou}), "you"},
		{c.holds(holderNobody), "nobody"},
	} {
		if got := moved(step.told); got != step.want {
			t.Errorf("step %d tells %q, want %q", i, got, step.want)
		}
	}
}
