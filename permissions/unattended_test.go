package permissions_test

import (
	"strings"
	"testing"

	"adroit/device/screen"
	"adroit/permissions"
)

// Where nobody is there to ask, medium risk passes by --approve medium or a
// rule, and high risk by a rule alone that names class and app.
func TestUnattended(t *testing.T) {
	send := press(screen.Button, "Send")
	wifi := press(screen.Switch, "Wi-Fi")
	edit := permissions.Situation{Tool: "edit_file", Risk: permissions.High}
	const exact = `class="message_send" app="com.example" decision="allow"`
	tests := []struct {
		name, rules string
		approve     bool // medium risk
		in          permissions.Situation
		passes      bool
		by, reason  string
		rule        string
	}{
		{"medium risk", ``, false, wifi, false, permissions.ByPolicy, permissions.ReasonUnattendedMedium, ""},
		{"medium risk, approved", ``, true, wifi, true, permissions.ByRule, permissions.ReasonApprovedMedium, ""},
		{"medium risk, by a rule", `tool="tap" decision="allow"`, false, wifi, true, permissions.ByRule, "", "r:1"},
		{"medium risk, approved, denied by a rule", `tool="tap" decision="deny"`, true, wifi, false, permissions.ByRule, permissions.ReasonRule, "r:1"},
		{"medium risk, approved, asked by a rule", `tool="tap" decision="ask"`, true, wifi, false, permissions.ByPolicy, permissions.ReasonUnattendedRule, "r:1"},
		{"high risk", ``, false, send, false, permissions.ByPolicy, permissions.ReasonUnattendedHigh, ""},
		{"high risk, medium approved", ``, true, send, false, permissions.ByPolicy, permissions.ReasonUnattendedHigh, ""},
		{"high risk, by a rule that names class and app", exact, false, send, true, permissions.ByRule, "", "r:1"},
		{"high risk, by a rule that names the class", `class="message_send" decision="allow"`, true, send, false, permissions.ByPolicy, permissions.ReasonUnattendedHigh, ""},
		{"high risk, by a rule that names the app", `app="com.example" decision="allow"`, true, send, false, permissions.ByPolicy, permissions.ReasonUnattendedHigh, ""},
		{"high risk, by a rule for another class", `class="payment" app="com.example" decision="allow"`, true, send, false, permissions.ByPolicy, permissions.ReasonUnattendedHigh, ""},
		{"high risk, by a rule that another precedes", `tool="tap" decision="deny"|` + exact, true, send, false, permissions.ByRule, permissions.ReasonRule, "r:1"},
		{"high risk of a second class", exact, true, twoClasses(), false, permissions.ByPolicy, permissions.ReasonUnattendedHigh, ""},
		{"a tool of high risk", ``, true, edit, false, permissions.ByPolicy, permissions.ReasonUnattendedHigh, ""},
		{"a tool of high risk, by its name", `tool="edit_file" decision="allow"`, false, edit, true, permissions.ByRule, "", "r:1"},
		{"blocked", `tool="tap" decision="allow"`, true, permissions.Situation{Tool: "tap", Risk: permissions.Blocked}, false, permissions.ByPolicy, permissions.ReasonPolicy, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := permissions.NewBroker(permissions.Policy{Rules: oneLineRules(t, tt.rules)}, permissions.Unattended{Medium: tt.approve}, permissions.Options{})
			_, got := decide(t, b, tt.in)
			if got.Verdict.Approves() != tt.passes || got.By != tt.by || got.Reason != tt.reason || got.Rule != tt.rule {
				t.Errorf("answer = %+v", got)
			}
		})
	}
}

// Whoever was denied because nobody is there hears what would let the act pass.
func TestUnasked(t *testing.T) {
	for name, tt := range map[string]struct {
		rules string
		in    permissions.Situation
		want  string
	}{
		"medium risk":        {``, press(screen.Switch, "Wi-Fi"), "--approve medium"},
		"high risk":          {``, press(screen.Button, "Send"), "a rule that names its class and app"},
		"a tool's high risk": {``, permissions.Situation{Tool: "edit_file", Risk: permissions.High}, "a rule that names its tool"},
		"a rule falls short": {`class="message_send" decision="allow"`, press(screen.Button, "Send"), "does not let a high risk pass: it names no app"},
		"a rule asks":        {`tool="tap" decision="ask"`, press(screen.Switch, "Wi-Fi"), "rule r:1 wants it asked"},
		"a rule denies":      {`tool="tap" decision="deny" reason="not here"`, press(screen.Switch, "Wi-Fi"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := permissions.NewBroker(permissions.Policy{Rules: oneLineRules(t, tt.rules)}, permissions.Unattended{}, permissions.Options{})
			r, got := decide(t, b, tt.in)
			if words := got.Unasked(r); !strings.Contains(words, tt.want) || (tt.want == "") != (words == "") {
				t.Errorf("it says %q, want %q", words, tt.want)
			}
			if tt.want == "" && got.Message != "not here" {
				t.Errorf("the rule's own words are not in %+v", got)
			}
		})
	}
}
