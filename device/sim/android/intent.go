package android

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The actions and categories that start an app from its icon.
const (
	ActionMain       = "android.intent.action.MAIN"
	CategoryLauncher = "android.intent.category.LAUNCHER"
	CategoryHome     = "android.intent.category.HOME"
)

// Intent asks for an activity.
type Intent struct {
	Action     string
	Data       string
	Package    string
	Component  string // pkg/class, short or full
	Categories []string
	Flags      uint32
	Extras     map[string]string
	User       int // whose activity is asked for
}

// String prints the intent as android.content.Intent does in am's output.
func (in Intent) String() string {
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+"="+value)
		}
	}
	add("act", in.Action)
	if len(in.Categories) > 0 {
		add("cat", "["+strings.Join(in.Categories, ",")+"]")
	}
	add("dat", in.Data)
	if in.Flags != 0 {
		add("flg", fmt.Sprintf("0x%x", in.Flags))
	}
	add("pkg", in.Package)
	if in.Component != "" {
		pkg, class := SplitComponent(in.Component)
		add("cmp", Component(pkg, class))
	}
	if len(in.Extras) > 0 {
		parts = append(parts, "(has extras)")
	}
	return "Intent { " + strings.Join(parts, " ") + " }"
}

// Component joins a package and a class, a class within it written short
// (ComponentName.flattenToShortString).
func Component(pkg, class string) string {
	if short, ok := strings.CutPrefix(class, pkg); ok && strings.HasPrefix(short, ".") {
		return pkg + "/" + short
	}
	return pkg + "/" + class
}

// SplitComponent is the reverse of Component; the class comes back in full.
func SplitComponent(component string) (pkg, class string) {
	pkg, class, _ = strings.Cut(component, "/")
	if strings.HasPrefix(class, ".") {
		class = pkg + class
	}
	return pkg, class
}

// What starting an activity can come to, beside plain success.
var (
	ErrUnresolved     = errors.New("unable to resolve Intent")
	ErrNoClass        = errors.New("activity class does not exist")
	ErrBroughtForward = errors.New("current task has been brought to the front")
)

// Match is an activity that answers an intent.
type Match struct {
	App      *App
	Activity *Activity
}

// Label is what the activity's icon says.
func (m Match) Label() string { return cmp.Or(m.Activity.Label, m.App.Label) }

// Resolve finds the activities that answer an intent.
func (s *System) Resolve(in Intent) []Match {
	var found []Match
	for _, app := range s.InstalledFor(in.User) {
		if in.Package != "" && in.Package != app.Package {
			continue
		}
		for _, a := range app.Activities {
			if a.answers(in, app) {
				found = append(found, Match{app, a})
			}
		}
	}
	return found
}

func (a *Activity) answers(in Intent, app *App) bool {
	switch {
	case in.Component != "":
		pkg, class := SplitComponent(in.Component)
		return pkg == app.Package && class == a.Class
	case slices.Contains(in.Categories, CategoryHome):
		return a.Home
	case slices.Contains(in.Categories, CategoryLauncher):
		return a.Launcher && (in.Action == ActionMain || in.Action == "")
	case in.Action == ActionMain || in.Action == "":
		return a.Launcher && in.Package != ""
	}
	return slices.Contains(a.Actions, in.Action)
}

// Start opens the activity an intent asks for, the first where several answer.
// ErrBroughtForward says that its task was open already and is now in front: a
// success of a kind.
func (s *System) Start(in Intent) (*Window, error) {
	found := s.Resolve(in)
	switch {
	case len(found) == 0 && in.Component != "":
		return nil, ErrNoClass
	case len(found) == 0:
		return nil, ErrUnresolved
	}
	s.FocusOwnDisplay() // on which it opens
	app, activity := found[0].App, found[0].Activity
	if activity.Home {
		s.Home()
		return s.Front(), nil
	}
	task := s.taskOf(app, in.User)
	plain := (in.Action == ActionMain || in.Action == "") && in.Data == "" && len(in.Extras) == 0
	if task != nil && plain && activity.Launcher && task.Windows[0].Class == activity.Class {
		s.raise(task)
		return task.Top(), ErrBroughtForward
	}
	window := activity.Open(in)
	window.App, window.Class, window.User = app, activity.Class, in.User
	if task == nil {
		s.lastTask++
		task = &Task{ID: s.lastTask, App: app}
		s.tasks = append(s.tasks, task)
	}
	s.raise(task)
	s.blur()
	task.Windows = append(task.Windows, window)
	return window, nil
}

// Broadcast gives an intent to the apps that receive broadcasts: to all, or to
// the one the intent names.
func (s *System) Broadcast(in Intent) {
	pkg := in.Package
	if in.Component != "" {
		pkg, _ = SplitComponent(in.Component)
	}
	for _, app := range s.Apps {
		if app.Receive != nil && (pkg == "" || pkg == app.Package) {
			app.Receive(in)
		}
	}
}
