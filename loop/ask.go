package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"adroit/device/redact"
	"adroit/loop/event"
	"adroit/loop/model"
)

// firstRetry is the wait before a failed model call is tried again; it doubles
// each time. An endpoint that asks for longer gets it, up to longestRetry.
const (
	firstRetry   = time.Second
	longestRetry = time.Minute
)

// errEmptyReply is what some servers make of a tool call that they lost.
var errEmptyReply = errors.New("the model's reply was empty: try again, or another model")

// ask makes the model call of step n, once more where it failed in a way that
// may pass, or for the pictures in it, and nothing of its answer was shown.
func (s *Session) ask(ctx context.Context, t *turn, n int, last bool) (model.Reply, error) {
	s.tell(t, event.Event{Type: event.StepStarted, Step: n, MaxSteps: s.limits.Steps})
	req := s.request(s.history.sent(), last)
	for try := 0; ; try++ {
		reply, shown, err := s.stream(ctx, t, n, req)
		if err == nil {
			err = malformed(reply, shown)
		}
		if err == nil || ctx.Err() != nil {
			return reply, err
		}
		if !shown && s.dropPictures(t, n, err) {
			req = s.request(s.history.sent(), last)
			continue
		}
		delay, ok := retryDelay(err, try)
		if !ok || shown || try >= s.limits.Retries {
			return reply, err
		}
		s.tell(t, event.Event{Type: event.RetryScheduled, Step: n, DelayMS: delay.Milliseconds(), Reason: err.Error()})
		if err := sleep(ctx, delay); err != nil {
			return model.Reply{}, err
		}
	}
}

// stream makes one model call and tells its words as they come. shown reports
// whether there were any.
func (s *Session) stream(ctx context.Context, t *turn, n int, req model.Request) (reply model.Reply, shown bool, err error) {
	words := s.newSpeech(t, n)
	defer words.end() // when the model panics, too
	reply, err = s.model.Reply(ctx, req, func(delta string) {
		if ctx.Err() == nil {
			words.say(delta)
		}
	})
	shown = words.end()
	if err != nil {
		return reply, shown, err
	}
	s.count(t, n, req, reply)
	return reply, shown, nil
}

// request is a request for the model's next message, after messages.
func (s *Session) request(messages []model.Message, noTools bool) model.Request {
	return model.Request{System: s.system, Messages: messages, Tools: s.declared, NoTools: noTools}
}

// count tells what a model call used, and learns from it.
func (s *Session) count(t *turn, n int, req model.Request, reply model.Reply) {
	used := reply.Usage
	t.tokens += used.Input + used.Output
	t.cost += used.Cost
	s.gauge.learn(req, used)
	s.tell(t, event.Event{Type: event.Usage, Step: n, Reason: string(reply.Stop), Items: s.loggedItems(reply), Tokens: &event.Tokens{
		Input: used.Input, Cached: used.Cached, Output: used.Output, Estimated: used.Estimated, TurnTotal: t.tokens,
		Cost: used.Cost, TurnCost: t.cost, Currency: used.Currency,
	}})
}

// loggedItems is what the log may hold of what the provider wants back with a
// reply. Where a call would type what is kept out of the log, so is the
// reasoning that may name it.
func (s *Session) loggedItems(reply model.Reply) json.RawMessage {
	mask := s.events.registry.Text
	if slices.ContainsFunc(reply.Calls, func(c model.Call) bool { return s.hidesTyping(c.Name) }) {
		mask = maskAll
	}
	return model.LoggedItems(reply.Items, mask)
}

// maskAll masks a text whatever it says.
func maskAll(text string) string {
	if text == "" {
		return ""
	}
	return redact.Mask
}

// malformed says why a reply is none. It must never count as an answer.
func malformed(r model.Reply, shown bool) error {
	switch {
	case r.Stop == model.StopToolCalls && len(r.Calls) == 0:
		return errors.New("the endpoint announced tool calls and sent none: try again, or another model")
	case len(r.Calls) == 0 && strings.TrimSpace(r.Text) == "" && !shown &&
		(r.Stop == model.StopEnd || r.Stop == model.StopIncomplete):
		return errEmptyReply
	}
	return nil
}

// retryDelay is how long to wait before the model is asked again after err; ok
// is false where asking again would not help.
func retryDelay(err error, try int) (delay time.Duration, ok bool) {
	delay = firstRetry << try
	endpoint, ok := errors.AsType[*model.EndpointError](err)
	if !ok {
		return delay, errors.Is(err, errEmptyReply)
	}
	// A hung endpoint has used up its deadline already.
	ok = endpoint.Transient() && endpoint.Kind != model.KindHung && endpoint.RetryAfter <= longestRetry
	return max(delay, endpoint.RetryAfter), ok
}

// sleep waits for d, or until ctx ends: then it returns why.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait: %w", context.Cause(ctx))
	}
}
