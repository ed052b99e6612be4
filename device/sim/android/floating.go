package android

import "slices"

// The types of windows above the apps, as WindowManager.LayoutParams names
// them without its TYPE_.
const (
	TypeOverlay = "APPLICATION_OVERLAY"
	TypeToast   = "TOAST"
	TypeShade   = "NOTIFICATION_SHADE"
)

// ShadeTitle is the title of the window in which the system shows its
// notifications and the lock screen.
const ShadeTitle = "NotificationShade"

// Float shows a window above the apps, whichever is in front, until Unfloat.
func (s *System) Float(w *Window) {
	if w.TakesFocus {
		s.blur()
	}
	s.floating = append(s.floating, w)
}

// Unfloat takes a window away that Float showed.
func (s *System) Unfloat(w *Window) {
	s.floating = slices.DeleteFunc(s.floating, func(other *Window) bool { return other == w })
}

// Floating returns the windows above the apps, the uppermost first. There are
// none while the screen is locked or off.
func (s *System) Floating() []*Window {
	if s.asleep || s.lock.shown {
		return nil
	}
	above := slices.Clone(s.floating)
	slices.Reverse(above)
	return above
}

// Active returns the window that has the input focus: the one in front, or one
// above it that takes the focus.
func (s *System) Active() *Window {
	for _, w := range s.Floating() {
		if w.TakesFocus {
			return w
		}
	}
	return s.Front()
}
