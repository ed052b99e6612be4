package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adroit/device/text"
)

// Sight says what of a phone somebody may not see: the rule, "rules.toml:1", by
// which it is kept from them, "" for what they may see.
type Sight struct {
	App func(pkg string) (rule string)
	// Notice is about a notification, which the system shows in a window of its
	// own, under the name of the app that sent it. The name is "" where it tells
	// none.
	Notice func(app string) (rule string)
}

// Without is c for somebody of limited sight. Of an app in front that they may
// not see, nothing is left but its name. What else is kept from them is left
// out; where it lay over something else, there is an Overlay in its place.
// Warnings say so, and Complete is false.
//
// A Context of which nothing has to be left out is returned as it is.
func (c *Context) Without(limited Sight) *Context {
	w := withholding{Context: c, Sight: limited, asked: map[string]string{}}
	if rule := w.by(c.PackageName); rule != "" {
		return c.nameAlone(rule)
	}
	w.judge()
	out := func(rule string) bool { return rule != "" }
	if slices.ContainsFunc(w.nodes, out) || slices.ContainsFunc(w.raw, out) || slices.ContainsFunc(c.gone, w.wasHidden) {
		return w.cut()
	}
	return c
}

// Withheld is the rule by which Without has left out what the app in front
// shows, "" where it has not.
func (c *Context) Withheld() string { return c.withheld }

// Partial reports whether Without has left something out of c.
func (c *Context) Partial() bool { return c.partial }

// nameAlone is what is told of a screen whose app in front is withheld by rule.
func (c *Context) nameAlone(rule string) *Context {
	return &Context{
		ObservationID: c.ObservationID, PackageName: c.PackageName, AppLabel: c.AppLabel,
		Width: c.Width, Height: c.Height, Rotation: c.Rotation,
		KeyboardVisible: c.KeyboardVisible, KeyboardBounds: c.KeyboardBounds,
		Overlays: c.Overlays, Underneath: c.Underneath,
		Locked: c.Locked, LockSecure: c.LockSecure, Awake: c.Awake,
		Source: c.Source, CapturedAt: c.CapturedAt, DurationMS: c.DurationMS,
		Warnings: []string{"what it shows is withheld from you by the person's rule " + text.Line(rule)},
		Nodes:    []Node{}, dump: &tree{partial: true}, partial: true, withheld: rule,
	}
}

// withholding leaves out of a Context what somebody may not see.
type withholding struct {
	*Context
	Sight
	asked map[string]string // answers of Sight.App

	nodes []string // the rule by which each node is left out
	raw   []string // and each element of the dump; nil without one
}

// by is the rule by which an app is withheld.
func (w *withholding) by(pkg string) string {
	rule, known := w.asked[pkg]
	if !known {
		rule = w.App(pkg)
		w.asked[pkg] = rule
	}
	return rule
}

func (w *withholding) wasHidden(g goneNode) bool { return w.by(g.pkg) != "" }

// judge finds out what is left out: what is of a withheld app, or stands in
// something that is.
func (w *withholding) judge() {
	w.nodes = make([]string, len(w.Nodes))
	if w.dump == nil { // a decoded Context
		inside := map[string]string{}
		for i := range w.Nodes { // parents come first
			n := &w.Nodes[i]
			w.nodes[i] = cmp.Or(inside[n.Parent], w.by(n.PackageName))
			inside[n.ID] = w.nodes[i]
		}
		return
	}
	w.raw = make([]string, len(w.dump.elements))
	for i, e := range w.dump.elements {
		w.raw[i] = w.by(e.pkg)
		if e.parent < 0 {
			continue
		}
		w.raw[i] = cmp.Or(w.raw[e.parent], w.raw[i])
		if w.raw[i] == "" && strings.HasSuffix(w.dump.elements[e.parent].viewID, notifications) {
			w.raw[i] = w.Notice(w.sender(i))
		}
	}
	for n, i := range w.elements {
		w.nodes[n] = w.raw[i]
	}
}

