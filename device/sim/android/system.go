// Package android is the simulated phone's system: its tasks and windows, its
// keyboard, power, lock and settings, and what touches and keys do to them.
// Apps are handed to it and draw themselves as view trees.
//
// A System is not safe for concurrent use; its owner serialises the calls.
// Apps' functions are called from within its methods and may call them again.
package android

import (
	"image"
	"time"

	"adroit/device/sim/view"
)

// The display: that of a common phone, 1080x2400 at 420 dpi.
const (
	ScreenWidth  = 1080
	ScreenHeight = 2400
	Density      = 420
	// StatusBar and NavigationBar are the heights of the system's bars, pixels.
	StatusBar     = 128
	NavigationBar = 63
)

// System is a running phone. Make one with [New].
type System struct {
	Release  int // Android version
	Now      func() time.Time
	Settings Settings
	Apps     []*App
	// HasWorkProfile says that there is a second user, a work profile.
	HasWorkProfile bool
	// MuteLauncher says that the launcher's dump leaves its apps out.
	MuteLauncher bool
	// Clipboard is what was last copied.
	Clipboard string
	// Override is the size of the display in place of its own, zero for none.
	Override image.Point
	// Second is the second display, nil where there is none.
	Second *Second

	tasks    []*Task // the last is in front
	lastTask int
	focus    *view.Field
	floating []*Window // above the tasks, the last on top
	keyboard bool
	// noKeyboard keeps the keyboard away although a field has the focus, as a
	// connected hardware keyboard does.
	noKeyboard bool
	asleep     bool
	lock       lock
	finger     *press
	drawn      map[string]drawn // by package
	processes  []Process
	spawned    int // processes there have been
}

// New returns a phone of an Android version, 8 to 16, without apps.
func New(release int, now func() time.Time) *System {
	return &System{Release: release, Now: now, Settings: NewSettings(), drawn: map[string]drawn{}}
}

// App is an installed app.
type App struct {
	Package     string
	Label       string
	VersionName string
	VersionCode int
	UID         int
	Preloaded   bool // part of the system, as `pm list packages -s` has it
	Work        bool // also in the work profile
	Activities  []*Activity
	InputMethod string // the class of its keyboard service, if it has one
	// Clear, if set, makes what the app keeps as it was at first.
	Clear func()
	// Receive, if set, is given every broadcast that is meant for the app.
	Receive func(in Intent)
}

// Activity is a door into an app.
type Activity struct {
	Class    string // fully qualified
	Label    string // of its icon; empty is the app's
	Launcher bool   // has an icon
	Home     bool   // is the launcher
	Actions  []string
	// Open makes the activity's window for an intent.
	Open func(in Intent) *Window
}

// Task is a stack of windows that belong together, the last on top.
type Task struct {
	ID      int
	App     *App
	Windows []*Window
}

// Top returns the task's uppermost window.
func (t *Task) Top() *Window { return t.Windows[len(t.Windows)-1] }

// Window is one activity's window, a dialog above it, or a window above all
// apps.
type Window struct {
	App   *App
	Class string // of the activity
	User  int    // whose it is: Owner or WorkProfile
	Build func() *view.View
	// Type and Title are those of a window above the apps, which is no
	// activity's.
	Type, Title string
	TakesFocus  bool // of a window above the apps: it takes keys, and all touches
	Untouchable bool // touches go to what lies beneath
	// Frame is the window's place; empty fills the screen. A touch outside a
	// smaller window dismisses it.
	Frame image.Rectangle
	// Back, if set, may take the back key; it reports whether it did.
	Back func() bool
	// Resizes makes room for the keyboard; else the keyboard covers.
	Resizes bool
	// Display is the size of the display while the window is in front; zero is
	// the phone's own, which turns.
	Display image.Point
	// Portrait keeps the screen upright while the window is in front.
	Portrait bool
	// Saved, if set, gives a dump, and whether it stands for the views'.
	Saved  func() (dump string, stands bool)
	Secure bool // FLAG_SECURE: screenshots of it are black
	// Busy reports that the window never comes to rest, so that no dump of it
	// can be taken.
	Busy func() bool
	// Closed is called when the window goes away.
	Closed func()
}

// Component names the window's activity as pkg/class, with a class in the
// app's own package written short.
func (w *Window) Component() string { return Component(w.App.Package, w.Class) }

// Install adds apps and opens the launcher among them.
func (s *System) Install(apps ...*App) {
	s.Apps = append(s.Apps, apps...)
	s.Home()
}

// App returns the installed app of that package, or nil.
func (s *System) App(pkg string) *App {
	for _, app := range s.Apps {
		if app.Package == pkg {
			return app
		}
	}
	return nil
}

// Tasks returns the tasks, the one in front last.
func (s *System) Tasks() []*Task { return s.tasks }

// Front returns the window in front, whatever lies over it.
func (s *System) Front() *Window { return s.tasks[len(s.tasks)-1].Top() }

// Awake reports whether the screen is on.
func (s *System) Awake() bool { return !s.asleep }

// Sleep turns the screen off, which locks.
func (s *System) Sleep() {
	s.SetLocked(true)
	s.asleep = true
}

// Wake turns the screen on. The lock stays.
func (s *System) Wake() { s.asleep = false }
