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
		Summary: "Press the back key: it goes one step back, or closes what is in front.",
	}, device.KeyBack, "Press back", "Pressed back")
}

func pressHome() Tool {
	return key(Tool{
		Name:    "press_home",
		Summary: "Press the home key: it goes to the home screen.", Idempotent: true,
	}, device.KeyHome, "Press home", "Pressed home")
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
