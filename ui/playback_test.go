package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"adroit/loop/event"
)

// fakePlayback remembers what was asked of it.
type fakePlayback struct {
	asked  []string
	length int
}

func (p *fakePlayback) note(format string, args ...any) {
	p.asked = append(p.asked, fmt.Sprintf(format, args...))
}
func (p *fakePlayback) Pause(paused bool)   { p.note("pause %v", paused) }
func (p *fakePlayback) SetSpeed(to float64) { p.note("speed %v", to) }
func (p *fakePlayback) Seek(n int)          { p.note("seek %d", n) }
func (p *fakePlayback) Skip(n int)          { p.note("skip %d", n) }
func (p *fakePlayback) Len() int            { return p.length }

// replay has the driver show a recording.
func (d *driver) replay(p *fakePlayback) {
	d.app.playing, d.app.phone.replay = playing{controls: p, speed: 1}, true
	d.app.composer.area.Placeholder = recordingHint
}

func TestARecordingAsksNothing(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	d.replay(&fakePlayback{length: 20})
	d.asking(medium("q1"))
	d.wait(glance)
	d.press("y")
	d.wait(glance)
	d.misses("The model asks")
	d.sees("waits for you", "recording · ", "event 7 of 20")
	if len(d.session.answers) > 0 {
		t.Errorf("answered %v", d.session.answers)
	}
}

func TestARecordingTellsItsOwnTime(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	d.replay(&fakePlayback{length: 2})
	begun := turnStarted("again")
	begun.Time = start
	d.happen(begun, event.Event{Type: event.TurnCompleted, Time: start.Add(12 * time.Second), Outcome: event.Done})
	d.sees("Done, as the model claims", "12 s", "the end · event 2 of 2")
}

func TestARecordingIsPlayedByKeys(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		keys []string
		want string // what was asked of the playback
		sees string
	}{
		{[]string{"space"}, "pause true", "‖ paused · event 7 of 20"},
		{[]string{"space", "space"}, "pause true, pause false", "▶ playing · event 7"},
		{[]string{"right", "left"}, "skip 1, skip -1", "▶ playing"},
		{[]string{"."}, "pause true, seek 8", "‖ paused"},
		{[]string{"+", "+", "-"}, "speed 2, speed 4, speed 2", "▶ playing 2×"},
		{[]string{"-", "-", "-"}, "speed 0.5, speed 0.25, speed 0.25", "▶ playing 0.25×"},
		{[]string{"home", "end"}, "seek 0, seek 20", "▶ playing"},
		{[]string{"x", "enter"}, "", "space pauses"},
		{[]string{"?"}, "", "While a recording plays"},
		{[]string{"/"}, "", "Commands"},
	} {
		d := newDriver(t, 120, 35)
		p := &fakePlayback{length: 20}
		d.replay(p)
		d.asking(medium("q1"))
		d.press(c.keys...)
		if got := strings.Join(p.asked, ", "); got != c.want {
			t.Errorf("%v asked for %q, want %q", c.keys, got, c.want)
		}
		d.sees(c.sees)
	}
}

// TestGoingBackBeginsAnew tells the events of a recording again, as a playback
// does that goes back.
func TestGoingBackBeginsAnew(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	p := &fakePlayback{length: 3}
	d.replay(p)
	story := []event.Event{turnStarted("Turn on Wi-Fi"), stepStarted(1), {Type: event.TurnFailed, Outcome: event.Failed, Reason: "no route"}}
	d.happen(story...)
	d.press("space")
	if got := strings.Join(p.asked, ", "); got != "pause false, seek 0" {
		t.Errorf("at its end, space asked for %q", got)
	}
	d.happen(story[:2]...)
	d.sees("❯ Turn on Wi-Fi", "event 2 of 3")
	d.misses("no route")
	if n := len(d.app.chat.entries); n != 1 {
		t.Errorf("%d entries after it went back, want 1", n)
	}
}
