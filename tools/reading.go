package tools

import (
	"context"

	"adroit/device/screen"
	"adroit/permissions"
)

// reading is one call of a tool that only looks at the phone or waits for it.
type reading struct {
	use
	seen *screen.Context // last; nil before the first look
}

// observe looks at the phone now.
func (r *reading) observe(ctx context.Context) (*screen.Context, error) {
	c, err := r.use.observe(ctx)
	if err == nil {
		r.seen = c
	}
	return c, err
}

// saw takes note of what was observed by other means.
func (r *reading) saw(c *screen.Context) *screen.Context {
	r.seen = r.use.saw(c)
	return r.seen
}

// run reads, and has it ruled upon whether what was seen last may be told: the
// screen that counts is the one that the result speaks of.
func (r *reading) run(ctx context.Context, a args) Result {
	label := r.words(r.tool, a, nil)
	r.hooks.Started(r.call, label)
	result, err := r.tool.read(ctx, r, a)
	if err != nil {
		result = failed(r.tool, err, false)
	}
	if r.seen == nil { // there is nothing to tell
		return result
	}
	if refused := r.decide(ctx, a, label, r.seen); refused != nil {
		r.ShowAll() // the model does not get to see what it was told
		return *refused
	}
	return result
}

// lookUp runs a tool that reads something else than the phone.
func (r *Runner) lookUp(ctx context.Context, t Tool, c Call, a args) Result {
	label := r.words(t, a, nil)
	if refused := (use{r, t, c}).decide(ctx, a, label, nil); refused != nil {
		return *refused
	}
	r.hooks.Started(c, label)
	result, err := t.lookUp(r, c, a)
	if err != nil {
		return failed(t, err, false)
	}
	return result
}

// decide has a call that does not act ruled upon, on the screen that it read
// where it read one. It returns nil where the call may tell what it read.
func (u use) decide(ctx context.Context, a args, label string, seen *screen.Context) *Result {
	about := permissions.Situation{Tool: u.tool.Name, Risk: u.tool.Risk, ByPerson: u.call.ByPerson, Screen: seen}
	asked := permissions.Request{CallID: u.call.ID, Tool: u.tool.Name, Action: label, Arguments: u.registry.JSON(mustJSON(a))}
	if seen != nil {
		about.Withheld, asked.App, asked.AppLabel = seen.Withheld(), seen.PackageName, seen.AppLabel
	}
	request, answer := u.broker.Decide(ctx, about, asked, u.hooks.Asked)
	if answer.Verdict.Approves() {
		return nil
	}
	u.hooks.Decided(request, answer)
	refused := u.denied(request, answer, seen)
	return &refused
}
