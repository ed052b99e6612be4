package permissions

import (
	"context"

	"adroit/device/text"
)

// Answer.Reason for programs: why an act was denied, or approved, without a
// person's word.
const (
	ReasonPolicy           = "denied_by_policy"
	ReasonRule             = "denied_by_rule"
	ReasonSkill            = "denied_by_skill" // the instructions that the model follows leave other tools
	ReasonReadOnly         = "read_only_mode"
	ReasonUnattendedMedium = "unattended_medium" // nobody is there to ask, and medium risk was not approved beforehand
	ReasonUnattendedHigh   = "unattended_high"   // nobody is there to ask about a high risk
	ReasonUnattendedRule   = "unattended_rule"   // nobody is there to ask, and a rule wants a person asked
	ReasonApprovedMedium   = "approved_medium"   // medium risk was approved beforehand
	ReasonSuite            = "suite"             // what the suite of a measurement says of its task
	ReasonTimeout          = "timeout"           // nobody answered in time
	ReasonCancelled        = "cancelled"         // the turn ended before the answer
	ReasonNoWord           = "no_random_word"    // the random source failed, so nothing could prove a deliberate answer
)

// Unattended answers every request at once, for runs that nobody watches. It
// approves medium risk where that was allowed beforehand and no rule says ask,
// and high risk only by a rule that names it.
type Unattended struct {
	Medium bool // approve medium risk
}

// Ask answers r at once.
func (u Unattended) Ask(_ context.Context, r Request, answer func(Answer) error) {
	// The only error is that the turn has ended meanwhile, which denies as well.
	_ = answer(u.Answer(r))
}

// Unasked says of a denial for want of a person why it came about, and what would
// let the act of r pass; "" of any other answer.
func (a Answer) Unasked(r Request) string {
	switch a.Reason {
	case ReasonUnattendedHigh:
		if short := FellShort(r.Reasons); short != "" {
			return "high risk, and nobody is there to ask; the person's " + short
		}
		names := "class and app"
		if len(r.Classes) == 0 {
			names = "tool"
		}
		return "high risk, and nobody is there to ask: a person at the cockpit, or a rule that names its " + names + ", lets it pass"
	case ReasonUnattendedMedium:
		return "medium risk, and nobody is there to ask: a person at the cockpit, a rule, or --approve medium lets it pass"
	case ReasonUnattendedRule:
		return "nobody is there to ask, and the person's rule " + text.Line(a.Rule) + " wants it asked: a person at the cockpit lets it pass"
	}
	return ""
}

// Answer is what Ask answers to r.
func (u Unattended) Answer(r Request) Answer {
	deny := func(reason string) Answer { return Answer{Verdict: Denied, By: ByPolicy, Reason: reason, Rule: r.Rule} }
	switch {
	case r.Rule != "":
		return deny(ReasonUnattendedRule)
	case r.Permit != "":
		return Answer{Verdict: Once, By: ByRule, Rule: r.Permit, Word: r.Word}
	case r.Risk > Medium:
		return deny(ReasonUnattendedHigh)
	case !u.Medium:
		return deny(ReasonUnattendedMedium)
	}
	return Answer{Verdict: Once, By: ByRule, Reason: ReasonApprovedMedium}
}
