package android

import (
	"image"
	"strings"

	"adroit/device/sim/view"
)

// The keyboard: an app of its own, in a window of its own, that types by key
// events.
const (
	KeyboardPackage = "com.google.android.inputmethod.latin"
	KeyboardID      = KeyboardPackage + "/com.android.inputmethod.latin.LatinIME"
)

// keyboardHeight is the height of the keyboard's window, in pixels, on a screen
// that is high enough.
const keyboardHeight = 883

// keyRows are the keyboard's keys, each row as wide as the screen and all of
// the same height.
func keyRows() []string { return []string{"qwertyuiop", "asdfghjkl", "zxcvbnm", " "} }

// KeyboardShown reports whether the keyboard covers part of the screen.
func (s *System) KeyboardShown() bool { return s.keyboard && !s.asleep && !s.lock.shown }

// ShowKeyboard shows or hides the keyboard, whatever has the focus.
func (s *System) ShowKeyboard(show bool) { s.keyboard = show }

// WithoutKeyboard keeps the keyboard from showing by itself.
func (s *System) WithoutKeyboard(without bool) {
	s.noKeyboard = without
	if without {
		s.keyboard = false
	}
}

// KeyboardFrame is the rectangle the keyboard's window has when shown.
func (s *System) KeyboardFrame() image.Rectangle {
	frame := s.Screen()
	frame.Min.Y = frame.Max.Y - min(keyboardHeight, frame.Dy()*3/5)
	return frame
}

// KeyboardRoot builds and lays out the keyboard's window.
func (s *System) KeyboardRoot() *view.View {
	keys := &view.View{Pkg: KeyboardPackage, ID: KeyboardPackage + ":id/keyboard_holder"}
	for _, row := range keyRows() {
		line := &view.View{Axis: view.Across, Width: view.Fill, Height: view.Fill}
		for _, key := range strings.Split(row, "") {
			desc := key
			if key == " " {
				desc = "Space"
			}
			line.Children = append(line.Children, &view.View{
				Class: "android.widget.FrameLayout", Text: key, Desc: desc, Width: view.Fill, Height: view.Fill, Pad: 30,
				Clickable: true, OnClick: func() { s.press(key) },
			})
		}
		keys.Children = append(keys.Children, line)
	}
	view.Layout(keys, s.KeyboardFrame())
	return keys
}

// press types a key of the keyboard: a touch meant for what the keyboard
// covers goes into the text.
func (s *System) press(key string) {
	if s.focus != nil {
		s.focus.Insert(key)
	}
}
