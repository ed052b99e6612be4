package tools

import (
	"context"
	"fmt"

	"adroit/device"
	"adroit/device/screen"
	"adroit/permissions"
)

// coordinates are the parameters that name two points.
var coordinates = []string{"start_x", "start_y", "end_x", "end_y"}

func coordinateParams() []Param {
	params := make([]Param, len(coordinates))
	for i, name := range coordinates {
		params[i] = Param{Name: name, Kind: Integer, Doc: "in pixels of the screen as it is turned now"}
	}
	return params
}

func swipe() Tool {
	return Tool{
		Name:    "swipe",
		Summary: "Move a finger in a direction or between two points, in pixels.",
		Risk:    permissions.Medium,
		Params: append(append([]Param{{
			Name: "direction", Kind: String, Enum: []string{"left", "right", "up", "down"},
			Doc: "where the finger goes",
		}}, containerParams()...), append(coordinateParams(), Param{
			Name: "duration_ms", Kind: Integer, Min: 50, Max: 5000, Default: 300,
			Doc: "how long the finger takes; from 500 on, content does not fly on",
		})...),
		rules: []rule{
			either(
				group{all: []string{"direction"}, optional: []string{"container", "container_strategy"}},
				group{all: coordinates}),
			paired("container", "container_strategy"),
		},
		words: func(a args, n *screen.Node) string {
			if a.has("direction") {
				return "Swipe " + a.text("direction") + inContainer(n)
			}
			from, to := ends(a)
			return "Swipe from " + at(from) + " to " + at(to)
		},
		plan: planSwipe,
	}
}

func planSwipe(_ context.Context, s scene, a args) (plan, error) {
	p := plan{patience: settlePatience, verify: func(before, after *screen.Context) effect {
		if fingerprint(before, true) == fingerprint(after, true) {
			return effect{false, "Swiped, but nothing moved", nil}
		}
		return effect{true, "Swiped: " + motionOf(before, after), nil}
	}}
	command, err := s.swiping(a, &p)
	p.commands = []device.Command{command}
	return p, err
}

// swiping is the command of a swipe; where it is within a container, that
// becomes the target of p.
func (s scene) swiping(a args, p *plan) (device.Command, error) {
	if err := s.readable(); err != nil {
		return "", err
	}
	if a.has("direction") {
		area := screen.Rect{Right: s.screen.Width, Bottom: s.screen.Height}
		if a.has("container") {
			container, err := s.resolve(a, "container", "container_strategy")
			if err != nil {
				return "", err
			}
			p.target, area = container, container.Bounds
		}
		return s.swipe(area, a.text("direction"), a.number("duration_ms"))
	}
	if err := s.onScreen(a); err != nil {
		return "", err
	}
	from, to := ends(a)
	return device.Swipe(from, to, a.number("duration_ms")), nil
}

// ends are the two points that coordinates name.
func ends(a args) (from, to screen.Point) {
	return screen.Point{X: a.number("start_x"), Y: a.number("start_y")},
		screen.Point{X: a.number("end_x"), Y: a.number("end_y")}
}

func at(p screen.Point) string { return fmt.Sprintf("%d,%d", p.X, p.Y) }

// onScreen says which coordinate lies beside the screen, or nil.
func (s scene) onScreen(a args) error {
	for _, name := range coordinates {
		limit := s.screen.Width
		if name == "start_y" || name == "end_y" {
			limit = s.screen.Height
		}
		if n := a.number(name); n < 0 || n >= limit {
			return &ArgumentError{Field: name, Got: fmt.Sprintf("got %d", n), Want: fmt.Sprintf("an integer from 0 to %d", limit-1)}
		}
	}
	return nil
}
