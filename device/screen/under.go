package screen

// Under is what a finger that comes down at p meets: the element that takes the
// touch, else what is drawn last there, nil where there is nothing. Where it is
// something that the tree does not hold, by names it as CoveredError does.
func (c *Context) Under(p Point) (n *Node, by string) {
	for _, o := range c.Overlays {
		if o.Bounds.Contains(p) {
			return nil, o.name()
		}
	}
	keyboard := c.KeyboardVisible && c.KeyboardBounds != nil && c.KeyboardBounds.Contains(p)
	best := -1
	for i := range c.Nodes {
		m := &c.Nodes[i]
		if !m.Bounds.Contains(p) || keyboard && !isKeyboard(m.WindowID) {
			continue
		}
		if best < 0 || c.onTop(i, best) {
			best = i
		}
	}
	switch {
	case best >= 0:
		return &c.Nodes[best], ""
	case keyboard:
		return nil, Keyboard
	}
	return nil, ""
}

// onTop reports whether a finger meets node i rather than node j.
func (c *Context) onTop(i, j int) bool {
	first, second := c.Nodes[i].takesFinger(), c.Nodes[j].takesFinger()
	if first != second {
		return first
	}
	return c.rank(i) > c.rank(j)
}

// takesFinger reports whether the node reacts to a finger that taps or slides.
func (n *Node) takesFinger() bool { return n.touches() || n.Role == Slider }
