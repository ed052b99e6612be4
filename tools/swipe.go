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
			way := ends(a)
			return "Swipe from " + at(way.from) + " to " + at(way.to)
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
	way, err := s.swiping(a, &p)
	p.commands = []device.Command{device.Swipe(way.from, way.to, a.number("duration_ms"))}
	return p, err
}

// swiping is the way of a swipe, with what it meets noted in p. A container is
// its target; between coordinates it is what lies at the end, or what a finger
// that stays where it is taps.
func (s scene) swiping(a args, p *plan) (way stroke, err error) {
	if err := s.readable(); err != nil {
		return way, err
	}
	if !a.has("direction") {
		if err := s.onScreen(a); err != nil {
			return way, err
		}
		way = ends(a)
		if err := s.between(p, way); err != nil {
			return way, err
		}
		if way.still() {
			p.target, p.presses = p.from, p.from != nil
		}
		p.action = "Swipe from " + on(way.from, p.from) + " to " + on(way.to, p.target)
		return way, nil
	}
	p.open = "any direction"
	area := screen.Rect{Right: s.screen.Width, Bottom: s.screen.Height}
	if a.has("container") {
		if p.target, err = s.resolve(a, "container", "container_strategy"); err != nil {
			return way, err
		}
		area = p.target.Bounds
	}
	if way, err = s.across(area, a.text("direction")); err != nil {
		return way, err
	}
	return way, s.grip(p, way)
}

// ends are the two points that coordinates name.
func ends(a args) stroke {
	return stroke{
		screen.Point{X: a.number("start_x"), Y: a.number("start_y")},
		screen.Point{X: a.number("end_x"), Y: a.number("end_y")},
	}
}

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
