package loop

import (
	"context"
	"errors"
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
type Player struct {
	events []event.Event
	speed  float64

	closed chan struct{}
	once   sync.Once      // closes it
	work   sync.WaitGroup // the playing that goes on

	mu          sync.Mutex
	subscribers []*subscriber
}

// NewPlayer returns a Player of run. At speed 1 it takes as long as the run
// did, at 2 half as long; at 0 it does not wait at all. It ends with Close.
func NewPlayer(run *record.Run, speed float64) *Player {
	return &Player{events: run.Events, speed: speed, closed: make(chan struct{})}
}

// Play tells the events to the subscribers until the last one was told, or ctx
// or the Player ends: then it returns why. It is to be called once.
func (p *Player) Play(ctx context.Context) error {
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
	for i, e := range p.events {
		if i > 0 && p.speed > 0 {
			gap := time.Duration(float64(e.Time.Sub(p.events[i-1].Time)) / p.speed)
			if err := sleep(ctx, min(gap, longestGap)); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p.tell(e)
	}
	return nil
}

func (p *Player) tell(e event.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.subscribers {
		s.f(e)
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
