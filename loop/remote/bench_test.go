package remote

import (
	"encoding/json"
	"strings"
	"testing"

	"adroit/loop/event"
)

// BenchmarkTell is what an event costs the loop with a server listening: the
// clients' part happens elsewhere.
func BenchmarkTell(b *testing.B) {
	screen, err := json.Marshal(map[string]string{"text": strings.Repeat("x", 20<<10)})
	if err != nil {
		b.Fatal(err)
	}
	s := newStory(State{})
	seq := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		seq++
		s.add(event.Event{Seq: seq, Type: event.ScreenObserved, TurnID: "t1", Screen: screen})
	}
}

// BenchmarkEncode is what a screen costs each client.
func BenchmarkEncode(b *testing.B) {
	screen, err := json.Marshal(map[string]string{"text": strings.Repeat("x", 20<<10)})
	if err != nil {
		b.Fatal(err)
	}
	e := event.Event{V: 1, Seq: 7, Type: event.ScreenObserved, TurnID: "t1", Screen: screen}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := encodeEvent(e, eventsAll, ""); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHear is what an event costs a client before it is shown.
func BenchmarkHear(b *testing.B) {
	t := newTeller()
	seq := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		seq++
		t.hear(event.Event{Seq: seq, Type: event.AssistantText, TurnID: "t1", Text: "word "})
	}
}
