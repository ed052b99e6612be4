package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adroit/device/text"
)

// Strategy says how a target names an element.
type Strategy string

// The strategies of the tools.
const (
	ByText   Strategy = "text"    // its label, a part of it, text, description or hint
	ByNodeID Strategy = "node_id" // its number
	ByBounds Strategy = "bounds"  // "left,top,right,bottom"
	ByViewID Strategy = "view_id" // its resource-id, whole or behind the slash, with or without "#"
)

// maxCandidates is the number of candidates that an error lists.
const maxCandidates = 8

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
	return fmt.Sprintf("%q names several elements, use a number: %s", e.Target, strings.Join(e.Candidates, "; "))
}

// Resolve returns the one element that target names. By text, the words must
// be the whole of its label, of a part of it, or of its text, description or
// hint; case, width, accents and punctuation do not matter where no element
// has the very same words. The error is a *NotFoundError or an
// *AmbiguousError: Resolve never guesses.
func (c *Context) Resolve(target string, by Strategy) (*Node, error) {
	var found []*Node
	switch by {
	case ByNodeID:
		if n, ok := c.Node(strings.TrimSpace(target)); ok {
			return n, nil
		}
		return nil, &NotFoundError{Target: target, Candidates: c.nearGone(target)}
	case ByBounds:
		if r, err := ParseRect(strings.ReplaceAll(target, " ", "")); err == nil {
			found = c.where(func(n *Node) bool { return n.Bounds == r })
		}
	case ByViewID:
		id := strings.TrimPrefix(target, "#")
		found = c.where(func(n *Node) bool {
			return id != "" && (n.ViewID == id || strings.HasSuffix(n.ViewID, "/"+id))
		})
	default:
		found = c.named(target)
	}
	found = touchOne(found)
	switch len(found) {
	case 0:
		return nil, &NotFoundError{Target: target, Candidates: c.nearest(target)}
	case 1:
		return found[0], nil
	}
	return nil, &AmbiguousError{Target: target, Candidates: c.toldApart(found)}
}

func (c *Context) where(is func(*Node) bool) []*Node {
	var found []*Node
	for i := range c.Nodes {
		if is(&c.Nodes[i]) {
			found = append(found, &c.Nodes[i])
		}
	}
	return found
}

// named returns the nodes that answer to a name in the strictest way in which
// any does: the whole label, a text of it, and each again with case and the
// like ignored.
func (c *Context) named(target string) []*Node {
	p := newPhrase(target)
	if p.line == "" {
		return nil
	}
	for _, is := range [...]func(*Node) bool{
		func(n *Node) bool { return oneLine(n.Label) == p.line },
		func(n *Node) bool {
			return slices.ContainsFunc(n.words(), func(s string) bool { return oneLine(s) == p.line })
		},
		func(n *Node) bool {
			return slices.ContainsFunc(n.words(), func(s string) bool { return p.folded != "" && fold(s) == p.folded })
		},
	} {
		if found := c.where(is); len(found) > 0 {
			return found
		}
	}
	return nil
}

// touchOne leaves out of several nodes those that mean the same touch as
// another: a text inside the one thing that can be touched.
func touchOne(found []*Node) []*Node {
	if len(found) < 2 {
		return found
	}
	var act *Node
	for _, n := range found {
		if n.Actionable() {
			if act != nil {
				return found
			}
			act = n
		}
	}
	if act == nil || slices.ContainsFunc(found, func(n *Node) bool { return !contains(act.Bounds, n.Bounds) }) {
		return found
	}
	return []*Node{act}
}

// nearest lists the nodes whose words are most like the target.
func (c *Context) nearest(target string) []string {
	type near struct {
		node *Node
		like float64
	}
	const enough = 0.25
	p := newPhrase(strings.TrimPrefix(target, "#"))
	if p.folded == "" {
		return nil
	}
	var list []near
	for i := range c.Nodes {
		n := &c.Nodes[i]
		like := 0.0
		for _, s := range append(n.words(), strings.TrimPrefix(shortViewID(n.ViewID), "#")) {
			f := fold(clip(s, 200))
			like = max(like, likeness(p.folded, f))
			if strings.Contains(f, p.folded) {
				like = max(like, 0.5+part(len(p.folded), len(f))/2)
			}
		}
		if like >= enough {
			list = append(list, near{n, like})
		}
	}
	slices.SortStableFunc(list, func(a, b near) int {
		return cmp.Or(cmp.Compare(b.like, a.like), cmp.Compare(one(b.node.Actionable()), one(a.node.Actionable())))
	})
	var nodes []*Node
	for _, n := range list[:min(len(list), maxCandidates)] {
		nodes = append(nodes, n.node)
	}
	return c.toldApart(nodes)
}

// nearGone lists the nodes that are most like the one that had a number and is
// gone.
func (c *Context) nearGone(id string) []string {
	for i := range c.gone {
		if c.gone[i].id == id {
			return c.nearest(c.gone[i].label)
		}
	}
	return nil
}

// toldApart returns the lines of nodes; those that read the same get the words
// around them added. Of many nodes the last ones are named by their numbers.
func (c *Context) toldApart(nodes []*Node) []string {
	same := map[string]int{}
	for _, n := range nodes {
		same[strings.TrimPrefix(n.Line(), n.ID)]++
	}
	lines := make([]string, 0, len(nodes))
	for i, n := range nodes {
		if i == maxCandidates {
			var rest []string
			for _, n := range nodes[i:] {
				rest = append(rest, n.ID)
			}
			lines = append(lines, "also "+strings.Join(rest, ", "))
			break
		}
		line := n.Line()
		if same[strings.TrimPrefix(line, n.ID)] > 1 {
			line += " (" + c.surroundings(n) + ")"
		}
		lines = append(lines, line)
	}
	return lines
}

// surroundings says where a node stands: in what it stands, else after what,
// else its bounds.
func (c *Context) surroundings(n *Node) string {
	words := func(o *Node) string {
		if o.Label == "" || strings.HasPrefix(o.Label, "#") || o.Label == n.Label {
			return ""
		}
		return text.VisibleLine(clip(o.Label, 60))
	}
	if parent, ok := c.Node(n.Parent); ok && words(parent) != "" {
		return "in " + words(parent)
	}
	for i := c.index(n.ID) - 1; i >= 0; i-- {
		if s := words(&c.Nodes[i]); s != "" {
			return "after " + s
		}
	}
	return "at " + n.Bounds.String()
}
