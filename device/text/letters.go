package text

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// In most scripts of South and South-East Asia some vowel signs and conjoined
// consonants have an advance of their own although they belong to the letter
// before them (Unicode Standard Annex 29, SpacingMark and rule GB9c). Terminals
// give each a cell, as wcwidth(3) does, or a cluster up to two; what measures
// whole clusters here, and Bubble Tea's renderer where a terminal has mode 2027,
// counts one cell for the whole of it. A border behind such a word would stand in
// another column than the layout thinks.
//
// Nothing visible parts them: a vowel sign joins whatever is seen before it. So
// Safe puts a word joiner (U+2060) between them. It ends a cluster by rule GB4,
// is drawn as nothing, has no width anywhere, allows no line break and says
// nothing, so that all letters stay, in their order, and every measure counts a
// cell for each. The price is that a conjunct is shown as its letters. A terminal
// that gives no mark a cell (kitty) still shows such a line too short.
const wordJoiner = '\u2060'

// Unparted returns s without word joiners: what Safe made safe as it was written,
// for comparing, for a program or for a phone.
func Unparted(s string) string { return strings.ReplaceAll(s, string(wordJoiner), "") }

// Apart returns s, which Safe returned or a part of it, so that it joins nothing
// that comes to stand before it.
func Apart(s string) string {
	if s == "" || s[0] < utf8.RuneSelf || !joinable(" ", s) {
		return s
	}
	return string(wordJoiner) + s
}

// joined returns s without the word joiners that Safe puts between letters. It
// leaves those that part nothing, so that they are written out.
func joined(s string) string {
	if !strings.ContainsRune(s, wordJoiner) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	last := 0 // where in b the last letter begins that has a cell
	for i, r := range s {
		if letter := b.String()[last:]; r == wordJoiner &&
			(strings.HasSuffix(letter, string(zeroJoiner)) || joinable(letter, s[i+utf8.RuneLen(r):])) {
			continue
		}
		if spacing(r) {
			last = b.Len()
		}
		b.WriteRune(r)
	}
	return b.String()
}

// part puts a word joiner between those letters that would be one cluster. One
// that ends in a zero-width joiner gets one too: some terminals (tmux 3.3) put
// whatever follows into its cell.
func part(letters []string) string {
	var b strings.Builder
	for i, letter := range letters {
		b.WriteString(letter)
		if strings.HasSuffix(letter, string(zeroJoiner)) || i+1 < len(letters) && joinable(letter, letters[i+1]) {
			b.WriteRune(wordJoiner)
		}
	}
	return b.String()
}

// joinable reports whether letter and the first character of after would be one
// cluster although both have a cell.
func joinable(letter, after string) bool {
	next, size := utf8.DecodeRuneInString(after)
	if letter == "" { // where a line was broken
		letter = "◌"
	}
	return spacing(next) && oneCluster(letter, after[:size])
}

// spacing reports whether r has a cell of its own wherever it stands.
func spacing(r rune) bool { return ansi.StringWidthWc(string(r)) > 0 }

// oneCluster reports whether a and b make one cluster.
func oneCluster(a, b string) bool {
	cluster, _ := ansi.FirstGraphemeCluster(a+b, ansi.GraphemeWidth)
	return len(cluster) > len(a)
}
