package tools

import (
	"context"
	"fmt"
	"strings"

	"adroit/device"
	"adroit/device/screen"
	"adroit/permissions"
)

// containerParams are the parameters that name what is scrolled.
func containerParams() []Param {
	return []Param{
		{Name: "container", Kind: String, NonEmpty: true,
			Doc: "what to scroll, if not the largest scrollable thing on the screen"},
		{Name: "container_strategy", Kind: String, Enum: strategies, Doc: "what container is"},
	}
}

const (
	forward  = "forward"
	backward = "backward"
)

func directionParam(required bool) Param {
	p := Param{
		Name: "direction", Kind: String, Required: required, Enum: []string{forward, backward},
		Doc: "forward is towards the end of the content",
	}
	if !required {
		p.Default = forward
	}
	return p
}

func scroll() Tool {
	return Tool{
		Name:    "scroll",
		Summary: "Scroll by almost a screenful; forward is towards the end.",
		Risk:    permissions.Medium,
		Params:  append([]Param{directionParam(true)}, containerParams()...),
		rules:   []rule{paired("container", "container_strategy")},
		words: func(a args, n *screen.Node) string {
			return "Scroll " + a.text("direction") + inContainer(n)
		},
		plan: func(_ context.Context, s scene, a args) (plan, error) {
			p, err := s.scrolling(a)
			p.open = "either direction"
			container := p.target
			p.verify = func(before, after *screen.Context) effect {
				done := "Scrolled " + a.text("direction")
				if moved(container, before, after) || !sameApp(before, after) {
					return effect{true, done + ": " + motionOf(before, after), map[string]any{"moved": true}}
				}
				return effect{false, done + ", but nothing moved: this is the end of the content", map[string]any{"moved": false}}
			}
			return p, err
		},
	}
}

func inContainer(n *screen.Node) string {
	if n == nil {
		return ""
	}
	return " in " + nameOf(n)
}

// scrolling is the plan to scroll what is to be scrolled, but for its proof.
func (s scene) scrolling(a args) (plan, error) {
	container, err := s.container(a)
	if err != nil {
		return plan{}, err
	}
	toward := "up" // the finger goes against the content
	if sideways(container) {
		toward = "left"
	}
	if a.text("direction") == backward {
		toward = opposite[toward]
	}
	way, err := s.across(container.Bounds, toward)
	if err != nil {
		return plan{}, err
	}
	p := plan{
		target: container, anywhere: !a.has("container"),
		commands: []device.Command{device.Swipe(way.from, way.to, scrollMS)},
	}
	return p, s.grip(&p, way)
}

var opposite = map[string]string{"up": "down", "left": "right"}

// container is what the arguments name, else the largest scrollable thing.
func (s scene) container(a args) (*screen.Node, error) {
	if a.has("container") {
		return s.resolve(a, "container", "container_strategy")
	}
	if err := s.readable(); err != nil {
		return nil, err
	}
	var largest *screen.Node
	for i := range s.screen.Nodes {
		n := &s.screen.Nodes[i]
		if n.Scrollable && (largest == nil || area(n.Bounds) > area(largest.Bounds)) {
			largest = n
		}
	}
	if largest == nil {
		return nil, fail("Nothing on the screen says that it scrolls").with(nil, "swipe", "observe_screen_context")
	}
	return largest, nil
}

func area(r screen.Rect) int { return r.Width() * r.Height() }

// sideways reports whether a container scrolls horizontally, which Android's
// dump does not say: by its class, else by a shape that holds one row.
func sideways(n *screen.Node) bool {
	for _, class := range []string{"Horizontal", "ViewPager", "Gallery"} {
		if strings.Contains(n.ClassName, class) {
			return true
		}
	}
	return n.Bounds.Width() > 3*n.Bounds.Height()
}

// scrollMS is slow enough that the content stops where the finger does.
const scrollMS = 600

// across is a way through the part of area that the keyboard leaves free, away
// from the edges, where Android takes swipes for gestures of its own.
func (s scene) across(area screen.Rect, toward string) (stroke, error) {
	if k := s.screen.KeyboardBounds; s.screen.KeyboardVisible && k != nil && !k.Empty() {
		area.Bottom = min(area.Bottom, k.Top)
	}
	if s.screen.Width > 0 && s.screen.Height > 0 {
		area = area.Intersect(screen.Rect{Right: s.screen.Width, Bottom: s.screen.Height})
	}
	if area.Width() < 20 || area.Height() < 20 {
		return stroke{}, fail("There is no room to swipe in").with(nil, "dismiss_keyboard", "observe_screen_context")
	}
	middle := area.Center()
	x, y := area.Width()*35/100, area.Height()*35/100
	way := stroke{middle, middle}
	switch toward {
	case "up":
		way.from.Y, way.to.Y = middle.Y+y, middle.Y-y
	case "down":
		way.from.Y, way.to.Y = middle.Y-y, middle.Y+y
	case "left":
		way.from.X, way.to.X = middle.X+x, middle.X-x
	case "right":
		way.from.X, way.to.X = middle.X-x, middle.X+x
	}
	return way, nil
}

// moved reports whether what is in the container has moved or has been
// replaced.
func moved(container *screen.Node, before, after *screen.Context) bool {
	return contents(container, before) != contents(container, after)
}

// contents tells what lies in a container, and where.
func contents(container *screen.Node, c *screen.Context) string {
	inside := map[string]bool{container.ID: true}
	var b strings.Builder
	for i := range c.Nodes { // parents come first
		if n := &c.Nodes[i]; inside[n.Parent] {
			inside[n.ID] = true
			fmt.Fprintln(&b, n.ID, n.Label, n.Bounds)
		}
	}
	return b.String()
}

// motionOf is what moving something has changed, in words.
func motionOf(before, after *screen.Context) string {
	if change := changeOf(before, after); change != "" {
		return change
	}
	return "things have moved"
}

func sameApp(a, b *screen.Context) bool {
	return a.PackageName == b.PackageName && a.Activity == b.Activity
}
