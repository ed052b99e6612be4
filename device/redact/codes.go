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

// How many digits a code has.
const minCode, maxCode = 4, 8

// codeLines is how many line breaks may stand in between.
const codeLines = 2

// codeRules find one-time codes: 4 to 8 digits near words that say so.
type codeRules struct {
	words    *lexicon       // that announce one, by how surely they do
	harmless *lexicon       // kinds of code that are not secret
	unit     *regexp.Regexp // what makes a number an amount, behind it
	money    *regexp.Regexp // the same, before it
	tail     *regexp.Regexp // what announces the end of a longer number, before it
	joint    *regexp.Regexp // what may stand between a word and its number
	naming   *regexp.Regexp // the end of what stands between, where it says that the number is meant
	purpose  *regexp.Regexp // what a code is for, behind the word
	equals   *regexp.Regexp // what may stand between a number and the word for it
}

// How surely words announce a one-time code.
const (
	strong   = "strong"   // by themselves
	weak     = "weak"     // "code" in several languages, which needs to stand close
	adjacent = "adjacent" // of a long number right behind them
)

func newCodeRules() codeRules {
	return codeRules{
		words:    newLexicon(map[string][]string{strong: list(codeAnnouncements + "\n" + recoveryWords), weak: append(list(codeWords), list(codePasswords)...), adjacent: list(adjacentWords)}),
		harmless: newLexicon(map[string][]string{Code: harmlessCodes()}),
		unit:     regexp.MustCompile(`^[ \x{a0}]?(?:\p{Sc}|%|‰|°|(?i:` + alternatives(unitWords) + `)(?:[^\pL]|$))`),
		money:    regexp.MustCompile(`(?:\p{Sc}|(?i:(?:^|[^\pL])(?:` + alternatives(amountWords) + `)\.?))[ \x{a0}]?$`),
		tail:     regexp.MustCompile(`(?:[*•●·∙xX…]|\.\.|(?i:` + alternatives(tailWords) + `))[ \x{a0}()-]*$`),
		naming:   regexp.MustCompile(`(?i)(?:[:：=]|(?:^|[^\pL])(?:` + joiningVerbs + `))[^\pL\pN.!?。]*$`),
		purpose:  regexp.MustCompile(`(?i)^[^\pL\pN]{0,2}(?:(?:` + purposePrepositions + `)[^\pL\pN]{1,2}|d['’])*(?:` + alternatives(purposeRoots) + `)\pL*(?:[^\pL\pN\n]+\pL+)?[^\pL\pN]*$`),
		equals:   regexp.MustCompile(`(?i)^[^\pL\pN]*(?:(?:` + equalsWords + `)(?:[^\pL]|$)|$)|^[^\pL\pN\n.]*(?:[—–=(（「】、，]|- )`),
		joint:    regexp.MustCompile(`^[^\pL\pN]*(?:(?i:` + alternatives(numberWords) + `)[^\pL\pN]*)?(?:(?i:` + joiningVerbs + `)[^\pL\pN]*)?$`),
	}
}

// append appends the one-time codes in s to found. words are those of s that
// announce one, lower is s in lower case, byte for byte.
func (c *codeRules) append(found []span, s, lower string, words announcements) []span {
	if words.none() && !strings.Contains(s, "G-") {
		return found
	}
	for _, g := range codeCandidates(s) {
		if c.amount(s, g) || referenced(lower[:g.start]) && !introduced(s, g, words.strong) {
			continue
		}
		if strings.HasSuffix(s[:g.start], "G-") && len(g.digits) == 6 ||
			c.announced(s, g, words.strong) || c.named(s, g, words.weak) || c.adjoins(s, g, words.adjacent) {
			found = append(found, span{start: g.start, end: g.end, kind: Code})
		}
	}
	return found
}

// announced reports whether one of the words stands within reach of g. A number
// that could be a year needs its word right before it.
func (c *codeRules) announced(s string, g digitGroups, words [][2]int) bool {
	return slices.ContainsFunc(words, func(w [2]int) bool {
		between, after, ok := apart(s, g, w)
		if !ok || !after && strings.HasPrefix(between, ":") {
			return false
		}
		return !yearLike(g.digits) || len(g.groups) > 1 || after && c.joins(between, s[g.end:], false)
	})
}

// named reports whether one of the words, which mean a code of any kind, names
// g in the same sentence: "code: 1234", "code to log in is 1234", "1234 is your
// code".
func (c *codeRules) named(s string, g digitGroups, words [][2]int) bool {
	return slices.ContainsFunc(words, func(w [2]int) bool {
		between, after, ok := apart(s, g, w)
		if !ok || after && (sentenceEnd.MatchString(between) || titled.MatchString(s[g.end:])) || !after && strings.ContainsAny(between, ".!?。") {
			return false
		}
		if yearLike(g.digits) && len(g.groups) == 1 {
			return after && c.joins(between, s[g.end:], true)
		}
		near := utf8.RuneCountInString(between) <= codeReach/3
		if after {
			return c.naming.MatchString(between) || lastWord(s[g.end:]) && heading.MatchString(between) || near && (c.joint.MatchString(between) || c.purpose.MatchString(between))
		}
		return near && c.equals.MatchString(between)
	})
}

// sentenceEnd matches the end of a sentence that another follows. A question may
// be answered in the next.
var sentenceEnd = regexp.MustCompile(`[!。]|\.\s+\pL`)

// titled matches what stands behind the number of a chapter or a course.
var titled = regexp.MustCompile(`^: \p{Lu}`)

// heading matches what stands between a word and a number in the line below the
// one that the word is in.
var heading = regexp.MustCompile(`^(?: [\pL\pM]+){0,5}\n[^\pL\pN]*$`)

