package view

import (
	"image"
	"slices"
)

// At returns the view that takes a touch at p: the topmost that contains it
// and that accepted says yes to. Like Android it asks the later drawn sibling
// first, and a parent only when no child took the touch.
func (v *View) At(p image.Point, accepted func(*View) bool) *View {
	if !p.In(v.Visible) {
		return nil
	}
	for _, child := range slices.Backward(v.Children) {
		if hit := child.At(p, accepted); hit != nil {
			return hit
		}
	}
	if accepted(v) {
		return v
	}
	return nil
}

// Touchable reports whether the view takes taps. A disabled one takes them and
// does nothing.
func (v *View) Touchable() bool {
	return v.Clickable || v.LongClickable || v.Field != nil || v.OnTouch != nil
}

// Walk calls each for v and every view in it, parents first.
func (v *View) Walk(each func(*View)) {
	each(v)
	for _, child := range v.Children {
		child.Walk(each)
	}
}
