package model

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// trailing is the wait for the usage that may follow a finished reply.
const trailing = 2 * time.Second

// answer is an answer in some dialect, as far as it has come.
type answer interface {
	// take takes in a document. failure is the error object that it holds
	// where the endpoint reports one; err says that it is not JSON.
	take(p payload) (failure []byte, err error)
	// end is told that the endpoint marked the end of the answer.
	end()
	// recognised reports whether anything was of the dialect.
	recognised() bool
	// size is how many bytes of text, reasoning and arguments have come.
	size() int
	// finished reports whether the reply is whole, settled whether nothing is
	// missing that may follow it.
	finished() bool
	settled() bool
}

// read fills a until the answer ends. After it has returned without an error, a
// knows how the reply ended.
func (x *exchange) read(a answer) error {
	var damaged error // a document that does not parse: the last may be cut off, no other
	for p, err := range payloads(x.body, x.header.Get("Content-Type")) {
		switch {
		case err != nil && a.finished() && x.cancelled() == nil:
			return nil // the reply was whole; what failed is its tail
		case errors.Is(err, errGarbage):
			return x.garbage(err.Error())
		case err != nil:
			return x.failure(nil, err)
		case damaged != nil:
			return x.garbage(damaged.Error())
		}
		if p.done {
			a.end()
			break
		}
		failure, err := a.take(p)
		switch {
		case failure != nil:
			return x.streamError(failure)
		case a.size() > maxReply:
			return x.runaway(maxReply)
		case err != nil:
			damaged = fmt.Errorf("%w: %w", errGarbage, err)
		case a.settled():
			return nil
		case a.finished():
			x.hurry()
		}
	}
	if !a.recognised() {
		return x.garbage("there is no reply in it")
	}
	return nil
}

// speech is the text of an answer, handed on while it comes.
type speech struct {
	delta func(string)
	text  strings.Builder
	heard int // bytes of all that has come for the reply, reasoning and arguments included
}

func (s *speech) size() int { return s.heard }

func (s *speech) say(text string) {
	if text == "" {
		return
	}
	s.text.WriteString(text)
	if s.delta != nil {
		s.delta(text)
	}
}

// bytesPerToken is for English, with the tokenizers of the time.
const bytesPerToken = 4

// estimate is the usage where the endpoint reports none, from the bytes sent
// and written.
func estimate(sent, written int) Usage {
	tokens := func(n int) int { return (n + bytesPerToken - 1) / bytesPerToken }
	return Usage{Input: tokens(sent), Output: tokens(written), Estimated: true}
}
