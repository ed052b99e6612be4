package screen

import (
	"hash/maphash"
	"strings"
)

// sighting is what one observation knows of one element, to recognise it in
// the next: hashes of where it stands and of what it says, never the texts.
type sighting struct {
	id      string
	element int // index in the tree
	bounds  Rect
	anchor  uint64 // app, ancestry, class, view id and name
	loose   uint64 // app, class, view id and name: where it stands may change
	first   uint64 // as anchor, with the first part of the name alone
	squash  uint64 // as anchor, with numbers in the name left out
	place   uint64 // app, ancestry with positions, class and view id
	row     uint64 // what the list item or form row around it says first, 0 for nothing
	labels  bool   // it says something
	view    bool   // it has a view id
	changes bool   // its text is a state or a content, not a name
	listed  bool   // it stands in something that scrolls, or in one of several alike
}

// full is the identity of a sighting with its surroundings.
func (s *sighting) full() uint64 { return s.anchor ^ s.row*31 }

// observer makes sightings of the elements that become nodes.
type observer struct {
	*layout
	seed  maphash.Seed
	own   []uint64 // hash of the class and the view id
	path  []uint64 // hash of the ancestry
	place []uint64 // hash of the ancestry with positions
	first []int    // first element of the subtree that says something, -1 for none
	item  []bool   // the element is one of several alike
	list  []bool   // the element stands in something that scrolls, or in one of several alike
}

// sightings returns one for each node of l, in document order, and the hash of
// what the page is called, 0 for nothing.
func sightings(l *layout, seed maphash.Seed) (list []sighting, title uint64) {
	n := len(l.elements)
	o := observer{
		layout: l, seed: seed, own: make([]uint64, n), path: make([]uint64, n), place: make([]uint64, n),
		first: make([]int, n), item: make([]bool, n), list: make([]bool, n),
	}
	for i := range l.elements {
		e := &l.elements[i]
		o.own[i] = maphash.String(seed, e.class) + 3*maphash.String(seed, e.viewID)
	}
	o.findFirst()
	o.findItems()
	o.survey()
	list = make([]sighting, 0, n)
	for i := range l.elements {
		if l.keep[i] {
			list = append(list, o.sight(i))
		}
	}
	return list, o.title()
}

func (o *observer) hash(parts ...string) uint64 {
	var h uint64
	for _, p := range parts {
		h = h*0x9e3779b97f4a7c15 + maphash.String(o.seed, p)
	}
	return h
}

// findFirst fills in first.
func (o *observer) findFirst() {
	for i := range o.first {
		o.first[i] = -1
	}
	for i := len(o.elements) - 1; i >= 0; i-- {
		e := &o.elements[i]
		if e.visible() && e.says() {
			o.first[i] = i
		}
		if e.parent >= 0 && o.first[i] >= 0 {
			o.first[e.parent] = o.first[i]
		}
	}
}

// findItems fills in item: siblings of the same build that say something are
// the rows of a list, whether it scrolls or not.
func (o *observer) findItems() {
	shape := make([]uint64, len(o.elements))
	for i := len(o.elements) - 1; i >= 0; i-- {
		e := &o.elements[i]
		shape[i] += o.own[i]
		if e.parent >= 0 {
			shape[e.parent] = shape[e.parent]*0x9e3779b97f4a7c15 + shape[i]
		}
	}
	earlier := map[uint64]int{} // by parent and shape
	for i := range o.elements {
		e := &o.elements[i]
		if o.first[i] < 0 || e.end == i+1 && e.viewID == "" {
			continue
		}
		k := shape[i]*31 + uint64(e.parent)
		if j, ok := earlier[k]; ok {
			o.item[i], o.item[j] = true, true
		}
		earlier[k] = i
	}
}

