package screen

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// fold reduces s to what a reader of any script takes as the same words: width
// and compatibility forms are unified, case and accents are left out,
// punctuation becomes space, spaces are single.
func fold(s string) string {
	if asciiWords(s) {
		return s
	}
	s = strings.ToValidUTF8(s, "\ufffd") // normalising stops short of what is not UTF-8
	var b strings.Builder
	b.Grow(len(s))
	space, base := false, rune(0)
	for _, r := range norm.NFKD.String(cases.Fold().String(norm.NFKD.String(s))) {
		switch {
		case unicode.Is(unicode.Mn, r):
			if accented(base) {
				continue
			}
		case unicode.In(r, unicode.L, unicode.N, unicode.M):
			base = r
		case unicode.In(r, unicode.S, unicode.Co):
			base = 0 // an emoji or a currency sign is a word like others
		default:
			space = b.Len() > 0
			base = 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// asciiWords reports whether fold has nothing to do: lower-case letters and
// digits with single spaces between.
func asciiWords(s string) bool {
	last := byte(' ')
	for i := range len(s) {
		c := s[i]
		word := c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		if !word && (c != ' ' || last == ' ') {
			return false
		}
		last = c
	}
	return last != ' '
}

// accented reports whether the marks on letters of r's script are accents or
// points that people leave out. In other scripts they are letters.
func accented(r rune) bool {
	return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic)
}

// likeness is how much two folded texts have in common, 0 to 1: the share of
// their pairs of neighbouring characters (Dice's coefficient).
func likeness(a, b string) float64 {
	if a == b {
		return 1
	}
	pairs := map[[2]rune]int{}
	na := eachPair(a, func(p [2]rune) { pairs[p]++ })
	common := 0
	nb := eachPair(b, func(p [2]rune) {
		if pairs[p] > 0 {
			pairs[p]--
			common++
		}
	})
	if na+nb == 0 {
		return 0
	}
	return 2 * float64(common) / float64(na+nb)
}

func eachPair(s string, f func([2]rune)) int {
	n, last := 0, ' '
	for _, r := range s + " " {
		if r != ' ' || last != ' ' {
			f([2]rune{last, r})
			n++
		}
		last = r
	}
	return n
}
