package redact

import (
	"strings"
	"time"
	"unicode/utf8"
)

// anyApp asks for the values of every app.
const anyApp = "\x00any"

const (
	minLength   = 3                // characters of the shortest value that is remembered
	shortLength = 8                // characters under which a value is short
	shortLife   = 10 * time.Minute // how long a short value is remembered
	prefixSize  = 4                // bytes by which long values are looked up
)

// values are the secrets found so far. Looking them up in a text costs the
// length of the text, however many there are.
type values struct {
	long   map[prefix][]value         // by their first bytes, in lower case
	spaced []string                   // the long ones of several words
	short  map[string]map[string]span // by value and app: kind
	until  map[shortKey]time.Time
}

type prefix [prefixSize]byte

type value struct{ text, kind string }

type shortKey struct{ app, value string }

func newValues() values {
	return values{long: map[prefix][]value{}, short: map[string]map[string]span{}, until: map[shortKey]time.Time{}}
}

// isShort reports whether a value would mask too much if it were masked
// everywhere.
func isShort(v string) bool {
	return utf8.RuneCountInString(v) < shortLength || strings.Trim(v, "0123456789 -") == "" && len(digitsOf(v)) <= maxShortDigits
}

// add remembers a value and reports whether it was not known.
func (v *values) add(app, text, kind string, now time.Time) bool {
	if isShort(text) {
		return v.addShort(app, text, kind, now)
	}
	folded := foldSameLength(text)
	key := prefix([]byte(folded)[:prefixSize])
	for _, have := range v.long[key] {
		if have.text == folded {
			return false
		}
	}
	v.long[key] = append(v.long[key], value{folded, kind})
	if strings.ContainsAny(folded, " \n\u00a0\u202f") {
		v.spaced = append(v.spaced, folded)
	}
	return true
}

func (v *values) addShort(app, text, kind string, now time.Time) bool {
	v.expire(now)
	if d := digitsOf(text); d != "" && strings.Trim(text, "0123456789 -\n") == "" {
		if len(d) < minLength {
			return false
		}
		text = d // set in whatever groups
	}
	apps := v.short[text]
	if apps == nil {
		apps = map[string]span{}
		v.short[text] = apps
	}
	_, known := apps[app]
	apps[app] = span{kind: kind, known: true}
	v.until[shortKey{app, text}] = now.Add(shortLife)
	return !known
}

// expire forgets the short values whose time is over.
func (v *values) expire(now time.Time) {
	for key, until := range v.until {
		if now.After(until) {
			delete(v.until, key)
			delete(v.short[key.value], key.app)
			if len(v.short[key.value]) == 0 {
				delete(v.short, key.value)
			}
		}
	}
}

// find appends the registered values that stand in s.
func (v *values) find(found []span, app, s string, now time.Time) []span {
	if len(v.long) > 0 && len(s) >= prefixSize {
		found = v.findLong(found, s)
	}
	if len(v.short) > 0 {
		found = v.findShort(found, app, s, now)
	}
	return found
}

func (v *values) findLong(found []span, s string) []span {
	folded := foldSameLength(s)
	for i := 0; i+prefixSize <= len(folded); i++ {
		for _, have := range v.long[prefix([]byte(folded[i:i+prefixSize]))] {
			if strings.HasPrefix(folded[i:], have.text) {
				found = append(found, span{start: i, end: i + len(have.text), kind: have.kind, known: true})
			}
		}
	}
	return found
}

// findShort looks up every word of s, and every number in whatever groups it
// is set, also where other numbers stand right beside it.
func (v *values) findShort(found []span, app, s string, now time.Time) []span {
	for from := 0; ; {
		g, ok := nextGroups(s, from)
		if !ok {
			break
		}
		for first := range g.groups {
			found = v.appendGroups(found, app, s, g, first, now)
		}
		from = g.end
	}
	for start := 0; start < len(s); {
		r, size := utf8.DecodeRuneInString(s[start:])
		if boundary(r) {
			start += size
			continue
		}
		end := start
		for end < len(s) {
			r, size := utf8.DecodeRuneInString(s[end:])
			if boundary(r) {
				break
			}
			end += size
		}
		// A word is taken with and without the punctuation around it.
		a, b := trimPunctuation(s, start, end)
		for _, w := range [...][2]int{{start, end}, {a, b}} {
			if kind := v.shortKind(app, s[w[0]:w[1]], now); kind != "" {
				found = append(found, span{start: w[0], end: w[1], kind: kind, known: true})
				break
			}
		}
		start = end
	}
	return found
}

// maxShortDigits is the length of the longest number that is a short value.
const maxShortDigits = 12

// appendGroups appends the short values that the groups of g are, from the
// first on.
func (v *values) appendGroups(found []span, app, s string, g digitGroups, first int, now time.Time) []span {
	before := sum(g.groups[:first])
	for n := 1; first+n <= len(g.groups); n++ {
		size := sum(g.groups[first : first+n])
		if size > maxShortDigits {
			break
		}
		if kind := v.shortKind(app, g.digits[before:before+size], now); kind != "" {
			if start, end := g.bounds(s, first, n); wholeWord(s, start, end) {
				found = append(found, span{start: start, end: end, kind: kind, known: true})
			}
		}
	}
	return found
}

const wordBoundaries = " \n\t\"'“”«»<>()[]{},;=:：，。、！？\u00a0\u202f"

func boundary(r rune) bool { return strings.ContainsRune(wordBoundaries, r) }

func trimPunctuation(s string, start, end int) (int, int) {
	const marks = ".!?…*-–—/|"
	word := strings.TrimLeft(s[start:end], marks)
	start = end - len(word)
	return start, start + len(strings.TrimRight(word, marks))
}

func (v *values) shortKind(app, word string, now time.Time) string {
	for owner, sp := range v.short[word] {
		if (app == anyApp || app == owner) && !now.After(v.until[shortKey{owner, word}]) {
			return sp.kind
		}
	}
	return ""
}

// digitsOf returns the digits of s.
func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// openValue is the first offset from on at which s ends in the beginning of a
// registered value of several words, len(s) where it does not.
func (v *values) openValue(s string, from int) int {
	folded := foldSameLength(s)
	first := len(s)
	for _, text := range v.spaced {
		for n := min(len(text)-1, len(s)-from); n > len(s)-first; n-- {
			if strings.HasSuffix(folded, text[:n]) {
				first = len(s) - n
				break
			}
		}
	}
	return first
}
