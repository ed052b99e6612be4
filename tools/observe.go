package tools

import (
	"context"
	"errors"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
)

func observeScreenContext() Tool {
	return Tool{
		Name:    "observe_screen_context",
		Summary: "Read the screen. Acts already return what they changed.",
		Risk:    permissions.Low, Idempotent: true,
		words: func(args, *screen.Node) string { return "Look at the screen" },
		read: func(ctx context.Context, r *reading, _ args) (Result, error) {
			now, err := r.observe(ctx)
			if err != nil {
				return Result{}, err
			}
			result := ScreenResult(now)
			r.tell(now, &Result{}) // that it has seen all of it
			return result, nil
		},
	}
}

func observeScreen() Tool {
	return Tool{
		Name:    "observe_screen",
		Summary: "Read the raw view tree: long, for class names and view ids.",
		Risk:    permissions.Low, Idempotent: true,
		words: func(args, *screen.Node) string { return "Read the raw view tree" },
		read: func(ctx context.Context, r *reading, _ args) (Result, error) {
			now, err := r.observe(ctx)
			if err != nil {
				return Result{}, err
			}
			result := observed(now)
			result.Screen = now.RawTree()
			return result, nil
		},
	}
}

// ScreenResult is the result of observe_screen_context for c.
func ScreenResult(c *screen.Context) Result {
	result := observed(c)
	result.Screen, result.seen = c.Model(), c
	return result
}

// Observed is the result of observe_screen_context where the phone shows c.
func (r *Runner) Observed(ctx context.Context, c *screen.Context) Result {
	u := use{Runner: r, tool: observeScreenContext()}
	c = u.shown(c)
	if refused := u.decide(ctx, args{}, "", c); refused != nil {
		return r.finish(*refused)
	}
	return ScreenResult(c)
}

// InJSON is r as a Runner with Options.ScreenJSON gives it to the model.
func (r Result) InJSON() Result {
	if r.seen != nil {
		r.Whole = mustJSON(r.seen)
	}
	return r
}

// ChangeResult tells what changed between two observations of one session, as
// the result of an act does.
func ChangeResult(before, after *screen.Context) Result {
	result := observed(after)
	result.Screen, result.seen = after.ModelChange(before), after
	return result
}

func observed(c *screen.Context) Result {
	return Result{OK: true, Status: Success, Message: "Observed " + placeOf(c)}
}

// placeOf names what is in front: the app, by its label where that is known.
func placeOf(c *screen.Context) string {
	switch place := text.Line(c.Place()); {
	case place == "":
		return "the screen"
	case c.Home:
		return "the " + place
	default:
		return place
	}
}

// appLabel is what the app in front is called. The home screen has mostly no
// label of its own.
func appLabel(c *screen.Context) string {
	if c.Home && c.AppLabel == "" {
		return "home screen"
	}
	return c.AppLabel
}

// explainObserve sorts the causes of a failed observation into those that pass
// and those that only a person can mend.
func explainObserve(err *device.ObserveError) *failure {
	f := fail(err.Error()).with(map[string]any{"cause": string(err.Cause)})
	switch err.Cause {
	case screen.CauseIdle, screen.CauseRegistered, screen.CauseElsewhere, device.CauseLocked, device.CauseScreenOff:
		return f.forGood()
	case device.CauseLost, device.CauseTimeout:
		f.Data["device_lost"] = true
	}
	return f.transient()
}

func asCovered(err error) (*screen.CoveredError, bool) {
	return errors.AsType[*screen.CoveredError](err)
}

// changeOf says in words what differs between two observations, "" for
// nothing that counts.
func changeOf(before, after *screen.Context) string {
	switch {
	case before.PackageName != after.PackageName:
		return "now in " + placeOf(after)
	case before.Activity != after.Activity || before.WindowTitle != after.WindowTitle:
		if after.WindowTitle == "" {
			return "another window is in front"
		}
		return "now " + text.Quote(after.WindowTitle, longestName)
	}
	change := screen.Diff(before, after)
	lines := len(change.Added) + len(change.Changed) + len(change.Gone)
	switch {
	case lines > 0:
		return text.Count(lines, "line") + " changed"
	case before.KeyboardVisible != after.KeyboardVisible && after.KeyboardVisible:
		return "the keyboard came up"
	case before.KeyboardVisible != after.KeyboardVisible:
		return "the keyboard went away"
	}
	return ""
}

// changes is an effect that any change of the screen proves.
func changes(done string) func(before, after *screen.Context) effect {
	return func(before, after *screen.Context) effect {
		change := changeOf(before, after)
		if change == "" {
			return effect{false, done + ", but the screen did not change", nil}
		}
		return effect{true, done + ": " + change, nil}
	}
}
