package screen

import (
	"fmt"
	"strconv"
	"strings"

	"adroit/device/text"
)

// Tree is the screen as an indented tree for people: a header, then a line for
// each node. It is safe to show.
func (c *Context) Tree() string {
	var b strings.Builder
	b.WriteString(text.Line(firstOf(c.Place(), "unknown app")))
	if c.AppLabel != "" && c.PackageName != "" {
		b.WriteString(" (" + text.Line(c.PackageName) + ")")
	}
	if c.WindowTitle != "" {
		b.WriteString(": " + text.Line(c.WindowTitle))
	}
	fmt.Fprintf(&b, ", %d×%d", c.Width, c.Height)
	for _, s := range c.notices() {
		b.WriteString("; " + text.Line(s))
	}
	b.WriteByte('\n')
	level := map[string]int{}
	for i := range c.Nodes {
		n := &c.Nodes[i]
		l := 0
		if n.Parent != "" {
			l = level[n.Parent] + 1
		}
		level[n.ID] = l
		b.WriteString(indent(l) + text.Line(n.Line()) + "\n")
	}
	return b.String()
}

// indent is the space before a line of some depth. Real screens are some
// twenty levels deep.
func indent(depth int) string { return strings.Repeat("  ", min(depth, 40)) }

// RawTree is the tree as it was dumped, redacted: every element with its class
// and attributes, and with its number where it has one. A Context that was
// decoded from JSON has lost the raw tree and gives Tree.
func (c *Context) RawTree() string {
	if c.dump == nil {
		return c.Tree()
	}
	ids := make(map[int]string, len(c.Nodes))
	for n, i := range c.elements {
		ids[i] = c.Nodes[n].ID
	}
	var b strings.Builder
	for i := range c.dump.elements {
		e := &c.dump.elements[i]
		if c.dump.leftOut != nil && c.dump.leftOut[i] {
			continue
		}
		b.WriteString(indent(e.depth) + "- " + text.Line(e.class))
		if id := ids[i]; id != "" {
			b.WriteString(" node_id=" + id)
		}
		e.writeAttributes(&b)
		b.WriteByte('\n')
	}
	return b.String()
}

func (e *element) writeAttributes(b *strings.Builder) {
	for _, a := range [...]struct{ name, value string }{
		{"text", e.text}, {"desc", e.desc}, {"hint", e.hint}, {"id", e.viewID},
	} {
		if a.value != "" {
			b.WriteString(" " + a.name + "=" + strconv.Quote(text.Visible(a.value)))
		}
	}
	for _, f := range [...]struct {
		flag flags
		name string
	}{
		{clickable, "clickable"}, {longClickable, "long-clickable"}, {scrollable, "scrollable"}, {checkable, "checkable"},
		{checked, "checked"}, {focused, "focused"}, {selected, "selected"}, {password, "password"}, {disabled, "disabled"},
	} {
		if e.flags.has(f.flag) {
			b.WriteString(" " + f.name)
		}
	}
	b.WriteString(" bounds=" + e.bounds.String())
}
