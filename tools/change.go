package tools

import (
	"context"
	"os"

	"adroit/permissions"
)

// change is a change of the workspace, ready to be asked about and made.
type change struct {
	action string // in words
	object string // what is changed
	text   string // what will be written
	make   func(*os.Root) (Result, error)
}

// change has a change ruled upon, and makes it.
func (r *Runner) change(ctx context.Context, t Tool, c Call, a args) Result {
	edited := ""
	for {
		planned, err := t.change(r, a)
		if err != nil {
			return failed(t, err, false)
		}
		action := r.registry.Text(planned.action)
		request, answer := r.broker.Decide(ctx,
			permissions.Situation{
				Tool: t.Name, Risk: t.Risk, ByPerson: c.ByPerson, Object: planned.object,
				Origin: r.originOf(c, planned.text),
			},
			permissions.Request{
				CallID: c.ID, Tool: t.Name, Action: action, Typing: r.registry.Text(planned.text),
				Arguments: r.registry.JSON(mustJSON(a)), Changed: edited,
			}, r.hooks.Asked)
		r.hooks.Decided(request, answer)
		switch {
		case answer.Verdict == permissions.Edit:
			if a, err = t.validate(answer.Arguments); err != nil {
				return failed(t, err, false)
			}
			edited = "the arguments were edited"
			continue
		case !answer.Verdict.Approves():
			return denied(request, answer)
		case ctx.Err() != nil:
			return failed(t, context.Cause(ctx), false)
		}
		r.hooks.Started(c, action)
		var result Result
		err = r.workspace.within(func(root *os.Root) error {
			result, err = planned.make(root)
			return err
		})
		if err != nil {
			return failed(t, err, false)
		}
		return result
	}
}
