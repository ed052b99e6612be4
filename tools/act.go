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

// act is one call of an acting tool on its way.
type act struct {
	use
	args args
}

// mostChanges is how often a call is asked about anew because the screen
// changed between the question and the act.
const mostChanges = 5

// run plans the call, has it ruled upon, and carries it out on the screen that
// was ruled upon. Where the screen has become another one meanwhile, it begins
// anew, and says what is different.
func (a act) run(ctx context.Context) Result {
	s, err := a.scene(ctx)
	if err != nil {
		return failed(a.tool, err, false)
	}
	changed := ""
	for changes := 0; changes < mostChanges; {
		var p plan
		s, p, err = a.planFresh(ctx, s)
		switch {
		case s.hides(p, err):
			return a.withheld(ctx, s)
		case err != nil:
			return a.failedOn(s, err)
		case p.done != nil:
			return *p.done
		}
		request, answer := a.broker.Decide(ctx, a.situation(ctx, s, p), a.request(s, p, changed), a.hooks.Asked)
		a.hooks.Decided(request, answer)
		a.learn(request, answer)
		switch {
		case answer.Verdict == permissions.Edit:
			a.args, changed = a.edited(ctx, s, answer.Arguments)
			continue
		case !answer.Verdict.Approves():
			return a.denied(request, answer, s.screen)
		}
		result, now, difference := a.carryOut(ctx, s, p, request, answer)
		if difference == "" {
			return result
		}
		s, changed = now, difference
		changes++
	}
	return fail("the screen kept changing between question and act; nothing was done").transient().
		with(nil, "wait_for_idle").Result
}

// plan plans the call on s, if anybody may act on it.
func (a act) plan(ctx context.Context, s scene) (plan, error) {
	if err := s.usable(); err != nil {
		return plan{}, err
	}
	p, err := a.tool.plan(ctx, s, a.args)
	if p.action == "" {
		p.action = a.words(a.tool, a.args, p.target)
	}
	return p, err
}

// planFresh plans the call on s. Where that comes to nothing on a screen that may
// only have been too old, it looks again and returns the scene of now.
func (a act) planFresh(ctx context.Context, s scene) (scene, plan, error) {
	p, err := a.plan(ctx, s)
	if s.now || err == nil && p.done == nil && !s.hidden() {
		return s, p, err
	}
	if s, err = a.sceneNow(ctx); err != nil {
		return s, plan{}, err
	}
	p, err = a.plan(ctx, s)
	return s, p, err
}

// edited are the arguments that the person wrote in place of the call's, with
// what to say of them in the question that follows. Those that nothing can be
// planned with are not taken.
func (a act) edited(ctx context.Context, s scene, arguments json.RawMessage) (args, string) {
	other := a
	var err error
	if other.args, err = a.tool.validate(arguments); err == nil {
		_, _, err = other.planFresh(ctx, s)
	}
	if err != nil {
		other = a
	}
	return other.args, sayEdited(a.tool, err)
}

// sayEdited tells the person what became of the arguments that they wrote. err
// is why they were not taken: it is for the person to mend them, not for the
// model.
func sayEdited(t Tool, err error) string {
	if err != nil {
		return "the other arguments were not taken: " + failed(t, err, false).Message
	}
	return "the arguments were edited"
}

// carryOut acts as p says, if the phone still shows what p was planned on.
// Else it does nothing, and returns what is different on the screen of now.
func (a act) carryOut(ctx context.Context, s scene, p plan, asked permissions.Request, answer permissions.Answer) (result Result, now scene, different string) {
	select {
	case a.acting <- struct{}{}:
		defer func() { <-a.acting }()
	case <-ctx.Done():
		return failed(a.tool, context.Cause(ctx), false), s, ""
	}
	if !s.now || answer.By == permissions.ByPerson || s.acts != a.actCount() {
		a.phone.Touch() // an observation that began before the answer does not count
		now, err := a.sceneNow(ctx)
		if err != nil {
			return failed(a.tool, err, false), s, ""
		}
		q, err := a.plan(ctx, now)
		switch {
		case err != nil && now.hidden():
			return a.withheld(ctx, now), s, ""
		case err != nil:
			return a.failedOn(now, err), s, ""
		}
		if d := a.changed(ctx, asked, s, p, now, q); d != "" {
			return Result{}, now, d
		}
		s, p = now, q
	}
	if ctx.Err() != nil {
		return failed(a.tool, context.Cause(ctx), false), s, ""
	}
	if a.broker.Mode() == permissions.ModeReadOnly { // since the answer
		return failed(a.tool, errReadOnly, false), s, ""
	}
	if p.fill != nil {
		filled, err := p.fill(ctx)
		if err != nil {
			return failed(a.tool, err, false), s, ""
		}
		p = filled
	}
	a.hooks.Started(a.call, a.registry.Text(p.action))
	return a.perform(ctx, s, p, asked), s, ""
}

