package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// asciiDigits returns s with the digits of every script as ASCII digits, and for
// each byte of it its offset in s. offsets is nil where s has none to change.
func asciiDigits(s string) (plain string, offsets []int) {
	if !hasOtherDigits(s) {
		return s, nil
	}
	out := make([]byte, 0, len(s))
	offsets = make([]int, 0, len(s)+1)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if d, ok := digitOf(r); ok {
			out, offsets = append(out, d), append(offsets, i)
		} else {
			for j := range size {
				out, offsets = append(out, s[i+j]), append(offsets, i+j)
			}
		}
		i += size
	}
	return string(out), append(offsets, len(s))
}

// hasOtherDigits reports whether s has a digit that is not of ASCII. The first of
// them, U+0660, begins with the byte 0xd9 in UTF-8.
func hasOtherDigits(s string) bool {
	for i := range len(s) {
		if s[i] >= 0xd9 {
			return strings.ContainsFunc(s[i:], func(r rune) bool { _, ok := digitOf(r); return ok })
		}
	}
	return false
}

// digitOf returns the ASCII digit for a digit of another script. Every range of
// Unicode's decimal digits begins with a zero and counts up in tens.
func digitOf(r rune) (byte, bool) {
	if r < 0x660 || !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	for _, block := range unicode.Nd.R16 {
		if r <= rune(block.Hi) {
			return byte('0' + (r-rune(block.Lo))%10), true
		}
	}
	for _, block := range unicode.Nd.R32 {
		if r <= rune(block.Hi) { //nolint:gosec // a code point
			return byte('0' + (r-rune(block.Lo))%10), true //nolint:gosec // a code point
		}
	}
	return 0, false
}
