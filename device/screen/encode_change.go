package screen

import (
	"fmt"
	"strings"

	"adroit/device/text"
)

// newScreenShare is the share of the nodes that must have stayed for a screen
// to be told by its changes.
const newScreenShare = 0.3

// ModelChange is what changed since prev, for a model: the new and changed
// lines and how many went, or "screen unchanged". What is another screen
// altogether is told whole.
func (c *Context) ModelChange(prev *Context) string {
	if prev == nil || c.PackageName != prev.PackageName {
		return c.Model()
	}
	d := Diff(prev, c)
	headline := c.headlineChange(prev)
	if d.Empty() && headline == "" {
		return "screen unchanged" + ignoredNote(d.Ignored) + "\n"
	}
	stayed := len(prev.Nodes) - len(d.Gone)
	if float64(stayed) < newScreenShare*float64(max(len(prev.Nodes), len(c.Nodes))) {
		return c.Model()
	}
	w := modelWriter{c: c}
	fmt.Fprintf(&w.b, "%schanged: %d, new: %d, gone: %d%s\n", headline, len(d.Changed), len(d.Added), len(d.Gone), ignoredNote(d.Ignored))
	touched := make(map[string]bool, len(d.Added)+len(d.Changed))
	for _, n := range d.Changed {
		touched[n.ID] = true
	}
	for _, n := range d.Added {
		touched[n.ID] = true
	}
	for i := range c.Nodes {
		if n := &c.Nodes[i]; touched[n.ID] && !n.Bounds.Empty() {
			w.node(n)
		}
	}
	w.endLine()
	w.footer()
	return w.b.String()
}

// headlineChange is what changed about the screen as a whole, in words.
func (c *Context) headlineChange(prev *Context) string {
	var b strings.Builder
	if c.WindowTitle != prev.WindowTitle || c.Activity != prev.Activity {
		if t := firstOf(oneLine(c.WindowTitle), c.Activity); t != "" {
			b.WriteString("window " + clip(text.Visible(t), clipText) + "; ")
		}
	}
	for _, s := range []struct {
		was, is bool
		on, off string
	}{
		{prev.KeyboardVisible, c.KeyboardVisible, "keyboard shown; ", "keyboard hidden; "},
		{prev.Locked, c.Locked, "locked; ", "unlocked; "},
	} {
		switch {
		case s.is && !s.was:
			b.WriteString(s.on)
		case s.was && !s.is:
			b.WriteString(s.off)
		}
	}
	if c.Rotation != prev.Rotation {
		b.WriteString("rotated; ")
	}
	return b.String()
}

// ignoredNote says what differs without counting.
func ignoredNote(ignored []string) string {
	if len(ignored) == 0 {
		return ""
	}
	const some = 3
	if len(ignored) > some {
		ignored = append(ignored[:some:some], "…")
	}
	return " (ignored: " + strings.Join(ignored, ", ") + ")"
}
