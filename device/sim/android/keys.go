package android

import (
	"errors"
	"strings"
	"unicode"

	"adroit/device/sim/view"
)

// Key codes of android.view.KeyEvent that the system acts on.
const (
	KeyHome       = 3
	KeyBack       = 4
	Key0          = 7
	KeyDpadLeft   = 21
	KeyDpadRight  = 22
	KeyPower      = 26
	KeyA          = 29
	KeyC          = 31
	KeyV          = 50
	KeyX          = 52
	KeyZ          = 54
	KeyShiftLeft  = 59
	KeyTab        = 61
	KeySpace      = 62
	KeyEnter      = 66
	KeyDel        = 67
	KeyMenu       = 82
	KeyEscape     = 111
	KeyForwardDel = 112
	KeyCtrlLeft   = 113
	KeyMoveHome   = 122
	KeyMoveEnd    = 123
	KeyAppSwitch  = 187
	KeySleep      = 223
	KeyWakeup     = 224
	KeyCut        = 277
	KeyCopy       = 278
	KeyPaste      = 279
)

// Key presses one key.
func (s *System) Key(code int) {
	switch code {
	case KeyPower:
		if s.asleep {
			s.Wake()
		} else {
			s.Sleep()
		}
		return
	case KeyWakeup:
		s.Wake()
		return
	case KeySleep:
		s.Sleep()
		return
	}
	switch {
	case s.asleep:
	case s.lock.shown:
		s.lockKey(code)
	case code == KeyHome:
		s.Home()
	case code == KeyBack:
		s.Back()
	case code == KeyAppSwitch:
		s.overview()
	case code == KeyEscape:
		s.escape()
	case s.focus != nil:
		s.edit(code)
	}
}

// escape hides the keyboard, or dismisses a dialog. It never navigates.
func (s *System) escape() {
	switch {
	case s.keyboard:
		s.keyboard = false
	case !s.Front().Frame.Empty():
		s.Back()
	}
}

// edit is a key for the focused field.
func (s *System) edit(code int) {
	f := s.focus
	switch {
	case code >= Key0 && code <= Key0+9:
		f.Insert(string(rune('0' + code - Key0)))
	case code >= KeyA && code <= KeyZ:
		f.Insert(string(rune('a' + code - KeyA)))
	case code == KeySpace:
		f.Insert(" ")
	case code == KeyEnter:
		s.enter()
	case code == KeyDel:
		f.Delete(1)
	case code == KeyForwardDel:
		f.Delete(-1)
	case code == KeyDpadLeft:
		f.Move(-1)
	case code == KeyDpadRight:
		f.Move(1)
	case code == KeyMoveHome:
		f.Move(-len(f.Text()))
	case code == KeyMoveEnd:
		f.Move(len(f.Text()))
	case code == KeyTab:
		s.focusNext()
	case code == KeyPaste:
		f.Insert(s.Clipboard)
	case code == KeyCopy:
		s.Clipboard = f.Text()
	case code == KeyCut:
		s.Clipboard = f.Text()
		f.SetText("")
	}
}

func (s *System) enter() {
	switch f := s.focus; {
	case f.Multiline:
		f.Insert("\n")
	case f.Submit != nil:
		f.Submit()
	default:
		s.focusNext()
	}
}

// focusNext moves the focus to the next field on the screen, if there is one.
func (s *System) focusNext() {
	var fields []*view.Field
	s.Root().Walk(func(v *view.View) {
		if v.Field != nil {
			fields = append(fields, v.Field)
		}
	})
	for i, f := range fields {
		if f == s.focus && i+1 < len(fields) {
			s.Focus(fields[i+1])
			return
		}
	}
}

// Chord presses keys together. Only those with Ctrl mean more than their parts.
func (s *System) Chord(codes []int) {
	if len(codes) != 2 || codes[0] != KeyCtrlLeft || s.focus == nil {
		for _, code := range codes {
			s.Key(code)
		}
		return
	}
	switch codes[1] {
	case KeyA:
		s.focus.SelectAll()
	case KeyC:
		s.edit(KeyCopy)
	case KeyX:
		s.edit(KeyCut)
	case KeyV:
		s.edit(KeyPaste)
	}
}

// ErrUnmappable says that the virtual keyboard has no key for a character: the
// whole text is lost, as KeyCharacterMap.getEvents returns null for it.
var ErrUnmappable = errors.New("attempt to get length of null array")

// Type types text key by key into whatever has the focus.
func (s *System) Type(text string) error {
	if strings.ContainsFunc(text, unmappable) {
		return ErrUnmappable
	}
	for _, r := range text {
		switch {
		case s.asleep:
			return nil
		case s.lock.shown:
			if r >= '0' && r <= '9' {
				s.lockKey(Key0 + int(r-'0'))
			}
		case s.focus == nil:
			return nil
		case r == '\n':
			s.enter()
		case r == '\t':
			s.focusNext()
		default:
			s.focus.Insert(string(r))
		}
	}
	return nil
}

// unmappable reports whether no key of Virtual.kcm types r.
func unmappable(r rune) bool {
	return r != '\n' && r != '\t' && (r > unicode.MaxASCII || r < ' ' || r == 0x7f)
}
