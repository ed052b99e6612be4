// Package mailbox carries the events of a session to the screen without ever
// making the session wait for it.
//
// Events pile up between two looks and come out as one batch, in order, so
// that a fast stream costs one repaint a frame instead of one a token. While
// they wait they are condensed: deltas of the same answer become one, and of
// screens and token counts only the newest is kept. Everything else is kept as
// it is, and cuts the wait short.
//
// The package knows nothing of what is done with the events.
package mailbox

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"adroit/loop/event"
)

// Frame is the least time between two batches that hold nothing urgent: two
// frames of a 60 Hz screen.
const Frame = time.Second / 30

// Mailbox collects events until somebody takes them. The zero value is not
// usable; call New. Any number of goroutines may Put, one may Take.
type Mailbox struct {
	mu     sync.Mutex
	events []event.Event
	tail   strings.Builder // the text of the last event while deltas still join it

	arrived chan struct{} // a token: events may be waiting
	hurry   chan struct{} // a token: one of them is urgent
	last    time.Time     // when the last batch was taken; Take's alone
}

// New returns an empty Mailbox.
func New() *Mailbox {
	return &Mailbox{arrived: make(chan struct{}, 1), hurry: make(chan struct{}, 1)}
}

// Put adds e. It never blocks.
func (m *Mailbox) Put(e event.Event) {
	m.mu.Lock()
	m.add(e)
	m.mu.Unlock()
	signal(m.arrived)
	if delivery(e.Type) == keep {
		signal(m.hurry)
	}
}

// Take waits for events and returns them, oldest first: at once when one of
// them is urgent, else not before a frame has passed since the last batch. It
// returns nil when ctx has ended.
func (m *Mailbox) Take(ctx context.Context) []event.Event {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-m.arrived:
		}
		if !m.pace(ctx) {
			return nil
		}
		if batch := m.empty(); len(batch) > 0 {
			m.last = time.Now()
			return batch
		}
	}
}

// pace waits for the rest of the frame, or until something urgent is there.
func (m *Mailbox) pace(ctx context.Context) bool {
	rest := Frame - time.Since(m.last)
	if rest <= 0 {
		return true
	}
	timer := time.NewTimer(rest)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-m.hurry:
	case <-timer.C:
	}
	return true
}

func (m *Mailbox) empty() []event.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.settle()
	batch := m.events
	m.events = nil
	drain(m.arrived)
	drain(m.hurry)
	return batch
}

// add condenses e into what already waits. m.mu is held.
func (m *Mailbox) add(e event.Event) {
	how := delivery(e.Type)
	if n := len(m.events); how == merge && n > 0 && continues(m.events[n-1], e) {
		m.tail.WriteString(e.Text)
		return
	}
	m.settle()
	if how == latest {
		m.events = slices.DeleteFunc(m.events, func(old event.Event) bool {
			return old.Type == e.Type && old.TurnID == e.TurnID
		})
	}
	if how == merge {
		m.tail.WriteString(e.Text)
	}
	m.events = append(m.events, e)
}

// settle gives the last event the text that its deltas add up to.
func (m *Mailbox) settle() {
	if m.tail.Len() > 0 {
		m.events[len(m.events)-1].Text = m.tail.String()
		m.tail.Reset()
	}
}

// continues reports whether e is the next piece of the answer that a began.
func continues(a, e event.Event) bool {
	return a.Type == e.Type && a.TurnID == e.TurnID && a.Step == e.Step
}

// How an event is treated while it waits.
type class int

const (
	keep   class = iota // on its own, and urgent
	merge               // joined to the delta before it
	latest              // only the newest of its type and turn
)

func delivery(t event.Type) class {
	switch t {
	case event.AssistantText:
		return merge
	case event.ScreenObserved, event.Usage:
		return latest
	default:
		return keep
	}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func drain(c chan struct{}) {
	select {
	case <-c:
	default:
	}
}
