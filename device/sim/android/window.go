package android

import (
	"cmp"
	"slices"

	"adroit/device/sim/view"
)

// Root builds and lays out the window that has the input focus, the one a dump
// shows. It is nil while the screen is off.
func (s *System) Root() *view.View {
	switch {
	case s.asleep:
		return nil
	case s.lock.shown:
		root := s.keyguard()
		view.Layout(root, s.Screen())
		return root
	}
	root := s.RootOf(s.Active())
	s.keepFocus(root)
	return root
}

// Layers builds and lays out everything that is on the screen, the uppermost
// last. It is empty while the screen is off.
func (s *System) Layers() []*view.View {
	switch {
	case s.asleep:
		return nil
	case s.lock.shown:
		return []*view.View{s.Root()}
	}
	layers := []*view.View{s.RootOf(s.Front())}
	for _, w := range slices.Backward(s.Floating()) {
		layers = append(layers, s.RootOf(w))
	}
	if s.KeyboardShown() {
		layers = append(layers, s.KeyboardRoot())
	}
	return layers
}

// RootOf builds a window's views and lays them out. A window that makes room
// for the keyboard keeps its size: only what is in it shrinks, as views do
// that are padded by the insets (View.onApplyWindowInsets).
func (s *System) RootOf(w *Window) *view.View {
	root := w.Build()
	root.Pkg = w.App.Package
	frame := w.Frame
	if frame.Empty() {
		frame = s.Screen()
	}
	content := frame
	if s.keyboard && w.Resizes {
		content.Max.Y = min(content.Max.Y, s.KeyboardFrame().Min.Y)
	}
	view.Layout(root, content)
	root.Bounds, root.Visible = frame, frame
	return root
}

// keepFocus drops a focus whose field has left the screen.
func (s *System) keepFocus(root *view.View) {
	if s.focus == nil {
		return
	}
	present := false
	root.Walk(func(v *view.View) { present = present || v.Field == s.focus })
	if !present {
		s.blur()
	}
}

// Focus gives a field the input focus and shows the keyboard.
func (s *System) Focus(f *view.Field) {
	s.focus = f
	s.keyboard = !s.noKeyboard
}

// Focused returns the field that has the focus, or nil.
func (s *System) Focused() *view.Field { return s.focus }

func (s *System) blur() { s.focus, s.keyboard = nil, false }

// FocusedWindow names the window that has the focus as dumpsys does: a
// component, or the title of a window of the system's.
func (s *System) FocusedWindow() string {
	if s.asleep || s.lock.shown {
		return ShadeTitle
	}
	w := s.Active()
	return cmp.Or(w.Title, w.App.Package+"/"+w.Class)
}

// Busy reports whether the screen never comes to rest.
func (s *System) Busy() bool {
	w := s.Front()
	return !s.asleep && !s.lock.shown && w.Busy != nil && w.Busy()
}

// HomeRoot lays out the launcher's screen, whatever is in front of it.
func (s *System) HomeRoot() *view.View {
	for _, task := range s.tasks {
		if s.isHome(task) {
			return s.RootOf(task.Windows[0])
		}
	}
	return nil
}
