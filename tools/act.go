package tools

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"time"

	"adroit/device"
	"adroit/device/screen"
	"adroit/permissions"
)

// mostQuestions is how often one call may be asked about, because the screen
// changed between question and act or because the person edited the arguments.
const mostQuestions = 5

// act plans a call, has it ruled upon, and carries it out on the screen that
// was ruled upon. Where the screen has become another one meanwhile, it begins
// anew.
func (r *Runner) act(ctx context.Context, t Tool, c Call, a args) Result {
	s, err := r.scene(ctx)
	if err != nil {
		return failed(t, err, false)
	}
	changed := ""
	for range mostQuestions {
		p, err := r.plan(ctx, t, s, a)
		if err != nil && !s.now {
			// The screen may only have been too old.
			if s, err = r.sceneNow(ctx); err == nil {
				p, err = r.plan(ctx, t, s, a)
			}
		}
		if err != nil {
			return r.failedOn(t, c, s, err)
		}
		if p.done != nil {
			return *p.done
		}
		request, answer := r.broker.Decide(ctx, situation(t, c, s, p), r.request(t, c, a, s, p, changed), r.hooks.Asked)
		r.hooks.Decided(request, answer)
		switch {
		case answer.Verdict == permissions.Edit:
			if a, err = t.validate(answer.Arguments); err != nil {
				return failed(t, err, false)
			}
			changed = "the person edited the arguments"
			continue
		case !answer.Verdict.Approves():
			return denied(request, answer)
		}
		result, next, difference := r.carryOut(ctx, t, c, a, s, p, answer)
		if difference == "" {
			return result
		}
		s, changed = next, difference
	}
	return fail("the screen kept changing between question and act; nothing was done").transient().
		with(nil, "wait_for_idle").Result
}

// plan plans the call on s, where anybody may act on it.
func (r *Runner) plan(ctx context.Context, t Tool, s scene, a args) (plan, error) {
	if err := s.usable(); err != nil {
		return plan{}, err
	}
	p, err := t.plan(ctx, s, a)
	if p.action == "" {
		p.action = t.words(a, p.target)
	}
	return p, err
}

// failedOn is failed, with what the screen has become where that may explain
// the failure.
func (r *Runner) failedOn(t Tool, c Call, s scene, err error) Result {
	result := failed(t, err, false)
	if s.screen != nil && !result.Stop {
		result.Screen = r.tell(c, s.screen)
	}
	return result
}

// carryOut acts as p says, if the phone still shows what p was made on: else it
// returns the difference, and the new screen, and has done nothing.
func (r *Runner) carryOut(ctx context.Context, t Tool, c Call, a args, s scene, p plan, answer permissions.Answer) (result Result, next scene, changed string) {
	select {
	case r.acting <- struct{}{}:
		defer func() { <-r.acting }()
	case <-ctx.Done():
		return failed(t, context.Cause(ctx), false), s, ""
	}
	unasked := answer.By == permissions.ByPolicy || answer.By == permissions.ByGrant
	if !s.now || !unasked || s.acts != r.actCount() {
		r.phone.Touch() // an observation that began before the answer does not count
		now, err := r.sceneNow(ctx)
		if err != nil {
			return failed(t, err, false), s, ""
		}
		q, err := r.plan(ctx, t, now, a)
		if err != nil {
			return r.failedOn(t, c, now, err), s, ""
		}
		if d := difference(p, s.screen, q, now.screen); d != "" {
			return Result{}, now, d
		}
		s, p = now, q
	}
	if err := ctx.Err(); err != nil {
		return failed(t, context.Cause(ctx), false), s, ""
	}
	r.hooks.Started(c, r.registry.Text(p.action))
	return r.perform(ctx, t, c, s.screen, p), s, ""
}

// perform runs the commands of p, as often as it takes, and observes what came
// of them.
func (r *Runner) perform(ctx context.Context, t Tool, c Call, before *screen.Context, p plan) Result {
	for previous := before; ; {
		r.mu.Lock()
		r.acts++
		r.mu.Unlock()
		if err := r.phone.Run(ctx, p.commands...); err != nil {
			return failed(t, err, !errors.Is(err, device.ErrNotSent))
		}
		after, err := r.observe(ctx)
		if err != nil {
			return unseen(t, err)
		}
		if p.again == nil || !p.again(previous, after) {
			return r.prove(ctx, t, c, before, after, p)
		}
		previous = after
	}
}

// unseen is the result of an act whose effect nobody could observe.
func unseen(t Tool, err error) Result {
	result := failed(t, err, true)
	result.Message = "done, but what came of it cannot be seen: " + result.Message
	return result
}

// settlePause lies between observations that look for an effect. Observing
// itself waits until the screen is at rest, so that this need not be long.
const settlePause = 150 * time.Millisecond

// prove looks whether the act had its effect, which may take a moment.
func (r *Runner) prove(ctx context.Context, t Tool, c Call, before, after *screen.Context, p plan) Result {
	seen := p.verify(before, after)
	for range p.patience {
		if seen.seen || pause(ctx, settlePause) != nil {
			break
		}
		now, err := r.observe(ctx)
		if err != nil {
			return unseen(t, err)
		}
		after = now
		seen = p.verify(before, after)
	}
	result := Result{Status: Success, Message: seen.message, Data: seen.data, Screen: r.tell(c, after)}
	if !seen.seen {
		result.Status = Warning
	}
	return result
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func situation(t Tool, c Call, s scene, p plan) permissions.Situation {
	return permissions.Situation{
		Tool: t.Name, Risk: t.Risk, ByPerson: c.ByPerson,
		Screen: s.screen, Target: p.target, Object: p.object,
		Presses: p.presses, Types: p.types, Secret: p.secret, Enter: p.enter,
	}
}

// request describes the act for the person who is asked.
func (r *Runner) request(t Tool, c Call, a args, s scene, p plan, changed string) permissions.Request {
	request := permissions.Request{
		CallID: c.ID, Tool: t.Name,
		Action: r.registry.Text(p.action), Arguments: r.maskedArguments(a, p),
		Typing: p.typing, Changed: changed,
		ObservationID: s.screen.ObservationID, App: s.screen.PackageName,
		AppLabel: s.screen.AppLabel, Window: s.screen.WindowTitle,
	}
	for _, line := range p.visible() {
		request.Commands = append(request.Commands, r.registry.Text(line))
	}
	if p.target != nil {
		bounds := p.target.Bounds
		request.TargetID, request.TargetLine, request.TargetBounds = p.target.ID, p.target.Line(), &bounds
	}
	return request
}

// maskedArguments are the arguments as a person and a log may see them.
func (r *Runner) maskedArguments(a args, p plan) json.RawMessage {
	if p.types {
		a = maps.Clone(a)
		a["text"] = p.typing
	}
	return r.registry.JSON(mustJSON(a))
}

// denied tells the model that, and where it was said why, the act may not be.
func denied(request permissions.Request, answer permissions.Answer) Result {
	message := "permission denied"
	switch {
	case answer.Message != "":
		message += ": " + answer.Message
	case answer.By == permissions.ByTimeout:
		message += ": nobody answered in time"
	case answer.By == permissions.ByCancel:
		message += ": the turn ended before the answer"
	}
	f := fail(message).with(map[string]any{
		"denied": true, "by": answer.By, "reason": answer.Reason,
		"risk": request.Risk.String(), "classes": classNames(request.Classes),
	})
	f.Stop = answer.Verdict == permissions.StopTurn
	return f.Result
}

func classNames(classes []permissions.Class) []string {
	names := make([]string, len(classes))
	for i, c := range classes {
		names[i] = string(c)
	}
	return names
}
