// Package sim is a simulated Android phone, good enough that adb and programs
// made for real phones work with it. It needs no Android, no emulator and no
// installed adb: [Phone.ServeServer] is an adb server with the phone attached,
// [Phone.ServeDevice] is the phone itself for an adb server to connect to.
//
// Beneath it, adbd speaks the wire protocols, shell interprets what is sent to
// the phone over files in memory, command has Android's own programs, android
// the system with its tasks, windows, keys and touches, apps the apps (one of
// which deceives, when a test broadcasts it to), view the screen, and fault what
// can be made to go wrong.
//
// Nothing that is sent to the phone runs on the host, reads its files or
// environment, or reaches its network.
package sim

import (
	"cmp"
	"context"
	"net"
	"slices"
	"sync"
	"time"

	"adroit/device/sim/adbd"
	"adroit/device/sim/android"
	"adroit/device/sim/apps"
	"adroit/device/sim/command"
	"adroit/device/sim/fault"
	"adroit/device/sim/shell"
)

// DefaultSerial is the serial number a phone has when not told another.
const DefaultSerial = "demo"

// Model is the phone's model name.
const Model = "Simulated Phone"

// Options says what phone to simulate. The zero value is an Android 14 phone
// that answers at once.
type Options struct {
	// AndroidVersion is 8, 10, 12, 14 or 16; 0 is 14.
	AndroidVersion int
	Serial         string // DefaultSerial if empty
	// Latency is how long each command waits before it runs.
	Latency time.Duration
	// SlowTime is how much longer it waits with the fault slow; 2 s if 0.
	SlowTime time.Duration
	// IdleTime is how long a dump waits for the screen to rest: a second on a
	// real phone. A screen that never rests fails a dump after ten times that.
	IdleTime time.Duration
	// Clock is the phone's clock; nil is time.Now.
	Clock func() time.Time
	// WorkProfile adds a second user, 10, who has some of the apps too.
	WorkProfile bool
	// ADBKeyboard installs the keyboard of that name, which types any text
	// that it is sent (https://github.com/senzhk/ADBKeyBoard), and switches it
	// on beside the phone's own.
	ADBKeyboard bool
	// MuteLauncher makes the launcher keep its apps' labels to itself, as many
	// makers' launchers do.
	MuteLauncher bool
	// APKs are the files of apps by package, in place of those that the phone
	// makes up, which hold a manifest alone.
	APKs map[string][]byte
	// Faults are on from the start.
	Faults []Fault
	// Screens, if any, are what the phone shows instead of its apps.
	Screens []Screen
}

// Server is an adb server with a phone attached.
type Server = adbd.Server

// Fault is one way to go wrong. [Faults] lists them.
type Fault = fault.Fault

// ParseFault returns the fault of that name. Its error lists the names.
func ParseFault(name string) (Fault, error) { return fault.Parse(name) }

// Faults lists every fault and what it does.
func Faults() []fault.Description { return fault.All() }

// Screen is a screen saved by `uiautomator dump`.
type Screen = apps.Saved

// LoadScreens reads the saved screens of a directory, its .xml files.
func LoadScreens(dir string) ([]Screen, error) { return apps.LoadSaved(dir) }

// Phone is a simulated phone, powered on, unlocked and showing its launcher.
// It is safe for concurrent use.
type Phone struct {
	options  Options
	files    *shell.FS
	commands map[string]shell.Command
	faults   fault.Set

	mu       sync.Mutex // guards what follows, and the system
	system   *android.System
	apps     *apps.Set
	state    adbd.State
	down     chan struct{}
	counters Counters
}

// Counters count what the phone was asked.
type Counters struct {
	Services int // services opened over adb, which are round trips
	Running  int // services still open
}

// releases are the Android versions that can be simulated.
var releases = []int{8, 10, 12, 14, 16}

// AndroidVersions lists the versions that can be simulated, the oldest first.
func AndroidVersions() []int { return slices.Clone(releases) }

// New makes a phone. An AndroidVersion that is not offered counts as the next
// older one that is.
func New(options Options) *Phone {
	options.AndroidVersion = cmp.Or(options.AndroidVersion, 14)
	if i, exact := slices.BinarySearch(releases, options.AndroidVersion); !exact {
		options.AndroidVersion = releases[max(0, i-1)]
	}
	options.Serial = cmp.Or(options.Serial, DefaultSerial)
	options.SlowTime = cmp.Or(options.SlowTime, 2*time.Second)
	if options.Clock == nil {
		options.Clock = time.Now
	}
	sys := android.New(options.AndroidVersion, options.Clock)
	sys.HasWorkProfile, sys.MuteLauncher = options.WorkProfile, options.MuteLauncher
	p := &Phone{
		options: options, files: shell.NewFS(options.Clock), system: sys,
		apps: apps.New(sys), state: adbd.StateDevice, down: make(chan struct{}),
	}
	p.commands = command.Commands((*host)(p))
	if len(options.Screens) > 0 {
		apps.InstallSaved(sys, options.Screens)
	} else {
		p.apps.Install(sys)
	}
	if options.ADBKeyboard {
		apps.InstallADBKeyboard(sys)
	}
	p.installAPKs()
	for _, f := range options.Faults {
		p.setFault(f)
	}
	return p
}

