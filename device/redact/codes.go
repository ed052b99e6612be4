package redact

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// codeReach is the distance, in characters, from a word that announces a
// one-time code within which the code stands.
const codeReach = 60

// codeLines is how many line breaks may stand in between.
const codeLines = 2

// codeRules find one-time codes: 4 to 8 digits near words that say so.
type codeRules struct {
	strong   *lexicon       // words that say it by themselves
	weak     *lexicon       // "code" in several languages, which needs to stand close
	harmless *lexicon       // kinds of code that are not secret
	unit     *regexp.Regexp // what makes a number an amount, behind it
	money    *regexp.Regexp // the same, before it
	tail     *regexp.Regexp // what announces the end of a longer number, before it
	joint    *regexp.Regexp // what may stand between a word and its number
}

func newCodeRules() codeRules {
	return codeRules{
		strong:   newLexicon(map[string][]string{Code: list(codeAnnouncements)}),
		weak:     newLexicon(map[string][]string{Code: list(codeWords)}),
		harmless: newLexicon(map[string][]string{Code: harmlessCodes()}),
		unit:     regexp.MustCompile(`^[ \x{a0}]?(?:\p{Sc}|%|‰|°|(?i:` + alternatives(unitWords) + `)(?:[^\pL]|$))`),
		money:    regexp.MustCompile(`(?:\p{Sc}|(?i:(?:^|[^\pL])(?:` + alternatives(amountWords) + `)\.?))[ \x{a0}]?$`),
		tail:     regexp.MustCompile(`(?:[*•●·∙xX…]|\.\.|(?i:` + alternatives(tailWords) + `))[ \x{a0}]*$`),
		joint:    regexp.MustCompile(`^[^\pL\pN]*(?:(?i:` + joiningVerbs + `)[^\pL\pN]*)?$`),
	}
}

// append appends the one-time codes in s to found. words are those of s that
// announce one.
func (c *codeRules) append(found []span, s string, words announcements) []span {
	if len(words.strong)+len(words.weak) == 0 && !strings.Contains(s, "G-") {
		return found
	}
	for _, g := range codeCandidates(s) {
		if c.amount(s, g) {
			continue
		}
		if strings.HasSuffix(s[:g.start], "G-") && len(g.digits) == 6 || c.announced(s, g, words.strong, codeReach, false) || c.announced(s, g, words.weak, codeReach/3, true) {
			found = append(found, span{start: g.start, end: g.end, kind: Code})
		}
	}
	return found
}

// announced reports whether one of the words stands within reach of g, and in
// the same sentence where that is asked for. A number that could be a year
// needs its word right before it.
func (c *codeRules) announced(s string, g digitGroups, words [][2]int, reach int, sentence bool) bool {
	for _, w := range words {
		var between string
		after := w[1] <= g.start
		switch {
		case after:
			between = s[w[1]:g.start]
		case g.end <= w[0]:
			between = s[g.end:w[0]]
		default:
			continue
		}
		distance := utf8.RuneCountInString(between)
		if distance > reach || strings.Count(between, "\n") > codeLines || sentence && strings.ContainsAny(between, ".!?。") {
			continue
		}
		if yearLike(g.digits) && len(g.groups) == 1 && !(after && c.joins(between, s[g.end:], sentence)) {
			continue
		}
		return true
	}
	return false
}

// joins reports whether what stands between a word and a number that could be a
// year says that the number is meant: no other word but a verb. A space alone
// says it where nothing follows, and not behind a word of several meanings.
func (c *codeRules) joins(between, rest string, several bool) bool {
	if strings.Trim(between, " ") != "" {
		return c.joint.MatchString(between)
	}
	return !several && lastWord(rest)
}

// announcements is where words for a one-time code stand, in byte offsets.
type announcements struct{ strong, weak [][2]int }

// announcements returns the words of s that announce a one-time code. lower is s
// in lower case, byte for byte.
func (c *codeRules) announcements(s, lower string) announcements {
	var found announcements
	for w := range c.strong.in(lower) {
		if wordEdge(lower, w.start) && (w.end-w.start > 5 || wordEdge(lower, w.end)) {
			found.strong = append(found.strong, [2]int{w.start, w.end})
		}
	}
	for w := range c.weak.in(lower) {
		if wordEdge(lower, w.start) && wordEdge(lower, w.end) && s[w.start:w.end] != "tan" && s[w.start:w.end] != "Tan" && !c.isHarmless(lower, w) {
			found.weak = append(found.weak, [2]int{w.start, w.end})
		}
	}
	return found
}