// introduced reports whether one of the words stands before g in its sentence:
// the code for an order.
func introduced(s string, g digitGroups, words [][2]int) bool {
	return slices.ContainsFunc(words, func(w [2]int) bool {
		between, after, ok := apart(s, g, w)
		return ok && after && !strings.ContainsAny(between, ".!?。\n")
	})
}

// apart returns what stands between g and a word within its reach, and whether g
// stands after the word.
func apart(s string, g digitGroups, w [2]int) (between string, after, ok bool) {
	switch {
	case w[1] <= g.start:
		between, after = s[w[1]:g.start], true
	case g.end <= w[0]:
		between = s[g.end:w[0]]
	default:
		return "", false, false
	}
	return between, after, utf8.RuneCountInString(between) <= codeReach && strings.Count(between, "\n") <= codeLines
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
type announcements struct{ strong, weak, adjacent [][2]int }

func (a announcements) none() bool { return len(a.strong)+len(a.weak)+len(a.adjacent) == 0 }

// announcements returns the words of s that announce a one-time code. lower is s
// in lower case, byte for byte.
func (c *codeRules) announcements(s, lower string) announcements {
	var found announcements
	for w := range c.words.in(lower) {
		at := [2]int{w.start, w.end}
		switch {
		case w.kind == strong && wordEdge(lower, w.start) && (w.end-w.start > 5 || wordEdge(lower, w.end)):
			found.strong = append(found.strong, at)
		case w.kind == weak && c.namesCode(s, lower, w):
			found.weak = append(found.weak, at)
		case w.kind == adjacent && wordStart(s, w.start) && wordEdge(lower, w.end):
			found.adjacent = append(found.adjacent, at)
		}
	}
	return found
}

// namesCode reports whether a word for "code" stands for itself and may mean a
// one-time code.
func (c *codeRules) namesCode(s, lower string, w hit) bool {
	word := s[w.start:w.end]
	return wordStart(s, w.start) && wordEdge(lower, w.end) && word != "tan" && word != "Tan" &&
		!c.isHarmless(lower, w) && !compound(lower[:w.start], word) && !postalPIN(lower, w)
}

// adjoins reports whether one of the words stands right before g, and g is as
// long as codes are that such a word names.
func (c *codeRules) adjoins(s string, g digitGroups, words [][2]int) bool {
	return len(g.digits) >= 6 && slices.ContainsFunc(words, func(w [2]int) bool {
		return w[1] <= g.start && g.start-w[1] <= codeReach && c.joint.MatchString(s[w[1]:g.start])
	})
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

// compound reports whether a word for "code" is the end of a longer word in a
// script that writes such words together: the name of some other code. The
// secret ones are among the announcements.
func compound(before, word string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	switch word {
	case "コード":
		return unicode.In(last, unicode.Han, unicode.Katakana) || last == 'ー'
	case "코드":
		return unicode.Is(unicode.Hangul, last)
	}
	return false
}

// postalPIN reports whether the word is a part of "PIN code" with six digits
// behind it, which is how India calls and writes its postal codes.
func postalPIN(lower string, word hit) bool {
	name := strings.TrimLeft(lower[max(0, word.start-4):], " ")
	if !strings.HasPrefix(name, "pin") {
		return false
	}
	m := postal.FindStringIndex(lower[len(lower)-len(name):])
	return m != nil
}

var postal = regexp.MustCompile(`^pin[ -]?code[^\pL\pN]{0,4}[1-8]\d{2} ?\d{3}(?:\D|$)`)

// wordStart reports whether a word could begin at offset i of s: at the edge of
// a word, with a capital inside one ("photoTAN"), or as the last part of one of
// those that Germanic languages put together ("Abholcode").
func wordStart(s string, i int) bool {
	if wordEdge(s, i) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	if upper(s[i]) {
		return unicode.IsLower(before)
	}
	return unicode.IsLower(before) && (strings.HasPrefix(s[i:], "code") || strings.HasPrefix(s[i:], "kode"))
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
	if g.separator == 0 || len(g.digits) > maxCode || len(g.digits) < minCode {
		return false
	}
	first := g.groups[0]
	if slices.ContainsFunc(g.groups, func(n int) bool { return n != first }) {
		return false
	}
	return first == 1 || first == 3 || first == 4 || first == 2 && (g.separator != '-' || !dateLike(g.digits))
}

// dateLike reports whether d, in pairs, could be a day, a month and a year, in
// one of the orders in which they are written.
func dateLike(d string) bool {
	if len(d) != 6 {
		return true
	}
	month := func(s string) bool { return s <= "12" }
	day := func(s string) bool { return s <= "31" }
	return day(d[:2]) && month(d[2:4]) || month(d[:2]) && day(d[2:4]) || month(d[2:4]) && day(d[4:])
}

// standsAlone reports whether g has the length of a code and is no part of a
// date, a time, an address, a phone number or a decimal.
func standsAlone(s string, g digitGroups) bool {
	if len(g.digits) < minCode || len(g.digits) > maxCode || !wholeWord(s, g.start, g.end) {
		return false
	}
	before, after := s[:g.start], s[g.end:]
	b, size := utf8.DecodeLastRuneInString(before)
	if strings.HasSuffix(before, "=-") {
		return false
	}
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

// yearLike reports whether d could be a year that a screen shows: one of a
// lifetime, or soon to come.
func yearLike(d string) bool { return len(d) == 4 && d >= "1940" && d < "2040" }

// foldSameLength lowers the case of s without moving any offset: a letter whose
// small form takes other bytes stays as it is.
func foldSameLength(s string) string {
	first := 0
	for first < len(s) && s[first] < utf8.RuneSelf && !upper(s[first]) {
		first++
	}
	if first == len(s) {
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