// ServeServer starts an adb server on addr, a loopback address such as
// 127.0.0.1:0, with this phone attached. It ends with ctx or by its Close.
func (p *Phone) ServeServer(ctx context.Context, addr string) (*Server, error) {
	return adbd.ServeServer(ctx, (*host)(p), addr)
}

// ServeDevice serves the phone to the adb servers that connect to l (`adb
// connect HOST:PORT`) until ctx ends, and closes l. It returns nil when ctx
// ended it.
func (p *Phone) ServeDevice(ctx context.Context, l net.Listener) error {
	return adbd.ServeDevice(ctx, (*host)(p), l)
}

// Serial returns the phone's serial number.
func (p *Phone) Serial() string { return p.options.Serial }

// SetFault makes something go wrong from now on. The names and what they do
// are those of [Faults].
func (p *Phone) SetFault(name string) error {
	f, err := ParseFault(name)
	if err == nil {
		p.setFault(f)
	}
	return err
}

func (p *Phone) setFault(f Fault) {
	p.faults.Add(f)
	switch f {
	case fault.Offline:
		p.setState(adbd.StateOffline)
	case fault.Unauthorized:
		p.setState(adbd.StateUnauthorized)
	case fault.OldShell:
		p.Disconnect() // what the phone can do is agreed when it connects
	case fault.ScreenOff:
		p.ScreenOff()
	case fault.Locked:
		p.Lock()
	case fault.SecondDisplay, fault.SecondFocus:
		p.do(func(sys *android.System) { apps.ConnectDisplay(sys, f == fault.SecondFocus) })
	case fault.KeyboardHidden:
		p.do(func(sys *android.System) { sys.WithoutKeyboard(true) })
	case fault.KeyboardShown:
		p.do(func(sys *android.System) { sys.ShowKeyboard(true) })
	}
}

// ClearFaults makes everything go right again: the phone is reachable, awake
// and unlocked, and a keyboard that no text field asked for is away, as is a
// second display.
func (p *Phone) ClearFaults() {
	reconnect := p.faults.Has(fault.OldShell)
	p.faults.Clear()
	p.do(func(sys *android.System) {
		sys.Wake()
		sys.SetLocked(false)
		sys.WithoutKeyboard(false)
		sys.Second = nil
		if sys.Focused() == nil {
			sys.ShowKeyboard(false)
		}
	})
	p.setState(adbd.StateDevice)
	if reconnect {
		p.Disconnect()
	}
}

// Lock shows the lock screen.
func (p *Phone) Lock() { p.do(func(sys *android.System) { sys.SetLocked(true) }) }

// SetPIN has the lock screen ask for a PIN; an empty one makes a swipe enough.
func (p *Phone) SetPIN(pin string) { p.do(func(sys *android.System) { sys.SetPIN(pin) }) }

// Unlock takes the lock screen away.
func (p *Phone) Unlock() { p.do(func(sys *android.System) { sys.SetLocked(false) }) }

// ScreenOff turns the screen off, which locks the phone.
func (p *Phone) ScreenOff() { p.do((*android.System).Sleep) }

// Wake turns the screen on.
func (p *Phone) Wake() { p.do((*android.System).Wake) }

// The broadcasts on which the prize draw, an app that means ill, deceives; what
// each does stands at its own.
const (
	TrickOverlay      = apps.TrickOverlay
	TrickDialog       = apps.TrickDialog
	TrickToast        = apps.TrickToast
	TrickNotification = apps.TrickNotification
	TrickRelabel      = apps.TrickRelabel
	TrickSwap         = apps.TrickSwap
	TrickEnd          = apps.TrickEnd
)

// Broadcast sends an intent to the phone's apps, as `am broadcast -a` does with
// extras by name.
func (p *Phone) Broadcast(action string, extras map[string]string) {
	p.do(func(sys *android.System) { sys.Broadcast(android.Intent{Action: action, Extras: extras}) })
}

// Disconnect breaks every connection to the phone, as a loose cable does. It
// can be connected to again at once.
func (p *Phone) Disconnect() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.breakLink()
}

// Unplug takes the phone from every list, Plug brings it back.
func (p *Phone) Unplug() { p.setState(adbd.StateAbsent) }

// Plug connects the phone again.
func (p *Phone) Plug() { p.setState(adbd.StateDevice) }

func (p *Phone) setState(state adbd.State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state != state {
		p.state = state
		p.breakLink()
	}
}

// breakLink ends the present connections. The caller holds p.mu.
func (p *Phone) breakLink() {
	close(p.down)
	p.down = make(chan struct{})
}

func (p *Phone) do(f func(*android.System)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(p.system)
}
