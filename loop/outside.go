package loop

import (
	"cmp"
	"context"
	"errors"

	"adroit/loop/event"
	"adroit/tools"
)

// errWithdrawn cuts short a call that its program no longer wants.
var errWithdrawn = errors.New("cancelled by the program that called")

// outsideCall is a call of another program.
type outsideCall struct {
	interruption
	call   *call
	result chan tools.Result // receives exactly one
}

// Call carries out a call of another program, such as an MCP client, through
// the same runner, policy and questions as the model's, and returns its result.
// Calls run one after the other. A skill that one of them reads binds those of
// the same tc.Program from then on, and never the model. tell, unless nil, hears of the call's events,
// one at a time; it must not block and must not call the session. The end of
// ctx cuts the call short; an error means that it did not begin.
func (s *Session) Call(ctx context.Context, tc tools.Call, tell func(event.Event)) (tools.Result, error) {
	s.mu.Lock()
	tc.ID, tc.ByPerson, tc.Program = s.newID("p"), false, cmp.Or(tc.Program, "unnamed")
	s.mu.Unlock()
	if tell != nil {
		defer s.Subscribe(func(e event.Event) {
			if e.CallID == tc.ID {
				tell(e)
			}
		})()
	}
	o := &outsideCall{call: &call{Call: tc}, result: make(chan tools.Result, 1)}
	defer context.AfterFunc(ctx, func() { o.interrupt(errWithdrawn) })()
	select {
	case s.outside <- o:
		return <-o.result, nil
	case <-ctx.Done():
		return tools.Result{}, context.Cause(ctx)
	case <-s.done:
		return tools.Result{}, ErrClosed
	}
}

// tellWhole has the result of c tell the whole screen where the one before was
// told to somebody else, to the model or to another program: what changed since
// then says little to who has not seen it.
func (s *Session) tellWhole(c *call) {
	if c.ByPerson {
		return // it tells nobody
	}
	outside := c.turn == nil
	s.mu.Lock()
	another := s.toldOutside != outside
	s.toldOutside = outside
	s.mu.Unlock()
	if another {
		s.runner.ShowAll()
	}
}

// runOutside carries out the calls of other programs until ctx ends.
func (s *Session) runOutside(ctx context.Context) {
	for {
		select {
		case o := <-s.outside:
			s.runOutsideCall(ctx, o)
		case <-ctx.Done():
			return
		}
	}
}

func (s *Session) runOutsideCall(ctx context.Context, o *outsideCall) {
	result := notRun("the session ended first")
	defer func() { o.result <- result }() // after a panic, too
	ctx, release := o.begin(ctx)
	defer release()
	result = s.runApart(ctx, o.call)
}