// survey fills in what depends on ancestors.
func (o *observer) survey() {
	child := make([]uint64, len(o.elements)) // children seen so far
	roots := map[string]uint64{}
	for i := range o.elements {
		e := &o.elements[i]
		own := o.own[i]
		if e.parent < 0 {
			roots[e.pkg]++
			o.path[i] = own
			o.place[i] = own + roots[e.pkg]
			if !o.fills(e.bounds) {
				o.path[i] += o.dialogText(i)
			}
			continue
		}
		p := &o.elements[e.parent]
		o.path[i] = o.path[e.parent]*0x9e3779b97f4a7c15 + own
		child[e.parent]++
		o.place[i] = (o.place[e.parent]+child[e.parent])*0x9e3779b97f4a7c15 + own
		o.list[i] = o.list[e.parent] || o.item[i] || p.flags.has(scrollable)
	}
}

// title hashes what a page is called: its first text that is no part of a list
// or of what can be touched. Numbers in it are left out, for they count.
func (o *observer) title() uint64 {
	fills := false
	for i := range o.elements {
		e := &o.elements[i]
		if e.parent < 0 {
			fills = o.fills(e.bounds)
		}
		if fills && e.visible() && e.says() && !o.list[i] && o.owner[i] < 0 && !e.flags.has(actionable) {
			return o.hash(squashNumbers(e.sayings()[0]))
		}
	}
	return 0
}

// fills reports whether a root covers most of the display.
func (o *observer) fills(r Rect) bool {
	return int64(r.Width())*int64(r.Height())*10 >= int64(o.width)*int64(o.height)*8
}

// dialogText hashes what a dialog says: two dialogs with the same buttons are
// not the same. A bar with a clock stays the same bar.
func (o *observer) dialogText(root int) uint64 {
	var h uint64
	said := 0
	for j := root; j < o.elements[root].end && said < 2; j++ {
		if e := &o.elements[j]; e.text != "" && !e.flags.has(actionable) && o.owner[j] < 0 {
			h = h*31 + maphash.String(o.seed, stopped(e.text))
			said++
		}
	}
	return h
}

func (o *observer) sight(i int) sighting {
	e := &o.elements[i]
	name := o.identity(i)
	firstPart, _, _ := strings.Cut(name, partSeparator)
	s := sighting{
		element: i,
		bounds:  e.bounds,
		row:     o.row(i),
		labels:  name != "",
		view:    e.viewID != "",
		changes: e.flags.has(editable | checkable),
		listed:  o.list[i],
		place:   o.place[i] + o.hash(e.pkg),
		loose:   o.hash(e.pkg, e.class, e.viewID, name),
	}
	base := o.path[i] + o.hash(e.pkg)
	s.anchor = base ^ o.hash(name)
	s.first = base ^ o.hash(firstPart)
	s.squash = base ^ o.hash(squashNumbers(name))
	return s
}

// identity is the part of an element's words that names it. What a field holds
// and whether a switch is on do not.
func (o *observer) identity(i int) string {
	e := &o.elements[i]
	switch {
	case e.flags.has(editable):
		return firstOf(e.hint, o.borrowed[i], e.desc)
	case e.flags.has(checkable) && simpleClass(e) != "CheckedTextView" && (e.desc != "" || o.borrowed[i] != "" || len(o.parts[i]) > 0):
		return firstOf(e.desc, strings.Join(o.parts[i], partSeparator), o.borrowed[i])
	}
	return firstOf(e.text, e.desc, strings.Join(o.parts[i], partSeparator), e.hint)
}

func firstOf(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// row hashes what stands first in the nearest surroundings of element i that
// say something besides it, up to the list, the item or the window in which it
// stands.
func (o *observer) row(i int) uint64 {
	for p := i; !o.item[p]; {
		p = o.elements[p].parent
		if p < 0 || o.elements[p].flags.has(scrollable) {
			return 0
		}
		if f := o.first[p]; f >= 0 && (f < i || f >= o.elements[i].end) {
			return o.hash(o.elements[f].sayings()[0])
		}
	}
	return 0
}

// squashNumbers replaces every number in s by one digit.
func squashNumbers(s string) string {
	if !strings.ContainsAny(s, "0123456789") {
		return s
	}
	squashed := make([]byte, 0, len(s))
	number := false
	for i := range len(s) {
		digit := s[i] >= '0' && s[i] <= '9'
		switch {
		case !digit:
			squashed = append(squashed, s[i])
		case !number:
			squashed = append(squashed, '0')
		}
		number = digit
	}
	return string(squashed)
}
