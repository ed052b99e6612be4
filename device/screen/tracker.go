package screen

import (
	"strconv"
	"strings"
	"sync"

	"adroit/device/redact"
)

// Tracker turns dumps into Contexts for one session: it gives each element the
// number by which it is called, and keeps it over consecutive observations. It
// is safe for concurrent use.
type Tracker struct {
	secrets *redact.Registry

	mu           sync.Mutex
	observations int
	numbers      numbering
	last         *Context
}

// maxGone is the number of elements that are remembered after they went, so
// that a call for one of them can be told what is most like it.
const maxGone = 200

// NewTracker returns a Tracker that masks what secrets calls secret, and
// registers there what it finds on the screens.
func NewTracker(secrets *redact.Registry) *Tracker {
	return &Tracker{secrets: secrets, numbers: newNumbering()}
}

// NumberAfter gives new elements numbers above last from now on, for a session
// that goes on with an earlier one: a number is never used again.
func (t *Tracker) NumberAfter(last int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.numbers.lastID = max(t.numbers.lastID, last)
}

// Observe normalises one dump. The error is a *DumpError where the dump holds
// no tree, or none of what a tree is for; a part of a tree gives a Context with
// Complete false.
func (t *Tracker) Observe(raw Raw) (*Context, error) {
	dump, failure := parse(raw.XML)
	if raw.Display != 0 {
		failure = &DumpError{Cause: CauseElsewhere, Detail: "display " + strconv.Itoa(raw.Display)}
	}
	if failure != nil {
		failure.redact(t.secrets)
		return nil, failure
	}
	dump.derive(raw.State)
	masked := maskTexts(dump, t.secrets)
	l := arrange(dump)

	t.mu.Lock()
	defer t.mu.Unlock()
	seen, title := sightings(l, t.numbers.seed)
	if dump.partial && len(seen) == 0 {
		return nil, &DumpError{Cause: CauseNoTree, Detail: "the tree is cut short before anything that can be read"}
	}
	t.numbers.number(seen, title)
	t.observations++
	c := buildContext(raw, l, masked, seen, "o"+strconv.Itoa(t.observations))
	c.gone = goneSince(t.last, c)
	t.last = c
	return c, nil
}

// goneNode is what is remembered of an element that went.
type goneNode struct{ id, label, pkg string }

// goneSince lists the elements of prev, and of what was gone by then, that next
// does not show.
func goneSince(prev, next *Context) []goneNode {
	if prev == nil {
		return nil
	}
	shown := make(map[string]bool, len(next.Nodes))
	for i := range next.Nodes {
		shown[next.Nodes[i].ID] = true
	}
	var gone []goneNode
	for i := range prev.Nodes {
		// The label is a part of its dump, which it must not keep in memory.
		if n := &prev.Nodes[i]; !shown[n.ID] && len(gone) < maxGone {
			gone = append(gone, goneNode{n.ID, strings.Clone(clip(n.Label, clipLabel)), strings.Clone(n.PackageName)})
			shown[n.ID] = true
		}
	}
	for _, g := range prev.gone {
		if !shown[g.id] && len(gone) < maxGone {
			gone = append(gone, g)
		}
	}
	return gone
}