// The list of notifications, and in one of them the name of the app that sent
// it (AOSP SystemUI, status_bar_expanded.xml; notification_template_header.xml).
const (
	notifications  = ":id/notification_stack_scroller"
	senderOfNotice = "android:id/app_name_text"
)

// sender is the name under which the notification that is element i was sent.
func (w *withholding) sender(i int) string {
	for _, e := range w.dump.elements[i:max(i, w.dump.elements[i].end)] {
		if e.viewID == senderOfNotice {
			return e.text
		}
	}
	return ""
}

func (w *withholding) cut() *Context {
	c := *w.Context
	c.Complete, c.partial = false, true
	c.Nodes, c.elements, c.drawn, c.originals = make([]Node, 0, len(w.Nodes)), nil, nil, map[string]string{}
	c.Warnings, c.Overlays = append(slices.Clone(c.Warnings), w.notes()...), slices.Clone(c.Overlays)
	c.gone = slices.DeleteFunc(slices.Clone(c.gone), w.wasHidden)
	c.dump = w.cutDump()
	var named *layout // what is left, named by itself alone
	if c.dump != nil {
		named = arrange(c.dump)
	}
	for i, n := range w.Nodes {
		if w.nodes[i] != "" {
			if w.covers(i) {
				c.Overlays = append(c.Overlays, Overlay{n.PackageName, n.Bounds})
			}
			continue
		}
		if named != nil {
			w.rename(&n, w.elements[i], named)
			c.elements = append(c.elements, w.elements[i])
		}
		if original, ok := w.originals[n.ID]; ok && !w.holdsHidden(i) {
			c.originals[n.ID] = original
		}
		c.Nodes = append(c.Nodes, n)
		if w.drawn != nil {
			c.drawn = append(c.drawn, w.drawn[i])
		}
	}
	return &c
}

// rename gives n, which is element i, the words that it has where nothing is
// shown that is left out: a label may be taken from what stands around it.
func (w *withholding) rename(n *Node, i int, named *layout) {
	n.Label = named.name(i)
	if n.Role == Input {
		n.Hint = firstOf(w.dump.elements[i].hint, named.borrowed[i])
	}
}

// holdsHidden reports whether something in node i is left out.
func (w *withholding) holdsHidden(i int) bool {
	if w.elements == nil {
		return false
	}
	e := w.elements[i]
	return slices.ContainsFunc(w.raw[e:w.dump.elements[e].end], func(rule string) bool { return rule != "" })
}

// notes say what is left out, and by what.
func (w *withholding) notes() []string {
	var notes []string
	note := func(pkg, rule string) {
		if rule == "" {
			return
		}
		what := "what " + text.Line(pkg) + " shows on it"
		if w.by(pkg) == "" {
			what = "a part of it, such as a notification,"
		}
		notes = appendNew(notes, fmt.Sprintf("%s is withheld from you by the person's rule %s", what, text.Line(rule)))
	}
	for i := range w.Nodes {
		note(w.Nodes[i].PackageName, w.nodes[i])
	}
	for i := range w.raw {
		note(w.dump.elements[i].pkg, w.raw[i])
	}
	return notes
}

// covers reports whether node i, which is left out, takes a finger away from
// one that is not.
func (w *withholding) covers(i int) bool {
	if !w.Nodes[i].touches() {
		return false
	}
	for j := range w.Nodes {
		if w.nodes[j] == "" && w.rank(j) < w.rank(i) && !w.Nodes[j].Bounds.Intersect(w.Nodes[i].Bounds).Empty() {
			return true
		}
	}
	return false
}

// cutDump is the raw tree without what is left out. The other elements keep
// their places in it, by which they are known.
func (w *withholding) cutDump() *tree {
	if w.dump == nil {
		return nil
	}
	dump := *w.dump
	dump.elements = slices.Clone(dump.elements)
	dump.leftOut = make([]bool, len(dump.elements))
	for i := range dump.elements {
		if e := &dump.elements[i]; w.raw[i] != "" {
			dump.leftOut[i] = true
			*e = element{parent: e.parent, end: e.end, depth: e.depth, window: e.window}
		}
	}
	return &dump
}
