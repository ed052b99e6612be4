package loop

import (
	"cmp"
	"context"
	"sync"
	"time"

	"adroit/device"
	"adroit/loop/event"
)

// LiveInterval is how long the live screen usually waits for its next look
// after something changed. Each time nothing did it waits half as long again,
// up to mostIntervals times the first wait.
const LiveInterval = 300 * time.Millisecond

const mostIntervals = 10

// watcher says when the live screen may look at the phone: while it is on, and
// no tool is running.
type watcher struct {
	woken chan struct{} // holds a token when one of the fields below changed

	mu   sync.Mutex
	live bool
	wait time.Duration      // after something changed
	busy int                // tools that run now
	stop context.CancelFunc // ends the look that is going on; nil when there is none
}

func newWatcher(wait time.Duration) *watcher {
	return &watcher{woken: make(chan struct{}, 1), wait: cmp.Or(wait, LiveInterval)}
}

// Watch turns the live screen on or off. While it is on, a cheap probe asks
// the phone whether anything changed, and a screen_observed event follows when
// it did.
func (s *Session) Watch(live bool) {
	s.watcher.update(func(w *watcher) { w.live = live })
}

// SetLiveInterval changes how long the live screen waits between two looks, as
// Config.LiveInterval does; from the next look on.
func (s *Session) SetLiveInterval(d time.Duration) {
	s.watcher.update(func(w *watcher) { w.wait = cmp.Or(d, LiveInterval) })
}

// first is how long to wait after something changed.
func (w *watcher) first() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.wait
}

// pause stops the look that is going on and keeps the live screen still until
// as many calls of resume.
func (w *watcher) pause()  { w.update(func(w *watcher) { w.busy++ }) }
func (w *watcher) resume() { w.update(func(w *watcher) { w.busy-- }) }

func (w *watcher) update(change func(*watcher)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(w)
	if w.stop != nil && !w.mayLook() {
		w.stop()
	}
	select {
	case w.woken <- struct{}{}:
	default:
	}
}

func (w *watcher) mayLook() bool { return w.live && w.busy == 0 }

// begin returns the context of a look; ok is false when there may be none now.
func (w *watcher) begin(parent context.Context) (ctx context.Context, end func(), ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.mayLook() {
		return nil, nil, false
	}
	ctx, w.stop = context.WithCancel(parent)
	return ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.stop()
		w.stop = nil
	}, true
}

// watch looks at the phone while that is wanted, until ctx ends. It costs
// nothing while it is not.
func (s *Session) watch(ctx context.Context) {
	var l look
	delay := s.watcher.first()
	for ctx.Err() == nil {
		lookCtx, end, ok := s.watcher.begin(ctx)
		if !ok {
			select {
			case <-s.watcher.woken:
			case <-ctx.Done():
			}
			delay = s.watcher.first()
			continue
		}
		if s.look(lookCtx, &l) {
			delay = s.watcher.first()
		}
		end()
		select {
		case <-time.After(delay):
			delay = min(delay*3/2, mostIntervals*s.watcher.first())
		case <-s.watcher.woken:
			delay = s.watcher.first()
		case <-ctx.Done():
		}
	}
}

// look is what the live screen knows from one look to the next.
type look struct {
	seen  string // the fingerprint that the last observation followed
	fault string // why the screen could not be observed, as it was told
}

// look asks the phone whether its screen changed, observes it when it did, and
// reports whether it shows something new.
func (s *Session) look(ctx context.Context, l *look) bool {
	fingerprint, err := s.phone.Probe(ctx)
	if err != nil || fingerprint == l.seen {
		return false // a lost phone is told by the link
	}
	before := s.phone.Last()
	now, err := s.phone.Observe(ctx)
	if ctx.Err() != nil {
		return false
	}
	if err != nil {
		s.tellFault(l, err.Error())
		return false
	}
	s.tellFault(l, "")
	l.seen = fingerprint
	if sameScreen(before, now) {
		return false
	}
	s.tellScreen(now)
	return true
}

// tellFault tells, once, why the screen of a connected phone cannot be seen,
// or that it can be again.
func (s *Session) tellFault(l *look, fault string) {
	if fault == l.fault {
		return
	}
	l.fault = fault
	s.emit(event.Event{Type: event.DeviceState, Device: s.phone.Serial(), State: device.StateDevice, Reason: fault})
}
