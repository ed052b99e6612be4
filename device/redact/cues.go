package redact

import (
	"math/bits"
	"regexp"
	"strings"
)

// cueRules find one-time codes in messages that never say "code", by what else
// such a message says: not to pass it on, how long it counts, and what it is
// for. Two of these around a number that stands where a code stands make it one,
// and so does one with the word code or with being told to use the number.
type cueRules struct {
	words *lexicon
	place *regexp.Regexp // what stands right before a code
	use   *regexp.Regexp // and where that tells to use it
}

// The kinds of cues, as bits.
const (
	keepSecret = "1"
	runsOut    = "2"
	letsIn     = "4"
	saysCode   = "8"
	toUse      = "@" // a bit above the others
)

// cueReach is the distance, in bytes, within which cues count.
const cueReach = 200

func newCueRules() cueRules {
	return cueRules{
		words: newLexicon(map[string][]string{keepSecret: list(keepSecretWords), runsOut: list(runsOutWords), letsIn: list(letsInWords)}),
		place: regexp.MustCompile(`(?:^|[\n:：】\].!。])[^\pL\pN]*$`),
		use:   regexp.MustCompile(`(?i)(?:^|[^\pL])(?:` + alternatives(useWords) + `)[^\pL\pN]*$`),
	}
}

// append appends the numbers in s that cues make one-time codes. lower is s in
// lower case, byte for byte, weak are the words for a code in it.
func (c *cueRules) append(found []span, s, lower string, weak [][2]int, codes *codeRules) []span {
	var cues []hit
	for w := range c.words.in(lower) {
		if wordEdge(lower, w.start) {
			cues = append(cues, w)
		}
	}
	if len(cues) == 0 {
		return found
	}
	for _, w := range weak {
		cues = append(cues, hit{w[0], w[1], saysCode})
	}
	for _, g := range codeCandidates(s) {
		if codes.amount(s, g) || referenced(lower[:g.start]) {
			continue
		}
		before := s[max(0, g.start-40):g.start]
		kinds := uint8(0)
		if c.use.MatchString(before) {
			kinds = toUse[0] - '0'
		} else if !c.place.MatchString(before) {
			continue
		}
		for _, w := range cues {
			from, to := min(w.start, g.start), max(w.end, g.end)
			if to-from <= cueReach && !strings.Contains(s[from:to], "\n") {
				kinds |= w.kind[0] - '0'
			}
		}
		if n := bits.OnesCount8(kinds); n >= 2 && len(g.digits) >= 5 || n >= 3 && !yearLike(g.digits) {
			found = append(found, span{start: g.start, end: g.end, kind: Code})
		}
	}
	return found
}

// appendRows appends the lines below a code that are set like it: the other
// codes of a list.
func appendRows(found []span, s string) []span {
	for _, sp := range found {
		lineStart := strings.LastIndexByte(s[:sp.start], '\n') + 1
		if sp.kind != Code && sp.kind != Secret || rowNumber.FindString(s[lineStart:sp.start]) != s[lineStart:sp.start] || sp.end < len(s) && s[sp.end] != '\n' {
			continue
		}
		shape := rowShape(s[sp.start:sp.end])
		for at := sp.end + 1; shape != "" && at < len(s); {
			line, _, _ := strings.Cut(s[at:], "\n")
			number := len(rowNumber.FindString(line))
			if rowShape(line[number:]) != shape {
				break
			}
			found = append(found, span{start: at + number, end: at + len(line), kind: sp.kind})
			at += len(line) + 1
		}
	}
	return found
}

// rowNumber matches the number of a row before it.
var rowNumber = regexp.MustCompile(`^(?:\d{1,2}[.)] +)?`)

// rowShape is how a code is set: its characters all alike, its separators as
// they are. It is empty for what a list of codes would not hold.
func rowShape(line string) string {
	if yearLike(line) || len(line) > 64 || !strings.ContainsAny(line, "0123456789") || !ascii(line) {
		return ""
	}
	letters := strings.ContainsFunc(line, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' })
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9' && !letters:
			return '0'
		case r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z':
			return 'x'
		}
		return r
	}, line)
}

// codeApp reports whether a package is that of an app that shows one-time codes,
// by what such apps call themselves.
func codeApp(pkg string) bool {
	pkg = strings.ToLower(pkg)
	if strings.Contains(pkg, "authenticator") {
		return true
	}
	for part := range strings.FieldsFuncSeq(pkg, func(r rune) bool { return r == '.' || r == '_' }) {
		if strings.HasSuffix(part, "otp") || strings.HasSuffix(part, "2fa") || strings.HasSuffix(part, "mfa") || strings.HasSuffix(part, "twofactor") {
			return true
		}
	}
	return false
}

// minAppCode is the length of the shortest code that stands alone in its app.
const minAppCode = 6

// appendAppCodes appends the lines of s that are a code and nothing else, in an
// app whose purpose is to show them.
func appendAppCodes(found []span, app, s string) []span {
	if !codeApp(app) {
		return found
	}
	for _, g := range codeCandidates(s) {
		alone := (g.start == 0 || s[g.start-1] == '\n') && (g.end == len(s) || s[g.end] == '\n')
		if alone && len(g.digits) >= minAppCode {
			found = append(found, span{start: g.start, end: g.end, kind: Code})
		}
	}
	return found
}
