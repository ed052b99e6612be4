package redact

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// labelRules find what only the words right beside it make a secret, since it
// looks like any number or abbreviation: the security code of a card, a social
// security number, a one-time code that mixes letters and digits.
type labelRules struct {
	words  *lexicon                  // labels, by what they announce
	values map[string]*regexp.Regexp // what stands behind them
	mixed  *regexp.Regexp            // a code of letters and digits
}

// What labels announce.
const (
	cardCode    = "card code"
	threeDigits = "security code"
	social      = "social security number"
)

func newLabelRules() labelRules {
	const verb = `^(?:[ \x{a0}]\pL{3,}){0,2}[^\pL\pN]{0,4}(?:(?:is|ist|est|es)[^\pL\pN]{1,2})?`
	return labelRules{
		words: newLexicon(map[string][]string{cardCode: list(cardCodeWords), threeDigits: list(securityWords), social: list(socialWords)}),
		values: map[string]*regexp.Regexp{
			cardCode:    regexp.MustCompile(verb + `(\d{3,4})(?:[^\pL\pN]|$)`),
			threeDigits: regexp.MustCompile(`^[^\pL\pN]{0,4}(\d{3})(?:[^\pL\pN]*(?:\n|$))`),
			social:      regexp.MustCompile(verb + `(\d{3}[- ]?\d{2}[- ]?\d{4})(?:[^\pL\pN]|$)`),
		},
		mixed: regexp.MustCompile(`[A-Z0-9]{4,10}(?:-[A-Z0-9]{2,5})?`),
	}
}

// append appends the numbers behind their labels. lower is s in lower case,
// byte for byte.
func (r *labelRules) append(found []span, s, lower string) []span {
	for word := range r.words.in(lower) {
		if !wordEdge(lower, word.start) || !wordEdge(lower, word.end) {
			continue
		}
		if m := r.values[word.kind].FindStringSubmatchIndex(s[word.end:]); m != nil {
			kind := Code
			if word.kind == social {
				kind = Secret
			}
			found = append(found, span{start: word.end + m[2], end: word.end + m[3], kind: kind})
		}
	}
	return found
}

// How far, in bytes, a code that mixes letters and digits stands from the words
// that announce it: behind them, before them ("… is your"), and behind a colon
// that ends their sentence ("Enter this code to sign in: …").
const mixedBehind, mixedBefore, mixedColon = 6, 9, 40

// appendMixed appends the one-time codes of capitals and digits that stand
// right beside the words that announce one. Behind a word that may mean another
// code it must look like nothing else.
func (r *labelRules) appendMixed(found []span, s string, words announcements) []span {
	if len(words.strong)+len(words.weak) == 0 {
		return found
	}
	for _, m := range r.mixed.FindAllStringIndex(s, -1) {
		turns := alternations(s[m[0]:m[1]])
		if turns == 0 || !wholeWord(s, m[0], m[1]) || hyphenated(s, m[0], m[1]) {
			continue
		}
		beside := slices.ContainsFunc(words.strong, func(w [2]int) bool {
			behind, before := m[0]-w[1], w[0]-m[1]
			return behind >= 0 && behind <= mixedBehind || turns > 1 && before >= 0 && before <= mixedBefore
		})
		named := turns > 1 && slices.ContainsFunc(words.weak, func(w [2]int) bool {
			if w[1] > m[0] || m[0]-w[1] > mixedColon {
				return false
			}
			between := strings.TrimRight(s[w[1]:m[0]], " \n")
			return between == "" || strings.HasSuffix(between, ":") && !strings.ContainsAny(between, ".!?\n")
		})
		if beside || named {
			found = append(found, span{start: m[0], end: m[1], kind: Code})
		}
	}
	return found
}

// hyphenated reports whether s[start:end] goes on beyond a hyphen.
func hyphenated(s string, start, end int) bool {
	return start > 0 && s[start-1] == '-' || end < len(s) && s[end] == '-'
}

// alternations is how often s changes between letters and digits.
func alternations(s string) int {
	n, last := 0, rune(0)
	for _, r := range s {
		if r == '-' {
			continue
		}
		if last != 0 && unicode.IsDigit(r) != unicode.IsDigit(last) {
			n++
		}
		last = r
	}
	return n
}
