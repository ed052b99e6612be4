package screen

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// unescape resolves the references in an attribute value. Unlike XML it also
// reads a character that older serialisers wrote as two references, one for
// each half of its UTF-16 surrogate pair. What stands for no character is
// dropped; what is no reference stays as it is.
func unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 && !strings.ContainsAny(s, "\n\r\t") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	var high rune // the first half of a pair, waiting for the second
	for i := 0; i < len(s); {
		r, size, ok := reference(s[i:])
		if !ok {
			high = 0
			b.WriteByte(normalSpace(s[i]))
			i++
			continue
		}
		i += size
		switch {
		case utf16.IsSurrogate(r) && r < 0xdc00:
			high = r
			continue
		case utf16.IsSurrogate(r):
			if high != 0 {
				b.WriteRune(utf16.DecodeRune(high, r))
			}
		case r != 0:
			b.WriteRune(r)
		}
		high = 0
	}
	return b.String()
}

// normalSpace turns a raw line break or tab in an attribute into a space, as
// XML's attribute-value normalisation does; only references stand for the real
// ones.
func normalSpace(c byte) byte {
	if c == '\n' || c == '\r' || c == '\t' {
		return ' '
	}
	return c
}

// reference reads a character reference at the start of s.
func reference(s string) (r rune, size int, ok bool) {
	if s[0] != '&' {
		return 0, 0, false
	}
	end := strings.IndexByte(s[:min(len(s), 12)], ';')
	if end < 2 {
		return 0, 0, false
	}
	name := s[1:end]
	if name[0] == '#' {
		base, digits := 10, name[1:]
		if strings.HasPrefix(digits, "x") || strings.HasPrefix(digits, "X") {
			base, digits = 16, digits[1:]
		}
		n, err := strconv.ParseUint(digits, base, 32)
		if err != nil {
			return 0, 0, false
		}
		if n > 0x10ffff {
			return 0, end + 1, true
		}
		return rune(n), end + 1, true
	}
	switch name {
	case "amp":
		r = '&'
	case "lt":
		r = '<'
	case "gt":
		r = '>'
	case "quot":
		r = '"'
	case "apos":
		r = '\''
	default:
		return 0, 0, false
	}
	return r, end + 1, true
}
