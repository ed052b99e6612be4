package screen

import (
	"regexp"

	"adroit/device/text"
)

// Change is what became of a screen between two observations.
type Change struct {
	Added   []*Node  // in the newer one alone
	Changed []*Node  // in both, with other words, state or role; as they are now
	Gone    []Node   // in the older one alone
	Ignored []string // what differs and does not count, in words: `clock "12:01"`
}

// Empty reports whether nothing that counts has changed.
func (d Change) Empty() bool { return len(d.Added)+len(d.Changed)+len(d.Gone) == 0 }

// Diff compares two observations of one session by the numbers of their nodes.
// Clocks, timers and percentages that go on by themselves do not count, nor
// does the place of a node or which field a cursor blinks in by itself.
func Diff(prev, next *Context) Change {
	var d Change
	before := make(map[string]*Node, len(prev.Nodes))
	for i := range prev.Nodes {
		before[prev.Nodes[i].ID] = &prev.Nodes[i]
	}
	for i := range next.Nodes {
		n := &next.Nodes[i]
		old, ok := before[n.ID]
		delete(before, n.ID)
		switch {
		case !ok:
			d.Added = append(d.Added, n)
		case sameNode(old, n):
		case ticked(old, n):
			d.Ignored = append(d.Ignored, `clock "`+text.Line(clip(n.Label, 40))+`"`)
		default:
			d.Changed = append(d.Changed, n)
		}
	}
	for i := range prev.Nodes {
		if n := &prev.Nodes[i]; before[n.ID] != nil {
			d.Gone = append(d.Gone, *n)
		}
	}
	return d
}

// sameNode reports whether a node is as it was to whoever reads the screen.
func sameNode(a, b *Node) bool {
	return a.Role == b.Role && a.Label == b.Label && a.Text == b.Text && a.Description == b.Description && a.state() == b.state() &&
		a.Bounds.Empty() == b.Bounds.Empty()
}

// ticking matches what goes on by itself: a time of day, a position in a
// recording, a percentage, seconds.
var ticking = regexp.MustCompile(`\d{1,3}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?|\d+(?:[.,]\d+)?\s?%|\d+\s?(?:s|sec|secs|seconds|сек|с|秒|초|ث)(?:[^\pL]|$)`)

// ticked reports whether nothing but a clock tells two observations of a node
// apart. What a person sets (a field, a slider, a switch) does not tick.
func ticked(a, b *Node) bool {
	if a.IsInput || a.Checkable || a.Role == Slider || a.Role != b.Role || a.state() != b.state() || a.Bounds.Empty() != b.Bounds.Empty() {
		return false
	}
	return stopped(a.Label) == stopped(b.Label) && stopped(a.Text) == stopped(b.Text) && stopped(a.Description) == stopped(b.Description)
}

// stopped is s with everything that ticks left out.
func stopped(s string) string { return ticking.ReplaceAllString(s, "") }
