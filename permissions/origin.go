package permissions

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"adroit/device/screen"
)

// Origin is the place on a screen from which the text of an act was taken.
type Origin struct {
	Line          string `json:"line"` // `12 text Your table is number 4711`, redacted
	App           string `json:"app,omitempty"`
	ObservationID string `json:"observation_id,omitempty"`
}

// A text counts as taken from a screen where the two share a run of whole words
// that the person did not use, and that is longer than what people happen to
// say alike: so many letters, or a word that is a code. A letter of a script
// without spaces counts twice. A text that stands on the screen as a
// whole is taken from there from minWhole letters on.
const (
	minShared = 8
	minWhole  = 3
	minDigits = 4 // of a number that is a code
	minCode   = 5 // of letters and digits mixed
)

// mostSources bounds the texts that Origins remembers; the oldest go first.
const mostSources = 20_000

// Origins remembers where the texts of a session come from: what the person
// said, and what stood on the screens that the model was shown. It is safe for
// concurrent use. The zero value is ready.
type Origins struct {
	mu      sync.Mutex
	said    map[string]bool // words of the person
	sources map[sourceKey]*source
	order   []*source            // of sources, the oldest first
	index   map[string][]*source // sources by their words, each list in the same order
}

type sourceKey struct{ app, text string }

// source is one text of a screen.
type source struct {
	key    sourceKey
	words  []string
	origin Origin
}

// Said adds words of the person: their requests, their answers, and texts that
// they let pass before.
func (o *Origins) Said(words string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.said == nil {
		o.said = map[string]bool{}
	}
	for _, word := range spell(words) {
		o.said[word] = true
	}
}

// Seen adds the texts of a screen.
func (o *Origins) Seen(c *screen.Context) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i := range c.Nodes {
		n := &c.Nodes[i]
		app := n.PackageName
		if app == "" {
			app = c.PackageName
		}
		for _, text := range []string{n.Label, n.Text, n.Description, n.Hint, n.Value} {
			o.add(sourceKey{app, text}, n, c.ObservationID)
		}
	}
}

func (o *Origins) add(key sourceKey, n *screen.Node, observation string) {
	if o.sources == nil {
		o.sources, o.index = map[sourceKey]*source{}, map[string][]*source{}
	}
	if key.text == "" || o.sources[key] != nil {
		return
	}
	key.text = strings.Clone(key.text) // it is a part of a whole dump
	s := &source{key, spell(key.text), Origin{strings.Clone(n.Line()), strings.Clone(key.app), observation}}
	o.sources[key] = s
	o.order = append(o.order, s)
	for _, word := range distinct(s.words) {
		o.index[word] = append(o.index[word], s)
	}
	if len(o.order) > mostSources {
		o.forgetOldest()
	}
}

// forgetOldest forgets the source that is the first wherever it stands.
func (o *Origins) forgetOldest() {
	old := o.order[0]
	o.order = o.order[1:]
	delete(o.sources, old.key)
	for _, word := range distinct(old.words) {
		if rest := o.index[word][1:]; len(rest) > 0 {
			o.index[word] = rest
		} else {
			delete(o.index, word)
		}
	}
}

// OfText is where a text that is typed after held, which the field holds
// already, was taken from; nil where it is the person's or the model's own.
func (o *Origins) OfText(held, typed string) *Origin {
	words := spell(held + typed)
	// Held words are no finding by themselves, but a word may be typed in parts.
	begin := len(spell(held))
	if begin > 0 && joined(held, typed) {
		begin--
	}
	return o.find(words, begin, func(*source) bool { return true })
}

// OfName is where the name of an app or a page was taken from; nil where the
// person said it, or it is only known from a list of such names: the launcher
// home, or a label that says nothing else.
func (o *Origins) OfName(name, home string) *Origin {
	words := spell(name)
	return o.find(words, 0, func(s *source) bool { return s.key.app != home && len(s.words) > len(words) })
}

// find looks for the source that shares the most with words from begin on.
func (o *Origins) find(words []string, begin int, counts func(*source) bool) *Origin {
	o.mu.Lock()
	defer o.mu.Unlock()
	var best *source
	most := 0
	seen := map[*source]bool{}
	for _, word := range words[min(begin, len(words)):] {
		for _, s := range o.index[word] {
			if seen[s] || !counts(s) {
				continue
			}
			seen[s] = true
			if weight := o.shared(words, begin, s.words); weight > most {
				best, most = s, weight
			}
		}
	}
	if best == nil {
		return nil
	}
	origin := best.origin
	return &origin
}

// shared is the weight of the longest run that words, from begin on, share with
// a source, 0 where it is too short to mean anything.
func (o *Origins) shared(words []string, begin int, of []string) int {
	most := 0
	for i := range words {
		for j := range of {
			if i > 0 && j > 0 && words[i-1] == of[j-1] {
				continue // within a longer run
			}
			n := 0
			for i+n < len(words) && j+n < len(of) && words[i+n] == of[j+n] {
				n++
			}
			if i+n <= begin {
				continue
			}
			most = max(most, o.weigh(words[i:i+n], i <= begin && i+n == len(words)))
		}
	}
	return most
}

// weigh is the number of letters of a run in words that the person did not use,
// 0 where they are too few. whole says that the run is all of a text.
func (o *Origins) weigh(run []string, whole bool) int {
	letters, coded := 0, false
	for _, word := range run {
		if o.said[word] {
			whole = false
			continue
		}
		n := utf8.RuneCountInString(word)
		if r, _ := utf8.DecodeRuneInString(word); unspaced(r) {
			n *= 2
		}
		letters += n
		coded = coded || code(word)
	}
	if letters >= minShared || coded || whole && letters >= minWhole {
		return letters
	}
	return 0
}

// spell cuts a text into the words by which it is compared: folded, numbers
// without the marks that group their digits, and the scripts without spaces
// letter by letter.
func spell(s string) []string {
	var words []string
	for _, word := range split(fold(s)) {
		if last := len(words) - 1; last >= 0 && numeric(word) && numeric(words[last]) {
			words[last] += word
			continue
		}
		from := 0
		for i, r := range word {
			if unspaced(r) {
				words = appendWord(words, word[from:i], string(r))
				from = i + utf8.RuneLen(r)
			}
		}
		words = appendWord(words, word[from:])
	}
	return words
}

func appendWord(words []string, more ...string) []string {
	for _, word := range more {
		if word != "" {
			words = append(words, word)
		}
	}
	return words
}

func numeric(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsDigit(r) })
}

// code reports whether a word is a number or a name that nobody says by chance.
func code(word string) bool {
	digits, all := 0, 0
	for _, r := range word {
		all++
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return digits >= minDigits || digits > 0 && digits < all && all >= minCode
}

// joined reports whether the first word of typed goes on with the last of held.
func joined(held, typed string) bool {
	return len(spell(held+typed)) < len(spell(held))+len(spell(typed))
}

func distinct(words []string) []string {
	words = slices.Clone(words)
	slices.Sort(words)
	return slices.Compact(words)
}
