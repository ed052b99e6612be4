package screen

import (
	"fmt"
	"strings"

	"adroit/device/text"
)

const (
	// clipText is the number of characters after which the model's copy of
	// one text is cut. The whole text is in the raw tree.
	clipText = 160
	// modelLimit is the size in bytes after which the model's copy of a
	// screen is cut.
	modelLimit = 8000
)

// Model is the screen for a model: a header, then one line for each thing that
// can be acted upon or that says something.
//
//	Settings: Network & internet
//	1 list
//	2 Internet | AndroidWifi
//	3 switch Wi-Fi [on]
//	- Data is saved while roaming
//
// A number without a role is something to tap; numbers without any words share
// a line. Texts that cannot be acted upon stand behind a dash, or behind the
// element that they are part of, apart by " | ". The window in front comes
// first; a line in angle brackets names each other window.
func (c *Context) Model() string {
	w := modelWriter{c: c}
	w.header()
	w.b.WriteByte('\n')
	w.windows()
	return w.b.String()
}

// frontWindow is the window with most of the nodes of the app in front.
func (c *Context) frontWindow() string {
	count := map[string]int{}
	best := ""
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if n.PackageName == c.PackageName {
			if count[n.WindowID]++; count[n.WindowID] > count[best] {
				best = n.WindowID
			}
		}
	}
	return best
}

// windowIDs lists the windows in the order in which they come.
func (c *Context) windowIDs() []string {
	var ids []string
	for i := range c.Nodes {
		ids = appendNew(ids, c.Nodes[i].WindowID)
	}
	return ids
}

// modelWriter builds the lines for a model.
type modelWriter struct {
	c       *Context
	b       strings.Builder
	only    map[string]bool // ids of the nodes to write, nil for all
	twins   map[string]int  // how many nodes have a label, where not all are written
	kind    lineKind
	last    *Node // the numbered node of the current line
	inline  bool  // numbered nodes share a line, as the keys of a keyboard do
	clipped int   // texts that were cut
	left    int   // nodes that found no room
}

// lineKind is what stands on the line that is being written.
type lineKind int

const (
	noLine   lineKind = iota
	bareLine          // numbers without words
	nodeLine          // a number with its words
	textLine          // texts without a number
)

func (w *modelWriter) header() {
	c := w.c
	w.b.WriteString(text.VisibleLine(firstOf(c.Place(), "unknown app")))
	if t := firstOf(text.VisibleLine(c.WindowTitle), text.VisibleLine(c.Activity)); t != "" {
		w.b.WriteString(": " + clip(t, clipText))
	}
	for _, s := range c.notices() {
		w.b.WriteString("; " + s)
	}
}

// notices are what is not as usual about the screen, in words.
func (c *Context) notices() []string {
	var s []string
	if c.KeyboardVisible {
		s = append(s, "keyboard shown")
	}
	switch {
	case c.LockSecure:
		s = append(s, "locked, by what only the person can give")
	case c.Locked:
		s = append(s, "locked")
	}
	if c.Stale {
		s = append(s, "stale")
	}
	return append(s, c.Warnings...)
}

// windows writes the nodes, those of the window in front first, and what is
// missing.
func (w *modelWriter) windows() {
	front := w.c.frontWindow()
	w.window(front)
	for _, id := range w.c.windowIDs() {
		if id != front {
			w.window(id)
		}
	}
	w.footer()
}

// window writes the nodes of one window.
func (w *modelWriter) window(id string) {
	first := true
	for i := range w.c.Nodes {
		n := &w.c.Nodes[i]
		if n.WindowID != id || n.Bounds.Empty() || w.only != nil && !w.only[n.ID] {
			continue
		}
		if first && n.PackageName != w.c.PackageName {
			w.b.WriteString("<" + text.Line(n.PackageName) + ">\n")
		}
		if first {
			w.inline = isKeyboard(id)
			first = false
		}
		w.node(n)
	}
	w.endLine()
}

func (w *modelWriter) node(n *Node) {
	if w.b.Len() > modelLimit {
		w.left++
		return
	}
	if !n.Actionable() && !listedAnyway(n) {
		w.text(n)
		return
	}
	word, label, state := roleWord(n), w.label(n), n.state()
	if label == "" && state == "" && word == "" {
		w.bare(n)
		return
	}
	if w.inline && w.kind == nodeLine {
		w.b.WriteByte(' ')
	} else {
		w.endLine()
	}
	if label != "" && w.outOfPlace(n) {
		label += " (" + w.c.surroundings(n) + ")"
	}
	w.b.WriteString(n.ID)
	for _, s := range [...]string{word, label} {
		if s != "" {
			w.b.WriteString(" " + s)
		}
	}
	if state != "" {
		w.b.WriteString(" [" + state + "]")
	}
	w.kind, w.last = nodeLine, n
}

// outOfPlace reports whether a node reads like another, and is written without
// what stands around it.
func (w *modelWriter) outOfPlace(n *Node) bool {
	if w.twins[n.Label] < 2 || w.only[n.Parent] {
		return false
	}
	i := w.c.index(n.ID)
	return i == 0 || !w.only[w.c.Nodes[i-1].ID]
}

// listedAnyway reports whether a node has a line of its own although nothing
// says that it can be acted upon.
func listedAnyway(n *Node) bool {
	return n.Role == Slider || n.Role == Opaque || n.Role == WebView
}

// bare writes a number that has nothing to say, next to others like it.
func (w *modelWriter) bare(n *Node) {
	if w.kind != bareLine {
		w.endLine()
	} else {
		w.b.WriteByte(' ')
	}
	w.b.WriteString(n.ID)
	w.kind, w.last = bareLine, n
}

// text writes a text without a number: behind the element in which it stands,
// else behind the text before it, else on its own line.
func (w *modelWriter) text(n *Node) {
	s := w.sayings(n)
	if s == "" {
		return
	}
	switch {
	case w.kind == textLine:
		w.b.WriteString(partSeparator)
	case w.kind == nodeLine && n.Parent == w.last.ID && !w.last.Scrollable:
		w.b.WriteString(partSeparator)
	default:
		w.endLine()
		w.b.WriteString("- ")
		w.kind = textLine
	}
	w.b.WriteString(s)
}

func (w *modelWriter) endLine() {
	if w.kind != noLine {
		w.b.WriteByte('\n')
	}
	w.kind = noLine
}

// footer says what is missing, and how to see it.
func (w *modelWriter) footer() {
	if w.clipped > 0 {
		fmt.Fprintf(&w.b, "(%s cut at …; observe_screen has them whole)\n", text.Count(w.clipped, "long text"))
	}
	if w.left > 0 {
		fmt.Fprintf(&w.b, "(%s cut; find_element finds them)\n", text.Count(w.left, "more element"))
	}
}
