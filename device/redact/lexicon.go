package redact

import "iter"

// lexicon finds the words of a list in a text, in a time that hardly depends on
// how long the list is: it looks only where two bytes begin one of them.
type lexicon struct {
	starts [1 << 16 / 64]uint64
	words  map[[2]byte][]entry
}

type entry struct{ word, kind string }

// newLexicon takes words in lower case, of two bytes or more, by kind.
func newLexicon(lists map[string][]string) *lexicon {
	l := &lexicon{words: map[[2]byte][]entry{}}
	for kind, words := range lists {
		for _, w := range words {
			key := [2]byte{w[0], w[1]}
			l.starts[l.slot(key)>>6] |= 1 << (l.slot(key) & 63)
			l.words[key] = append(l.words[key], entry{w, kind})
		}
	}
	return l
}

func (l *lexicon) slot(b [2]byte) int { return int(b[0])<<8 | int(b[1]) }

// hit is a word of a lexicon in a text, in byte offsets.
type hit struct {
	start, end int
	kind       string
}

// in yields the words that stand in lower, a text in lower case.
func (l *lexicon) in(lower string) iter.Seq[hit] {
	return func(yield func(hit) bool) {
		for i := 0; i+1 < len(lower); i++ {
			key := [2]byte{lower[i], lower[i+1]}
			if slot := l.slot(key); l.starts[slot>>6]&(1<<(slot&63)) == 0 {
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
