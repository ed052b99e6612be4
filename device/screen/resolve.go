package screen

import (
	"fmt"
	"strings"
)

// Strategy says how a target names an element.
type Strategy string

// The strategies of the tools.
const (
	ByText   Strategy = "text"    // its label, text, description or hint
	ByNodeID Strategy = "node_id" // its number
	ByBounds Strategy = "bounds"  // "left,top,right,bottom"
	ByViewID Strategy = "view_id" // its resource-id, whole or after the slash
)

// NotFoundError says that no element answers to a target.
type NotFoundError struct {
	Target     string
	Candidates []string // the lines of the nearest elements, the best first
}

func (e *NotFoundError) Error() string {
	if len(e.Candidates) == 0 {
		return fmt.Sprintf("no element %q on the screen", e.Target)
	}
	return fmt.Sprintf("no element %q on the screen; nearest: %s", e.Target, strings.Join(e.Candidates, "; "))
}

// AmbiguousError says that several elements answer to a target.
type AmbiguousError struct {
	Target     string
	Candidates []string // their lines, told apart
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q names several elements: %s", e.Target, strings.Join(e.Candidates, "; "))
}

// Resolve returns the one element that target names. The error is a
// *NotFoundError or an *AmbiguousError; it never guesses.
func (c *Context) Resolve(target string, by Strategy) (*Node, error) {
	var found []*Node
	switch by {
	case ByNodeID:
		if n, ok := c.Node(target); ok {
			found = []*Node{n}
		}
	case ByBounds:
		for i := range c.Nodes {
			if c.Nodes[i].Bounds.String() == target {
				found = append(found, &c.Nodes[i])
			}
		}
	case ByViewID:
		for i := range c.Nodes {
			if id := c.Nodes[i].ViewID; id == target || strings.HasSuffix(id, "/"+target) {
				found = append(found, &c.Nodes[i])
			}
		}
	default:
		found = c.Find(Query{Text: target})
	}
	switch len(found) {
	case 0:
		return nil, &NotFoundError{Target: target}
	case 1:
		return found[0], nil
	}
	lines := make([]string, 0, len(found))
	for _, n := range found {
		lines = append(lines, n.Line())
	}
	return nil, &AmbiguousError{Target: target, Candidates: lines}
}
