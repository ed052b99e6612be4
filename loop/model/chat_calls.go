package model

import (
	"slices"
	"strings"
)

// callBuilder joins the pieces of the tool calls of one reply. Which call a
// piece belongs to is what servers disagree about most.
type callBuilder struct {
	calls []*partialCall
}

type partialCall struct {
	index     *int
	id, name  string
	arguments strings.Builder
	extras    callExtras
}

// add takes in one piece.
func (b *callBuilder) add(t toolDelta) {
	call := b.find(t)
	arguments := t.arguments()
	if call == nil || call.over(t, arguments) {
		call = &partialCall{index: t.Index}
		b.calls = append(b.calls, call)
	}
	if call.id == "" {
		call.id = t.ID
	}
	call.extendName(t.Function.Name)
	if !call.repeats(t, arguments) {
		call.arguments.WriteString(arguments)
	}
	call.extras.merge(t.callExtras)
}

// find returns the call that t continues if it continues one: the latest with
// its index; without an index the one with its id, else the latest.
func (b *callBuilder) find(t toolDelta) *partialCall {
	for _, call := range slices.Backward(b.calls) {
		if t.Index != nil && call.index != nil && *t.Index == *call.index {
			return call
		}
		if t.Index == nil && (t.ID == "" || t.ID == call.id) {
			return call
		}
	}
	if t.Index == nil && t.Function.Name == "" && len(b.calls) > 0 {
		return b.calls[len(b.calls)-1] // an id that changes from piece to piece
	}
	return nil
}

// over reports that c is complete and t begins another call although it came
// under the same index or none: it names a function, and has an id of its own
// or arguments where c already has a whole object.
func (c *partialCall) over(t toolDelta, arguments string) bool {
	if t.Function.Name == "" {
		return false
	}
	if t.ID != "" && c.id != "" && t.ID != c.id {
		return true
	}
	sameID := t.ID != "" && t.Index != nil
	return !sameID && arguments != "" && isObject(c.arguments.String())
}

// repeats reports that t says again what c has already: the whole call, sent
// once more as a summary of its pieces.
func (c *partialCall) repeats(t toolDelta, arguments string) bool {
	return t.ID != "" && t.Function.Name != "" && isObject(arguments) && arguments == c.arguments.String()
}

// extendName takes in a piece of the name: servers send it once, with every
// piece, in growing prefixes, or in parts.
func (c *partialCall) extendName(piece string) {
	switch {
	case strings.HasPrefix(piece, c.name):
		c.name = piece
	case strings.HasPrefix(c.name, piece), c.arguments.Len() > 0:
	default:
		c.name += piece
	}
}

// finish returns the calls, with ids that are new to the conversation, and what
// the provider wants back with them.
func (b *callBuilder) finish(earlier []Message) ([]Call, []callExtras) {
	ids := idsOf(earlier)
	var calls []Call
	var extras []callExtras
	for _, c := range b.calls {
		if c.name == "" {
			continue // nothing that could be run
		}
		calls = append(calls, Call{ID: ids.claim(c.id), Name: c.name, Arguments: objectText(c.arguments.String())})
		extras = append(extras, c.extras)
	}
	return calls, extras
}

// whole reports whether every call's arguments are a complete object.
func (b *callBuilder) whole() bool {
	for _, c := range b.calls {
		if !isObject(objectText(c.arguments.String())) {
			return false
		}
	}
	return true
}
