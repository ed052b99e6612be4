package permissions

import "adroit/device/text"

// Told says in one line how an act was settled and by what: "allowed once by
// rule rules.toml:6", "denied by you: “not today”". person is what the line calls
// the person: "you", "the person".
func (a Answer) Told(person string) string {
	words := a.verdictWords() + a.byWords(person)
	if a.Rule != "" && a.By != ByRule {
		words += " (rule " + text.Line(a.Rule) + " wants it asked)"
	}
	if a.Verdict == StopTurn {
		words += ", and the turn stopped"
	}
	switch {
	case a.Message == "":
	case a.byHand():
		words += ": “" + text.Line(a.Message) + "”"
	default:
		words += ": " + text.Line(a.Message)
	}
	return words
}

// byHand reports whether a person answered, here or elsewhere.
func (a Answer) byHand() bool { return a.By == ByPerson || a.By == ByOther }

// verdictWords are what a person does and what anything else does: only a
// person approves.
func (a Answer) verdictWords() string {
	switch {
	case a.Verdict == Edit:
		return "sent back with other arguments"
	case !a.Verdict.Approves():
		return "denied"
	case a.By == ByGrant:
		return "allowed"
	case a.byHand() && a.Verdict == Session:
		return "approved for this session"
	case a.byHand():
		return "approved once"
	case a.Verdict == Session:
		return "allowed for this session"
	}
	return "allowed once"
}

func (a Answer) byWords(person string) string {
	switch a.By {
	case ByPerson:
		return " by " + person
	case ByOther:
		return " by another cockpit"
	case ByGrant:
		return " for this session, as " + person + " answered before"
	case ByMode:
		return " by the mode that " + person + " chose"
	case ByTimeout:
		return ": nobody answered in time"
	case ByCancel:
		return ": the turn ended first"
	case ByInputEnd:
		return ": the input ended, so nobody can answer"
	case ByRule:
		return a.ruleWords()
	case ByPolicy:
		return a.policyWords()
	}
	return " by the " + text.Line(a.By)
}

func (a Answer) ruleWords() string {
	switch {
	case a.Rule != "":
		return " by rule " + text.Line(a.Rule)
	case a.Reason == ReasonApprovedMedium:
		return " by --approve medium"
	case a.Reason == ReasonSuite:
		return " by the suite"
	}
	return " by a rule"
}

func (a Answer) policyWords() string {
	switch a.Reason {
	case ReasonUnattendedHigh:
		return ": high risk, and nobody is there to ask"
	case ReasonUnattendedMedium, ReasonUnattendedRule:
		return ": nobody is there to ask"
	case ReasonSkill:
		return " by the skill"
	}
	return " by the policy"
}
