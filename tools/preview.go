package tools

import (
	"context"
	"errors"

	"adroit/permissions"
)

// Preview says what the policy would decide about a call on the phone as it is
// now, and the request that a person would see. It looks at the phone, but
// neither asks nor acts. The error says why the call would fail before that; it
// wraps an *ArgumentError, a *screen.NotFoundError or a *screen.AmbiguousError
// where it is one.
func (r *Runner) Preview(ctx context.Context, c Call) (permissions.Request, permissions.Ruling, error) {
	t, ok := r.tool(c.Name)
	if !ok {
		return permissions.Request{}, permissions.Ruling{}, errors.New(r.unknownTool(c.Name).Message)
	}
	situation, request, err := r.foresee(ctx, t, c)
	if err != nil {
		return permissions.Request{}, permissions.Ruling{}, previewError{r.registry.Text(failed(t, err, false).Message), err}
	}
	request, ruling := r.broker.Preview(situation, request)
	return request, ruling, nil
}

// previewError is why a call would fail, in redacted words.
type previewError struct {
	message string
	cause   error
}

func (e previewError) Error() string { return e.message }
func (e previewError) Unwrap() error { return e.cause }

// foresee is what a call would have ruled upon.
func (r *Runner) foresee(ctx context.Context, t Tool, c Call) (permissions.Situation, permissions.Request, error) {
	a, err := t.validate(c.Arguments)
	if err != nil {
		return permissions.Situation{}, permissions.Request{}, err
	}
	call := act{use{r, t, c}, a}
	s, err := call.sceneNow(ctx)
	if err != nil {
		return permissions.Situation{}, permissions.Request{}, err
	}
	if t.plan == nil {
		about := permissions.Situation{Tool: t.Name, Risk: t.Risk, ByPerson: c.ByPerson}
		if t.read != nil {
			about.Screen, about.Withheld = s.screen, s.screen.Withheld()
		}
		return about, permissions.Request{Tool: t.Name, Action: r.words(t, a, nil), App: s.screen.PackageName}, nil
	}
	p, err := call.plan(ctx, s)
	switch {
	case s.hides(p, err):
		about, asked := call.blind(ctx, s)
		return about, asked, nil
	case err != nil:
		return permissions.Situation{}, permissions.Request{}, err
	}
	return call.situation(ctx, s, p), call.request(s, p, ""), nil
}
