package ui

import (
	"strings"
	"testing"
	"time"

	"adroit/loop/event"
)

// TestReducedMotion shows the model's words a line at a time and counts in
// tens of seconds.
func TestReducedMotion(t *testing.T) {
	t.Parallel()
	for _, calm := range []bool{false, true} {
		d := newDriverWith(t, 100, 30, Options{Device: "Pixel 8", Model: "scripted", ReducedMotion: calm})
		d.happen(
			event.Event{Type: event.TurnStarted, TurnID: "t1", Text: "go"},
			event.Event{Type: event.StepStarted, TurnID: "t1", Step: 1, MaxSteps: 40},
		)
		d.wait(13 * time.Second)
		if got := strings.Contains(d.screen(), "model · 13 s"); got == calm {
			t.Errorf("calm %t: 13 seconds shown: %t\n%s", calm, got, d.screen())
		}
		d.happen(event.Event{Type: event.AssistantText, TurnID: "t1", Step: 1, Text: "The first line.\nHalf a sec"})
		if got := strings.Contains(d.screen(), "Half a sec"); got == calm {
			t.Errorf("calm %t: half a line shown: %t", calm, got)
		}
		d.sees("The first line.")
		d.happen(event.Event{Type: event.TurnCompleted, TurnID: "t1", Outcome: event.Done})
		d.sees("Half a sec")
	}
}
