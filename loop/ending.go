package loop

import (
	"context"
	"errors"
	"fmt"

	"adroit/loop/event"
	"adroit/permissions"
)

// ending is how a turn ends.
type ending struct {
	outcome  event.Outcome
	text     string // the model's last words
	speak    string // of them, what is to be read aloud
	reason   string // why, where the words do not say it
	verified bool   // the completion gate saw it

	// Of a turn that ended as denied: who denied, one of the By constants of
	// package permissions, and the place of the rule by which they did.
	by, rule string
}

// event is the terminal event of a turn that ends so.
func (e ending) event() event.Event {
	kind := event.TurnCompleted
	switch e.outcome {
	case event.Failed:
		kind = event.TurnFailed
	case event.Cancelled:
		kind = event.TurnCancelled
	}
	return event.Event{Type: kind, Outcome: e.outcome, Text: e.text, Reason: e.reason, Speak: e.speak, Verified: e.verified, By: e.by, Rule: e.rule}
}

// deniedBy ends a turn whose last act above low risk, or last look, was denied by a.
func deniedBy(a permissions.Answer, look bool) *ending {
	if a.By != permissions.ByRule {
		a.Message = "" // which stands where it was said
	}
	what := "the last act that needed approval"
	if look {
		what = "the last look at the phone"
	}
	reason := what + " was " + a.Told("the person")
	return &ending{outcome: event.Denied, reason: reason, by: a.By, rule: a.Rule}
}

// failure ends a turn by an error.
func failure(err error) *ending {
	return &ending{outcome: event.Failed, reason: err.Error()}
}

// interrupted ends a turn whose context has ended by cause: as cancelled where
// a person wanted that, as failed otherwise.
func interrupted(cause error) *ending {
	switch {
	case errors.Is(cause, context.DeadlineExceeded):
		return failure(fmt.Errorf("the time for the task is over: allow more, or ask for less: %w", cause))
	case errors.Is(cause, errCancelled), errors.Is(cause, errStopped), errors.Is(cause, ErrClosed):
		return &ending{outcome: event.Cancelled, reason: cause.Error()}
	case errors.Is(cause, context.Canceled): // by a signal, mostly
		return &ending{outcome: event.Cancelled, reason: "the program was told to end"}
	}
	return failure(cause)
}

// claims reports whether the model's last words can be a claim to be done.
func (e *ending) claims() bool {
	switch e.outcome {
	case event.Done, event.Denied, event.OutOfTurns:
		return true
	}
	return false
}

// notice tells the model why its calls were not run.
func (e *ending) notice() string {
	if e.outcome == event.Cancelled {
		return e.reason + ": do not repeat it unless the person asks for it"
	}
	return e.reason
}
