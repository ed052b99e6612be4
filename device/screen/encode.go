package screen

import (
	"fmt"
	"strings"

	"adroit/device/text"
)

// Line is the node in a line: its number, role, label and what is not as
// usual about its state, `3 switch Wi-Fi [on]`.
func (n *Node) Line() string {
	parts := []string{n.ID, string(n.Role)}
	if n.Label != "" {
		parts = append(parts, text.Line(n.Label))
	}
	if s := n.state(); s != "" {
		parts = append(parts, "["+s+"]")
	}
	return strings.Join(parts, " ")
}

// state lists what a person would want to know about the node, "" for nothing.
func (n *Node) state() string {
	var s []string
	if n.Checkable {
		on, off := "checked", "unchecked"
		if n.Role == Switch {
			on, off = "on", "off"
		}
		if n.Checked {
			s = append(s, on)
		} else {
			s = append(s, off)
		}
	}
	for _, f := range []struct {
		on   bool
		word string
	}{{n.Selected, "selected"}, {n.Focused, "focused"}, {n.Password, "password"}, {!n.Enabled, "disabled"}, {n.OccludedBy != "", "covered by " + n.OccludedBy}} {
		if f.on {
			s = append(s, f.word)
		}
	}
	return strings.Join(s, " ")
}

// ModelChange is what changed since prev, for a model: the new and changed
// lines and how many went, or "screen unchanged".
func (c *Context) ModelChange(prev *Context) string {
	if prev == nil {
		return c.Model()
	}
	d := Diff(prev, c)
	if d.Empty() {
		return "screen unchanged"
	}
	var b strings.Builder
	for _, n := range append(d.Added, d.Changed...) {
		b.WriteString(n.Line() + "\n")
	}
	if len(d.Gone) > 0 {
		fmt.Fprintf(&b, "gone: %d\n", len(d.Gone))
	}
	return b.String()
}

// Tree is the screen as an indented tree for people.
func (c *Context) Tree() string {
	var b strings.Builder
	for i := range c.Nodes {
		b.WriteString(strings.Repeat("  ", c.Nodes[i].Depth) + c.Nodes[i].Line() + "\n")
	}
	return b.String()
}

// RawTree is the tree as it was dumped, redacted.
func (c *Context) RawTree() string { return c.Tree() }
