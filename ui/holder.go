package ui

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"adroit/loop/event"
	"adroit/permissions"
)

// holder is who has the approvals: is asked, and alone acts and chooses the
// mode. It is "" where this is the only cockpit, else as event.ApprovalsMoved
// says it.
type holder string

// elsewhere reports whether this cockpit only watches.
func (h holder) elsewhere() bool { return h == event.HeldElsewhere || h == event.HeldByNobody }

// waiting is what a turn waits for whose act has been proposed.
func (h holder) waiting() string {
	switch h {
	case event.HeldElsewhere:
		return "waiting for a decision in another cockpit"
	case event.HeldByNobody:
		return "waiting, and nobody is asked"
	default:
		return "waiting for a decision"
	}
}

// watching says in few words who is asked instead of this cockpit.
func (h holder) watching() string {
	if h == event.HeldByNobody {
		return "nobody is asked"
	}
	return "another cockpit is asked"
}

// moved says that the approvals have come here, or are elsewhere.
func (h holder) moved() string {
	switch h {
	case event.HeldElsewhere:
		return "another cockpit has the approvals now"
	case event.HeldByNobody:
		return "nobody has the approvals now"
	default:
		return "the approvals are here now"
	}
}

// person is what a decision calls the person on whose word something passes
// unasked. Of several cockpits nobody knows in which that was given.
func (h holder) person(by string) string {
	if h != "" && (by == permissions.ByGrant || by == permissions.ByMode) {
		return "a person"
	}
	return "you"
}

// shared is a session on a server, of whose cockpits one has the approvals.
type shared interface {
	// Claim takes the approvals from whoever has them. Events tell what comes of
	// it.
	Claim() error
}

// claim takes the approvals from whoever has them, and says so where they are
// here.
func claim(s Session, h holder) (said string, err error) {
	served, ok := s.(shared)
	switch {
	case ok && h.elsewhere():
		return "", served.Claim()
	case h == event.HeldHere:
		return "the approvals are here: this cockpit is asked", nil
	default:
		return "the approvals are here: there is no other cockpit", nil
	}
}

// claim takes the approvals from whoever has them.
func (a *app) claim() tea.Cmd {
	if a.replaying() {
		return a.say("nothing is asked in a recording")
	}
	h := a.holder
	return func() tea.Msg {
		said, err := claim(a.session, h)
		if err != nil {
			return failedMsg{err}
		}
		if said == "" {
			return nil
		}
		return saidMsg{said}
	}
}

// approvalsMoved follows the approvals. Where they have gone, what was asked
// here is asked no more; where they have come, it follows.
func (a *app) approvalsMoved(h happening) tea.Cmd {
	before := a.holder
	a.holder = holder(h.State)
	if before != "" {
		a.note("·", muted, a.holder.moved())
	}
	lost := len(a.pending) > 0
	for _, r := range slices.Clone(a.pending) {
		a.withdraw(r.ID)
		if e, ok := a.calls[r.CallID]; ok {
			e.block.(*card).state = proposed
			e.changed()
		}
	}
	if lost || a.turn.doing == before.waiting() {
		a.doing(a.holder.waiting())
	}
	return a.ask()
}

// asks reports whether a question waits here already.
func (a *app) asks(requestID string) bool {
	return slices.ContainsFunc(a.pending, func(r permissions.Request) bool { return r.ID == requestID })
}

// refused says that an answer was not taken, and asks again if the question
// still stands and is asked here.
func (a *app) refused(msg refusedMsg) tea.Cmd {
	over := errors.Is(msg.err, permissions.ErrNotPending)
	if !over && !a.holder.elsewhere() && !a.asks(msg.request.ID) {
		a.pending = append([]permissions.Request{msg.request}, a.pending...)
	}
	return tea.Batch(a.fail(msg.err.Error()), a.ask())
}
