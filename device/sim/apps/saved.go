package apps

import (
	"encoding/xml"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// Saved is a screen saved by `uiautomator dump`.
type Saved struct {
	Name string // of its file, without .xml
	xml  string
	root savedNode
}

// savedNode is what a saved node tells about its view.
type savedNode struct {
	Text     string      `xml:"text,attr"`
	ID       string      `xml:"resource-id,attr"`
	Class    string      `xml:"class,attr"`
	Package  string      `xml:"package,attr"`
	Desc     string      `xml:"content-desc,attr"`
	Hint     string      `xml:"hint,attr"`
	Bounds   string      `xml:"bounds,attr"`
	Check    bool        `xml:"checkable,attr"`
	Checked  bool        `xml:"checked,attr"`
	Click    bool        `xml:"clickable,attr"`
	Enabled  bool        `xml:"enabled,attr"`
	Long     bool        `xml:"long-clickable,attr"`
	Password bool        `xml:"password,attr"`
	Selected bool        `xml:"selected,attr"`
	Nodes    []savedNode `xml:"node"`
}

// LoadSaved reads the .xml files of a directory. One that is not well formed
// is served as it is, with nothing on it to touch.
func LoadSaved(dir string) ([]Saved, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.xml"))
	if err != nil {
		return nil, fmt.Errorf("saved screens: %w", err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("saved screens: no .xml file in %s", dir)
	}
	var all []Saved
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("saved screens: %w", err)
		}
		s := Saved{Name: strings.TrimSuffix(filepath.Base(file), ".xml"), xml: string(text)}
		if xml.Unmarshal(text, &s.root) != nil {
			s.root = savedNode{}
		}
		all = append(all, s)
	}
	return all, nil
}

// pkg is the package of the screen's first node: the app it was saved from.
func (s *Saved) pkg() string {
	if len(s.root.Nodes) == 0 || s.root.Nodes[0].Package == "" {
		return "saved.unreadable"
	}
	return s.root.Nodes[0].Package
}

// size is the display the screen was saved on, as far as its nodes reach.
func (s *Saved) size() image.Point {
	size := image.Pt(android.ScreenWidth, android.ScreenHeight)
	if len(s.root.Nodes) > 0 {
		var whole image.Rectangle
		for _, n := range s.root.Nodes {
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
	_, _ = fmt.Sscanf(n.Bounds, "[%d,%d][%d,%d]", &r.Min.X, &r.Min.Y, &r.Max.X, &r.Max.Y)
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
		Saved: func() string {
			if s.changed() {
				return ""
			}
			return saved.xml
		},
		Build: func() *view.View {
			root := &view.View{Axis: view.Over}
			for i := range saved.root.Nodes {
				root.Children = append(root.Children, s.view(&saved.root.Nodes[i], image.Point{}))
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
	if n.Text == n.Hint {
		return ""
	}
	return n.Text
}

func (s *savedScreen) view(n *savedNode, origin image.Point) *view.View {
	v := &view.View{
		Class: n.Class, ID: n.ID, Text: n.Text, Desc: n.Desc, Pkg: n.Package, Hint: n.Hint,
		Axis: view.Over, Place: n.rect().Sub(origin), Clickable: n.Click, LongClickable: n.Long,
		Checkable: n.Check, Checked: n.Checked, Disabled: !n.Enabled, Selected: n.Selected, Password: n.Password,
	}
	if was, ok := s.checked[n]; ok {
		v.Checked = was
	}
	switch {
	case strings.HasSuffix(n.Class, "EditText"):
		if s.fields[n] == nil {
			s.fields[n] = &view.Field{}
			s.fields[n].SetText(n.content())
		}
		v.Field = s.fields[n]
	case n.Check:
		v.OnClick = func() { s.checked[n] = !v.Checked }
	case n.Click:
		v.OnClick = s.next
	}
	for i := range n.Nodes {
		v.Children = append(v.Children, s.view(&n.Nodes[i], n.rect().Min))
	}
	return v
}
