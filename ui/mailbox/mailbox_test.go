package mailbox_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"adroit/loop/event"
	"adroit/ui/mailbox"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func delta(step int, text string) event.Event {
	return event.Event{Type: event.AssistantText, TurnID: "t1", Step: step, Text: text}
}

func screen(n int) event.Event {
	return event.Event{Type: event.ScreenObserved, TurnID: "t1", Text: fmt.Sprint(n)}
}

func TestTakeCondensesInOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		put  []event.Event
		want string
	}{
		{"deltas join", []event.Event{delta(1, "a"), delta(1, "b"), delta(1, "c")}, "text:abc"},
		{"steps stay apart", []event.Event{delta(1, "a"), delta(2, "b")}, "text:a text:b"},
		{
			"what lies between divides",
			[]event.Event{delta(1, "a"), {Type: event.ToolStarted, Text: "x"}, delta(1, "b"), delta(1, "c")},
			"text:a tool_started:x text:bc",
		},
		{
			"the newest screen takes the last place",
			[]event.Event{screen(1), {Type: event.ToolStarted, Text: "x"}, screen(2)},
			"tool_started:x screen:2",
		},
		{
			"a screen ends a run of deltas",
			[]event.Event{delta(1, "a"), screen(1), delta(1, "b"), screen(2)},
			"text:a text:b screen:2",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			box := mailbox.New()
			for _, e := range c.put {
				box.Put(e)
			}
			if got := summary(box.Take(t.Context())); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func summary(events []event.Event) string {
	short := strings.NewReplacer("assistant_text", "text", "screen_observed", "screen")
	var words []string
	for _, e := range events {
		words = append(words, short.Replace(string(e.Type))+":"+e.Text)
	}
	return strings.Join(words, " ")
}

func TestNothingIsLostUnderLoad(t *testing.T) {
	t.Parallel()
	const tokens, acts = 20_000, 200
	box := mailbox.New()
	go func() {
		for i := range tokens {
			box.Put(delta(1, "x"))
			if i%(tokens/acts) == 0 {
				box.Put(event.Event{Type: event.ToolStarted, Seq: int64(i)})
			}
		}
		box.Put(event.Event{Type: event.TurnCompleted})
	}()
	var text, started int
	last := int64(-1)
	for ended := false; !ended; {
		for _, e := range box.Take(t.Context()) {
			switch e.Type {
			case event.AssistantText:
				text += len(e.Text)
			case event.ToolStarted:
				if e.Seq <= last {
					t.Fatalf("event %d after %d", e.Seq, last)
				}
				last = e.Seq
				started++
			case event.TurnCompleted:
				ended = true
			}
		}
	}
	if text != tokens || started != acts {
		t.Errorf("got %d bytes and %d acts, want %d and %d", text, started, tokens, acts)
	}
}

func TestTakeEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := mailbox.New().Take(ctx); got != nil {
		t.Errorf("got %v from an empty mailbox", got)
	}
}
