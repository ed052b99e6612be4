package permissions

import "context"

// Answer.Reason for programs: why an act was denied, or approved, without a
// person's word.
const (
	ReasonPolicy           = "denied_by_policy"
	ReasonUnattendedMedium = "unattended_medium" // nobody is there to ask, and medium risk was not approved beforehand
	ReasonUnattendedHigh   = "unattended_high"   // nobody is there to ask about a high risk
	ReasonApprovedMedium   = "approved_medium"   // medium risk was approved beforehand
	ReasonTimeout          = "timeout"           // nobody answered in time
	ReasonCancelled        = "cancelled"         // the turn ended before the answer
	ReasonNoWord           = "no_random_word"    // the random source failed, so nothing could prove a deliberate answer
)

// Unattended answers every request at once, for runs that nobody watches. It
// approves medium risk where that was allowed beforehand, and never high risk.
type Unattended struct {
	Medium bool // approve medium risk
}

// Ask answers r at once.
func (u Unattended) Ask(_ context.Context, r Request, answer func(Answer) error) {
	a := Answer{Verdict: Denied, By: ByPolicy, Reason: ReasonUnattendedHigh}
	if r.Risk <= Medium {
		a.Reason = ReasonUnattendedMedium
		if u.Medium {
			a = Answer{Verdict: Once, By: ByRule, Reason: ReasonApprovedMedium}
		}
	}
	// The only error is that the turn has ended meanwhile, which denies as well.
	_ = answer(a)
}
