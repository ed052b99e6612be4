package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
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
		Summary: "Open an app, or bring it to the front.",
		Risk:    permissions.Medium, Idempotent: true,
		Params: []Param{{
			Name: "target", Kind: String, Required: true, NonEmpty: true,
			Doc: "the app's name as the launcher shows it, or its package name",
		}},
		words: func(a args, _ *screen.Node) string {
			return fmt.Sprintf("Open the app %q", text.Truncate(text.Line(a.text("target")), 60))
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
	return plan{
		action: "Open " + name, object: app.Activity,
		commands: []device.Command{device.StartApp(app)},
		patience: startPatience,
		verify: func(_, after *screen.Context) effect {
			if after.PackageName == app.Package {
				return effect{true, "Opened " + name, nil}
			}
			return effect{false, fmt.Sprintf("Started %s, but %s is in front", name, placeOf(after)), nil}
		},
	}, nil
}

// appFailure tells how to name an app that was not found, or not alone.
func appFailure(err error) error {
	if e, ok := errors.AsType[*device.AppNotFoundError](err); ok {
		return fail("App not found").with(
			map[string]any{"target": e.Target, "candidates": appNames(e.Candidates)}, "open_app")
	}
	if e, ok := errors.AsType[*device.AmbiguousAppError](err); ok {
		return fail("Several apps have this name: give the component of one, after the name").with(
			map[string]any{"target": e.Target, "candidates": appNames(e.Candidates)}, "open_app")
	}
	return err
}

func appNames(apps []device.App) []string {
	names := make([]string, len(apps))
	for i, app := range apps {
		names[i] = app.Label + " " + app.Activity
	}
	return names
}

func openSettingsPanel() Tool {
	return Tool{
		Name: "open_settings_panel",
		Summary: "Open one page of the system settings. It only opens the page and switches nothing; " +
			"app_info and notifications are about the app in front.",
		Risk: permissions.Medium, Idempotent: true,
		Params: []Param{{
			Name: "panel", Kind: String, Required: true, Enum: device.Panels(), Doc: "the page to open",
		}},
		words: func(a args, _ *screen.Node) string {
			return "Open the settings page " + a.text("panel")
		},
		plan: planOpenPanel,
	}
}

func planOpenPanel(_ context.Context, s scene, a args) (plan, error) {
	panel, about := a.text("panel"), ""
	if panel == "app_info" || panel == "notifications" {
		about = s.screen.PackageName
	}
	command, err := device.OpenPanel(panel, about)
	if err != nil {
		return plan{}, fail(err.Error())
	}
	p := plan{
		object: panel, commands: []device.Command{command}, patience: startPatience,
		verify: func(_, after *screen.Context) effect {
			if showsPanel(after, panel) {
				return effect{true, "Opened the settings page " + panel, nil}
			}
			return effect{false, fmt.Sprintf("Asked for the settings page %s, but %s is in front", panel, placeOf(after)), nil}
		},
	}
	if about != "" {
		p.action, p.object = fmt.Sprintf("Open the settings page %s of %s", panel, about), panel+" "+about
	}
	return p, nil
}

// panelActivities are parts of the names of the activities that AOSP's
// Settings, from Android 6 to 16, opens for a panel.
var panelActivities = map[string][]string{
	"wifi":            {"wifi", "networkprovider"},
	"bluetooth":       {"bluetooth", "connecteddevice"},
	"accessibility":   {"accessibility"},
	"app_info":        {"installedappdetails", "appinfo", "applicationdetails"},
	"notifications":   {"notification"},
	"system_settings": {"settings", "homepage"},
}

// showsPanel reports whether the settings page is in front. Makers rename the
// settings app and its activities, but keep "settings" in the package.
func showsPanel(c *screen.Context, panel string) bool {
	if !strings.Contains(c.PackageName, "settings") {
		return false
	}
	activity := strings.ToLower(c.Activity)
	return slices.ContainsFunc(panelActivities[panel], func(part string) bool { return strings.Contains(activity, part) })
}
