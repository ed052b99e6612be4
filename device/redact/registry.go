package redact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Mask stands in the place of every secret.
const Mask = "[REDACTED]"

// Pattern is a rule of the person's own for what is secret.
type Pattern struct {
	Kind   string         // the name under which finds are listed
	Regexp *regexp.Regexp // its first group is the secret, or the whole match where it has none
}

// Options are the settings of a Registry. The zero value is fine.
type Options struct {
	Patterns []Pattern        // besides the built-in ones
	Now      func() time.Time // time.Now where nil
}

// Registry knows what is secret: by its patterns, and by the values that were
// found or added before. It is safe for concurrent use.
type Registry struct {
	builtin *patterns
	now     func() time.Time

	mu     sync.RWMutex
	custom []Pattern
	values values
}

// NewRegistry returns a Registry that knows no values yet.
func NewRegistry(o Options) *Registry {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Registry{builtin: builtin(), custom: o.Patterns, now: o.Now, values: newValues()}
}

// AddPattern masks what fits p as well from now on. A pattern is never taken
// away: what it found stays known.
func (r *Registry) AddPattern(p Pattern) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.custom = append(slices.Clone(r.custom), p)
}

// Add makes value secret from now on. One of under 3 characters is too common to
// be known by its value, and is ignored. A value of under 8 characters or of
// digits alone is secret for ten minutes, as a whole word, and for Find only in
// the same app: it would mask too much elsewhere. kind names what it is.
func (r *Registry) Add(app, value, kind string) { r.remember(app, value, kind) }

// remember is Add, and reports whether the value was not known.
func (r *Registry) remember(app, value, kind string) bool {
	value = strings.TrimSpace(value)
	if utf8.RuneCountInString(value) < minLength || strings.Contains(value, Mask) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	// A value is mostly a part of a whole screen, which it must not keep in
	// memory.
	return r.values.add(strings.Clone(app), strings.Clone(value), kind, r.now())
}

// Text returns s with every secret in it masked. Masking that again changes
// nothing.
func (r *Registry) Text(s string) string { return maskSpans(s, r.secrets(anyApp, s, nil)) }

// Find returns s, a text of the screen of app, with every secret in it masked,
// and the kinds of what it found, each once. What it finds is secret
// everywhere from then on.
func (r *Registry) Find(app, s string) (masked string, kinds []string) {
	spans := r.learn(app, s)
	if len(spans) == 0 {
		return s, nil
	}
	for _, sp := range spans {
		kinds = appendNew(kinds, sp.kind)
	}
	return maskSpans(s, spans), kinds
}

// FindParts is Find for texts that stand side by side, such as those of sibling
// nodes: a secret may be split over them, or one of them may say that the next
// is secret. It returns the parts masked and the kinds found in each.
func (r *Registry) FindParts(app string, parts []string) (masked []string, kinds [][]string) {
	masked, kinds = slices.Clone(parts), make([][]string, len(parts))
	spans := r.learn(app, strings.Join(parts, "\n"))
	offset := 0
	for i, part := range parts {
		var inside []span
		for _, sp := range spans {
			if part != "" && sp.start < offset+len(part) && sp.end > offset {
				sp.start, sp.end = max(sp.start-offset, 0), min(sp.end-offset, len(part))
				inside = append(inside, sp)
				kinds[i] = appendNew(kinds[i], sp.kind)
			}
		}
		masked[i] = maskSpans(part, inside)
		offset += len(part) + len("\n")
	}
	return masked, kinds
}

// learn is secrets, and remembers the values that were not known. What was found
// late may stand in s once more, before where it was found.
func (r *Registry) learn(app, s string) []span {
	for range maxDepth {
		news := false
		spans := r.secrets(app, s, func(value, kind string) {
			news = r.remember(app, value, kind) || news
		})
		if !news {
			return spans
		}
	}
	return []span{{end: len(s), kind: Secret}}
}

// maxDepth is how often what a secret leaves of a text is searched again. What
// still holds one after that is masked whole.
const maxDepth = 8

// secrets returns the secrets in s, apart and in order, and tells learned the
// values that were not known. What stands between two of them, or two masks,
// holds none by itself: how far from each other they stood is not to be seen any
// more once they are masked, so that a mask never brings words nearer to a value,
// and what is masked once stays as it is.
func (r *Registry) secrets(app, s string, learned func(value, kind string)) []span {
	var found []span
	at := 0
	for part := range strings.SplitSeq(s, Mask) {
		found = r.appendSecrets(found, app, part, at, maxDepth, learned)
		at += len(part) + len(Mask)
	}
	return found
}

// appendSecrets appends the secrets in s, which stands at an offset in a text and
// has no mask in it.
func (r *Registry) appendSecrets(found []span, app, s string, offset, depth int, learned func(value, kind string)) []span {
	spans := r.spans(app, s)
	if len(spans) == 0 {
		return found
	}
	if depth == 0 {
		return append(found, span{start: offset, end: offset + len(s), kind: spans[0].kind})
	}
	for _, sp := range spans {
		if learned != nil && !sp.known {
			learned(strings.ReplaceAll(s[sp.start:sp.end], "\n", ""), sp.kind)
		}
	}
	at := 0
	for _, sp := range disjoint(spans) {
		found = r.appendSecrets(found, app, s[at:sp.start], offset+at, depth-1, learned)
		at = sp.end
		sp.start, sp.end = sp.start+offset, sp.end+offset
		found = append(found, sp)
	}
	return r.appendSecrets(found, app, s[at:], offset+at, depth-1, learned)
}

// spans returns what a single look finds in s, in no order. Spans may overlap:
// each is a value of its own.
func (r *Registry) spans(app, s string) []span {
	found := r.builtin.find(app, s)
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, p := range r.custom {
		found = appendMatches(found, p, s)
	}
	return r.values.find(found, app, s, r.now())
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
