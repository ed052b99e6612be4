package remote

import (
	"errors"
	"fmt"
	"slices"

	"adroit/loop/event"
)

// next returns the events that follow the one with the sequence number seq, at
// most a batch: from memory, or from the run log where they are too old for
// that. missing tells of those that are nowhere to be had.
func (s *Server) next(seq int64) (events []event.Event, missing *notice) {
	events, first := s.story.after(seq)
	if seq+1 >= first {
		return events, nil
	}
	events, err := s.history(seq)
	switch {
	case err != nil:
		return nil, &notice{Type: typeGap, From: seq + 1, To: first - 1, Message: err.Error()}
	case len(events) == 0:
		return nil, &notice{Type: typeGap, From: seq + 1, To: first - 1, Message: "they are in no log"}
	case events[0].Seq > seq+1:
		return nil, &notice{Type: typeGap, From: seq + 1, To: events[0].Seq - 1, Message: "the log does not hold them"}
	}
	return events, nil
}

// How much is read from the run log at a time: reading it anew takes time,
// keeping it memory.
const (
	mostRead  = 2048
	readBytes = 2 << 20
)

// history reads events that are not kept in memory, for one peer at a time: a
// long log takes much memory to read.
func (s *Server) history(seq int64) ([]event.Event, error) {
	if s.options.History == nil {
		return nil, errors.New("the run is not recorded")
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	events, err := s.options.History(seq, mostRead)
	if err != nil {
		return nil, fmt.Errorf("the run log cannot be read: %w", err)
	}
	return slices.Clone(batch(events, readBytes)), nil // the rest need not stay
}
