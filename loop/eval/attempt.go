package eval

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/text"
	"adroit/loop"
	"adroit/loop/event"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
)

// What an attempt may take beside its turn.
const (
	openDeadline  = 30 * time.Second // to reach the phone and learn its apps
	setupDeadline = 2 * time.Minute
	closeDeadline = 2 * time.Second
)

// attempt is one task on its way.
type attempt struct {
	*Options
	task     Task
	stage    Stage
	hub      *device.Hub
	phone    *device.Phone
	registry *redact.Registry
}

// try makes one attempt at a task. Whatever keeps it from being judged is in
// Attempt.Error.
func (o *Options) try(ctx context.Context, task Task) Attempt {
	a := &attempt{Options: o, task: task, registry: o.Registry()}
	result, err := a.run(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		result.Cancelled = true
	case err != nil:
		result.Error = text.Line(a.registry.Text(err.Error()))
	}
	return result
}

func (a *attempt) run(ctx context.Context) (Attempt, error) {
	stage, err := a.Open(ctx, a.task.Phone)
	if err != nil {
		return Attempt{}, fmt.Errorf("open the phone: %w", err)
	}
	defer stage.Close()
	a.stage = stage
	if a.task.Simulated() && stage.Sim == nil {
		return Attempt{}, errors.New("the task needs a simulated phone")
	}
	if err := a.reach(ctx); err != nil {
		return Attempt{}, err
	}
	if err := a.setUp(ctx); err != nil {
		return Attempt{}, fmt.Errorf("set-up: %w", err)
	}
	log, err := record.Create(a.StateDir, a.phone.Serial(), a.ModelName, a.Now())
	if err != nil {
		return Attempt{}, fmt.Errorf("the run cannot be recorded: %w", err)
	}
	result := Attempt{RunID: log.RunID()}
	happens := &happenings{sim: stage.Sim, pending: a.task.Happens}
	if err := happens.begin(); err != nil {
		return result, errors.Join(err, log.Close())
	}
	var count tally
	end, err := a.turn(ctx, log, happens.event, count.event)
	if err = errors.Join(err, happens.err); err != nil {
		return result, err
	}
	count.into(&result)
	result.Outcome, result.Reason = end.Outcome, end.Reason
	result.Claimed = end.Outcome == event.Done
	if ctx.Err() == nil {
		result.Faults = a.faults(ctx, end, count.denied)
	}
	if result.Cancelled = ctx.Err() != nil; result.Cancelled {
		result.Faults = nil // the look at the phone was cut short too
		return result, nil
	}
	result.Passed = len(result.Faults) == 0
	return result, nil
}

// reach opens the phone of the stage and learns what its apps are called, as
// every session does.
func (a *attempt) reach(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, openDeadline)
	defer cancel()
	a.hub = device.NewHub(a.stage.Addr)
	if a.phone, err = a.hub.Open(ctx, a.stage.Serial, a.registry); err != nil {
		return err
	}
	if err := a.phone.RestoreKeyboard(ctx); err != nil {
		return err
	}
	// Without labels, packages stand in their place.
	_ = a.phone.LearnLabels(ctx, filepath.Join(a.StateDir, "labels.json"))
	return nil
}

// setUp brings the phone where the task begins.
func (a *attempt) setUp(ctx context.Context) error {
	if len(a.task.Setup) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, setupDeadline)
	defer cancel()
	broker := permissions.NewBroker(a.Policy, person{a.task}, permissions.Options{})
	for _, c := range a.task.Setup {
		broker.Origins().Said(string(c.Arguments)) // whoever wrote the suite says them
	}
	runner := tools.NewRunner(a.phone, broker, a.registry, a.Tools, tools.Hooks{})
	for _, c := range a.task.Setup {
		if r := runner.Run(ctx, tools.Call{Name: c.Tool, Arguments: c.Arguments}); r.Status != tools.Success {
			return fmt.Errorf("%s: %s", c.Tool, r.Message)
		}
	}
	return nil
}

// turn asks the model, and returns the event that ended the turn.
func (a *attempt) turn(ctx context.Context, log *record.Writer, subscribers ...func(event.Event)) (event.Event, error) {
	session := loop.New(loop.Config{
		Model: a.Model(a.task), Phone: a.phone, Hub: a.hub, Registry: a.registry, Tools: a.Tools,
		Policy: a.Policy, Approver: person{a.task}, Record: log, Limits: a.limits(), Now: a.Now,
	})
	for _, f := range subscribers {
		session.Subscribe(f)
	}
	if limit := a.timeout(); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, fmt.Errorf("the task took longer than %s: %w", limit, context.DeadlineExceeded))
		defer cancel()
	}
	end := session.RunTurn(ctx, a.task.Prompt)
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeDeadline)
	defer cancel()
	return end, session.Close(closing)
}

// limits are those of the caller, or the task's budget where it is smaller.
func (a *attempt) limits() loop.Limits {
	limits := a.Limits
	least := func(n *int, budget int) {
		if budget > 0 && (*n == 0 || budget < *n) {
			*n = budget
		}
	}
	least(&limits.Steps, a.task.Budget.Steps)
	least(&limits.Tokens, a.task.Budget.Tokens)
	return limits
}

// timeout is the shorter of the caller's and the task's own; 0 is none.
func (a *attempt) timeout() time.Duration {
	if budget := a.task.Budget.Time; budget > 0 && (a.Timeout == 0 || budget < a.Timeout) {
		return budget
	}
	return a.Timeout
}

// person approves what the suite says of a task, and denies the rest.
type person struct{ task Task }

// Ask answers r at once.
func (p person) Ask(_ context.Context, r permissions.Request, answer func(permissions.Answer) error) {
	a := permissions.Answer{Verdict: permissions.Denied, By: permissions.ByRule, Reason: permissions.ReasonSuite}
	if r.Rule == "" && p.task.may(r) {
		a = permissions.Answer{Verdict: permissions.Once, By: permissions.ByRule, Reason: permissions.ReasonSuite, Word: r.Word}
	}
	// The only error is that the turn has ended meanwhile, which denies as well.
	_ = answer(a)
}
