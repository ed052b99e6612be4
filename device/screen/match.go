package screen

import "strings"

// Match says how a Query's words are compared.
type Match string

// The ways to compare.
const (
	Exact    Match = "exact"    // equal but for surrounding space
	Contains Match = "contains" // a part of it, case ignored
	Semantic Match = "semantic" // case, width, accents, punctuation and word order ignored
)

// Query asks for elements. Every field that is set must match.
type Query struct {
	Text               string // label, text or hint
	ContentDescription string
	NodeID             string
	ClassName          string // whole, or its last part
	Match              Match  // Contains where empty
}

// Find returns the nodes that match q, the best first.
func (c *Context) Find(q Query) []*Node {
	var found []*Node
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if (q.NodeID == "" || q.NodeID == n.ID) &&
			(q.Text == "" || containsFold(n.Label, q.Text) || containsFold(n.Text, q.Text)) &&
			(q.ContentDescription == "" || containsFold(n.Description, q.ContentDescription)) &&
			(q.ClassName == "" || strings.HasSuffix(n.ClassName, q.ClassName)) {
			found = append(found, n)
		}
	}
	return found
}

func containsFold(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}
