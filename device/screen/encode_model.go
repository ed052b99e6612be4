package screen

import (
	"fmt"
	"strings"

	"adroit/device/text"
)

// clipText is the number of characters after which the model's copy of one
// text is cut. The whole text is in the raw tree.
const clipText = 80

// Model is the screen for a model: a header, then one line for each thing that
// can be acted upon or that says something.
//
//	Settings: Network & internet
//	1 list
//	2 Internet | AndroidWifi
//	3 switch Wi-Fi [on]
//	- Data is saved while roaming
//
// A number without a role is something to tap. Texts without a number follow a
// dash, or the line of the element that they stand in, apart by " | ".
func (c *Context) Model() string {
	w := modelWriter{c: c}
	w.header()
	for i := range c.Nodes {
		w.node(&c.Nodes[i])
	}
	w.endLine()
	w.footer()
	return w.b.String()
}

// modelWriter builds the lines for a model.
type modelWriter struct {
	c    *Context
	b    strings.Builder
	line lineKind
	last *Node // the numbered node of the current line
	cut  int   // texts that were clipped
}

type lineKind int

const (
	noLine   lineKind = iota
	bareLine          // numbers without a label
	nodeLine          // a number with its label
	textLine          // texts without a number
)

func (w *modelWriter) header() {
	c := w.c
	name := c.AppLabel
	if name == "" {
		name = c.PackageName
	}
	w.b.WriteString(text.Visible(oneLine(name)))
	if t := oneLine(c.WindowTitle); t != "" {
		w.b.WriteString(": " + clip(text.Visible(t), clipText))
	}
	for _, s := range c.notices() {
		w.b.WriteString("; " + s)
	}
	w.b.WriteByte('\n')
}

// notices are what is not as usual about the screen, in words.
func (c *Context) notices() []string {
	var s []string
	if c.KeyboardVisible {
		s = append(s, "keyboard shown")
	}
	if c.Locked {
		s = append(s, "locked")
	}
	if c.Stale {
		s = append(s, "stale")
	}
	return append(s, c.Warnings...)
}

func (w *modelWriter) footer() {
	if w.cut > 0 {
		fmt.Fprintf(&w.b, "(%d long texts cut at …; observe_screen has them whole)\n", w.cut)
	}
}

func (w *modelWriter) node(n *Node) {
	if n.Bounds.Empty() {
		return
	}
	if !n.Actionable() && (n.Role == Text || n.Role == Heading || n.Role == Image || n.Role == Other || n.Role == Button || n.Role == Container) {
		w.text(n)
		return
	}
	word, label, state := roleWord(n), w.label(n), n.state()
	if label == "" && state == "" && word == "" {
		w.bare(n)
		return
	}
	w.endLine()
	w.b.WriteString(n.ID)
	for _, s := range [...]string{word, label} {
		if s != "" {
			w.b.WriteString(" " + s)
		}
	}
	if state != "" {
		w.b.WriteString(" [" + state + "]")
	}
	w.line, w.last = nodeLine, n
}

// bare writes a number that has nothing to say, next to others like it.
func (w *modelWriter) bare(n *Node) {
	if w.line != bareLine {
		w.endLine()
	} else {
		w.b.WriteByte(' ')
	}
	w.b.WriteString(n.ID)
	w.line, w.last = bareLine, n
}

// text writes a text without a number: behind the element in which it stands,
// else behind the text before it, else on its own line.
func (w *modelWriter) text(n *Node) {
	s := w.sayings(n)
	if s == "" {
		return
	}
	switch {
	case w.line == textLine:
		w.b.WriteString(partSeparator)
	case w.line == nodeLine && n.Parent == w.last.ID && !w.last.Scrollable:
		w.b.WriteString(partSeparator)
	default:
		w.endLine()
		w.b.WriteString("- ")
		w.line = textLine
	}
	w.b.WriteString(s)
}

func (w *modelWriter) endLine() {
	if w.line != noLine {
		w.b.WriteByte('\n')
	}
	w.line = noLine
}

// sayings are the text and the description of a node, clipped.
func (w *modelWriter) sayings(n *Node) string {
	e := element{text: n.Text, desc: n.Description}
	parts := e.sayings()
	for i, s := range parts {
		parts[i] = w.clip(s)
	}
	return strings.Join(parts, partSeparator)
}

// label is what the model reads behind the number.
func (w *modelWriter) label(n *Node) string {
	if s := w.sayings(n); s != "" {
		return s
	}
	if n.Label == "" || strings.HasPrefix(n.Label, "#") && n.Scrollable {
		return ""
	}
	parts := strings.Split(n.Label, partSeparator)
	for i, s := range parts {
		parts[i] = w.clip(s)
	}
	return strings.Join(parts, partSeparator)
}

func (w *modelWriter) clip(s string) string {
	short := clip(s, clipText)
	if short != s {
		w.cut++
	}
	return text.Visible(short)
}

// roleWord is the role where the model needs it: what is only to be tapped
// goes without.
func roleWord(n *Node) string {
	switch n.Role {
	case Button, Item, Image, Link, Text, Heading, Container, Other:
		if n.Scrollable {
			return string(List)
		}
		return ""
	}
	return string(n.Role)
}
