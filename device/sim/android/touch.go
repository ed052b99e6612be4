package android

import (
	"image"
	"strconv"
	"time"

	"adroit/device/sim/view"
)

// touchSlop is how far a finger may stray and still tap, in pixels (8dp).
const touchSlop = 21

// press is a finger on the screen.
type press struct {
	at      image.Point
	since   time.Time
	movedIn time.Duration // how long it rested before it moved; 0 until it does
	moved   bool
}

// LongPressTimeout is how long a press must last to be long.
func (s *System) LongPressTimeout() time.Duration {
	ms, err := strconv.Atoi(s.Settings[Secure]["long_press_timeout"])
	if err != nil {
		ms = 400
	}
	return time.Duration(ms) * time.Millisecond
}

// Tap touches the screen at p for a moment.
func (s *System) Tap(p image.Point) { s.touch(p, false) }

// Swipe moves a finger in a line. One that goes nowhere is a tap, or a long
// press if it lasts.
func (s *System) Swipe(from, to image.Point, lasts time.Duration) {
	if distance(from, to) <= touchSlop {
		s.touch(from, lasts >= s.LongPressTimeout())
		return
	}
	switch {
	case s.asleep:
		return
	case s.lock.shown:
		if from.Y-to.Y >= s.Screen().Dy()/4 {
			s.DismissLock()
		}
		return
	}
	_, root := s.under(from)
	moved := from.Sub(to)
	horizontal := abs(moved.X) > abs(moved.Y)
	if v := root.At(from, func(v *view.View) bool { return scrolls(v, horizontal) }); v != nil {
		scroll(v, moved, horizontal)
		return
	}
	if v := root.At(from, func(v *view.View) bool { return v.OnSwipe != nil }); v != nil {
		v.OnSwipe(from, to)
	}
}

// Drag presses at from until the press is long, then moves to to.
func (s *System) Drag(from, to image.Point) {
	if s.asleep || s.lock.shown {
		return
	}
	_, root := s.under(from)
	if v := root.At(from, func(v *view.View) bool { return v.OnDrag != nil }); v != nil {
		v.OnDrag(from, to)
		return
	}
	s.touch(from, true)
}

// FingerDown begins a gesture in parts: FingerMove and FingerUp go on with it.
func (s *System) FingerDown(p image.Point) { s.finger = &press{at: p, since: s.Now()} }

// FingerMove moves the finger that is down. Where it ends counts at FingerUp.
func (s *System) FingerMove(p image.Point) {
	f := s.finger
	if f != nil && !f.moved && distance(f.at, p) > touchSlop {
		f.moved, f.movedIn = true, s.Now().Sub(f.since)
	}
}

// FingerUp lifts the finger at p: only now the phone sees what it was.
func (s *System) FingerUp(p image.Point) {
	f := s.finger
	if f == nil {
		return
	}
	s.finger = nil
	held := s.Now().Sub(f.since)
	if f.moved && f.movedIn >= s.LongPressTimeout() {
		s.Drag(f.at, p)
		return
	}
	s.Swipe(f.at, p, held)
}

// FingerCancel lifts the finger without effect.
func (s *System) FingerCancel() { s.finger = nil }

// FingerIsDown reports whether a finger was left on the screen.
func (s *System) FingerIsDown() bool { return s.finger != nil }

func (s *System) touch(p image.Point, long bool) {
	if s.asleep {
		return
	}
	w, root := s.under(p)
	if w == s.Front() && !w.Frame.Empty() && !p.In(w.Frame) {
		s.Back() // a touch beside a dialog dismisses it
		return
	}
	v := root.At(p, (*view.View).Touchable)
	switch {
	case v == nil || v.Disabled:
	case v.Field != nil && w != nil:
		s.Focus(v.Field)
	case long && v.OnLongClick != nil:
		v.OnLongClick()
	case !long && v.OnClick != nil:
		v.OnClick()
	case v.OnTouch != nil:
		v.OnTouch(p)
	}
}

// under returns the window that takes a touch at p, nil for the keyboard's and
// the lock screen's, and its views.
func (s *System) under(p image.Point) (*Window, *view.View) {
	if s.lock.shown {
		return nil, s.Root()
	}
	if s.KeyboardShown() && p.In(s.KeyboardFrame()) {
		return nil, s.KeyboardRoot()
	}
	for _, w := range s.Floating() {
		if w.TakesFocus || p.In(w.Frame) && !w.Untouchable {
			return w, s.RootOf(w)
		}
	}
	return s.Front(), s.RootOf(s.Front())
}

func scrolls(v *view.View, horizontal bool) bool {
	return v.Scroll != nil && (v.Axis == view.Across) == horizontal
}

// scroll moves a scrolling view by what the finger moved; a pager turns a page
// once the finger has gone a quarter of it.
func scroll(v *view.View, moved image.Point, horizontal bool) {
	delta, size := moved.Y, v.Bounds.Dy()
	if horizontal {
		delta, size = moved.X, v.Bounds.Dx()
	}
	if !v.Scroll.Page {
		v.Scroll.By(delta)
		return
	}
	switch {
	case delta > size/4:
		v.Scroll.By(size)
	case delta < -size/4:
		v.Scroll.By(-size)
	}
}

func distance(a, b image.Point) int { return max(abs(a.X-b.X), abs(a.Y-b.Y)) }

func abs(n int) int { return max(n, -n) }
