package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	emojiSelector = '\ufe0f' // VARIATION SELECTOR-16
	zeroSpace     = '\u200b' // ZERO WIDTH SPACE
	zeroNonJoiner = '\u200c' // ZERO WIDTH NON-JOINER
	zeroJoiner    = '\u200d' // ZERO WIDTH JOINER
)

// joins reports whether r, which shows as nothing of its own, makes what stands
// beside it another sign. There it hides nothing.
func joins(r rune, before, after string) bool {
	prev, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	switch r {
	case emojiSelector:
		return unicode.In(prev, unicode.So, unicode.Sk, unicode.Sm) || strings.ContainsRune("0123456789#*‼⁉", prev)
	case zeroJoiner:
		return (prev == emojiSelector || unicode.In(prev, unicode.So, unicode.Sk)) && unicode.Is(unicode.So, next) || spells(before, after)
	case zeroSpace:
		return unspaced(prev) && unspaced(next) && letter(next)
	case zeroNonJoiner:
		return (virama(prev) || arabicLetter(before)) && letter(next)
	}
	return false
}

// spells reports whether a zero-width joiner between before and after chooses the
// form of a letter: behind a virama, as for Sinhala's conjuncts and Malayalam's
// chillus, or before one, as for Bengali's ya-phalaa (Unicode Standard, chapters
// 12 and 13).
func spells(before, after string) bool {
	prev, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	return virama(prev) || virama(next) && letter(prev)
}

// unspaced reports whether r is of a script that writes no spaces between words,
// in which a zero-width space says where a word ends (Unicode Standard Annex 14,
// class SA).
func unspaced(r rune) bool {
	return printable(r) && unicode.In(r, unicode.Khmer, unicode.Lao, unicode.Myanmar, unicode.Thai)
}

// letter reports whether r is a letter that shows.
func letter(r rune) bool { return unicode.Is(unicode.L, r) && printable(r) }

// virama reports whether r takes the vowel from the consonant before it. A
// joiner behind it says whether the next consonant joins (RFC 5892, appendices
// A.1 and A.2).
func virama(r rune) bool {
	const class = 9 // the canonical combining class of viramas
	return r >= 0x900 && norm.NFC.PropertiesString(string(r)).CCC() == class
}

// arabicLetter reports whether s ends in a letter of the Arabic script, with or
// without vowel points. In Persian, Kurdish and others a non-joiner behind it
// parts a word from its ending.
func arabicLetter(s string) bool {
	s = strings.TrimRightFunc(s, func(r rune) bool { return unicode.Is(unicode.Mn, r) })
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.Is(unicode.Arabic, r) && unicode.Is(unicode.L, r)
}
