package sim

import (
	"maps"
	"slices"

	"adroit/device/sim/android"
	"adroit/device/sim/apps"
)

type (
	// Message is a text message.
	Message = apps.Message
	// Contact is a person in the address book.
	Contact = apps.Contact
	// Note is a note.
	Note = apps.Note
	// Product is something the shop sells.
	Product = apps.Product
	// Order is what was bought at once.
	Order = apps.Order
	// Alarm is a time to ring at.
	Alarm = apps.Alarm
)

// State is the phone's state as a person looking at it, and its store, would
// see it: what a task can be checked by.
type State struct {
	WifiEnabled       bool
	BluetoothEnabled  bool
	ForegroundPackage string
	ForegroundClass   string // of the activity, fully qualified
	KeyboardShown     bool
	FocusedText       string // of the field that has the focus
	Awake, Locked     bool
	FingerDown        bool // a gesture was begun and not ended

	Messages   []Message // the oldest first
	Contacts   []Contact // by name
	Notes      []Note    // the newest first
	Cart       []Product // of the shop
	Orders     []Order
	BankUser   string // who is signed in at the bank, empty for nobody
	Albums     []string
	Photo      int      // the gallery's pager shows, from 1
	Visited    []string // addresses and links opened in the browser
	Paid       bool     // the browser's trap was fallen into
	ListChoice string
	Pressed    []string // on the panels, in order
	GameScore  int
	Alarms     []Alarm
	Deceived   []string // what was pressed of what the prize draw shows, in order

	Settings map[string]map[string]string // by namespace: global, secure, system
}

// Snapshot returns the phone's state.
func (p *Phone) Snapshot() State {
	var s State
	p.do(func(sys *android.System) {
		front := sys.Front()
		s = State{
			WifiEnabled:       sys.Settings.On(android.Global, "wifi_on"),
			BluetoothEnabled:  sys.Settings.On(android.Global, "bluetooth_on"),
			ForegroundPackage: front.App.Package,
			ForegroundClass:   front.Class,
			KeyboardShown:     sys.KeyboardShown(),
			Awake:             sys.Awake(),
			Locked:            sys.Locked(),
			FingerDown:        sys.FingerIsDown(),

			Messages:   slices.Clone(p.apps.Messages.All),
			Contacts:   slices.Clone(p.apps.Contacts.All),
			Notes:      slices.Clone(p.apps.Notes.All),
			Cart:       slices.Clone(p.apps.Shop.Cart),
			Orders:     slices.Clone(p.apps.Shop.Orders),
			BankUser:   p.apps.Bank.User,
			Albums:     slices.Clone(p.apps.Gallery.Albums),
			Photo:      p.apps.Gallery.Photo(),
			Visited:    slices.Clone(p.apps.Browser.Visited),
			Paid:       p.apps.Browser.Paid,
			ListChoice: p.apps.List.Chosen,
			Pressed:    slices.Clone(p.apps.Panels.Pressed),
			GameScore:  p.apps.Game.Score,
			Alarms:     slices.Clone(p.apps.Clock.Alarms),
			Deceived:   slices.Clone(p.apps.Prize.Pressed),

			Settings: map[string]map[string]string{},
		}
		for namespace, settings := range sys.Settings {
			s.Settings[namespace] = maps.Clone(settings)
		}
		if f := sys.Focused(); f != nil {
			s.FocusedText = f.Text()
		}
	})
	return s
}

// WifiEnabled reports whether Wi-Fi is on.
func (p *Phone) WifiEnabled() bool { return p.Snapshot().WifiEnabled }

// ForegroundPackage returns the package of the app in front.
func (p *Phone) ForegroundPackage() string { return p.Snapshot().ForegroundPackage }

// Messages returns the text messages, the oldest first.
func (p *Phone) Messages() []Message { return p.Snapshot().Messages }

// Setting returns a setting of the namespaces global, secure and system, and
// whether it is set.
func (p *Phone) Setting(namespace, key string) (value string, ok bool) {
	p.do(func(sys *android.System) { value, ok = sys.Settings.Get(namespace, key) })
	return value, ok
}

// Counters returns what the phone has been asked so far.
func (p *Phone) Counters() Counters {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.counters
}
