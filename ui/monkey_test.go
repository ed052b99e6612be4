package ui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"adroit/loop/event"
	"adroit/permissions"
)

// TestNoInputBreaksTheFrame plays random keys, sizes and events: nothing
// panics, and no line is ever wider than the terminal.
func TestNoInputBreaksTheFrame(t *testing.T) {
	t.Parallel()
	names := []string{
		"enter", "esc", "tab", "shift+tab", "space", "up", "down", "pgup", "pgdown", "home", "end", "backspace", "f1",
		"alt+up", "alt+enter", "ctrl+end", "ctrl+p", "ctrl+l", "ctrl+c", "/", "?", "<", ">", "1", "設", "\u202e", "\U0001F3FB", "\u0301",
		"@", "f9", "a", "b", "e", "f", "g", "G", "h", "i", "k", "l", "m", "n", "o", "p", "r", "t", "v", "w", "y",
	}
	rapid.Check(t, func(rt *rapid.T) {
		d := newDriver(t, rapid.IntRange(1, 200).Draw(rt, "width"), rapid.IntRange(1, 60).Draw(rt, "height"))
		d.session.hidden = map[string]string{"6": "anna@example.org"}
		happenings := []func() event.Event{
			func() event.Event { return d.settings(rapid.Bool().Draw(rt, "wifi")) },
			func() event.Event { return turnStarted("Turn on Wi-Fi") },
			func() event.Event { return stepStarted(1) },
			func() event.Event { return says(1, rapid.StringN(0, 200, -1).Draw(rt, "words")) },
			func() event.Event { return called(event.ToolProposed, "c1", "tap", "Tap it") },
			func() event.Event { return called(event.ToolStarted, "c1", "tap", "Tap it") },
			func() event.Event { return d.asks(long("q1")) },
			func() event.Event { return decided(long("q1"), permissions.Once, permissions.ByPerson, "") },
			func() event.Event { return d.finished("c1", ok("done")) },
			func() event.Event { return event.Event{Type: event.TurnQueued, TurnID: "t2", Text: "then home"} },
			func() event.Event { return event.Event{Type: event.DeviceState, State: "offline", Reason: "gone"} },
			func() event.Event { return event.Event{Type: event.DeviceState, State: "device"} },
			func() event.Event { return event.Event{Type: event.ScreenObserved, Screen: []byte("{")} },
			func() event.Event { return event.Event{Type: event.TurnCancelled, Outcome: event.Cancelled} },
		}
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			switch rapid.IntRange(0, 9).Draw(rt, "kind") {
			case 0:
				d.send(tea.WindowSizeMsg{Width: rapid.IntRange(1, 200).Draw(rt, "width"), Height: rapid.IntRange(1, 60).Draw(rt, "height")})
			case 1:
				d.send(tea.PasteMsg{Content: rapid.String().Draw(rt, "paste")})
			case 2, 3, 4:
				d.happen(rapid.SampledFrom(happenings).Draw(rt, "event")())
			default:
				d.press(rapid.SampledFrom(names).Draw(rt, "key"))
			}
			d.wait(time.Duration(rapid.IntRange(0, 1500).Draw(rt, "wait")) * time.Millisecond)
			d.straight()
			if t.Failed() {
				rt.FailNow()
			}
		}
	})
}
