package screen

import (
	"strings"

	"adroit/device/text"
)

// clipLabel is the number of characters of a label that a line shows.
const clipLabel = 120

// Line is the node in a line: its number, role, label and what is not as usual
// about its state, `3 switch Wi-Fi [on]`. It reads the same to a model and to a
// person: text.Line fits it to a terminal.
func (n *Node) Line() string {
	var b strings.Builder
	b.WriteString(n.ID)
	b.WriteByte(' ')
	b.WriteString(string(n.Role))
	label := n.Label
	if name := n.title(); name != "" && n.IsInput {
		label = name + ": " + label // what it is called, and what it holds
	}
	if label != "" {
		b.WriteByte(' ')
		b.WriteString(text.VisibleLine(clip(label, clipLabel)))
	}
	if s := n.state(); s != "" {
		b.WriteString(" [" + s + "]")
	}
	return b.String()
}

// Place is what is in front in words: the app by its label, else by its package,
// "" where neither is known. It is not safe to show.
func (c *Context) Place() string {
	name := firstOf(c.AppLabel, c.PackageName)
	if c.Home {
		return "home screen (" + name + ")"
	}
	return name
}

// LabelledBy reports whether s, a text of the node, is what it is called.
func (n *Node) LabelledBy(s string) bool { return s != "" && n.Label == oneLine(s) }

// state lists what a person would want to know about the node, "" for nothing.
func (n *Node) state() string {
	var s []string
	if n.Checkable {
		s = append(s, n.onOff())
	}
	if n.Selected {
		s = append(s, "selected")
	}
	if n.Focused && (n.IsInput || n.Clickable && !n.Scrollable && n.Role != WebView) { // which is where the keys of a television act
		s = append(s, "focused")
	}
	if n.Password {
		s = append(s, "password")
	}
	if !n.Enabled && n.Actionable() {
		s = append(s, "disabled")
	}
	if n.LongClick && !n.Clickable && !n.IsInput {
		s = append(s, "long press")
	}
	switch n.OccludedBy {
	case "":
	case Keyboard:
		s = append(s, "under keyboard")
	default:
		s = append(s, "under "+n.OccludedBy)
	}
	return strings.Join(s, ", ")
}

// onOff is the state of a checkable node in the words that go with its role.
func (n *Node) onOff() string {
	switch {
	case n.Role == Switch && n.Checked:
		return "on"
	case n.Role == Switch:
		return "off"
	case n.Checked:
		return "checked"
	}
	return "unchecked"
}
