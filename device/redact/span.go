package redact

import (
	"cmp"
	"slices"
	"strings"
)

// span is one secret in a text, in byte offsets.
type span struct {
	start, end int
	kind       string
	known      bool // found because its value is registered
}

// disjoint sorts spans and joins those that overlap.
func disjoint(spans []span) []span {
	if len(spans) < 2 {
		return spans
	}
	slices.SortFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	out := spans[:1]
	for _, sp := range spans[1:] {
		last := &out[len(out)-1]
		if sp.start >= last.end {
			out = append(out, sp)
			continue
		}
		if sp.end > last.end {
			last.end = sp.end
		}
	}
	return out
}

// maskSpans returns s with Mask in the place of each span.
func maskSpans(s string, spans []span) string {
	if len(spans) == 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	from := 0
	for _, sp := range spans {
		b.WriteString(s[from:sp.start])
		b.WriteString(Mask)
		from = sp.end
	}
	b.WriteString(s[from:])
	return b.String()
}
