package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// streamContext is how much of what was shown a Stream remembers, in
	// bytes, so that a value is known by the words before it.
	streamContext = 400
	// streamReach is how far behind a number the words may stand that make it
	// a secret, in bytes.
	streamReach = max(cueReach, utf8.UTFMax*codeReach)
	// streamLimit is the longest tail that is held back, in bytes. A secret
	// that is longer is masked in pieces.
	streamLimit = 8 << 10
)

// Stream masks text that comes in pieces, such as the words of a model. It is
// for one goroutine.
type Stream struct {
	registry *Registry
	text     string // what was shown, as far as it matters, and what was not
	shown    int    // offset in text up to which it was returned
}

// Stream returns a new stream redactor.
func (r *Registry) Stream() *Stream { return &Stream{registry: r} }

// Write takes the next piece and returns what can be shown by now. It holds
// back only a tail that may be the beginning of a secret: a word that is not
// over, a number until what follows it is known, an open key block.
func (s *Stream) Write(delta string) string {
	s.text += delta
	return s.release(s.safeEnd())
}

// Flush returns what is still held back. The stream can be used again for
// another text.
func (s *Stream) Flush() string {
	out := s.release(len(s.text))
	s.text, s.shown = "", 0
	return out
}

// release returns the text up to end, masked, and forgets what is too far
// behind to matter.
func (s *Stream) release(end int) string {
	if end <= s.shown {
		return ""
	}
	var b strings.Builder
	from := s.shown
	for _, sp := range s.registry.secrets(anyApp, s.text, nil) {
		switch {
		case sp.end <= s.shown:
			continue
		case sp.start >= end:
		case sp.end > end && sp.start >= s.shown:
			end = sp.start // not over yet: all of it waits
		default:
			b.WriteString(s.text[from:max(sp.start, from)])
			if sp.start >= from {
				b.WriteString(Mask)
			}
			from = min(sp.end, len(s.text))
			end = max(end, from)
		}
	}
	if from < end {
		b.WriteString(s.text[from:end])
	}
	s.shown = max(end, from)
	if cut := s.shown - streamContext; cut > streamContext {
		for cut < s.shown && !utf8.RuneStart(s.text[cut]) {
			cut++
		}
		s.text, s.shown = s.text[cut:], s.shown-cut
	}
	return b.String()
}

// safeEnd is the offset up to which the text can be shown: nothing that comes
// later can make a secret of it.
func (s *Stream) safeEnd() int {
	end := len(s.text)
	if end-s.shown > streamLimit {
		return end
	}
	end = min(end, s.lastWord(), s.openNumber(), s.openAccount(), s.openBlock())
	s.registry.mu.RLock()
	end = min(end, s.registry.values.openValue(s.text, s.shown))
	s.registry.mu.RUnlock()
	return max(end, s.shown)
}

// lastWord is where the word begins that may go on in the next piece, together
// with a key before it whose value is still to come.
func (s *Stream) lastWord() int {
	return strings.LastIndexFunc(s.text, unicode.IsSpace) + 1
}

// openNumber is where the first number begins that what follows may still turn
// into a code, a card or an account number.
func (s *Stream) openNumber() int {
	for from := max(s.shown, len(s.text)-streamReach); ; {
		g, ok := nextGroups(s.text, from)
		if !ok {
			return len(s.text)
		}
		rest := s.text[g.end:]
		over := len(rest) >= streamReach || strings.Count(rest, "\n") > codeLines || len(g.digits) < 4 && strings.Contains(strings.TrimLeft(rest, " "), " ")
		if !over {
			return numberStart(s.text, g.start)
		}
		from = g.end
	}
}

// numberStart steps back over the letters that an account number may begin
// with.
func numberStart(s string, start int) int {
	for start > 0 && upper(s[start-1]) {
		start--
	}
	return start
}

// openAccount is where an IBAN begins whose letters and digits are not all
// there.
func (s *Stream) openAccount() int {
	for i := max(s.shown, len(s.text)-2*maxIBAN); i+4 <= len(s.text); i++ {
		if !ibanStart(s.text, i) {
			continue
		}
		rest := strings.TrimLeftFunc(s.text[i:], func(r rune) bool {
			return groupSeparator(r) || r < utf8.RuneSelf && (unicode.IsUpper(r) || unicode.IsDigit(r))
		})
		if rest == "" {
			return i
		}
	}
	return len(s.text)
}

// openBlock is where a key block begins that has not ended.
func (s *Stream) openBlock() int {
	begin := strings.LastIndex(s.text, "-----BEGIN")
	if begin >= 0 && !strings.Contains(s.text[begin:], "-----END") {
		return begin
	}
	return len(s.text)
}
