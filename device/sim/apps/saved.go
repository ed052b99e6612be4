package apps

import (
	"fmt"
	"image"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// Saved is a screen saved by `uiautomator dump`.
type Saved struct {
	Name  string // of its file, without .xml
	xml   string
	roots []*savedNode // from the back to the front
}

// savedNode is what a saved node tells about its view.
type savedNode struct {
	text, id, class, pkg, desc, hint, bounds string

	check, checked, click, enabled, long, password, selected bool

	nodes []*savedNode
}

// pkg is the package of the screen's first node: the app it was saved from.
func (s *Saved) pkg() string {
	if len(s.roots) == 0 || s.roots[0].pkg == "" {
		return "saved.unreadable"
	}
	return s.roots[0].pkg
}

// size is the display the screen was saved on, as far as its nodes reach.
func (s *Saved) size() image.Point {
	size := image.Pt(android.ScreenWidth, android.ScreenHeight)
	if len(s.roots) > 0 {
		var whole image.Rectangle
		for _, n := range s.roots {
			whole = whole.Union(n.rect())
		}
		if !whole.Empty() {
			size = whole.Max
		}
	}
	return size
}

func (n *savedNode) rect() image.Rectangle {
	var r image.Rectangle
	// What is not a rectangle is an empty one.
	_, _ = fmt.Sscanf(n.bounds, "[%d,%d][%d,%d]", &r.Min.X, &r.Min.Y, &r.Max.X, &r.Max.Y)
	return r
}

// InstallSaved puts saved screens on a phone, each an activity of the app it
// was saved from and an icon with its file's name. A tap on what is clickable
// goes to the next screen, back to the one before; what is checkable switches
// and fields take text.
func InstallSaved(sys *android.System, screens []Saved) {
	owners := map[string]*android.App{}
	installed := []*android.App{Launcher(sys)}
	for i := range screens {
		pkg := screens[i].pkg()
		if owners[pkg] == nil {
			owners[pkg] = &android.App{Package: pkg, Label: pkg, VersionName: "1.0", VersionCode: 1, UID: 10300 + len(owners)}
			installed = append(installed, owners[pkg])
		}
	}
	var window func(i int) *android.Window
	window = func(i int) *android.Window {
		return savedWindow(&screens[i], func() {
			next := (i + 1) % len(screens)
			push(sys, owners[screens[next].pkg()], screens[next].class(), window(next))
		})
	}
	for i := range screens {
		app := owners[screens[i].pkg()]
		app.Activities = append(app.Activities, &android.Activity{
			Class: screens[i].class(), Label: screens[i].Name, Launcher: true,
			Open: func(android.Intent) *android.Window { return window(i) },
		})
	}
	sys.Install(installed...)
}

// class is the name of the screen's activity.
func (s *Saved) class() string { return s.pkg() + ".Saved_" + strings.Map(identifier, s.Name) }

// identifier keeps what can stand in a class name.
func identifier(r rune) rune {
	if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
		return r
	}
	return '_'
}

// savedScreen is one saved screen as it is shown: what was done to it outlasts
// a frame.
type savedScreen struct {
	saved   *Saved
	next    func()
	fields  map[*savedNode]*view.Field
	checked map[*savedNode]bool
}

// savedWindow shows a saved screen. A dump of it is its file, byte for byte,
// until something on it has been changed.
func savedWindow(saved *Saved, next func()) *android.Window {
	s := &savedScreen{saved: saved, next: next, fields: map[*savedNode]*view.Field{}, checked: map[*savedNode]bool{}}
	return &android.Window{
		Display: saved.size(),
		Saved:   func() (string, bool) { return saved.xml, !s.changed() },
		Build: func() *view.View {
			root := &view.View{Axis: view.Over}
			for _, n := range saved.roots {
				root.Children = append(root.Children, s.view(n, image.Point{}))
			}
			return root
		},
	}
}

func (s *savedScreen) changed() bool {
	for n, f := range s.fields {
		if f.Text() != n.content() {
			return true
		}
	}
	return len(s.checked) > 0
}

// content is what stood in a field: an empty one's text is its hint.
func (n *savedNode) content() string {
	if n.text == n.hint {
		return ""
	}
	return n.text
}

func (s *savedScreen) view(n *savedNode, origin image.Point) *view.View {
	v := &view.View{
		Class: n.class, ID: n.id, Text: n.text, Desc: n.desc, Pkg: n.pkg, Hint: n.hint,
		Axis: view.Over, Place: n.rect().Sub(origin), Clickable: n.click, LongClickable: n.long,
		Checkable: n.check, Checked: n.checked, Disabled: !n.enabled, Selected: n.selected, Password: n.password,
	}
	if was, ok := s.checked[n]; ok {
		v.Checked = was
	}
	switch {
	case strings.HasSuffix(n.class, "EditText"):
		if s.fields[n] == nil {
			s.fields[n] = &view.Field{}
			s.fields[n].SetText(n.content())
		}
		v.Field = s.fields[n]
	case n.check:
		v.OnClick = func() { s.checked[n] = !v.Checked }
	case n.click:
		v.OnClick = s.next
	}
	for _, child := range n.nodes {
		v.Children = append(v.Children, s.view(child, n.rect().Min))
	}
	return v
}
