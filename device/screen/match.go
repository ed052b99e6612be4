package screen

import (
	"cmp"
	"slices"
	"strings"

	"adroit/device/text"
)

// Match says how a Query's words are compared.
type Match string

// The ways to compare.
const (
	Exact    Match = "exact"    // equal but for white space
	Contains Match = "contains" // a part of it, case ignored
	Semantic Match = "semantic" // case, width, accents, punctuation and word order ignored, in any script
)

// Query asks for elements. Every field that is set must match.
type Query struct {
	Text               string // label, a part of it, text or hint
	ContentDescription string
	NodeID             string
	ClassName          string // whole, or its last part: "Switch"
	Match              Match  // Contains where empty
}

// Find returns the nodes that match q, the best first: equal words before
// words that only contain those asked for, what can be acted upon before what
// cannot.
func (c *Context) Find(q Query) []*Node {
	type hit struct {
		node  *Node
		score float64
	}
	var hits []hit
	text, desc := newPhrase(q.Text), newPhrase(q.ContentDescription)
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if q.NodeID != "" && q.NodeID != n.ID || q.ClassName != "" && !classIs(n, q.ClassName) {
			continue
		}
		score := 1.0
		if q.Text != "" {
			score *= text.best(q.Match, n.words())
		}
		if q.ContentDescription != "" {
			score *= desc.best(q.Match, []string{n.Description})
		}
		if score > 0 {
			hits = append(hits, hit{n, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(one(b.node.Actionable()), one(a.node.Actionable())))
	})
	found := make([]*Node, 0, len(hits))
	for _, h := range hits {
		found = append(found, h.node)
	}
	return found
}

// words are the texts by which a node can be asked for.
func (n *Node) words() []string {
	list := []string{n.Label}
	for _, s := range [...]string{n.Text, n.Description, n.Hint} {
		list = appendNew(list, s)
		if strings.Contains(s, "\n") { // several texts in one, as Flutter merges them
			for line := range strings.Lines(s) {
				list = appendNew(list, strings.TrimSpace(line))
			}
		}
	}
	if strings.Contains(n.Label, partSeparator) {
		for part := range strings.SplitSeq(n.Label, partSeparator) {
			list = appendNew(list, part)
		}
	}
	return appendNew(list, text.Visible(oneLine(n.Label))) // as it is shown
}

func classIs(n *Node, name string) bool {
	return n.ClassName == name || strings.EqualFold(n.ClassName[strings.LastIndexAny(n.ClassName, ".$")+1:], name)
}

// phrase is what a query asks for, prepared for comparing.
type phrase struct {
	line, lower, folded string
	words               []string
}

func newPhrase(s string) phrase {
	p := phrase{line: oneLine(strings.TrimSpace(s))}
	p.lower = strings.ToLower(p.line)
	p.folded = fold(p.line)
	p.words = strings.Fields(p.folded)
	return p
}

// best is the highest score that one of the texts gets, 0 for no match. A
// label counts for more than its parts, which come after it.
func (p *phrase) best(m Match, texts []string) float64 {
	best := 0.0
	for i, s := range texts {
		if s == "" {
			continue
		}
		best = max(best, p.score(m, oneLine(strings.TrimSpace(s)))*(1-0.001*float64(min(i, 50))))
	}
	return best
}

// score is 1 for the very same words, less for the same but for what m
// ignores, and least for words that only contain those asked for.
func (p *phrase) score(m Match, s string) float64 {
	if s == p.line {
		return 1
	}
	if m == Exact {
		return 0
	}
	if m != Semantic {
		lower := strings.ToLower(s)
		if p.lower == "" || !strings.Contains(lower, p.lower) {
			return 0
		}
		return part(len(p.lower), len(lower))
	}
	folded := fold(s)
	switch {
	case p.folded == "":
		return 0
	case folded == p.folded:
		return 0.95
	case strings.Contains(folded, p.folded):
		return part(len(p.folded), len(folded))
	case containsWords(strings.Fields(folded), p.words):
		return part(len(p.folded), len(folded)) - 0.05
	}
	return 0
}

// part is the score of a match that takes up n of total bytes.
func part(n, total int) float64 { return 0.1 + 0.8*float64(n)/float64(max(total, 1)) }

// containsWords reports whether every wanted word is among those that are
// there, in any order.
func containsWords(have, want []string) bool {
	for _, w := range want {
		if !slices.Contains(have, w) {
			return false
		}
	}
	return len(want) > 0
}