// isHarmless reports whether the word for a code is a part of the name of a
// code that is no secret, as in "zip code".
func (c *codeRules) isHarmless(lower string, word hit) bool {
	const longest = 48 // bytes
	from, to := max(0, word.start-longest), min(len(lower), word.end+longest)
	for h := range c.harmless.in(lower[from:to]) {
		if from+h.start <= word.start && from+h.end >= word.end && wordEdge(lower, from+h.start) {
			return true
		}
	}
	return false
}

// wordEdge reports whether a word could begin or end at offset i: the runes on
// both sides of it are not of one word.
func wordEdge(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i:])
	return !wordRune(before) || !wordRune(after)
}

// codeCandidates are the numbers in s that could be a one-time code.
func codeCandidates(s string) []digitGroups {
	var list []digitGroups
	for from := 0; ; {
		g, ok := nextGroups(s, from)
		if !ok {
			return list
		}
		from = g.end
		for _, n := range g.split(s) {
			switch {
			case len(n.groups) > 1 && !codeGroups(n):
				list = appendEach(list, s, n)
			case standsAlone(s, n):
				list = append(list, n)
			}
		}
	}
}

// appendEach appends the groups of a number that are codes by themselves: two
// numbers that happen to stand side by side. Three and more are a phone number
// or a date.
func appendEach(list []digitGroups, s string, g digitGroups) []digitGroups {
	if len(g.groups) > 2 && !strings.Contains(s[g.start:g.end], "\n") || strings.Contains(s[g.start:g.end], "-") {
		return list
	}
	for i := g.start; i < g.end; {
		if !digit(s[i]) {
			i++
			continue
		}
		end := i
		for end < g.end && digit(s[end]) {
			end++
		}
		one := digitGroups{start: i, end: end, digits: s[i:end], groups: []int{end - i}}
		if standsAlone(s, one) {
			list = append(list, one)
		}
		i = end
	}
	return list
}

// codeGroups reports whether a grouped number is set like a code: in equal
// groups of 3 or 4, or digit by digit.
func codeGroups(g digitGroups) bool {
	if g.separator == 0 || len(g.digits) > 8 || len(g.digits) < 4 {
		return false
	}
	first := g.groups[0]
	if slices.ContainsFunc(g.groups, func(n int) bool { return n != first }) {
		return false
	}
	return first == 1 || first == 3 || first == 4 || first == 2 && g.separator != '-'
}

// standsAlone reports whether g has the length of a code and is no part of a
// date, a time, an address, a phone number or a decimal.
func standsAlone(s string, g digitGroups) bool {
	if len(g.digits) < 4 || len(g.digits) > 8 || !wholeWord(s, g.start, g.end) {
		return false
	}
	before, after := s[:g.start], s[g.end:]
	b, size := utf8.DecodeLastRuneInString(before)
	switch b {
	case '+', '#', '/', '\\', '&', '@', '$', '(':
		if b != '(' || !strings.HasPrefix(after, ")") {
			return false
		}
	case '.', ',', ':', '-':
		if prev, _ := utf8.DecodeLastRuneInString(before[:len(before)-size]); unicode.IsDigit(prev) {
			return false
		}
	}
	return len(after) < 2 || strings.IndexByte(".,:/-", after[0]) < 0 || !digit(after[1])
}

// amount reports whether what stands around g makes it an amount, a version or
// the end of a longer number.
func (c *codeRules) amount(s string, g digitGroups) bool {
	before, after := s[:g.start], s[g.end:]
	near := before[max(0, len(before)-40):]
	return c.unit.MatchString(after[:min(len(after), 24)]) || c.money.MatchString(near) || c.tail.MatchString(near)
}

func yearLike(d string) bool {
	return len(d) == 4 && (strings.HasPrefix(d, "19") || strings.HasPrefix(d, "20"))
}

// foldSameLength lowers the case of s without moving any offset: a letter whose
// small form takes other bytes stays as it is.
func foldSameLength(s string) string {
	first := strings.IndexFunc(s, func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf })
	if first < 0 {
		return s
	}
	var lower strings.Builder
	lower.Grow(len(s))
	lower.WriteString(s[:first])
	for i := first; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if upper(c) {
				c += 'a' - 'A'
			}
			lower.WriteByte(c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if l := unicode.ToLower(r); r != utf8.RuneError && utf8.RuneLen(l) == size {
			lower.WriteRune(l)
		} else {
			lower.WriteString(s[i : i+size])
		}
		i += size
	}
	return lower.String()
}
