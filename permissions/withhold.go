package permissions

import (
	"slices"

	"adroit/device/screen"
)

// Withholds is the place of the person's rule by which whoever uses a tool is
// not shown what the app pkg shows, "" where they are: a rule that denies or
// blocks there the tool at hand, or the one with which a screen is read.
//
// A rule about a class of act or about a target denies an act, not the sight of
// the app.
func (p Policy) Withholds(pkg, tool, reading string) (rule string) {
	for _, name := range []string{tool, reading} {
		s := Situation{Tool: name, Screen: &screen.Context{PackageName: pkg}}
		if rule, ok := p.Rules.first(s, ""); ok && rule.Decision >= Deny {
			return p.Rules.Place(rule)
		}
	}
	return ""
}

// WithholdsSome is the place of the first rule of the person's by which whoever
// uses a tool is not shown some app, "" where there is none.
func (p Policy) WithholdsSome(tool, reading string) (rule string) {
	i := slices.IndexFunc(p.Rules.list, func(r Rule) bool {
		return r.Decision >= Deny && r.Class == "" && (r.Tool == "" || r.Tool == tool || r.Tool == reading) && glob(r.Target, "")
	})
	if i < 0 {
		return ""
	}
	return p.Rules.Place(p.Rules.list[i])
}

// Allows reports whether no rule of the person's keeps a tool from being used
// in the app pkg, whatever it is used on.
func (p Policy) Allows(pkg, tool string) bool { return p.Withholds(pkg, tool, tool) == "" }

// withhold denies, by a rule, what is about something that the rule keeps from
// whoever asks.
func (r *Ruling) withhold(rule string) {
	if rule == "" || r.Decision >= Deny {
		return
	}
	r.Decision, r.By, r.Rule, r.Permit = Deny, ByRule, rule, ""
	r.Reasons = append(r.Reasons, "rule "+rule+" keeps what the app shows from the model")
}
