package permissions

// Caution is what somebody demands of an act beyond the policy and the rules:
// the instructions that the model follows, for as long as it follows them. It
// can only make a ruling stricter.
type Caution struct {
	Risk Risk   // the act counts as at least this; Low demands nothing
	Deny bool   // the act is not to happen
	Why  string // the reason, one line
}

// apply makes ruling as strict as c demands. No rule has answered beforehand
// for a risk that the act has by c alone.
func (c Caution) apply(ruling *Ruling) {
	least, raises := Allow, c.Risk > ruling.Risk
	if raises {
		ruling.Risk, ruling.Permit = c.Risk, ""
		least = byRisk(c.Risk)
	}
	if c.Deny {
		least = max(least, Deny)
	}
	stricter := least > ruling.Decision
	if stricter {
		ruling.Decision, ruling.By, ruling.Rule, ruling.Permit = least, ByPolicy, "", ""
	}
	if stricter && c.Deny {
		ruling.Denial = c.Why
	}
	if stricter || raises {
		ruling.Reasons = append([]string{c.Why}, ruling.Reasons...)
	}
}
