package loop

import (
	"context"
	"fmt"
	"sync"

	"adroit/device/text"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/permissions"
	"adroit/tools"
)

// turn is one request of the person, until its answer.
type turn struct {
	interruption
	id   string
	text string

	// For the goroutine that runs it alone.
	tokens  int                 // input and output so far
	cost    float64             // of them, where it is known
	denied  *permissions.Answer // to the last call above low risk, or to the last look since, where it was denied
	look    bool                // denied was the answer to a look
	claims  int                 // claims to be done that the gate disproved
	repeats repeats
	vain    vain
	open    []*call // proposed, without a result yet

	once  sync.Once
	ended chan struct{} // closed when final is set
	final event.Event   // the terminal event
}

// runTurns runs one turn after the other until ctx ends.
func (s *Session) runTurns(ctx context.Context) {
	s.settle(ctx)
	for {
		select {
		case t := <-s.start:
			end := s.runTurn(ctx, t)
			if end.outcome != event.Failed { // else the same trouble would eat up the queue
				s.proceed()
			}
		case <-ctx.Done():
			s.dropTurns()
			return
		}
	}
}

// dropTurns lets go of the turns that can no longer begin.
func (s *Session) dropTurns() {
	s.mu.Lock() // whoever found the session alive has handed its turn over by then
	queue := s.queue
	s.queue = nil
	s.mu.Unlock()
	select {
	case t := <-s.start:
		s.endTurn(t, interrupted(s.cause()))
	default:
	}
	for _, t := range queue {
		t.drop(s.cause())
	}
}

// runTurn runs t to its end. Whatever happens in it, a panic included, it ends
// with one terminal event and a valid history.
func (s *Session) runTurn(ctx context.Context, t *turn) *ending {
	var end *ending
	s.protect("turn "+t.id, func() {
		ctx, release := t.begin(ctx)
		defer release()
		s.tell(t, event.Event{Type: event.TurnStarted, Text: t.text})
		s.history.person(t.text)
		s.broker.Origins().Said(t.text)
		end = s.steps(ctx, t)
	})
	if end == nil { // it panicked, and that ended the session
		end = interrupted(s.cause())
	}
	s.protect("the end of turn "+t.id, func() { s.finishHistory(t, end) })
	s.runner.LeaveSkills()
	s.rest() // before the end is told: whoever hears of it can send again
	s.endTurn(t, end)
	return end
}

// finishHistory leaves the history such that a next turn can follow. Calls are
// open only after a panic.
func (s *Session) finishHistory(t *turn, end *ending) {
	for len(t.open) > 0 {
		result := notRun("the turn ended first")
		if !t.open[0].began.IsZero() {
			result = tools.Result{Status: tools.Error, Message: "interrupted: what it had begun may have happened"}
		}
		s.answer(t, t.open[0], result)
	}
	for len(s.history.open) > 0 {
		s.history.result(notRun("the turn ended first").ForModel(), note{})
	}
	s.history.close(endedEarly(end.outcome))
}

// endTurn tells that t has ended, the first time that it is called for it.
func (s *Session) endTurn(t *turn, end *ending) {
	t.once.Do(func() {
		defer close(t.ended) // even when a subscriber panics
		t.final = end.event()
		t.final = s.tell(t, t.final)
	})
}

// drop ends a turn that never began: only RunTurn learns of it.
func (t *turn) drop(cause error) {
	t.once.Do(func() {
		t.final = interrupted(cause).event()
		close(t.ended)
	})
}

// tell emits an event of the turn.
func (s *Session) tell(t *turn, e event.Event) event.Event {
	e.TurnID = t.id
	return s.emit(e)
}

// steps lets the model work until the turn is over.
func (s *Session) steps(ctx context.Context, t *turn) *ending {
	for n := 1; ; n++ {
		last := n >= s.limits.Steps
		s.compact(ctx, t, n)
		if end := s.spent(t); end != nil {
			return end
		}
		reply, err := s.ask(ctx, t, n, last)
		if ctx.Err() != nil {
			return interrupted(context.Cause(ctx))
		}
		if err != nil {
			return failure(err)
		}
		if reply.Text != "" || len(reply.Calls) > 0 {
			s.history.assistant(reply)
		}
		end := s.judge(t, reply, last)
		switch {
		case len(reply.Calls) > 0:
			end = s.runCalls(ctx, t, n, reply.Calls, end)
		case end.claims():
			end = s.checkClaim(ctx, t, n, end)
		}
		if end != nil {
			s.lastWords(end, reply)
			return end
		}
	}
}

// lastWords gives an ending the words of the reply that it came with, unless it
// has its own.
func (s *Session) lastWords(end *ending, reply model.Reply) {
	if end.text == "" {
		end.text = reply.Text
	}
	if s.speak {
		end.text, end.speak = cutSpeak(end.text)
	}
}

// judge decides whether the turn ends with this reply, before its calls are
// run: nil lets it go on with them.
func (s *Session) judge(t *turn, reply model.Reply, last bool) *ending {
	switch {
	case reply.Stop == model.StopLength:
		return &ending{outcome: event.CutOff, reason: "the reply reached the model's length limit"}
	case reply.Stop == model.StopIncomplete:
		return &ending{outcome: event.CutOff, reason: "the endpoint ended the reply in the middle"}
	case reply.Stop == model.StopRefusal:
		return &ending{outcome: event.Refused, reason: "the model declined"}
	case last:
		// Its words are no claim to be done: it was not free to go on.
		return &ending{outcome: event.OutOfTurns, reason: "the limit of " + text.Count(s.limits.Steps, "step") + " was reached"}
	case len(reply.Calls) == 0 && t.denied != nil:
		return deniedBy(*t.denied, t.look)
	case len(reply.Calls) == 0:
		return &ending{outcome: event.Done}
	}
	return s.spent(t)
}

// spent ends a turn whose tokens are used up; else it is nil.
func (s *Session) spent(t *turn) *ending {
	if t.tokens < s.limits.Tokens {
		return nil
	}
	return &ending{outcome: event.OutOfTokens, reason: fmt.Sprintf("%s used, of %d", text.Count(t.tokens, "token"), s.limits.Tokens)}
}

// runCalls answers the calls of one reply, in order. Those that come after the
// end of the turn are answered without being run.
func (s *Session) runCalls(ctx context.Context, t *turn, step int, wanted []model.Call, end *ending) *ending {
	for _, w := range wanted {
		t.open = append(t.open, s.propose(t, step, w))
	}
	for len(t.open) > 0 {
		c := t.open[0]
		if end == nil && ctx.Err() != nil {
			end = interrupted(context.Cause(ctx))
		}
		if end != nil {
			s.answer(t, c, notRun(end.notice()))
			continue
		}
		end = s.runCall(ctx, t, c)
	}
	if end == nil {
		end = t.vain.step()
	}
	return end
}

// notRunMark begins the message of a call that was not run.
const notRunMark = "not run: "

// notRun is the result of a call that was not run.
func notRun(why string) tools.Result {
	return tools.Result{Status: tools.Error, Message: notRunMark + why, Idempotent: true}
}
