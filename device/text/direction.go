package text

import (
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// Undirected returns s without the bidirectional formatting characters that
// only tell which way a part of it runs. Android and message libraries put them
// around what they insert into a text (android.text.BidiFormatter, CLDR's
// patterns for dates and numbers): they say nothing of their own, and what is
// left is the text in its logical order.
//
// A line of s loses all of them or none. It keeps them where they may make it
// read as something that it is not: where one overrides the direction of
// letters (LRO, RLO), where they are not closed as they were opened, and where
// they stand inside a word or a number whose parts they would put in another
// order. What is kept is written out by Safe, Line and Visible.
func Undirected(s string) string {
	if !strings.ContainsFunc(s, Directional) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for line := range strings.SplitAfterSeq(s, "\n") {
		if !reorders(line) {
			line = strings.Map(undirected, line)
		}
		b.WriteString(line)
	}
	return b.String()
}

func undirected(r rune) rune {
	if Directional(r) {
		return -1
	}
	return r
}

// The bidirectional formatting characters (Unicode Standard Annex 9, section 2).
const (
	alm = '\u061c' // ARABIC LETTER MARK
	lrm = '\u200e' // LEFT-TO-RIGHT MARK
	rlm = '\u200f' // RIGHT-TO-LEFT MARK
	lre = '\u202a' // LEFT-TO-RIGHT EMBEDDING
	rle = '\u202b' // RIGHT-TO-LEFT EMBEDDING
	pdf = '\u202c' // POP DIRECTIONAL FORMATTING
	lro = '\u202d' // LEFT-TO-RIGHT OVERRIDE
	rlo = '\u202e' // RIGHT-TO-LEFT OVERRIDE
	lri = '\u2066' // LEFT-TO-RIGHT ISOLATE
	rli = '\u2067' // RIGHT-TO-LEFT ISOLATE
	fsi = '\u2068' // FIRST STRONG ISOLATE
	pdi = '\u2069' // POP DIRECTIONAL ISOLATE
)

// Directional reports whether r is a bidirectional formatting character.
func Directional(r rune) bool {
	return r == alm || r == lrm || r == rlm || r >= lre && r <= rlo || r >= lri && r <= pdi
}

// run is the way in which a character makes a word or a number run.
type run int

const (
	neither run = iota
	leftward
	rightward // letters from left to right, and the digits of every script
)

// reorders reports whether the formatting characters of a line may make it
// read as something that it is not.
func reorders(line string) bool {
	var closers []rune        // what closes those that are open
	var left, right bool      // letters or marks that run so are there
	var before run            // of the last character that is no mark
	var marked bool           // a mark has come since
	var inLeft, inNumber bool // a mark stands inside a word that runs so
	for _, r := range line {
		switch r {
		case lro, rlo:
			return true
		case lrm:
			right = true
		case rlm, alm:
			left = true
		case lre, rle:
			closers = append(closers, pdf)
			left, right = left || r == rle, right || r == lre
		case lri, rli, fsi:
			closers = append(closers, pdi)
			left, right = left || r == rli, right || r == lri
		case pdf, pdi:
			last := len(closers) - 1
			if last < 0 || closers[last] != r {
				return true
			}
			closers = closers[:last]
		default:
			now, strong := runOf(r, before)
			if r == '\u2029' && len(closers) > 0 { // a paragraph ends all that is open
				return true
			}
			left, right = left || strong && now == leftward, right || strong && now == rightward
			if marked && now == before {
				inLeft, inNumber = inLeft || now == leftward, inNumber || now == rightward
			}
			before, marked = now, false
			continue
		}
		marked = true
	}
	// Where all runs one way, marks of that way put nothing in another order.
	return len(closers) > 0 || inLeft && right || inNumber && (left || !right)
}

// runOf is the way of r, and whether it is a letter. What belongs to the
// character before it, a combining mark or what is not seen, runs as that does.
func runOf(r rune, before run) (way run, strong bool) {
	properties, _ := bidi.LookupRune(r)
	switch properties.Class() {
	case bidi.L:
		return rightward, true
	case bidi.R, bidi.AL:
		return leftward, true
	case bidi.EN, bidi.AN:
		return rightward, false
	case bidi.NSM, bidi.BN:
		return before, false
	}
	if r == '.' || r == ',' { // as in a number
		return rightward, false
	}
	return neither, false
}
