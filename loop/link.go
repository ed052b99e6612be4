package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"adroit/device"
	"adroit/loop/event"
)

// StateDisconnected is the Event.State of a phone that the adb server does not
// list. The other states are the adb server's own.
const StateDisconnected = "disconnected"

// link is what is known of the connection to the phone, and says when that
// changes.
type link struct {
	mu      sync.Mutex
	state   string        // as told last
	changed chan struct{} // closed at the next change
}

func newLink() *link {
	return &link{
		state:   device.StateDevice, // it was when the phone was opened
		changed: make(chan struct{}),
	}
}

// next is closed at the next change.
func (l *link) next() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changed
}

// become reports whether state is another one than before.
func (l *link) become(state string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state == state {
		return false
	}
	l.state = state
	close(l.changed)
	l.changed = make(chan struct{})
	return true
}

// followLink tells how the phone's connection changes. lists are those of
// device.Hub.Track.
func (s *Session) followLink(ctx context.Context, lists <-chan []device.Info) {
	for {
		select {
		case infos, ok := <-lists:
			if !ok {
				return
			}
			s.tellLink(connection(infos, s.phone.Serial()))
		case <-ctx.Done():
			return
		}
	}
}

// tellLink tells the state of the connection, and what is wrong with it, where
// that is news.
func (s *Session) tellLink(state string, fault error) {
	if !s.link.become(state) {
		return
	}
	e := event.Event{Type: event.DeviceState, Device: s.phone.Serial(), State: state}
	if fault != nil {
		e.Reason = fault.Error()
	}
	s.emit(e)
}

// connection is the state of the phone in a list, and what is wrong with it.
// A nil list means that there is no adb server.
func connection(infos []device.Info, serial string) (state string, fault error) {
	i := slices.IndexFunc(infos, func(info device.Info) bool { return info.Serial == serial })
	switch {
	case infos == nil:
		return StateDisconnected, device.ErrNoServer
	case i < 0:
		return StateDisconnected, device.ErrNoDevice
	}
	return infos[i].State, infos[i].Fault()
}

// recheck is how often a lost phone is asked for its state while nothing is
// heard of it: a phone that hung says nothing when it answers again, and some
// adb servers (29.0.6 is one) do not tell their trackers that a phone at an
// address has gone offline.
const recheck = 2 * time.Second

// awaitPhone returns when the phone is ready. The error says that it was not
// within the limit, or why ctx ended.
func (s *Session) awaitPhone(ctx context.Context) error {
	if limit := s.limits.DeviceWait; limit > 0 {
		var release context.CancelFunc
		ctx, release = context.WithTimeoutCause(ctx, limit, errPhoneLost)
		defer release()
	}
	for {
		changed := s.link.next()
		state, err := s.phone.State(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			s.tellLink(StateDisconnected, err)
		default:
			s.tellLink(state, device.Info{State: state}.Fault())
			if state == device.StateDevice {
				return nil
			}
		}
		select {
		case <-changed:
		case <-time.After(recheck):
		case <-ctx.Done():
			cause := context.Cause(ctx)
			if errors.Is(cause, errPhoneLost) {
				cause = fmt.Errorf("%w for %v: check the cable or the network, then start again", cause, s.limits.DeviceWait)
			}
			return cause
		}
	}
}

var errPhoneLost = errors.New("the phone was away")
