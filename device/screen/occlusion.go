package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Keyboard is what OccludedBy and CoveredError name where the on-screen
// keyboard covers an element.
const Keyboard = "keyboard"

// CoveredError says that no point of an element can be touched.
type CoveredError struct {
	Target string // the line of the element
	By     string // the line of what covers it, Keyboard, the name of a window, or "" where it has no area
}

func (e *CoveredError) Error() string {
	if e.By == "" {
		return fmt.Sprintf("%q has no visible area; scroll it into view", e.Target)
	}
	return fmt.Sprintf("%q is covered by %q", e.Target, e.By)
}

// touches reports whether the node reacts to a finger of its own.
func (n *Node) touches() bool { return n.Clickable || n.LongClick || n.Checkable || n.IsInput }

// TapPoint returns a point that belongs to the node and to nothing else that
// reacts to a finger: no element drawn later, no descendant of its own, not the
// keyboard, and no window over it. It is the middle of the node where that is free, else the middle
// of the largest free part. The error is a *CoveredError where there is none,
// and a *NotFoundError where there is no such node.
func (c *Context) TapPoint(nodeID string) (Point, error) {
	target := c.index(nodeID)
	if target < 0 {
		return Point{}, &NotFoundError{Target: nodeID}
	}
	n := &c.Nodes[target]
	area := n.Bounds
	if c.Width > 0 && c.Height > 0 {
		area = area.Intersect(Rect{0, 0, c.Width, c.Height})
	}
	if area.Empty() {
		return Point{}, &CoveredError{Target: n.Line()}
	}
	covers, names := c.coversOf(target, area)
	if p, ok := freePoint(area, covers); ok {
		return p, nil
	}
	return Point{}, &CoveredError{Target: n.Line(), By: names[largestShare(area, covers)]}
}

func (c *Context) index(nodeID string) int {
	return slices.IndexFunc(c.Nodes, func(n Node) bool { return n.ID == nodeID })
}

// rank is when node i is drawn; of two nodes the higher one is on top.
func (c *Context) rank(i int) int {
	if c.drawn == nil {
		return i
	}
	return c.drawn[i]
}

// coversOf returns what would take a finger in area away from node i, with
// what to call it.
func (c *Context) coversOf(i int, area Rect) (covers []Rect, names []string) {
	for j := range c.Nodes {
		n := &c.Nodes[j]
		if j == i || !n.touches() || c.rank(j) < c.rank(i) {
			continue
		}
		if part := n.Bounds.Intersect(area); !part.Empty() {
			covers, names = append(covers, part), append(names, n.Line())
		}
	}
	if k, ok := c.keyboardOver(i); ok {
		if part := k.Intersect(area); !part.Empty() {
			covers, names = append(covers, part), append(names, Keyboard)
		}
	}
	for _, o := range c.Overlays {
		if part := o.Bounds.Intersect(area); !part.Empty() {
			covers, names = append(covers, part), append(names, o.name())
		}
	}
	return covers, names
}

// keyboardOver returns what the keyboard covers, unless node i is one of its
// keys.
func (c *Context) keyboardOver(i int) (Rect, bool) {
	if !c.KeyboardVisible || c.KeyboardBounds == nil {
		return Rect{}, false
	}
	if isKeyboard(c.Nodes[i].WindowID) {
		return Rect{}, false
	}
	return *c.KeyboardBounds, true
}

func isKeyboard(windowID string) bool { return strings.HasPrefix(windowID, keyboardPrefix) }

// freePoint returns a point of area in none of the covers.
func freePoint(area Rect, covers []Rect) (Point, bool) {
	free := func(p Point) bool {
		return !slices.ContainsFunc(covers, func(r Rect) bool { return r.Contains(p) })
	}
	center := area.Center()
	if free(center) {
		return center, true
	}
	// The edges of the covers cut the area into cells, each wholly free or
	// wholly covered. Of the free ones the roomiest is the safest to hit.
	xs, ys := []int{area.Left, area.Right}, []int{area.Top, area.Bottom}
	for _, r := range covers {
		xs, ys = append(xs, r.Left, r.Right), append(ys, r.Top, r.Bottom)
	}
	xs, ys = sortedOnce(xs), sortedOnce(ys)
	var best Rect
	for i := 1; i < len(xs); i++ {
		for j := 1; j < len(ys); j++ {
			cell := Rect{xs[i-1], ys[j-1], xs[i], ys[j]}
			if roomier(cell, best) && free(cell.Center()) {
				best = cell
			}
		}
	}
	return best.Center(), !best.Empty()
}

func sortedOnce(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

// roomier reports whether a finger fits better into a than into b.
func roomier(a, b Rect) bool {
	return cmp.Or(
		cmp.Compare(min(a.Width(), a.Height()), min(b.Width(), b.Height())),
		cmp.Compare(a.Width()+a.Height(), b.Width()+b.Height()),
	) > 0
}

// largestShare is the index of the cover that takes most of area.
func largestShare(area Rect, covers []Rect) int {
	best, share := 0, -1
	for i, r := range covers {
		part := r.Intersect(area)
		if s := part.Width() * part.Height(); s > share {
			best, share = i, s
		}
	}
	return best
}

// occlude sets OccludedBy of the nodes that something else wholly covers.
func (c *Context) occlude() {
	grid := newGrid(c)
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if !n.touches() || n.Bounds.Empty() {
			continue
		}
		if k, ok := c.keyboardOver(i); ok && contains(k, n.Bounds) {
			n.OccludedBy = Keyboard
			continue
		}
		for _, over := range grid.at(n.Bounds.Center()) {
			if j := over.node; j != i && contains(over.bounds, n.Bounds) && c.rank(j) > c.rank(i) && !c.within(j, n.ID) {
				n.OccludedBy = c.Nodes[j].ID
				break
			}
		}
	}
}

func contains(outer, inner Rect) bool {
	return outer.Left <= inner.Left && outer.Top <= inner.Top && outer.Right >= inner.Right && outer.Bottom >= inner.Bottom
}

// within reports whether node i stands below the node with the given id.
func (c *Context) within(i int, id string) bool {
	for j := i; c.Nodes[j].Parent != ""; {
		parent := c.Nodes[j].Parent
		if parent == id {
			return true
		}
		for j--; j >= 0 && c.Nodes[j].ID != parent; j-- {
		}
		if j < 0 {
			return false
		}
	}
	return false
}

// grid finds the touchable nodes that could contain a point, by the horizontal
// bands of the screen into which they reach. A screen is as high as its lowest
// node: what is scrolled out of the display may be listed too.
type grid struct {
	height int // of a band
	bands  [gridBands][]placed
}

// placed is a node, by its index, and where it is.
type placed struct {
	node   int
	bounds Rect
}

const gridBands = 64

func newGrid(c *Context) *grid {
	bottom := c.Height
	for i := range c.Nodes {
		bottom = max(bottom, c.Nodes[i].Bounds.Bottom)
	}
	g := &grid{height: max((bottom+gridBands-1)/gridBands, 1)}
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if !n.touches() || n.Bounds.Empty() {
			continue
		}
		for y := g.band(n.Bounds.Top); y <= g.band(n.Bounds.Bottom-1); y++ {
			g.bands[y] = append(g.bands[y], placed{i, n.Bounds})
		}
	}
	return g
}

func (g *grid) band(y int) int { return min(max(y/g.height, 0), gridBands-1) }

func (g *grid) at(p Point) []placed { return g.bands[g.band(p.Y)] }
