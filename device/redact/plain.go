package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"adroit/device/text"
)

// plainText is a text as the rules read it: with the digits of every script as
// those of ASCII, and without bidirectional formatting characters, which are not
// seen and part nothing.
type plainText struct {
	string
	source  string
	offsets []int // of each byte in source, nil where source is plain
}

func plainOf(s string) plainText {
	if isPlain(s) {
		return plainText{string: s, source: s}
	}
	out := make([]byte, 0, len(s))
	offsets := make([]int, 0, len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if d, ok := digitOf(r); ok {
			out, offsets = append(out, d), append(offsets, i)
		} else if !text.Directional(r) {
			for j := range size {
				out, offsets = append(out, s[i+j]), append(offsets, i+j)
			}
		}
		i += size
	}
	return plainText{string(out), s, offsets}
}

// isPlain reports whether nothing of s is read otherwise. The first characters
// that are, U+061C and U+0660, begin with the byte 0xd8 or a higher one in UTF-8.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= 0xd8 {
			return !strings.ContainsFunc(s[i:], func(r rune) bool {
				_, digit := digitOf(r)
				return digit || text.Directional(r)
			})
		}
	}
	return true
}

// inSource is a span of the plain text where it stands in the source. What is
// not seen before and behind it stays outside.
func (p plainText) inSource(sp span) span {
	if p.offsets == nil || sp.start == sp.end {
		return sp
	}
	last := p.offsets[sp.end-1]
	r, size := utf8.DecodeRuneInString(p.source[last:])
	if _, ok := digitOf(r); !ok {
		size = 1 // of its bytes, each has its own offset
	}
	sp.start, sp.end = p.offsets[sp.start], last+size
	return sp
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
