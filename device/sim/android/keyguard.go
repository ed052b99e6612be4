package android

import (
	"image/color"
	"strconv"

	"adroit/device/sim/view"
)

// SystemUI is the package of the system's own windows.
const SystemUI = "com.android.systemui"

// lock is the lock screen's state.
type lock struct {
	shown  bool
	pin    string // what opens it; with none a swipe does
	asking bool   // the PIN pad is shown
	wrong  bool   // the last PIN was
	entry  view.Field
}

// Locked reports whether the lock screen is shown, or will be on waking.
func (s *System) Locked() bool { return s.lock.shown }

// LockSecure reports whether the lock screen asks for a PIN.
func (s *System) LockSecure() bool { return s.lock.pin != "" }

// SetPIN has the lock screen ask for a PIN; an empty one makes a swipe enough.
func (s *System) SetPIN(pin string) { s.lock = lock{shown: s.lock.shown, pin: pin} }

// IsPIN reports whether pin is what the lock screen asks for.
func (s *System) IsPIN(pin string) bool { return s.lock.pin == pin }

// SetLocked locks, or unlocks without more ado.
func (s *System) SetLocked(locked bool) {
	s.lock = lock{shown: locked, pin: s.lock.pin}
	if locked {
		s.blur()
	}
}

// DismissLock does what a swipe up on the lock screen does: open it, or have it
// ask for the PIN.
func (s *System) DismissLock() {
	switch {
	case !s.lock.shown:
	case s.LockSecure():
		s.lock.asking = true
	default:
		s.SetLocked(false)
	}
}

// lockKey is a key for the lock screen.
func (s *System) lockKey(code int) {
	switch {
	case !s.lock.asking && code == KeyMenu:
		s.DismissLock()
	case !s.lock.asking:
	case code >= Key0 && code <= Key0+9:
		s.lock.entry.Insert(strconv.Itoa(code - Key0))
	case code == KeyDel:
		s.lock.entry.Delete(1)
	case code == KeyBack, code == KeyEscape:
		s.SetLocked(true)
	case code == KeyEnter:
		s.tryPIN()
	}
}

func (s *System) tryPIN() {
	if s.IsPIN(s.lock.entry.Text()) {
		s.SetLocked(false)
		return
	}
	s.lock.wrong = true
	s.lock.entry.SetText("")
}

// keyguard builds the lock screen.
func (s *System) keyguard() *view.View {
	content := s.lockClock()
	if s.lock.asking {
		content = s.pinPad()
	}
	content.Width, content.Height, content.Center = view.Fill, view.Fill, true
	return &view.View{
		Pkg: SystemUI, Axis: view.Over, ID: SystemUI + ":id/legacy_window_root",
		Background: color.RGBA{0x30, 0x3c, 0x50, 0xff}, Children: []*view.View{content},
	}
}

// lockText is a line on the lock screen, white on its dark ground.
func lockText(id, text string, size int) *view.View {
	return &view.View{Class: "android.widget.TextView", ID: SystemUI + ":id/" + id, Text: text, TextSize: size, TextColor: color.White}
}

// lockClock is a clock and a word how to open the lock.
func (s *System) lockClock() *view.View {
	now := s.Now()
	return &view.View{
		Pad: 200, Gap: 40, ID: SystemUI + ":id/keyguard_status_view",
		Children: []*view.View{
			lockText("lockscreen_clock_view", now.Format("15:04"), 160),
			lockText("date", now.Format("Mon, Jan 2"), 48),
			{Class: "android.widget.ImageView", ID: SystemUI + ":id/lock_icon", Desc: "Device locked", Width: 120, Height: 120},
			lockText("keyguard_indication_text", "Swipe up to open", view.DefaultTextSize),
		},
	}
}

// pinPad is where the PIN is entered: what stands in it are bullets.
func (s *System) pinPad() *view.View {
	message := "Enter your PIN"
	if s.lock.wrong {
		message = "Wrong PIN"
	}
	pad := &view.View{
		Pad: 60, Gap: 20, ID: SystemUI + ":id/keyguard_pin_view",
		Children: []*view.View{
			{Class: "android.view.View", Height: 300, Width: view.Fill},
			lockText("keyguard_message_area", message, view.DefaultTextSize),
			{
				Class: "android.widget.EditText", ID: SystemUI + ":id/pinEntry", Desc: "PIN area", Field: &s.lock.entry, Password: true,
				Width: 500, Height: 120, TextColor: color.White,
			},
		},
	}
	for _, row := range [][]string{{"1", "2", "3"}, {"4", "5", "6"}, {"7", "8", "9"}, {"Delete", "0", "Enter"}} {
		line := &view.View{Axis: view.Across, Width: view.Fill, Height: 220}
		for _, key := range row {
			line.Children = append(line.Children, s.pinKey(key))
		}
		pad.Children = append(pad.Children, line)
	}
	return pad
}

// pinKey is a key of the PIN pad.
func (s *System) pinKey(label string) *view.View {
	id, code := "key"+label, 0
	switch label {
	case "Delete":
		id, code = "delete_button", KeyDel
	case "Enter":
		id, code = "key_enter", KeyEnter
	default:
		code = Key0 + int(label[0]-'0')
	}
	return &view.View{
		Class: "android.view.ViewGroup", ID: SystemUI + ":id/" + id, Desc: label, Width: view.Fill, Height: view.Fill, Pad: 60,
		Clickable: true, OnClick: func() { s.lockKey(code) },
		Children: []*view.View{lockText("digit_text", label, 60)},
	}
}
