package screen

import (
	"strings"

	"adroit/device/text"
)

// label is what the model reads behind the number: what the node says, else
// its label. A field and a switch say what they are called and what they hold.
// A list needs no name, and a button that is called like its row only the one.
func (w *modelWriter) label(n *Node) string {
	if n.Value != "" && oneLine(n.Value) != n.Label {
		return w.joined(n.Label) + ": " + w.clip(oneLine(n.Value))
	}
	name, says := w.joined(n.title()), w.sayings(n)
	switch {
	case says != "" && name != "":
		return name + ": " + says
	case says != "":
		return says
	case name != "":
		return name
	case strings.HasPrefix(n.Label, "#") && n.Scrollable, w.kind == nodeLine && n.Parent == w.last.ID && n.Label == w.last.Label:
		return ""
	}
	return w.joined(n.Label)
}

// title is what a field or a switch is called, where that is not what it says.
func (n *Node) title() string {
	title := ""
	switch {
	case n.Checkable:
		title = n.Label
	case n.IsInput && n.Text != "":
		title = n.Hint
	}
	if title = oneLine(title); title == oneLine(n.Text) || title == oneLine(n.Description) {
		return ""
	}
	return title
}

// sayings are the text and the description of a node. Of a state that goes
// without saying, they are nothing.
func (w *modelWriter) sayings(n *Node) string {
	e := element{text: n.Text, desc: n.Description}
	if n.Checkable {
		e.flags = checkable
	}
	if e.saysState() {
		return ""
	}
	return w.clipParts(e.sayings())
}

// joined is a label that may be joined of several texts, each clipped.
func (w *modelWriter) joined(label string) string {
	return w.clipParts(strings.Split(label, partSeparator))
}

func (w *modelWriter) clipParts(parts []string) string {
	for i, s := range parts {
		parts[i] = w.clip(s)
	}
	return strings.Join(parts, partSeparator)
}

func (w *modelWriter) clip(s string) string {
	short := clip(s, clipText)
	if short != s {
		w.clipped++
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
