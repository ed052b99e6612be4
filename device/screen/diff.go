package screen

// Change is what became of a screen between two observations.
type Change struct {
	Added   []*Node  // in the newer one alone
	Changed []*Node  // in both, with another label, state or role; as they are now
	Gone    []Node   // in the older one alone
	Ignored []string // what differs and does not count, in words: "clock 5"
}

// Empty reports whether nothing that counts has changed.
func (d Change) Empty() bool { return len(d.Added)+len(d.Changed)+len(d.Gone) == 0 }

// Diff compares two observations of one session by the numbers of their nodes.
func Diff(prev, next *Context) Change {
	var d Change
	for i := range next.Nodes {
		n := &next.Nodes[i]
		old, ok := prev.Node(n.ID)
		switch {
		case !ok:
			d.Added = append(d.Added, n)
		case old.Line() != n.Line():
			d.Changed = append(d.Changed, n)
		}
	}
	for i := range prev.Nodes {
		if _, ok := next.Node(prev.Nodes[i].ID); !ok {
			d.Gone = append(d.Gone, prev.Nodes[i])
		}
	}
	return d
}
