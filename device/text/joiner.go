package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	emojiSelector = '\ufe0f' // VARIATION SELECTOR-16
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
		return (prev == emojiSelector || unicode.In(prev, unicode.So, unicode.Sk)) && unicode.Is(unicode.So, next) ||
			virama(prev) && unicode.Is(unicode.L, next)
	case zeroNonJoiner:
		return (virama(prev) || arabicLetter(before)) && unicode.Is(unicode.L, next)
	}
	return false
}

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
