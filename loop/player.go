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

	stop context.CancelCauseFunc
	ctx  context.Context
	work sync.WaitGroup // the playing that goes on

	mu          sync.Mutex
	subscribers []*subscriber
}

// NewPlayer returns a Player of run. At speed 1 it takes as long as the run
// did, at 2 half as long; at 0 it does not wait at all. It ends with Close.
func NewPlayer(run *record.Run, speed float64) *Player {
	p := &Player{events: run.Events, speed: speed}
	p.ctx, p.stop = context.WithCancelCause(context.Background())
	return p
}

// Play tells the events to the subscribers until the last one was told, or ctx
// or the Player ends: then it returns why. It is to be called once.
func (p *Player) Play(ctx context.Context) error {
	p.work.Add(1)
	defer p.work.Done()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(p.ctx, func() { cancel(context.Cause(p.ctx)) })()
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
	p.stop(ErrClosed)
	p.work.Wait()
	return nil
}

// The rest of a Session's methods do nothing, and those that can say so do.

func (p *Player) Send(string) (bool, error)                { return false, ErrRecording }
func (p *Player) Unqueue() (string, bool)                  { return "", false }
func (p *Player) Cancel()                                  {}
func (p *Player) Resolve(string, permissions.Answer) error { return ErrRecording }
func (p *Player) Act(tools.Call) error                     { return ErrRecording }
func (p *Player) Watch(bool)                               {}
func (p *Player) SetMode(permissions.Mode) error           { return ErrRecording }
func (p *Player) Reveal(string) (string, bool)             { return "", false }
