package redact

import "strings"

// Stream masks text that comes in pieces: what it returns, joined, is what
// Registry.Text would have made of the whole. It is for one goroutine.
type Stream struct {
	registry *Registry
	pending  string
}

// Stream returns a new stream redactor.
func (r *Registry) Stream() *Stream { return &Stream{registry: r} }

// Write takes the next piece and returns what can be shown of the text so far.
// It holds back only a tail that may be the beginning of a secret.
func (s *Stream) Write(delta string) string {
	s.pending += delta
	cut := strings.LastIndexAny(s.pending, "\n ") + 1
	out := s.registry.Text(s.pending[:cut])
	s.pending = s.pending[cut:]
	return out
}

// Flush returns what is still held back. The stream can be used again for
// another text.
func (s *Stream) Flush() string {
	out := s.registry.Text(s.pending)
	s.pending = ""
	return out
}
