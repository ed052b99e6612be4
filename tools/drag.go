package tools

import (
	"context"

	"adroit/device"
	"adroit/device/screen"
	"adroit/permissions"
)

func dragAndDrop() Tool {
	return Tool{
		Name:    "drag_and_drop",
		Summary: "Hold an element and drop it on another; rows by their drag handles.",
		Risk:    permissions.Medium,
		Params: append(append([]Param{
			{Name: "source", Kind: String, NonEmpty: true, Doc: "the element to drag; in a list its drag handle, where it has one"},
			{Name: "source_strategy", Kind: String, Enum: strategies, Doc: "what source is"},
			{Name: "destination", Kind: String, NonEmpty: true, Doc: "the element to drop it on"},
			{Name: "destination_strategy", Kind: String, Enum: strategies, Doc: "what destination is"},
		}, coordinateParams()...),
			Param{Name: "hold_ms", Kind: Integer, Min: 300, Max: 3000, Default: 550,
				Doc: "how long the finger rests before it moves, in milliseconds"},
			Param{Name: "duration_ms", Kind: Integer, Min: 100, Max: 5000, Default: 600,
				Doc: "how long the way takes, in milliseconds"}),
		rules: []rule{either(
			group{all: []string{"source", "source_strategy", "destination", "destination_strategy"}},
			group{all: coordinates})},
		words: func(a args, _ *screen.Node) string {
			if a.has("source") {
				return "Drag " + called(a.text("source"), a.text("source_strategy")) +
					" to " + called(a.text("destination"), a.text("destination_strategy"))
			}
			way := ends(a)
			return "Drag from " + at(way.from) + " to " + at(way.to)
		},
		plan: planDrag,
	}
}

func planDrag(_ context.Context, s scene, a args) (plan, error) {
	if a.has("source") {
		return s.dragging(a)
	}
	if err := s.onScreen(a); err != nil {
		return plan{}, err
	}
	way := ends(a)
	p := plan{
		commands: []device.Command{device.Drag(way.from, way.to, a.number("hold_ms"), a.number("duration_ms"))},
		patience: settlePatience,
		verify: func(before, after *screen.Context) effect {
			if fingerprint(before, true) == fingerprint(after, true) {
				return effect{false, "Dragged, but nothing moved", nil}
			}
			return effect{true, "Dragged: " + motionOf(before, after), nil}
		},
	}
	err := s.between(&p, way)
	p.action = "Drag from " + on(way.from, p.from) + " to " + on(way.to, p.target)
	p.presses = p.target != nil
	return p, err
}

// dragging is the plan of a drag between two elements. The one that something
// is dropped on decides what comes of it, and is the target.
func (s scene) dragging(a args) (plan, error) {
	source, err := s.resolve(a, "source", "source_strategy")
	if err != nil {
		return plan{}, err
	}
	destination, err := s.resolve(a, "destination", "destination_strategy")
	if err != nil {
		return plan{}, err
	}
	from, err := s.point(source)
	if err != nil {
		return plan{}, err
	}
	to, err := s.point(destination)
	if err != nil {
		return plan{}, err
	}
	words := nameOf(source) + " to " + nameOf(destination)
	return plan{
		action: "Drag " + words, from: source, gripped: true, target: destination, presses: true,
		commands: []device.Command{device.Drag(from, to, a.number("hold_ms"), a.number("duration_ms"))},
		patience: settlePatience,
		verify:   func(before, after *screen.Context) effect { return dropped(source, words, before, after) },
	}, nil
}

// dropped proves a drag by the place of what was dragged.
func dropped(source *screen.Node, words string, before, after *screen.Context) effect {
	now, there := sighted(after, source)
	change := changeOf(before, after)
	switch {
	case there && now.Bounds != source.Bounds:
		return effect{true, "Dragged " + words + ": it lies elsewhere now", map[string]any{"moved": true}}
	case change != "":
		return effect{true, "Dragged " + words + ": " + change, map[string]any{"moved": !there}}
	}
	return effect{false, "Dragged " + words + ", but it lies where it was", map[string]any{"moved": false}}
}
