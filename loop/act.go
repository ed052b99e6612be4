package loop

import (
	"context"

	"adroit/tools"
)

// act is something that the person does by hand.
type act struct {
	interruption
	call *call
}

// Act does something on the phone by the person's own hand, through the same
// runner as the model's calls, and returns at once; events tell the rest. One
// act may wait for another to end, a third is refused with ErrBusy.
func (s *Session) Act(c tools.Call) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.cause(); err != nil {
		return err
	}
	c.ID, c.ByPerson = s.newID("h"), true
	select {
	case s.acts <- &act{call: &call{Call: c}}:
		return nil
	default:
		return ErrBusy
	}
}

// runActs carries out the person's acts, one after the other, until ctx ends.
func (s *Session) runActs(ctx context.Context) {
	for {
		select {
		case a := <-s.acts:
			s.setActing(a)
			s.runAct(ctx, a)
			s.setActing(nil)
		case <-ctx.Done():
			return
		}
	}
}

func (s *Session) setActing(a *act) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.acting = a
}

func (s *Session) runAct(ctx context.Context, a *act) {
	ctx, release := a.begin(ctx)
	defer release()
	s.runApart(ctx, a.call)
}

// runApart carries out a call that belongs to no turn, and tells of it.
func (s *Session) runApart(ctx context.Context, c *call) tools.Result {
	s.tellProposal(c)
	result := s.run(ctx, c)
	if ctx.Err() != nil && !result.OK {
		result = cutShort(context.Cause(ctx), result)
	}
	s.tellResult(c, result)
	return result
}
