package redact

import (
	"strings"
	"time"
	"unicode/utf8"
)

// anyApp asks for the values of every app.
const anyApp = "\x00any"

const (
	shortLength = 8                // characters under which a value is short
	shortLife   = 10 * time.Minute // how long a short value is remembered
)

// values are the secrets found so far. Long values are masked wherever they
// stand, short ones as whole words for a while.
type values struct {
	long  map[string]string  // value -> kind
	short map[shortKey]known // by app and value
}

type shortKey struct{ app, value string }

type known struct {
	kind  string
	until time.Time
}

func newValues() values {
	return values{long: map[string]string{}, short: map[shortKey]known{}}
}

func (v *values) add(app, value, kind string, now time.Time) {
	if isShort(value) {
		v.short[shortKey{app, value}] = known{kind, now.Add(shortLife)}
		return
	}
	v.long[value] = kind
}

func isShort(value string) bool {
	return utf8.RuneCountInString(value) < shortLength || strings.Trim(value, "0123456789") == ""
}

// find appends to found the registered values that stand in s.
func (v *values) find(found []span, app, s string, now time.Time) []span {
	for value, kind := range v.long {
		found = appendAll(found, s, value, kind, func(int, int) bool { return true })
	}
	for key, k := range v.short {
		if (app != anyApp && app != key.app) || now.After(k.until) {
			continue
		}
		found = appendAll(found, s, key.value, k.kind, func(a, b int) bool { return wholeWord(s, a, b) })
	}
	return found
}

func appendAll(found []span, s, value, kind string, ok func(start, end int) bool) []span {
	for from := 0; ; {
		i := strings.Index(s[from:], value)
		if i < 0 {
			return found
		}
		start, end := from+i, from+i+len(value)
		if ok(start, end) {
			found = append(found, span{start: start, end: end, kind: kind, known: true})
		}
		from = end
	}
}
