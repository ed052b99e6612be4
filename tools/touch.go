package tools

import (
	"context"
	"fmt"

	"adroit/device"
	"adroit/device/screen"
	"adroit/permissions"
)

// settlePatience is how many times the screen is observed again until a touch
// or a key must have had its effect.
const settlePatience = 2

// targetParams are the parameters that name an element to act upon.
func targetParams(required bool) []Param {
	return []Param{
		{Name: "target", Kind: String, Required: required, NonEmpty: true,
			Doc: "the element: its number, its label, its bounds or its view id"},
		{Name: "strategy", Kind: String, Required: required, Enum: strategies,
			Doc: "what target is; prefer node_id, the number at the start of a line"},
	}
}

func tap() Tool {
	return Tool{
		Name:    "tap",
		Summary: "Touch an element once.",
		Risk:    permissions.Medium,
		Params:  targetParams(true),
		words:   func(a args, n *screen.Node) string { return "Tap " + nameOr(n, a, "target") },
		plan: func(_ context.Context, s scene, a args) (plan, error) {
			n, point, err := s.touchable(a)
			if err != nil {
				return plan{}, err
			}
			return plan{
				target: n, presses: true, commands: []device.Command{device.Tap(point)},
				verify: touched("Tapped", n), patience: settlePatience,
			}, nil
		},
	}
}

// touched proves a touch: a switch or a checkbox by its new state, anything
// else by a change of the screen.
func touched(verb string, n *screen.Node) func(before, after *screen.Context) effect {
	done := verb + " " + nameOf(n)
	if n.Checkable && n.Role != screen.Radio {
		return func(before, after *screen.Context) effect { return switched(done, n, before, after) }
	}
	return changes(done)
}

func switched(done string, n *screen.Node, before, after *screen.Context) effect {
	now, ok := after.Node(n.ID)
	if !ok {
		return changes(done)(before, after)
	}
	data := map[string]any{"checked": now.Checked}
	if now.Checked != n.Checked {
		return effect{true, fmt.Sprintf("%s: it is %s now", done, onOff(now.Checked)), data}
	}
	what := "nothing else changed"
	if change := changeOf(before, after); change != "" {
		what = change
	}
	return effect{false, fmt.Sprintf("%s, but it is still %s: %s", done, onOff(now.Checked), what), data}
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
