package ui

import (
	"context"

	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// Session is one conversation with a model about one phone, as the cockpit
// sees it: local or remote. Everything that happens is told through Subscribe
// alone; the other methods only ask for something and return at once, except
// Close.
//
// Every method may be called from any goroutine.
type Session interface {
	// Subscribe has f called with each event in the order of Event.Seq, one at
	// a time, on the session's goroutine; f must return at once. The returned
	// function ends the subscription.
	Subscribe(f func(event.Event)) (unsubscribe func())

	// Send starts a turn with the person's words, or queues them while one
	// runs.
	Send(text string) (queued bool, err error)

	// Unqueue takes back the words that were queued last.
	Unqueue() (text string, ok bool)

	// Cancel ends the running turn; without one it does nothing.
	Cancel()

	// Resolve answers the approval request with the given id. The first answer
	// wins; an answer to a request that is no longer pending is an error.
	Resolve(requestID string, a permissions.Answer) error

	// Act does something on the phone by the person's own hand, through the
	// same checks as the model's calls.
	Act(c tools.Call) error

	// SetMode changes how much passes without a question, from now on.
	SetMode(m permissions.Mode) error

	// Watch turns the live observation of the phone's screen on or off.
	Watch(live bool)

	// Reveal is the text behind the masks of one node of the latest screen. It
	// may be shown to the person and nothing else.
	Reveal(nodeID string) (text string, ok bool)

	// Close cancels the turn, denies what is pending, and closes the run log.
	Close(ctx context.Context) error
}

// lockable is a session on a server that wants another token when it was started
// anew.
type lockable interface {
	// WantsToken reports whether nothing goes on before SetToken.
	WantsToken() bool
	SetToken(token string)
}

// lockedOut is the session where it wants another token.
func lockedOut(s Session) (_ lockable, ok bool) {
	l, ok := s.(lockable)
	return l, ok && l.WantsToken()
}
