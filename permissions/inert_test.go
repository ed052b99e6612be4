package permissions_test

import (
	"fmt"
	"strings"
	"testing"

	"adroit/device/screen"
	"adroit/permissions"
)

func rulesOf(t *testing.T, rules ...string) permissions.Rules {
	t.Helper()
	return parseRules(t, "[[rule]]\n"+strings.Join(rules, "\n[[rule]]\n")+"\n")
}

func TestInertRules(t *testing.T) {
	t.Parallel()
	const (
		block = "app = \"com.bank*\"\ndecision = \"block\""
		allow = "app = \"com.bank.shop\"\nclass = \"payment\"\ndecision = \"allow\""
	)
	for name, test := range map[string]struct {
		rules []string
		want  string // lines and reasons, "" for none
	}{
		"allows a class and an app":  {[]string{allow}, ""},
		"allows a class anywhere":    {[]string{"class = \"payment\"\ndecision = \"allow\""}, "1 it never lets a payment pass: it names no app"},
		"allows a class in any app":  {[]string{"class = \"payment\"\napp = \"*\"\ndecision = \"allow\""}, "1 it never lets a payment pass: its app has a wildcard before the second dot, as com.example.* has not"},
		"blocks a class anywhere":    {[]string{"class = \"payment\"\ndecision = \"block\""}, ""},
		"allows what is medium":      {[]string{"tool = \"tap\"\ndecision = \"allow\""}, ""},
		"behind a wider one":         {[]string{block, allow}, "4 it is never reached: rules.toml:1 fits everything that it fits"},
		"before a wider one":         {[]string{allow, block}, ""},
		"behind a narrower one":      {[]string{"app = \"com.bank.?\"\ndecision = \"deny\"", "app = \"com.bank.*\"\ndecision = \"ask\""}, ""},
		"behind one of another tool": {[]string{"tool = \"tap\"\ndecision = \"deny\"", "tool = \"type_text\"\ndecision = \"ask\""}, ""},
		"behind one for everything":  {[]string{"decision = \"ask\"", "target = \"Send*\"\ndecision = \"block\""}, "3 it is never reached: rules.toml:1 fits everything that it fits"},
		// An act in one app on a window of another fits the second one alone.
		"restricts behind one that allows": {[]string{"app = \"com.*\"\ndecision = \"allow\"", "app = \"com.bank\"\ndecision = \"block\""}, ""},
	} {
		var got []string
		for _, inert := range rulesOf(t, test.rules...).Inert() {
			got = append(got, fmt.Sprint(inert.Rule.Line, " ", inert.Why))
		}
		if strings.Join(got, "\n") != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// The ruling says of a rule that fits why it does not let a high risk pass.
func TestARuleThatFallsShortSaysWhy(t *testing.T) {
	t.Parallel()
	button := screen.Node{ID: "1", Role: screen.Button, Label: "Pay", PackageName: "com.shop", Clickable: true, Enabled: true}
	s := permissions.Situation{Tool: "tap", Risk: permissions.Medium, Presses: true, Target: &button,
		Screen: &screen.Context{PackageName: "com.shop", Nodes: []screen.Node{button}}}
	policy := permissions.Policy{Rules: rulesOf(t, "class = \"payment\"\napp = \"*\"\ndecision = \"allow\"")}
	ruling := policy.Rule(s)
	const want = "rule rules.toml:1 fits, but does not let a high risk pass: its app has a wildcard before the second dot, as com.example.* has not"
	if got := permissions.FellShort(ruling.Reasons); got != want || ruling.Permit != "" {
		t.Errorf("%q of %+v", got, ruling)
	}
}
