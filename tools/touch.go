package tools

import (
	"context"
	"fmt"
	"time"

	"adroit/device"
	"adroit/device/screen"
	"adroit/permissions"
)

// settlePatience is until when a touch or a key must have had its effect.
const settlePatience = 400 * time.Millisecond

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
	return touch(Tool{Name: "tap", Summary: "Tap an element."}, "Tap", "Tapped", always(device.Tap))
}

func longPress() Tool {
	return touch(Tool{
		Name:    "long_press",
		Summary: "Hold an element, for its menu or selection.",
	}, "Long-press", "Long-pressed", func(ctx context.Context, s scene, p screen.Point) (device.Command, error) {
		ms, err := s.phone.LongPressMS(ctx)
		return device.LongPress(p, ms), err
	})
}

func doubleTap() Tool {
	return touch(Tool{
		Name:    "double_tap",
		Summary: "Tap an element twice quickly.",
	}, "Double-tap", "Double-tapped", always(device.DoubleTap))
}

// gesture is how one point is touched.
type gesture func(context.Context, scene, screen.Point) (device.Command, error)

// always is a gesture that is the same on every phone.
func always(command func(screen.Point) device.Command) gesture {
	return func(_ context.Context, _ scene, p screen.Point) (device.Command, error) { return command(p), nil }
}

// touch is a tool that touches one element with a gesture. verb and done begin
// the words for it, before and after.
func touch(t Tool, verb, done string, g gesture) Tool {
	t.Risk = permissions.Medium
	t.Params = targetParams(true)
	t.words = func(a args, n *screen.Node) string { return verb + " " + nameOr(n, a, "target") }
	t.plan = func(ctx context.Context, s scene, a args) (plan, error) {
		n, point, err := s.touchable(a)
		if err != nil {
			return plan{}, err
		}
		command, err := g(ctx, s, point)
		if err != nil {
			return plan{}, err
		}
		p := plan{
			target: n, presses: true, commands: []device.Command{command},
			verify: changes(done + " " + nameOf(n)), patience: settlePatience,
		}
		if t.Name == "tap" && n.Checkable && n.Role != screen.Radio {
			p.verify = func(before, after *screen.Context) effect {
				return switched(done+" "+nameOf(n), n, before, after)
			}
		}
		return p, nil
	}
	return t
}

// switched proves the touch of a switch or a checkbox by its new state.
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
