package screen

import (
	"strings"
)

// maxOwned is the number of texts beyond which a touchable element is a
// container and not the thing that its texts name.
const maxOwned = 15

// layout is what normalising finds out about a tree: which elements become
// nodes, and which element each text belongs to.
type layout struct {
	*tree
	count    []counts
	owner    []int      // the touchable element that an element's text names, -1 for none
	parts    [][]string // texts of descendants that name a touchable element without a text of its own
	borrowed []string   // label of the row, for an element that has none
	absorbed []bool     // the text is said by another element
	keep     []bool     // the element becomes a node
	drawnOn  *int       // what canvas found, nil before it was asked
}

// counts are numbers of descendants, the element itself left out.
type counts struct {
	touchable  int // visible and touchable
	scrollable int // visible, scrollable or editable
	texts      int // visible, with a text or description
}

// arrange normalises a tree whose texts have been redacted.
func arrange(t *tree) *layout {
	n := len(t.elements)
	l := &layout{
		tree: t, count: make([]counts, n), owner: make([]int, n),
		parts: make([][]string, n), borrowed: make([]string, n),
		absorbed: make([]bool, n), keep: make([]bool, n),
	}
	l.countDescendants()
	l.assignOwners()
	l.gatherTexts()
	l.borrowLabels()
	l.choose()
	return l
}

func (l *layout) countDescendants() {
	for i := len(l.elements) - 1; i > 0; i-- {
		e := &l.elements[i]
		if e.parent < 0 {
			continue
		}
		sum, c := &l.count[e.parent], l.count[i]
		if e.visible() {
			c.touchable += one(e.flags.has(touchable))
			c.scrollable += one(e.flags.has(scrollable | editable))
			c.texts += one(e.says())
		}
		sum.touchable += c.touchable
		sum.scrollable += c.scrollable
		sum.texts += c.texts
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// assignOwners finds for each element the touchable element that its text
// would name. A container owns nothing, and what scrolls cuts the tie.
func (l *layout) assignOwners() {
	for i := range l.elements {
		e := &l.elements[i]
		l.owner[i] = -1
		if e.parent < 0 {
			continue
		}
		p := &l.elements[e.parent]
		switch {
		case p.flags.has(scrollable | editable):
		case p.flags.has(touchable):
			if !l.container(e.parent) {
				l.owner[i] = e.parent
			}
		default:
			l.owner[i] = l.owner[e.parent]
		}
	}
}

// container reports whether a touchable element holds a part of the screen
// rather than one thing.
func (l *layout) container(i int) bool {
	return l.count[i].scrollable > 0 || l.count[i].texts > maxOwned
}

// gatherTexts gives each text that names a touchable element to it, and drops
// what an ancestor has said already.
func (l *layout) gatherTexts() {
	for i := range l.elements {
		e := &l.elements[i]
		if !e.visible() || !e.says() || e.flags.has(actionable) {
			continue
		}
		own := l.owner[i]
		if own < 0 {
			l.absorbed[i] = l.saidAbove(i)
			continue
		}
		if o := &l.elements[own]; o.says() {
			l.absorbed[i] = o.repeats(e)
			continue
		}
		l.absorbed[i] = true
		for _, s := range e.sayings() {
			l.parts[own] = appendNew(l.parts[own], s)
		}
	}
}

// saidAbove reports whether the nearest ancestor with a text says what i says.
func (l *layout) saidAbove(i int) bool {
	for p := l.elements[i].parent; p >= 0; p = l.elements[p].parent {
		if l.elements[p].says() {
			return l.elements[p].repeats(&l.elements[i])
		}
	}
	return false
}

// borrowLabels names the fields and switches that have no name of their own
// after what stands in them, else after the row in which they are the only
// thing to touch.
func (l *layout) borrowLabels() {
	for i := range l.elements {
		e := &l.elements[i]
		if !e.visible() || !l.nameless(i) {
			continue
		}
		within := l.count[i].touchable + one(e.flags.has(touchable))
		for p := i; p >= 0; p = l.elements[p].parent {
			row := &l.elements[p]
			if p != i && row.flags.has(touchable) {
				l.borrowed[i] = l.title(p)
				break
			}
			if l.count[p].touchable > within || p != i && row.flags.has(scrollable) || l.count[p].texts > 4 {
				break
			}
			if l.borrowed[i] = l.takeTexts(p); l.borrowed[i] != "" {
				break
			}
		}
		if l.borrowed[i] == "" {
			l.borrowed[i] = l.takeBeside(i)
		}
	}
}

// nameless reports whether element i is a field, a switch or a slider that says
// nothing but what it is set to.
func (l *layout) nameless(i int) bool {
	e := &l.elements[i]
	switch {
	case e.flags.has(slides), e.flags.has(editable):
		return e.desc == "" && e.hint == "" && !e.flags.has(showingHint)
	case e.flags.has(checkable):
		return (!e.says() || e.saysState()) && len(l.parts[i]) == 0
	}
	return false
}

// takeTexts joins the free texts below p and marks them as said.
func (l *layout) takeTexts(p int) string {
	var texts []string
	for j := p; j < l.elements[p].end; j++ {
		e := &l.elements[j]
		if e.visible() && e.says() && !l.absorbed[j] && !e.flags.has(actionable|slides) {
			l.absorbed[j] = true
			texts = append(texts, e.sayings()...)
		}
	}
	return strings.Join(texts, partSeparator)
}

// choose decides which elements become nodes: what can be acted upon, what
// says something that no other node says, and what hides its content.
func (l *layout) choose() {
	for i := range l.elements {
		e := &l.elements[i]
		switch {
		case e.flags.has(actionable):
			l.keep[i] = true
		case !e.visible():
		case e.flags.has(slides), l.opaque(i):
			l.keep[i] = true
		default:
			l.keep[i] = e.says() && !l.absorbed[i]
		}
	}
}

// name is the label of element i: its own text, else its description, else the
// texts that it owns, else its hint, else the label of its row, else its view
// id.
//
// The words of a switch in a row are its state ("On"); the row names it.
func (l *layout) name(i int) string {
	e := &l.elements[i]
	if row := l.owner[i]; row >= 0 && roleOfClass(simpleClass(e), e.flags) == Switch {
		if name := l.title(row); name != "" && !strings.HasPrefix(name, "#") {
			return name
		}
	}
	text, desc := e.text, e.desc
	if e.flags.has(slides) || e.saysState() {
		text = "" // a value, which names the element only where nothing else does
	}
	if e.saysState() {
		desc = ""
	}
	for _, s := range [...]string{text, desc, strings.Join(l.parts[i], partSeparator), e.hint, l.borrowed[i], e.text, e.desc} {
		if s = oneLine(s); s != "" {
			return s
		}
	}
	return shortViewID(e.viewID)
}

// title is the first part of the label of element i.
func (l *layout) title(i int) string {
	first, _, _ := strings.Cut(l.name(i), partSeparator)
	return first
}
