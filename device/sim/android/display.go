package android

import (
	"image"
	"strconv"
)

// SecondID is the number of the second display.
const SecondID = 2

// SecondFrame is all of the second display, in pixels.
var SecondFrame = image.Rect(0, 0, 1920, 1080)

// Second is a second display, a monitor at the phone's plug.
type Second struct {
	Window  *Window // all that it shows
	Focused bool    // keys go to it, and a dump is of it
}

// SecondFocused reports whether there is a second display that has the focus.
func (s *System) SecondFocused() bool {
	return s.Second != nil && s.Second.Focused && !s.asleep && !s.lock.shown
}

// FocusOwnDisplay gives the phone's own display the focus, as a touch of it and
// an app that opens there do.
func (s *System) FocusOwnDisplay() {
	if s.Second != nil {
		s.Second.Focused = false
	}
}

// NaturalSize returns the size of the display held upright, in pixels.
func (s *System) NaturalSize() image.Point {
	if size := s.Front().Display; size != (image.Point{}) {
		return size
	}
	if s.Override != (image.Point{}) {
		return s.Override
	}
	return image.Pt(ScreenWidth, ScreenHeight)
}

// Rotation returns how far what is shown is turned, in quarters to the left, 0
// to 3 (Surface.ROTATION_*). The phone itself lies still: the screen turns only
// where auto-rotate is off and the person has chosen so.
func (s *System) Rotation() int {
	front := s.Front()
	if s.lock.shown || front.Portrait || front.Display != (image.Point{}) || s.Settings.On(SystemSpace, "accelerometer_rotation") {
		return 0
	}
	quarters, err := strconv.Atoi(s.Settings[SystemSpace]["user_rotation"])
	if err != nil || quarters < 0 || quarters > 3 {
		return 0
	}
	return quarters
}

// Screen returns the display's rectangle as it is turned now.
func (s *System) Screen() image.Rectangle {
	size := s.NaturalSize()
	if s.Rotation()%2 == 1 {
		size.X, size.Y = size.Y, size.X
	}
	return image.Rectangle{Max: size}
}
