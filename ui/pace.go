package ui

import (
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"
)

// The renderer looks for a new frame at a fixed rate. A high one makes keys
// quick; each look wakes the processor, so that it costs a percent of a core
// while nothing happens. The pacer has it look often while frames come, and
// seldom once they have stopped.
const (
	framesPerSecond = 120                    // what Bubble Tea allows at most
	restAfter       = time.Second            // without a new frame
	restEvery       = 250 * time.Millisecond // while resting; bounds what a missed wake could cost
)

// restMsg: no frame may have come for restAfter.
type restMsg struct{}

// pacer belongs to the event loop: nothing else may call it.
type pacer struct {
	ticker  *time.Ticker // the renderer's; nil: its rate stays as it is
	drawn   time.Time    // when the last new frame was handed over
	resting bool
	asked   bool // a restMsg is on its way
}

// wake says that a new frame was drawn at now.
func (p *pacer) wake(now time.Time) {
	p.drawn = now
	if p.resting {
		p.ticker.Reset(time.Second / framesPerSecond)
		p.resting = false
	}
}

// rest slows the renderer down if no frame has come for a while. Else it
// returns how long to wait before it is tried again.
func (p *pacer) rest(now time.Time) (wait time.Duration) {
	if wait := p.drawn.Add(restAfter).Sub(now); wait > 0 {
		return wait
	}
	p.ticker.Reset(restEvery)
	p.resting = true
	return 0
}

// paced adds to cmd that a rest is tried once the frames have stopped.
func (a *app) paced(cmd tea.Cmd) tea.Cmd {
	if a.pacer.ticker == nil || a.pacer.asked || !a.dirty {
		return cmd
	}
	a.pacer.asked = true
	return tea.Batch(cmd, a.after(restAfter, restMsg{}))
}

// rest tries to slow the renderer down.
func (a *app) rest() tea.Cmd {
	wait := a.pacer.rest(a.now())
	if a.pacer.asked = wait > 0; a.pacer.asked {
		return a.after(wait, restMsg{})
	}
	return nil
}

// tickerOf is the ticker that paces the renderer of p, which must be running.
// Bubble Tea has no way to change its rate; where a version keeps the ticker
// elsewhere, there is none and the rate stays.
func tickerOf(p *tea.Program) *time.Ticker {
	field := reflect.ValueOf(p).Elem().FieldByName("ticker")
	if !field.IsValid() || field.Type() != reflect.TypeFor[*time.Ticker]() {
		return nil
	}
	return (*time.Ticker)(field.UnsafePointer())
}
