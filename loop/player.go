package loop

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"adroit/loop/event"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
)

// ErrRecording is what a Player answers to whoever wants something done.
var ErrRecording = errors.New("this is a recording: nothing can be done in it")

// longestGap is the longest pause that a Player makes between two events, at
// whatever speed: nobody wants to wait for a person who went for lunch.
const longestGap = 3 * time.Second

// Player plays a recorded run back. It has the methods of a Session, so that
// whatever shows the one can show the other, but needs no model and no phone.
// Pause, SetSpeed, Seek and Skip may be called from any goroutine while it
// plays.
type Player struct {
	events []event.Event

	closed  chan struct{}
	once    sync.Once      // closes it
	work    sync.WaitGroup // the playing that goes on
	changed chan struct{}  // holds a token when one of the fields below changed

	mu          sync.Mutex
	next        int // index of the event that is told next
	speed       float64
	paused      bool
	subscribers []*subscriber
}

// NewPlayer returns a Player of run. At speed 1 it takes as long as the run
// did, at 2 half as long; at 0 it does not wait at all. It ends with Close.
func NewPlayer(run *record.Run, speed float64) *Player {
	return &Player{events: run.Events, speed: speed, closed: make(chan struct{}), changed: make(chan struct{}, 1)}
}

// Play tells the events to the subscribers until the last one was told, or ctx
// or the Player ends: then it returns why. It is to be called once.
func (p *Player) Play(ctx context.Context) error { return p.play(ctx, false) }

// Attend is Play for somebody who has the controls: after the last event it
// waits until an earlier one is sought.
func (p *Player) Attend(ctx context.Context) error { return p.play(ctx, true) }

func (p *Player) play(ctx context.Context, attended bool) error {
	p.work.Add(1)
	defer p.work.Done()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p.work.Go(func() {
		select {
		case <-p.closed:
			cancel(ErrClosed)
		case <-ctx.Done():
		}
	})
	for {
		at, wait := p.upcoming()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case at >= len(p.events) && !attended:
			return nil
		case wait > 0 && !p.rest(ctx, wait):
			continue // something else may come next
		}
		p.tellNext(at)
	}
}

// upcoming is the event that comes next, and the time until then.
func (p *Player) upcoming() (at int, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.paused || p.next >= len(p.events):
		return p.next, math.MaxInt64
	case p.next == 0 || p.speed == 0:
		return p.next, 0
	}
	gap := p.events[p.next].Time.Sub(p.events[p.next-1].Time)
	return p.next, min(time.Duration(float64(gap)/p.speed), longestGap)
}

// rest waits, and reports whether nothing else came first.
func (p *Player) rest(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.changed:
	case <-ctx.Done():
	}
	return false
}

// tellNext tells the event at index at, if it still is the next one.
func (p *Player) tellNext(at int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at == p.next && at < len(p.events) && !p.paused {
		p.tellUntil(at + 1)
	}
}

// tellUntil tells the events up to the one at index end. The caller holds p.mu.
func (p *Player) tellUntil(end int) {
	for ; p.next < end; p.next++ {
		for _, s := range p.subscribers {
			s.f(p.events[p.next])
		}
	}
}

// Len is the number of events.
func (p *Player) Len() int { return len(p.events) }

// Pause stops the playing, or lets it go on.
func (p *Player) Pause(paused bool) {
	p.change(func() { p.paused = paused })
}

// SetSpeed plays times as fast as it was, from now on; 0 does not wait at all.
func (p *Player) SetSpeed(times float64) {
	p.change(func() { p.speed = max(times, 0) })
}

// Seek goes to where n events have been told, at once. To go back, it tells
// them anew from the first one: an event with a lower number than the one
// before says so.
func (p *Player) Seek(n int) {
	p.change(func() { p.seek(n) })
}

// Skip goes to where the nth model call from here began, backwards where n is
// negative; beyond the last one to the end, and before the first to the start.
func (p *Player) Skip(n int) {
	p.change(func() {
		at := p.next
		for ; n > 0 && at < len(p.events); n-- {
			for at++; at < len(p.events) && p.events[at-1].Type != event.StepStarted; at++ {
			}
		}
		for ; n < 0 && at > 0; n++ {
			for at--; at > 0 && p.events[at-1].Type != event.StepStarted; at-- {
			}
		}
		p.seek(at)
	})
}

func (p *Player) seek(n int) {
	n = min(max(n, 0), len(p.events))
	if n < p.next {
		p.next = 0
		n = max(n, min(1, len(p.events))) // the first one says that it went back
	}
	p.tellUntil(n)
}

func (p *Player) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// Subscribe has f called with every event that is played from now on.
func (p *Player) Subscribe(f func(event.Event)) (unsubscribe func()) {
	s := &subscriber{f}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.subscribers = append(p.subscribers, s)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.subscribers = without(p.subscribers, s)
	}
}

// Close ends the playing.
func (p *Player) Close(context.Context) error {
	p.once.Do(func() { close(p.closed) })
	p.work.Wait()
	return nil
}

// Send is refused: nobody listens to what is said to a recording.
func (p *Player) Send(string) (queued bool, err error) { return false, ErrRecording }

// Unqueue finds nothing: nothing can be queued.
func (p *Player) Unqueue() (text string, ok bool) { return "", false }

// Cancel does nothing: what is played has happened. Close ends the playing.
func (p *Player) Cancel() {}

// Resolve is refused: the questions of a recording have been answered.
func (p *Player) Resolve(string, permissions.Answer) error { return ErrRecording }

// Act is refused: a recording has no phone.
func (p *Player) Act(tools.Call) error { return ErrRecording }

// Watch does nothing: the screens come as they were recorded.
func (p *Player) Watch(bool) {}

// SetMode is refused: nothing of a recording can be allowed.
func (p *Player) SetMode(permissions.Mode) error { return ErrRecording }

// Reveal finds nothing: what was masked is not in a record.
func (p *Player) Reveal(string) (text string, ok bool) { return "", false }
