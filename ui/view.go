package ui

import (
	"strings"

	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/text"
)

// view is an observed screen made ready for drawing: flattened, compared with
// the one before, and safe to show. It is never changed once it is built.
type view struct {
	screen   *screen.Context
	rows     []viewRow
	withheld string // the rule by which the model does not get to see it; "" where it does
}

// viewRow is one element.
type viewRow struct {
	id     string
	indent int
	role   string
	label  string
	state  string // "on", "off, disabled" …
	masked bool   // a secret stands in it
	act    bool   // something can be done with it
	change change
	node   *screen.Node
}

// change says how an element differs from the screen before.
type change int

const (
	same change = iota
	added
	altered
)

// deepest is the indentation, in levels, beyond which rows are not moved
// further to the right.
const deepest = 6

// newView flattens c and compares it with the screen before, which may be nil.
func newView(c *screen.Context, before *view) *view {
	v := &view{screen: c, rows: make([]viewRow, 0, len(c.Nodes))}
	changes := changesOf(c, before)
	depth := map[string]int{}
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if parent, ok := depth[n.Parent]; ok {
			depth[n.ID] = parent + 1
		} else {
			depth[n.ID] = 0
		}
		v.rows = append(v.rows, viewRow{
			id:     text.Line(n.ID),
			indent: min(depth[n.ID], deepest),
			role:   text.Line(string(n.Role)),
			label:  text.Line(n.Label),
			state:  state(n),
			masked: len(n.Redacted) > 0 || strings.Contains(n.Label, redact.Mask),
			act:    n.Actionable(),
			change: changes[n.ID],
			node:   n,
		})
	}
	return v
}

// changesOf says how each element of c differs from the screen before. A screen
// of which nothing was there before is another one, not a changed one.
func changesOf(c *screen.Context, before *view) map[string]change {
	changes := map[string]change{}
	if before == nil {
		return changes
	}
	diff := screen.Diff(before.screen, c)
	if len(diff.Added) == len(c.Nodes) {
		return changes
	}
	for _, n := range diff.Added {
		changes[n.ID] = added
	}
	for _, n := range diff.Changed {
		changes[n.ID] = altered
	}
	return changes
}

// row finds the element with the given number.
func (v *view) row(id string) (viewRow, bool) {
	for _, r := range v.rows {
		if r.id == id {
			return r, true
		}
	}
	return viewRow{}, false
}

// title is the app and the window in words.
func (v *view) title() string {
	c := v.screen
	app := c.AppLabel
	switch {
	case c.Home:
		app = "Home screen"
	case app == "":
		app = c.PackageName
	}
	if c.WindowTitle != "" && c.WindowTitle != app {
		app += " › " + c.WindowTitle
	}
	return text.Line(app)
}

// warnings are the things that a person must know before trusting the rows.
func (v *view) warnings() []string {
	c := v.screen
	var w []string
	for _, flag := range []struct {
		on   bool
		word string
	}{
		{c.Stale, "stale"},
		{c.Locked, "locked"},
		{!c.Awake, "screen off"},
		{!c.Complete, "incomplete"},
		{c.KeyboardVisible, "keyboard"},
	} {
		if flag.on {
			w = append(w, flag.word)
		}
	}
	return w
}

// privacy says that the model does not get to see the screen, and by which rule,
// where that is so.
func (v *view) privacy() []string {
	if v == nil || v.withheld == "" {
		return nil
	}
	return []string{"withheld from the model by " + v.withheld}
}

// state is what is worth knowing of n beside its label.
func state(n *screen.Node) string {
	var words []string
	switch {
	case n.Checkable && n.Role == screen.Switch && n.Checked:
		words = append(words, "on")
	case n.Checkable && n.Role == screen.Switch:
		words = append(words, "off")
	case n.Checkable && n.Checked:
		words = append(words, "checked")
	case n.Checkable:
		words = append(words, "unchecked")
	}
	if n.Value != "" && n.Value != n.Label {
		words = append(words, text.Line(n.Value))
	}
	for _, flag := range []struct {
		on   bool
		word string
	}{
		{n.Selected, "selected"},
		{n.Focused, "focused"},
		{n.Password, "password"},
		{!n.Enabled, "disabled"},
		{n.OccludedBy != "", "covered"},
	} {
		if flag.on {
			words = append(words, flag.word)
		}
	}
	return strings.Join(words, ", ")
}
