package tools

import (
	"fmt"

	"adroit/device/screen"
	"adroit/device/text"
)

// stroke is the way of one finger over the screen.
type stroke struct{ from, to screen.Point }

// touchSlop is how far a finger may move, in pixels, and still tap what it
// came down on: 8 dp (AOSP ViewConfiguration.TOUCH_SLOP) on the densest screens
// that there are, of four pixels to one.
const touchSlop = 32

// still reports whether Android takes the stroke for a tap.
func (s stroke) still() bool {
	dx, dy := s.to.X-s.from.X, s.to.Y-s.from.Y
	return max(dx, -dx) <= touchSlop && max(dy, -dy) <= touchSlop
}

// met is the element that a finger at p meets, nil for none. It is an error
// where that is another window, of which nothing can be said.
func (s scene) met(p screen.Point) (*screen.Node, error) {
	n, by := s.screen.Under(p)
	switch {
	case by == "" && n == nil && s.screen.Underneath != "": // beside the window that was read
		by = "a window of " + text.Line(s.screen.Underneath)
	case by == "":
		return n, nil
	}
	next := "observe_screen_context"
	if by == screen.Keyboard {
		next = "dismiss_keyboard"
	}
	return nil, fail(fmt.Sprintf("The finger would meet %s at %s", by, at(p))).with(map[string]any{"covered_by": by}, next)
}

// grip notes in p what the finger of a stroke takes hold of.
func (s scene) grip(p *plan, way stroke) (err error) {
	p.from, err = s.met(way.from)
	return err
}

// between notes in p what lies at both ends of a stroke that a call names by
// coordinates: they are judged like elements that it names.
func (s scene) between(p *plan, way stroke) (err error) {
	if p.target, err = s.met(way.to); err != nil {
		return err
	}
	p.gripped, p.object = true, at(way.from)+" to "+at(way.to)
	return s.grip(p, way)
}

// at is a place in words.
func at(p screen.Point) string { return fmt.Sprintf("%d,%d", p.X, p.Y) }

// on is a place with what lies there, in words.
func on(p screen.Point, n *screen.Node) string {
	if n == nil {
		return at(p)
	}
	return at(p) + " on " + nameOf(n)
}
