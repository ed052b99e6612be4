package tools

import (
	"context"
	"os"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"adroit/device/text"
	"adroit/permissions"
)

// change is a change of the workspace, ready to be asked about and made.
type change struct {
	action string // in words
	object string // what is changed
	text   string // what will be written
	make   func(*os.Root) (Result, error)

	before, after string // the whole file, "" where it does not exist
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
				Origin: r.originOf(c, planned.text), Cautions: r.cautions(t, c),
			},
			permissions.Request{
				CallID: c.ID, Tool: t.Name, Action: action, Diff: r.diff(planned.before, planned.after),
				Arguments: r.registry.JSON(mustJSON(a)), Changed: edited,
			}, r.hooks.Asked)
		r.hooks.Decided(request, answer)
		switch {
		case answer.Verdict == permissions.Edit:
			other, err := t.validate(answer.Arguments)
			if err == nil {
				_, err = t.change(r, other)
			}
			if edited = sayEdited(t, err); err == nil {
				a = other
			}
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

// diff is what a change does to a file, in the lines that it touches and a few
// around them, masked: first, as a secret may go over several lines.
func (r *Runner) diff(before, after string) string {
	const around = 2 // lines
	before, after = r.registry.Text(text.Visible(before)), r.registry.Text(text.Visible(after))
	if before == after {
		return "only what is masked changes"
	}
	diff, err := udiff.ToUnified("", "", before, udiff.Lines(before, after), around)
	if err != nil {
		panic("tools: " + err.Error()) // edits that do not fit the text that they were made for
	}
	_, hunks, _ := strings.Cut(diff, "\n+++ \n") // the action names the file
	return strings.TrimSuffix(hunks, "\n")
}
