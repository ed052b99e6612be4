package redact

import (
	"regexp"
	"unicode"
	"unicode/utf8"
)

var emailRE = regexp.MustCompile(`[\pL\pN._%+\-]+@[\pL\pN\-]+(?:\.[\pL\pN\-]+)*\.\pL{2,}`)

// patternSpans returns what the built-in patterns find in s.
func patternSpans(s string) []span {
	var found []span
	for _, m := range emailRE.FindAllStringIndex(s, -1) {
		found = append(found, span{start: m[0], end: m[1], kind: "email"})
	}
	return found
}

// customSpans returns what a pattern of the person's own finds in s.
func customSpans(p Pattern, s string) []span {
	var found []span
	for _, m := range p.Regexp.FindAllStringSubmatchIndex(s, -1) {
		start, end := m[0], m[1]
		if len(m) > 2 && m[2] >= 0 {
			start, end = m[2], m[3]
		}
		if start < end {
			found = append(found, span{start: start, end: end, kind: p.Kind})
		}
	}
	return found
}

// wholeWord reports whether s[start:end] stands for itself: no letter or digit
// touches it.
func wholeWord(s string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:start])
	after, _ := utf8.DecodeRuneInString(s[end:])
	return !wordRune(before) && !wordRune(after)
}

func wordRune(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
