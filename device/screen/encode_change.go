package screen

import (
	"fmt"
	"slices"
	"strings"

	"adroit/device/text"
)

// newPageShare is the share of the nodes that must have stayed for a screen to
// be the same page as before.
const newPageShare = 0.3

// ModelChange is what changed since prev, for a model: the new and changed
// lines and how many went, or "screen unchanged". Another app is told whole.
//
//	changed: 1, gone: 2
//	3 switch Wi-Fi [on]
func (c *Context) ModelChange(prev *Context) string {
	if prev == nil || c.PackageName != prev.PackageName {
		return c.Model()
	}
	d := Diff(prev, c)
	news := c.news(prev)
	if d.Empty() && len(news) == 0 {
		return "screen unchanged" + ignoredNote(d.Ignored) + "\n"
	}
	w := modelWriter{c: c, only: map[string]bool{}, twins: map[string]int{}}
	for i := range c.Nodes {
		w.twins[c.Nodes[i].Label]++
	}
	for _, list := range [...][]*Node{d.Changed, d.Added} {
		for _, n := range list {
			w.only[n.ID] = true
		}
	}
	stayed := len(prev.Nodes) - len(d.Gone)
	if float64(stayed) < newPageShare*float64(max(len(prev.Nodes), len(c.Nodes))) {
		news = append([]string{"new page"}, news...)
		d.Changed, d.Added = nil, nil // there is little else
	}
	w.b.WriteString(strings.Join(append(news, d.counts()...), "; ") + ignoredNote(d.Ignored) + "\n")
	w.windows()
	return w.b.String()
}

// counts are the sizes of a change, where there is one.
func (d Change) counts() []string {
	var list []string
	for _, part := range [...]struct {
		what string
		n    int
	}{{"changed", len(d.Changed)}, {"new", len(d.Added)}, {"gone", len(d.Gone)}} {
		if part.n > 0 {
			list = append(list, fmt.Sprintf("%s: %d", part.what, part.n))
		}
	}
	if len(list) == 0 {
		return nil
	}
	return []string{strings.Join(list, ", ")}
}

// news are what changed about the screen as a whole, in words.
func (c *Context) news(prev *Context) []string {
	var list []string
	if c.WindowTitle != prev.WindowTitle || c.Activity != prev.Activity {
		if t := firstOf(oneLine(c.WindowTitle), c.Activity); t != "" {
			list = append(list, "window "+clip(text.Visible(t), clipText))
		}
	}
	for _, s := range []struct {
		was, is bool
		on, off string
	}{
		{prev.KeyboardVisible, c.KeyboardVisible, "keyboard shown", "keyboard hidden"},
		{prev.Locked, c.Locked, "locked", "unlocked"},
	} {
		switch {
		case s.is && !s.was:
			list = append(list, s.on)
		case s.was && !s.is:
			list = append(list, s.off)
		}
	}
	if c.Rotation != prev.Rotation {
		list = append(list, "rotated")
	}
	if c.Stale && !prev.Stale {
		list = append(list, "stale")
	}
	for _, w := range c.Warnings {
		if !slices.Contains(prev.Warnings, w) {
			list = append(list, w)
		}
	}
	if len(c.Warnings) == 0 && len(prev.Warnings) > 0 {
		list = append(list, "all of it can be read now")
	}
	return list
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
