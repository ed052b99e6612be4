package ui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
)

// Playback are the controls of what plays a recording. Every method returns at
// once; what comes of it is told as events. To go back, the events are told
// anew from the first one.
type Playback interface {
	Pause(paused bool)
	SetSpeed(times float64) // as fast as it was; 0 does not wait at all
	Seek(n int)             // to where n events have been told
	Skip(n int)             // to where the nth model call from here began
	Len() int               // the number of events
}

// playing is what the screen knows of the playing of a recording.
type playing struct {
	controls Playback // nil: nothing is played
	paused   bool
	speed    float64
	at       int // number of the last event that was told
}

// speeds are those that can be chosen.
var speeds = []float64{0.25, 0.5, 1, 2, 4, 8, 16}

// words say how far it is: "‖ paused · event 13 of 57".
func (p *playing) words() string {
	words := "▶ playing"
	switch {
	case p.at >= p.controls.Len():
		words = "■ the end"
	case p.paused:
		words = "‖ paused"
	case p.speed != 1:
		words += " " + strconv.FormatFloat(p.speed, 'g', -1, 64) + "×"
	}
	return words + " · event " + itoa(p.at) + " of " + itoa(p.controls.Len())
}

// played notes that event number n is being told. One before the last begins
// the recording anew.
func (a *app) played(n int64) {
	if a.playing.controls == nil || n <= 0 {
		return
	}
	if int(n) <= a.playing.at {
		a.chat.clear()
		a.calls, a.troubles = map[string]*entry{}, nil
		a.turn, a.phoneTrouble, a.modelTrouble = turn{}, "", ""
		a.phone.rewind()
	}
	a.playing.at = int(n)
}

// rewind forgets the screens that were shown.
func (p *phone) rewind() {
	p.view, p.pending, p.touched, p.lost = nil, "", "", ""
	p.refilter()
}

// control asks something of the playback, off the update path: telling events
// takes its time.
func (a *app) control(f func(Playback)) tea.Cmd {
	controls := a.playing.controls
	return func() tea.Msg {
		f(controls)
		return nil
	}
}

func (a *app) pausePlaying() tea.Cmd {
	if a.playing.at >= a.playing.controls.Len() { // once more
		a.playing.paused = false
		return a.control(func(p Playback) { p.Pause(false); p.Seek(0) })
	}
	a.playing.paused = !a.playing.paused
	paused := a.playing.paused
	return a.control(func(p Playback) { p.Pause(paused) })
}

// nextEvent plays one event and stops.
func (a *app) nextEvent() tea.Cmd {
	a.playing.paused = true
	n := a.playing.at + 1
	return a.control(func(p Playback) { p.Pause(true); p.Seek(n) })
}

func (a *app) skip(n int) tea.Cmd { return a.control(func(p Playback) { p.Skip(n) }) }

func (a *app) seekStart() tea.Cmd { return a.control(func(p Playback) { p.Seek(0) }) }

func (a *app) seekEnd() tea.Cmd { return a.control(func(p Playback) { p.Seek(p.Len()) }) }

// faster chooses the speed n places on in the list.
func (a *app) faster(n int) tea.Cmd {
	i := slices.Index(speeds, a.playing.speed)
	if i < 0 {
		i = slices.Index(speeds, 1)
	}
	speed := speeds[min(max(i+n, 0), len(speeds)-1)]
	a.playing.speed = speed
	return a.control(func(p Playback) { p.SetSpeed(speed) })
}
