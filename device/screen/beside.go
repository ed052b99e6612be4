package screen

import (
	"strings"
	"unicode"
)

// takeBeside names element i, one of several in a form, after the free text
// next to it, which it marks as said: above a field or left of it, on either
// side of a box to tick. It is "" where no text is clearly its own.
func (l *layout) takeBeside(i int) string {
	e := &l.elements[i]
	if text := l.freeText(i, -1); text >= 0 {
		if r := l.elements[text].bounds; sameLine(r, e.bounds) || !e.flags.has(checkable) && above(r, e.bounds) {
			return l.takeTexts(text)
		}
	}
	if e.flags.has(checkable) {
		if text := l.freeText(i, 1); text >= 0 && sameLine(l.elements[text].bounds, e.bounds) {
			return l.takeTexts(text)
		}
	}
	return ""
}

// freeText is the text nearest to element i in one direction of the document,
// within the element around it, that nothing else says. It is -1 where
// something to act upon, or a heading, comes first.
func (l *layout) freeText(i, step int) int {
	e := &l.elements[i]
	if e.parent < 0 {
		return -1
	}
	around := &l.elements[e.parent]
	j := i - 1
	if step > 0 {
		j = e.end
	}
	for ; j > e.parent && j < around.end; j += step {
		t := &l.elements[j]
		switch {
		case t.flags.has(actionable|heading|slides) || l.absorbed[j]:
			return -1
		case t.visible() && t.says():
			if !named(t) || l.pageTitle(j) {
				return -1
			}
			return j
		}
	}
	return -1
}

// named reports whether an element says a word, not a mark or a figure alone.
func named(e *element) bool {
	return strings.ContainsFunc(e.text+e.desc, unicode.IsLetter)
}

// pageTitle reports whether element i says what its window says first: what the
// page is called, rather than the field below it.
func (l *layout) pageTitle(i int) bool {
	root := i
	for l.elements[root].parent >= 0 {
		root = l.elements[root].parent
	}
	for j := root; j < i; j++ {
		if e := &l.elements[j]; e.visible() && e.says() && simpleClass(e) != "WebView" {
			return false
		}
	}
	return true
}

// sameLine reports whether two elements stand beside each other, the middle of
// one within the height of the other.
func sameLine(a, b Rect) bool {
	y := a.Center().Y
	return y >= b.Top && y < b.Bottom && (a.Right <= b.Left || b.Right <= a.Left)
}

// above reports whether a stands right above b, closer than b is high.
func above(a, b Rect) bool {
	gap := b.Top - a.Bottom
	return gap >= 0 && gap < b.Height() && a.Left < b.Right && b.Left < a.Right
}
