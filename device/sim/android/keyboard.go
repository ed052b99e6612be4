package android

import (
	"image"
	"slices"
	"strings"

	"adroit/device/sim/view"
)

// The keyboards: each an app of its own, in a window of its own, that types by
// key events.
const (
	LatinKeyboard = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"
	VoiceKeyboard = "com.google.android.tts/com.google.android.apps.speech.tts.googletts.settings.asr.voiceime.VoiceInputMethodService"
)

// The settings that hold which keyboard is used, and which can be, with colons
// between them.
const (
	settingKeyboard  = "default_input_method"
	settingKeyboards = "enabled_input_methods"
)

// Keyboards returns the ids of the keyboards that are installed: the phone's
// own, and the apps that are one.
func (s *System) Keyboards() []string {
	ids := []string{LatinKeyboard, VoiceKeyboard}
	for _, app := range s.Apps {
		if app.InputMethod != "" {
			ids = append(ids, Component(app.Package, app.InputMethod))
		}
	}
	return ids
}

// EnabledKeyboards returns the ids of those that can be used.
func (s *System) EnabledKeyboards() []string {
	enabled := strings.Split(s.Settings[Secure][settingKeyboards], ":")
	return slices.DeleteFunc(enabled, func(id string) bool { return !slices.Contains(s.Keyboards(), id) })
}

// EnableKeyboard lets an installed keyboard be used, or no longer. The one in
// use gives way to the first that is left.
func (s *System) EnableKeyboard(id string, enable bool) {
	enabled := slices.DeleteFunc(s.EnabledKeyboards(), func(other string) bool { return other == id })
	if enable {
		enabled = append(enabled, id)
	}
	s.Settings.Put(Secure, settingKeyboards, strings.Join(enabled, ":"))
	if len(enabled) > 0 && !slices.Contains(enabled, s.Keyboard()) {
		s.UseKeyboard(enabled[0])
	}
}

// Keyboard returns the id of the keyboard in use.
func (s *System) Keyboard() string { return s.Settings[Secure][settingKeyboard] }

// UseKeyboard changes the keyboard in use.
func (s *System) UseKeyboard(id string) { s.Settings.Put(Secure, settingKeyboard, id) }

// KeyboardPackage returns the package of the keyboard in use.
func (s *System) KeyboardPackage() string {
	pkg, _ := SplitComponent(s.Keyboard())
	return pkg
}

// keyboardHeight is the height of the keyboard's window, in pixels, on a screen
// that is high enough.
const keyboardHeight = 883

// keyRows are the keys of the keyboard in use, each row as wide as the screen
// and all of the same height. Only the phone's own keyboard has keys.
func (s *System) keyRows() []string {
	if s.Keyboard() != LatinKeyboard {
		return nil
	}
	return []string{"qwertyuiop", "asdfghjkl", "zxcvbnm", " "}
}

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
	pkg := s.KeyboardPackage()
	keys := &view.View{Pkg: pkg, ID: pkg + ":id/keyboard_holder"}
	for _, row := range s.keyRows() {
		line := &view.View{Axis: view.Across, Width: view.Fill, Height: view.Fill}
		for key := range strings.SplitSeq(row, "") {
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
