package device

import (
	"context"

	"adroit/device/screen"
)

// flight is one observation in progress, with everybody who waits for it. Its
// goroutine ends when the observation has, or soon after the last who waited
// has gone.
type flight struct {
	acts    uint64 // Phone.acts when it began
	cancel  context.CancelFunc
	stopped bool // cancelled: its result is nobody's
	waiters int
	done    chan struct{} // closed when it has ended; what follows is final then
	context *screen.Context
	err     error
}

// Observe reads the phone's screen. It waits until the screen is at rest, up
// to ten seconds; the error is an *ObserveError then, or when there is no
// tree for another reason, and never an empty Context.
//
// Android has one automation connection, so one observation runs at a time. A
// caller shares the one in progress if nothing was done to the phone since it
// began; otherwise that one is cancelled, and its callers get the new one.
func (p *Phone) Observe(ctx context.Context) (*screen.Context, error) {
	for ctx.Err() == nil {
		f := p.board(ctx)
		select {
		case <-f.done:
			if !f.stopped {
				return f.context, p.wrap("observe", f.err)
			}
		case <-ctx.Done():
			p.leave(f)
		}
	}
	return nil, p.wrap("observe", context.Cause(ctx))
}

// board joins the observation in progress, or starts one.
func (p *Phone) board(ctx context.Context) *flight {
	p.mu.Lock()
	defer p.mu.Unlock()
	previous := p.flight
	if previous != nil && previous.acts == p.acts && !previous.stopped {
		previous.waiters++
		return previous
	}
	if previous != nil {
		previous.stop()
	}
	// It may outlive this caller, for others.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	f := &flight{acts: p.acts, cancel: cancel, waiters: 1, done: make(chan struct{})}
	p.flight = f
	go p.fly(ctx, f, previous)
	return f
}

// leave gives up waiting for f, which ends with the last who does.
func (p *Phone) leave(f *flight) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f.waiters--
	if f.waiters == 0 {
		f.stop()
	}
}

// stop must be called with Phone.mu held.
func (f *flight) stop() {
	f.stopped = true
	f.cancel()
}

// fly observes, once the observation before it has given back the phone's
// automation connection.
func (p *Phone) fly(ctx context.Context, f, previous *flight) {
	defer f.cancel()
	if previous != nil {
		<-previous.done
	}
	f.context, f.err = p.observe(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.flight == f {
		p.flight = nil
	}
	if f.err == nil {
		p.last = f.context
		p.learnFromIcon()
	}
	close(f.done)
}

// Last is the latest observation, nil before the first.
func (p *Phone) Last() *screen.Context {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}

// Touch tells that something was done to the phone, or that a person has just
// decided on what they saw: an observation that began before is not shared
// with those who ask from now on.
func (p *Phone) Touch() {
	p.mu.Lock()
	p.acts++
	p.mu.Unlock()
}