var errReadOnly = errors.New("the mode was changed to read-only before the act: nothing was done")

// failedOn is failed, with what the screen has become where that may explain
// the failure.
func (a act) failedOn(s scene, err error) Result {
	result := failed(a.tool, err, false)
	if s.screen != nil && !result.Stop {
		a.tell(s.screen, &result)
	}
	return result
}

// withheld is the result of a call that comes to nothing on a screen of which
// the caller sees nothing: what failed, and why, tells of it.
func (a act) withheld(ctx context.Context, s scene) Result {
	about, asked := a.blind(ctx, s)
	request, answer := a.broker.Decide(ctx, about, asked, a.hooks.Asked) // which denies
	a.hooks.Decided(request, answer)
	return a.denied(request, answer, s.screen)
}

// blind is, for the policy, a call that comes to nothing on s.
func (a act) blind(ctx context.Context, s scene) (permissions.Situation, permissions.Request) {
	about := a.situation(ctx, s, plan{})
	about.Withheld = s.screen.Withheld()
	return about, a.request(s, plan{action: a.words(a.tool, a.args, nil)}, "")
}

// perform runs the commands of p, as often as it takes, and observes what came
// of them.
func (a act) perform(ctx context.Context, s scene, p plan, asked permissions.Request) Result {
	before := s.screen
	for previous := before; ; {
		a.countAct()
		a.hooks.Run(a.call, a.maskedCommands(p))
		if err := a.phone.Run(ctx, p.commands...); err != nil {
			return a.halfway(failed(a.tool, err, !errors.Is(err, device.ErrNotSent)), p, before, previous)
		}
		after, err := a.observe(ctx)
		if err != nil {
			return a.halfway(a.unseen(err), p, before, previous)
		}
		if p.again == nil || !p.again(previous, after) {
			return a.prove(ctx, before, after, p)
		}
		s.screen, previous = after, after
		if err := a.mayRepeat(ctx, s, asked); err != nil {
			return a.halfway(failed(a.tool, err, true), p, before, previous)
		}
	}
}

// mayRepeat says why the commands of a plan may not run once more on s, or nil:
// a finger that meets something else now may do what nobody was asked about.
func (a act) mayRepeat(ctx context.Context, s scene, asked permissions.Request) error {
	next, err := a.plan(ctx, s)
	if err != nil {
		return err
	}
	if graver := a.graver(ctx, s, next, asked); graver != "" {
		return fail("stopped half-way: "+graver).with(nil, "observe_screen_context")
	}
	return nil
}

// halfway completes the result of a plan that failed after some of its
// repetitions: how far it came, and what was seen last.
func (a act) halfway(result Result, p plan, before, last *screen.Context) Result {
	if last == before {
		return result
	}
	if result.Data == nil {
		result.Data = map[string]any{}
	}
	maps.Copy(result.Data, p.progress())
	a.tell(last, &result)
	return result
}

// settlePause lies between observations that look for an effect. Observing
// itself waits until the screen is at rest, so that this need not be long.
const settlePause = 150 * time.Millisecond

// prove looks whether the act had its effect, which may take a moment.
func (a act) prove(ctx context.Context, before, after *screen.Context, p plan) Result {
	seen := p.verify(before, after)
	deadline := time.Now().Add(p.patience)
	for first := true; !seen.seen && (first || time.Now().Before(deadline)); first = false {
		if pause(ctx, settlePause) != nil {
			break
		}
		now, err := a.observe(ctx)
		if err != nil {
			return a.unseen(err)
		}
		after = now
		seen = p.verify(before, after)
	}
	if !seen.seen && after.Withheld() != "" {
		seen.message = "Done, but what came of it is withheld from you"
	}
	result := Result{Status: Success, Message: seen.message, Data: seen.data}
	a.tell(after, &result)
	if !seen.seen {
		result.Status = Warning
	}
	return result
}

// unseen is the result of an act whose effect nobody could observe.
func (a act) unseen(err error) Result {
	result := failed(a.tool, err, true)
	result.Message = "done, but what came of it cannot be seen: " + result.Message
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
