package remote

import (
	"slices"
	"sync"

	"adroit/loop/event"
)

// The bounds of what is kept for clients that come late or read slowly. What
// is older is read from the run log.
const (
	keptEvents = 4096
	keptBytes  = 16 << 20
)

// story keeps the newest events of a run, in order and without gaps, and how
// the run stands after them.
type story struct {
	mu     sync.Mutex
	state  State
	events []event.Event // the newest; the last has the sequence number state.Seq
	bytes  int           // that events take, about
	more   chan struct{} // closed when something is added
}

func newStory(state State) *story {
	return &story{state: state, more: make(chan struct{})}
}

// add takes in the next event. It never blocks.
func (s *story) add(e event.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.apply(e)
	s.events = append(s.events, e)
	s.bytes += weight(e)
	drop := 0
	for len(s.events)-drop > keptEvents || s.bytes > keptBytes && len(s.events)-drop > 1 {
		s.bytes -= weight(s.events[drop])
		drop++
	}
	clear(s.events[:drop]) // or their memory would stay in use
	s.events = s.events[drop:]
	close(s.more)
	s.more = make(chan struct{})
}

// weight is about how many bytes e takes.
func weight(e event.Event) int {
	return 512 + len(e.Text) + len(e.Screen) + len(e.Result) + len(e.Request) + len(e.Arguments) + len(e.Items)
}

// now is how the run stands.
func (s *story) now() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.clone()
}

// changed is closed when the next event is there.
func (s *story) changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.more
}

// after returns the next of the events that follow the one with the sequence
// number seq. Where the next one is not kept any more, it returns none, and in
// first the number of the oldest that is.
func (s *story) after(seq int64) (events []event.Event, first int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first = s.state.Seq + 1
	if len(s.events) > 0 {
		first = s.events[0].Seq
	}
	if seq+1 < first {
		return nil, first
	}
	from := min(int(seq+1-first), len(s.events))
	return slices.Clone(batch(s.events[from:], batchBytes)), first
}

// batchBytes bounds the events that one client is sent at a time: until then
// they stay in memory for it.
const batchBytes = 256 << 10

// batch is the beginning of events that takes about as many bytes, and one at
// least.
func batch(events []event.Event, bytes int) []event.Event {
	for i, e := range events {
		if bytes -= weight(e); bytes <= 0 {
			return events[:i+1]
		}
	}
	return events
}
