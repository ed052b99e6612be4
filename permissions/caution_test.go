package permissions_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"adroit/device/screen"
	"adroit/permissions"
)

const allowsTap = `tool="tap" decision="allow"`

func TestCautionMakesStricter(t *testing.T) {
	high := permissions.Caution{Risk: permissions.High, Why: "the skill pay counts it as high risk"}
	deny := permissions.Caution{Deny: true, Why: "the skill look leaves only scroll"}
	for _, tt := range []struct {
		name     string
		rules    string
		cautions []permissions.Caution
		label    string
		want     permissions.Decision
		risk     permissions.Risk
		first    string // reason
		rule     string
	}{
		{"none", ``, nil, "Next page", permissions.Ask, permissions.Medium, "it acts on the phone", ""},
		{"a risk that it has anyway", allowsTap, []permissions.Caution{{Risk: permissions.Medium, Why: "x"}}, "Next page", permissions.Allow, permissions.Medium, "rule r:1 says allow", "r:1"},
		{"a higher risk", ``, []permissions.Caution{high}, "Next page", permissions.Ask, permissions.High, high.Why, ""},
		{"a higher risk than a rule allows", allowsTap, []permissions.Caution{high}, "Next page", permissions.Ask, permissions.High, high.Why, ""},
		{"a blocked risk", allowsTap, []permissions.Caution{{Risk: permissions.Blocked, Why: "x"}}, "Next page", permissions.Block, permissions.Blocked, "x", ""},
		{"denied", allowsTap, []permissions.Caution{deny}, "Next page", permissions.Deny, permissions.Medium, deny.Why, ""},
		{"denied, and a higher risk", ``, []permissions.Caution{high, deny}, "Next page", permissions.Deny, permissions.High, deny.Why, ""},
		{"what a rule denies", `tool="tap" decision="deny"`, []permissions.Caution{deny}, "Next page", permissions.Deny, permissions.Medium, "rule r:1 says deny", "r:1"},
		{"what a rule blocks", `tool="tap" decision="block"`, []permissions.Caution{deny, high}, "Next page", permissions.Block, permissions.High, high.Why, "r:1"},
		{"a high risk that has a reason of its own", ``, []permissions.Caution{high}, "Send", permissions.Ask, permissions.High, `the target says "Send": it may send something to somebody`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := press(screen.Button, tt.label)
			s.Cautions = tt.cautions
			got := permissions.Policy{Rules: oneLineRules(t, tt.rules)}.Rule(s)
			if got.Decision != tt.want || got.Risk != tt.risk || got.Reasons[0] != tt.first || got.Rule != tt.rule {
				t.Errorf("%v as %v risk because of %q, by rule %q", got.Decision, got.Risk, got.Reasons, got.Rule)
			}
		})
	}
}

// Who is denied for the sake of a skill learns what it leaves; a rule of the
// person's does not let a risk pass that only a skill has raised.
func TestCautionAtTheBroker(t *testing.T) {
	b := permissions.NewBroker(permissions.Policy{Rules: oneLineRules(t, allowsTap)}, permissions.Unattended{Medium: true}, permissions.Options{})
	decide := func(c permissions.Caution) permissions.Answer {
		s := press(screen.Button, "Next page")
		s.Cautions = []permissions.Caution{c}
		_, answer := b.Decide(t.Context(), s, permissions.Request{Tool: s.Tool}, nil)
		return answer
	}
	if a := decide(permissions.Caution{}); !a.Verdict.Approves() {
		t.Errorf("without a demand: %+v", a)
	}
	why := "the skill look leaves only scroll"
	if a := decide(permissions.Caution{Deny: true, Why: why}); a.Verdict != permissions.Denied || a.Reason != permissions.ReasonSkill || a.Message != why {
		t.Errorf("denied: %+v", a)
	}
	if a := decide(permissions.Caution{Risk: permissions.High}); a.Verdict.Approves() || a.Reason != permissions.ReasonUnattendedHigh {
		t.Errorf("as high risk: %+v", a)
	}
}

// No demand makes anything weaker, whatever the act, the rules and the demand.
func TestCautionNeverWeakens(t *testing.T) {
	rules := []permissions.Rules{
		{}, oneLineRules(t, allowsTap), oneLineRules(t, `decision="ask"`), oneLineRules(t, `tool="tap" decision="deny"`), oneLineRules(t, `decision="block"`),
		oneLineRules(t, `class="message_send" app="com.example" decision="allow"`),
	}
	rapid.Check(t, func(rt *rapid.T) {
		s := press(screen.Button, rapid.SampledFrom([]string{"Next page", "Send", "Delete account", ""}).Draw(rt, "label"))
		s.Risk = permissions.Risk(rapid.IntRange(-1, 5).Draw(rt, "risk"))
		s.ByPerson = rapid.Bool().Draw(rt, "by hand")
		policy := permissions.Policy{Rules: rapid.SampledFrom(rules).Draw(rt, "rules")}
		without := policy.Rule(s)
		s.Cautions = rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) permissions.Caution {
			return permissions.Caution{
				Risk: permissions.Risk(rapid.IntRange(-1, 5).Draw(rt, "least")), Deny: rapid.Bool().Draw(rt, "deny"),
				Why: rapid.StringMatching(`[a-z]{1,3}`).Draw(rt, "why"),
			}
		}), 1, 3).Draw(rt, "cautions")
		with := policy.Rule(s)
		denies := slices.ContainsFunc(s.Cautions, func(c permissions.Caution) bool { return c.Deny })
		switch {
		case with.Decision < without.Decision, with.Risk < without.Risk, denies && with.Decision < permissions.Deny:
			rt.Fatalf("%+v became %+v", without, with)
		case with.Permit != "" && with.Permit != without.Permit, without.Rule != "" && without.Decision > permissions.Allow && with.Rule == "" && with.Decision == without.Decision:
			rt.Fatalf("a rule counts for more: %+v became %+v", without, with)
		case !slices.Equal(with.Classes, without.Classes):
			rt.Fatalf("the classes %v became %v", without.Classes, with.Classes)
		}
	})
}
