package permissions

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold reduces a text to what a reader takes it for: compatibility characters
// (wide and styled letters, ligatures) become plain ones (Unicode NFKC, UAX
// #15), capitals small, and what cannot be seen is left out.
func fold(s string) string {
	s = strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(s))
	s = strings.ReplaceAll(strings.ToLower(s), "i\u0307", "i") // of the Turkish İ
	return norm.NFKC.String(s)
}

// invisible reports whether r takes no place of its own: format characters,
// among them bidirectional ones, and what Unicode lets renderers ignore.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// skeleton is fold with the letters that look like Latin ones replaced by these,
// after the idea of Unicode's UTS #39: "рау" in Cyrillic reads "pay". It serves
// to compare, not to show.
func skeleton(s string) string { return lookalikes.Replace(fold(s)) }

// lookalikes are the small Cyrillic and Greek letters that no reader tells from
// Latin ones (Unicode's confusables.txt), and the two Turkish letters i, which
// capitals in other languages' rules mix up.
var lookalikes = strings.NewReplacer(
	"а", "a", "с", "c", "ԁ", "d", "е", "e", "һ", "h", "і", "i", "ј", "j", "ӏ", "l",
	"о", "o", "р", "p", "ԛ", "q", "ѕ", "s", "ս", "u", "ѵ", "v", "ԝ", "w", "х", "x", "у", "y",
	"α", "a", "ο", "o", "ρ", "p", "υ", "u", "ν", "v", "ι", "i", "γ", "y", "κ", "k",
	"ı", "i",
)

// split cuts a folded text into its words, without punctuation.
func split(folded string) []string {
	return strings.FieldsFunc(folded, func(r rune) bool {
		return !unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit)
	})
}

// unspaced reports whether r belongs to a script that is written without
// spaces, or whose words are glued to their endings.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
