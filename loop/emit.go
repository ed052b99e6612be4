package loop

import (
	"errors"
	"slices"
	"sync"
	"time"

	"adroit/device/redact"
	"adroit/loop/event"
	"adroit/loop/record"
	"adroit/tools"
)

// eventLog is where events go before anybody sees them: a record.Writer, or
// what stands in for a full disk in a test.
type eventLog interface {
	Append(event.Event) error
	Close() error
}

// emitter numbers the events of a run, writes them to its log and hands them
// to the subscribers, one at a time and in order.
type emitter struct {
	runID    string
	now      func() time.Time
	registry *redact.Registry

	mu          sync.Mutex
	log         eventLog // nil: not recorded
	seq         int64
	subscribers []*subscriber
	err         error // why nothing but terminal events passes any more
	closed      bool
}

type subscriber struct{ f func(event.Event) }

func newEmitter(log *record.Writer, registry *redact.Registry, now func() time.Time) *emitter {
	m := &emitter{now: now, registry: registry}
	if log != nil {
		m.runID, m.log = log.RunID(), log
	}
	return m
}

// subscribe has f called with every event from now on, until the returned
// function is called.
func (m *emitter) subscribe(f func(event.Event)) (unsubscribe func()) {
	s := &subscriber{f}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.subscribers = append(m.subscribers, s)
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.subscribers = without(m.subscribers, s)
	}
}

func without(list []*subscriber, s *subscriber) []*subscriber {
	return slices.DeleteFunc(list, func(have *subscriber) bool { return have == s })
}

// emit completes e, records it, shows it, and returns it as it was shown. An
// event that could not be recorded is not shown, and its error is returned from
// then on: nobody may act on what the log does not hold. Terminal events alone
// are still shown then, so that everybody learns of the end.
func (m *emitter) emit(e event.Event) (event.Event, error) {
	m.redact(&e)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return e, errLogClosed
	}
	e.V, e.Seq, e.Time, e.RunID = event.Version, m.seq+1, m.now().UTC(), m.runID
	if m.err == nil && m.log != nil {
		m.err = m.log.Append(e)
	}
	if m.err != nil && !e.Type.Terminal() {
		return e, m.err
	}
	m.seq = e.Seq
	for _, s := range m.subscribers {
		s.f(e)
	}
	return e, m.err
}

var errLogClosed = errors.New("the session has ended")

// redact masks what comes from a model, a person or an error text. Screens,
// results and requests are redacted where they are made, because their bounds
// and numbers must not be taken for secrets here. Deltas of the model's words
// are as well: a secret may be split over two of them.
func (m *emitter) redact(e *event.Event) {
	if e.Type != event.AssistantText {
		e.Text = m.registry.Text(e.Text)
	}
	if tools.KnownName(e.Tool) != e.Tool { // which a model has made up
		e.Tool = m.registry.Text(e.Tool)
	}
	e.Label = m.registry.Text(e.Label)
	e.Reason = m.registry.Text(e.Reason)
	e.Speak = m.registry.Text(e.Speak)
	if len(e.Reasons) > 0 {
		e.Reasons = slices.Clone(e.Reasons)
		for i, reason := range e.Reasons {
			e.Reasons[i] = m.registry.Text(reason)
		}
	}
	if len(e.Arguments) > 0 {
		e.Arguments = m.registry.JSON(e.Arguments)
	}
}

// close ends the run's story: nothing is emitted afterwards.
func (m *emitter) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil
	}
	m.closed = true
	if m.log == nil {
		return nil
	}
	return m.log.Close()
}
