package redact

import (
	"iter"
	"slices"
	"strings"
)

// lexicon finds the words of a list in a text, in a time that hardly depends on
// how long the list is: it looks only where three bytes begin one of them.
type lexicon struct {
	starts [1 << 16 / 64]uint64 // by the hash of the three bytes
	words  map[uint32][]entry   // by the three bytes
}

type entry struct{ word, kind string }

// newLexicon takes words in lower case, of three bytes or more, by kind.
func newLexicon(lists map[string][]string) *lexicon {
	l := &lexicon{words: map[uint32][]entry{}}
	for kind, words := range lists {
		for _, w := range withHyphens(words) {
			key := uint32(w[0])<<16 | uint32(w[1])<<8 | uint32(w[2])
			slot := slotOf(key)
			l.starts[slot>>6] |= 1 << (slot & 63)
			l.words[key] = append(l.words[key], entry{w, kind})
		}
	}
	return l
}

// withHyphens adds to words with a hyphen those with one that does not break.
func withHyphens(words []string) []string {
	all := slices.Clone(words)
	for _, w := range words {
		if strings.Contains(w, "-") {
			all = append(all, strings.ReplaceAll(w, "-", "\u2011"))
		}
	}
	return all
}

// slotOf hashes three bytes to 16 bits, as Fibonacci hashing does.
func slotOf(key uint32) uint32 { return key * 0x9e3779b1 >> 16 }

// hit is a word of a lexicon in a text, in byte offsets.
type hit struct {
	start, end int
	kind       string
}

// in yields the words that stand in lower, a text in lower case.
func (l *lexicon) in(lower string) iter.Seq[hit] {
	return func(yield func(hit) bool) {
		key := uint32(0) // the last three bytes
		for end := range len(lower) {
			key = (key<<8 | uint32(lower[end])) & 0xffffff
			i := end - 2
			if slot := slotOf(key); i < 0 || l.starts[slot>>6]&(1<<(slot&63)) == 0 {
				continue
			}
			for _, e := range l.words[key] {
				end := i + len(e.word)
				if end <= len(lower) && lower[i:end] == e.word && !yield(hit{i, end, e.kind}) {
					return
				}
			}
		}
	}
}
