package redact

import (
	"strings"
	"unicode/utf8"
)

// digitGroups is a number as it is written: its digits, and the lengths of the
// groups into which it is set.
type digitGroups struct {
	start, end int
	digits     string
	groups     []int
	separator  rune // between the groups, 0 for none or several kinds
}

// nextGroups reads the next number in s from offset from on: digits, in groups
// apart by single spaces, hyphens or line breaks. ok is false at the end of s.
func nextGroups(s string, from int) (g digitGroups, ok bool) {
	return nextGroupsBy(groupSeparator, s, from)
}

// nextGroupsBy is nextGroups for other separators.
func nextGroupsBy(separator func(rune) bool, s string, from int) (g digitGroups, ok bool) {
	g.start = from
	for g.start < len(s) && !digit(s[g.start]) {
		g.start++
	}
	if g.start == len(s) {
		return g, false
	}
	group := g.start // where the current one begins
	i := group
	for i < len(s) {
		if digit(s[i]) {
			i++
			g.end = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !separator(r) || i+n >= len(s) || !digit(s[i+n]) {
			break
		}
		switch {
		case len(g.groups) == 0:
			g.separator = r
		case g.separator != r:
			g.separator = 0
		}
		g.digits += s[group:i]
		g.groups = append(g.groups, i-group)
		i += n
		group = i
	}
	g.digits += s[group:g.end]
	g.groups = append(g.groups, g.end-group)
	return g, true
}

// split takes a number apart where it goes on in another line in another way
// than before: a phone number, and below it a code in boxes of one digit each.
func (g digitGroups) split(s string) []digitGroups {
	if len(g.groups) == 1 || codeGroups(g) || !strings.Contains(s[g.start:g.end], "\n") {
		return []digitGroups{g}
	}
	var list []digitGroups
	at := g.start // where the next group begins
	digits := g.digits
	for i, size := range g.groups {
		for !digit(s[at]) {
			at++
		}
		separator := rune(0)
		if i > 0 {
			separator, _ = utf8.DecodeLastRuneInString(s[:at])
		}
		if last := len(list) - 1; last >= 0 && list[last].goesOn(separator, size) {
			list[last].end = at + size
			list[last].digits += digits[:size]
			list[last].groups = append(list[last].groups, size)
			list[last].separator = separator
		} else {
			list = append(list, digitGroups{start: at, end: at + size, digits: digits[:size], groups: []int{size}})
		}
		digits = digits[size:]
		at += size
	}
	return list
}

// goesOn reports whether another group of that size is set like the ones of g.
func (g digitGroups) goesOn(separator rune, size int) bool {
	if separator == '\n' && size != g.groups[len(g.groups)-1] {
		return false
	}
	return len(g.groups) == 1 || separator == g.separator
}

// groupSeparator reports whether r sets the groups of a number apart: spaces of
// any width, hyphens, and the line break that stands between two nodes.
func groupSeparator(r rune) bool {
	switch r {
	case ' ', '-', '\n', '\u00a0', '\u2007', '\u2009', '\u202f', '\u2011', '\u2010':
		return true
	}
	return false
}

// cardSeparator is groupSeparator, and what else people set between the fours of a
// card number.
func cardSeparator(r rune) bool {
	return groupSeparator(r) || r == '.' || r == '/' || r == '_' || r == '·' || r == '•'
}

// bounds are the offsets in s of n groups of g, from the first on.
func (g digitGroups) bounds(s string, first, n int) (start, end int) {
	at := g.start
	for i, size := range g.groups[:first+n] {
		for !digit(s[at]) {
			at++
		}
		if i == first {
			start = at
		}
		at += size
	}
	return start, at
}

func sum(list []int) int {
	total := 0
	for _, n := range list {
		total += n
	}
	return total
}

func upper(c byte) bool     { return c >= 'A' && c <= 'Z' }
func lowercase(c byte) bool { return c >= 'a' && c <= 'z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }
