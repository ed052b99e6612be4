package permissions

import (
	"adroit/device/screen"
	"adroit/device/text"
)

// Situation is what a policy looks at: one act that is about to happen. It is
// not redacted; nothing of it but its labels reaches a Ruling.
type Situation struct {
	Tool     string
	Risk     Risk            // of the tool, by its nature
	ByPerson bool            // the person's own act by hand, not the model's
	Screen   *screen.Context // what the phone shows; nil for acts that do not concern it
	Target   *screen.Node    // what is acted upon; nil where there is none
	Object   string          // what the act names outside the screen: a package, a panel
	Opens    string          // package of the app that the act brings to the front; "" where it opens none, or nobody knows which
	From     *screen.Node    // what a finger starts from that moves to the target; nil where it does not move, or starts on nothing
	Presses  bool            // the act presses the target as a finger does, or drops something on it; Target is set then
	Types    bool            // the act enters text into the target
	Open     string          // what a grant for it leaves open, in words: "any text"; "" where it is for this very act
	Wireless bool            // adb reaches the phone over its network
	Secret   bool            // the text that is entered is a known secret
	Enter    bool            // the text presses Enter, which may submit what was entered
	Origin   *Origin         // where on a screen the text comes from; nil where it is the person's or the model's own
	Cautions []Caution       // what is demanded beyond the policy and the rules
	Withheld string          // the rule by which whoever asks may not see what the act is about, as Policy.Withholds tells it; "" for none
}

// Ruling is what a policy says, and why.
type Ruling struct {
	Decision Decision
	Risk     Risk
	Classes  []Class
	Reasons  []string // a line each, the gravest first
	By       string   // one of the By constants; for Allow, Deny and Block

	// Rule is the place of the person's rule that decided, "" where none did.
	// One that says ask is not overruled by a grant, a mode or --approve.
	Rule string
	// Permit is the place of the rule by which a high risk may pass where no
	// person can be asked.
	Permit string
	// Denial is the reason of the Caution that denies, "" where none does.
	Denial string
}

// Policy rules on acts. The zero value is the built-in policy without rules of
// the person's own.
type Policy struct {
	Rules Rules
}

// Rule decides about s. The same situation always gets the same ruling.
func (p Policy) Rule(s Situation) Ruling {
	ruling := builtIn(s)
	p.Rules.apply(s, &ruling)
	ruling.withhold(s.Withheld)
	for _, c := range s.Cautions {
		c.apply(&ruling)
	}
	if len(ruling.Classes) == 0 { // which say graver things
		ruling.Reasons = append(ruling.Reasons, nature(s.Risk))
	}
	for i, reason := range ruling.Reasons {
		ruling.Reasons[i] = text.Line(reason)
	}
	ruling.Denial = text.Line(ruling.Denial)
	return ruling
}

// nature says in words what the risk of a tool by its nature means.
func nature(r Risk) string {
	switch r {
	case Low:
		return "it only reads or waits"
	case Medium:
		return "it acts on the phone"
	case High:
		return "it is hard to undo"
	default:
		return "it is never allowed"
	}
}

// builtIn rules on s as everybody's policy does.
func builtIn(s Situation) Ruling {
	ruling := Ruling{Risk: s.Risk, By: ByPolicy}
	for _, f := range classify(s) {
		ruling.Risk = max(ruling.Risk, High)
		ruling.Classes = append(ruling.Classes, f.class)
		ruling.Reasons = append(ruling.Reasons, f.reason)
	}
	if s.Wireless && touchesWifi(s) {
		ruling.Reasons = append(ruling.Reasons, "adb itself runs over Wi-Fi: this may cut the connection to the phone")
	}
	ruling.Decision = byRisk(ruling.Risk)
	if ruling.Risk == Medium && s.ByPerson {
		// The person's hand on the key is the approval.
		ruling.Decision, ruling.By = Allow, ByPerson
	}
	return ruling
}

// byRisk is what a risk alone makes of an act.
func byRisk(r Risk) Decision {
	switch {
	case r == Low:
		return Allow
	case r <= High:
		return Ask
	}
	return Block
}
