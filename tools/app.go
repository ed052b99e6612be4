package tools

import (
	"context"
	"errors"
	"fmt"
	"time"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
)

// startPatience is until when an app must have come to the front: a cold start
// takes a few seconds.
const startPatience = 8 * time.Second

func openApp() Tool {
	return Tool{
		Name:    "open_app",
		Summary: "Open an app by launcher name or package.",
		Risk:    permissions.Medium, Idempotent: true,
		Params: []Param{{
			Name: "target", Kind: String, Required: true, NonEmpty: true,
			Doc: "the app's name as the launcher shows it, or its package name",
		}},
		words: func(a args, _ *screen.Node) string {
			return "Open the app " + text.Quote(a.text("target"), longestName)
		},
		plan: planOpenApp,
	}
}

func planOpenApp(ctx context.Context, s scene, a args) (plan, error) {
	app, err := s.phone.FindApp(ctx, a.text("target"))
	if err != nil {
		return plan{}, appFailure(err)
	}
	name := fmt.Sprintf("%s (%s)", text.Line(app.Label), app.Package)
	if app.Guessed {
		name = app.Package
	}
	if app.User != 0 {
		name = fmt.Sprintf("%s of user %d", name, app.User)
	}
	return plan{
		action: "Open " + name, object: app.Activity, opens: app.Package,
		commands: []device.Command{device.StartApp(app)},
		patience: startPatience,
		verify:   func(_, after *screen.Context) effect { return inFront(app.Package, name, after) },
	}, nil
}

// inFront proves the start of an app by what is in front.
func inFront(pkg, name string, after *screen.Context) effect {
	if after.PackageName == pkg {
		return effect{true, "Opened " + name, nil}
	}
	return effect{false, fmt.Sprintf("Started %s, but %s is in front", name, placeOf(after)), nil}
}

// appFailure tells how to name an app that was not found, or not alone.
func appFailure(err error) error {
	if e, ok := errors.AsType[*device.AppNotFoundError](err); ok {
		return fail("App not found").with(
			map[string]any{"target": e.Target, "candidates": appNames(e.Candidates)}, "open_app")
	}
	if e, ok := errors.AsType[*device.AmbiguousAppError](err); ok {
		return fail("Several apps have this name: give the component of one, as it stands after the name").with(
			map[string]any{"target": e.Target, "candidates": appNames(e.Candidates)}, "open_app")
	}
	return err
}

func appNames(apps []device.App) []string {
	names := make([]string, len(apps))
	for i, app := range apps {
		names[i] = app.Label + " " + app.Ref()
	}
	return names
}
