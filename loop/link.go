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

// link says when the state of the connection to the phone changes.
type link struct {
	mu      sync.Mutex
	changed chan struct{} // closed at the next change
}

func newLink() *link { return &link{changed: make(chan struct{})} }

// next is closed at the next change.
func (l *link) next() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changed
}

func (l *link) change() {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.changed)
	l.changed = make(chan struct{})
}

// followLink tells how the phone's connection changes. lists are those of
// device.Hub.Track.
func (s *Session) followLink(ctx context.Context, lists <-chan []device.Info) {
	state := device.StateDevice // it was when the phone was opened
	for {
		select {
		case infos, ok := <-lists:
			if !ok {
				return
			}
			now, fault := connection(infos, s.phone.Serial())
			if now == state {
				continue
			}
			state = now
			e := event.Event{Type: event.DeviceState, Device: s.phone.Serial(), State: state}
			if fault != nil {
				e.Reason = fault.Error()
			}
			s.emit(e)
			s.link.change()
		case <-ctx.Done():
			return
		}
	}
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
// heard of it: a phone that hung says nothing when it answers again.
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
		if err == nil && state == device.StateDevice {
			return nil
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
