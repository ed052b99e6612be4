package tools

import (
	"context"

	"adroit/device"
	"adroit/device/screen"
	"adroit/permissions"
)

func pressBack() Tool {
	return key(Tool{
		Name:    "press_back",
		Summary: "Go back, or close what is in front.",
	}, device.KeyBack, "Press back", "Pressed back")
}

func pressHome() Tool {
	t := key(Tool{
		Name:    "press_home",
		Summary: "Go to the home screen.", Idempotent: true,
	}, device.KeyHome, "Press home", "Pressed home")
	press := t.plan
	t.plan = func(ctx context.Context, s scene, a args) (plan, error) {
		p, err := press(ctx, s, a)
		if err != nil {
			return plan{}, err
		}
		home, err := s.phone.Home(ctx)
		if err != nil {
			return plan{}, err
		}
		if home != "" {
			p.verify = func(before, after *screen.Context) effect { return atHome(home, before, after) }
		}
		return p, nil
	}
	return t
}

// atHome proves the home key by the app that is in front.
func atHome(home string, before, after *screen.Context) effect {
	switch {
	case after.PackageName != home:
		return effect{false, "Pressed home, but " + placeOf(after) + " is in front", nil}
	case changeOf(before, after) == "":
		return effect{true, "Pressed home: the home screen was in front already", nil}
	}
	return effect{true, "Pressed home: the home screen is in front", nil}
}

func recentApps() Tool {
	return key(Tool{
		Name:    "recent_apps",
		Summary: "Show the recent apps.",
	}, device.KeyAppSwitch, "Show the recent apps", "Asked for the recent apps")
}

func dismissKeyboard() Tool {
	return Tool{
		Name:    "dismiss_keyboard",
		Summary: "Hide the keyboard, never leaving the page.",
		Risk:    permissions.Medium, Idempotent: true,
		words: func(args, *screen.Node) string { return "Hide the keyboard" },
		plan: func(_ context.Context, s scene, _ args) (plan, error) {
			if !s.screen.KeyboardVisible {
				return plan{done: &Result{
					Status: Success, Message: "No keyboard is shown",
					Data: map[string]any{"was_visible_before": false},
				}}, nil
			}
			return plan{
				// Escape, never back: back would leave the page if the keyboard
				// went away by itself meanwhile.
				commands: []device.Command{device.Keys(device.KeyEscape)},
				verify:   keyboardHidden, patience: settlePatience,
			}, nil
		},
	}
}

func keyboardHidden(_, after *screen.Context) effect {
	data := map[string]any{"was_visible_before": true}
	if after.KeyboardVisible {
		return effect{false, "Pressed Escape, but the keyboard is still shown", data}
	}
	return effect{true, "Hid the keyboard", data}
}

// key is a tool that presses one key and has no arguments.
func key(t Tool, code int, words, done string) Tool {
	t.Risk = permissions.Medium
	t.words = func(args, *screen.Node) string { return words }
	t.plan = func(context.Context, scene, args) (plan, error) {
		return plan{
			commands: []device.Command{device.Keys(code)},
			verify:   changes(done), patience: settlePatience,
		}, nil
	}
	return t
}
