package permissions

import (
	"fmt"
	"slices"

	"adroit/device/text"
)

// Mode is how much the Broker lets pass without asking. It is the person's own
// setting for a session; the policy and the rules apply in every mode.
type Mode string

// The modes.
const (
	ModeAsk      Mode = "ask"       // what the policy asks is asked
	ModeReadOnly Mode = "read-only" // nothing acts, whoever wants it
	ModeMedium   Mode = "medium"    // medium risk passes, where no rule says ask; high risk asks all the same
)

// Modes returns all modes, the usual one first.
func Modes() []Mode { return []Mode{ModeAsk, ModeReadOnly, ModeMedium} }

// ParseMode returns the mode of that name.
func ParseMode(name string) (Mode, error) {
	if m := Mode(name); slices.Contains(Modes(), m) {
		return m, nil
	}
	return ModeReadOnly, fmt.Errorf("mode %q: want one of %s", name, text.Join(Modes(), ", "))
}

// Mode is the mode in force.
func (b *Broker) Mode() Mode {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.mode
}

// SetMode changes the mode for everything that is decided from now on.
// ModeReadOnly also denies every question that waits.
func (b *Broker) SetMode(m Mode) error {
	if _, err := ParseMode(string(m)); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mode = m
	if m != ModeReadOnly {
		return nil
	}
	for _, q := range b.pending {
		q.answer <- readOnly()
	}
	b.pending = nil
	return nil
}

func readOnly() Answer {
	return Answer{Verdict: Denied, By: ByMode, Reason: ReasonReadOnly, Message: "read-only mode: nothing may act"}
}

// settled is the answer to r without a question, where the mode or the grant g
// gives one. The caller holds b.mu.
func (b *Broker) settled(r Request, g grant) (a Answer, ok bool) {
	switch {
	case b.mode == ModeReadOnly:
		return readOnly(), true
	case !r.Grantable:
		return Answer{}, false
	case b.grants[g]:
		return Answer{Verdict: Once, By: ByGrant}, true
	case b.mode == ModeMedium:
		return Answer{Verdict: Once, By: ByMode}, true
	}
	return Answer{}, false
}
