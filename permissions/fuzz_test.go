package permissions_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
)

// Whatever bytes stand in any field of a situation: what is around a target
// takes nothing away from what the target says, no ruling is weaker than that
// of the tool, no rule is talked out of its decision, and every reason can be
// shown.
func FuzzRuling(f *testing.F) {
	f.Add("Send", "com.example", ".Main", "w1", "android:id/button1", "Delete this?", "risk: low", "tap")
	f.Add("\u202eyaP", "com.android.settings", ".DeviceAdminAdd", "", "android:id/button2", "已安装", "\x1b[2J", "")
	f.Add("S\u200bend", "", "", "\xff", "\x00", "Don't", strings.Repeat("no ", 100), "type_text")
	f.Fuzz(func(t *testing.T, label, app, activity, window, view, around, hint, tool string) {
		noise := screen.Node{
			ID: "2", Role: screen.Text, Label: around, Text: hint, Hint: label, PackageName: app, WindowID: window, ViewID: view,
		}
		send := screen.Node{ID: "1", Role: screen.Button, Label: "Send", PackageName: "com.example", WindowID: window, ViewID: view, Hint: hint, Text: around}
		rule := func(c *screen.Context, p permissions.Policy) permissions.Ruling {
			s := pressOn(c, "1")
			s.Tool, s.Object = tool, hint
			s.Origin = &permissions.Origin{Line: around, App: app}
			return p.Rule(s)
		}

		// The target says what it does, and nothing around it takes that back.
		if view != "android:id/button2" { // the refusing button of a dialog
			got := rule(front("com.example", activity, send, noise), permissions.Policy{})
			if !slices.Contains(got.Classes, permissions.MessageSend) || got.Risk != permissions.High || got.Decision != permissions.Ask {
				t.Errorf("a press of Send is ruled upon as %+v", got)
			}
		}
		// A target that says anything.
		other := send
		other.Label, other.PackageName = label, app
		c := front(app, activity, other, noise)
		got := rule(c, permissions.Policy{})
		if got.Decision < permissions.Ask || got.Risk < permissions.Medium || !slices.Contains(got.Classes, permissions.ExternalText) {
			t.Errorf("a press of %q is ruled upon as %+v", label, got)
		}
		for _, reason := range got.Reasons {
			if reason != text.Line(reason) || strings.ContainsFunc(reason, unicode.IsControl) {
				t.Errorf("reason %q cannot be shown", reason)
			}
		}
		// Rules hold, and let nothing pass that they do not name.
		if got := rule(c, permissions.Policy{Rules: denyAll}); got.Decision != permissions.Deny {
			t.Errorf("a rule that denies everything was overruled: %+v", got)
		}
		if got := rule(c, permissions.Policy{Rules: allowOther}); got.Decision != permissions.Ask || got.Permit != "" {
			t.Errorf("a rule for another class and app let it pass: %+v", got)
		}
	})
}

var (
	denyAll    = mustRules("[[rule]]\ndecision = \"deny\"\n")
	allowOther = mustRules("[[rule]]\nclass = \"payment\"\napp = \"com.no.such.app\"\ndecision = \"allow\"\n")
)

func mustRules(toml string) permissions.Rules {
	rules, err := permissions.ParseRules("rules.toml", []byte(toml), nil)
	if err != nil {
		panic(err)
	}
	return rules
}

// Characters that nobody sees hide no verb.
func TestInvisibleCharactersHideNothing(t *testing.T) {
	invisible := rapid.SampledFrom([]rune("\u200b\u200c\u200d\u00ad\u2060\u202a\u202e\u2066\ufeff\ufe0f\u034f\U000e0100"))
	verbs := rapid.SampledFrom([]string{"Send", "Delete", "Pay now", "Überweisen", "Удалить", "删除", "送信", "삭제", "SİL"})
	rapid.Check(t, func(rt *rapid.T) {
		verb := verbs.Draw(rt, "verb")
		var hidden strings.Builder
		for _, r := range verb {
			for range rapid.IntRange(0, 2).Draw(rt, "count") {
				hidden.WriteRune(invisible.Draw(rt, "invisible"))
			}
			hidden.WriteRune(r)
		}
		plain := permissions.Policy{}.Rule(press(screen.Button, verb))
		got := permissions.Policy{}.Rule(press(screen.Button, hidden.String()))
		if len(plain.Classes) == 0 || !slices.Equal(got.Classes, plain.Classes) {
			rt.Fatalf("%q asks as %v, %q as %v", verb, plain.Classes, hidden.String(), got.Classes)
		}
	})
}

// Whatever a question says, nobody who is not there approves a high risk.
func TestUnattendedNeverApprovesHighRisk(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := press(screen.Button, rapid.String().Draw(rt, "label"))
		s.Tool = rapid.SampledFrom([]string{"tap", "type_text", ""}).Draw(rt, "tool")
		s.Types, s.Secret, s.Enter = rapid.Bool().Draw(rt, "types"), rapid.Bool().Draw(rt, "secret"), rapid.Bool().Draw(rt, "enter")
		s.Risk = permissions.Risk(rapid.IntRange(-1, 5).Draw(rt, "risk"))
		b := newBroker(permissions.Unattended{Medium: rapid.Bool().Draw(rt, "approve")}, permissions.Options{})
		request, answer := b.Decide(t.Context(), s, permissions.Request{Tool: s.Tool}, nil)
		if answer.Verdict.Approves() && request.Risk > permissions.Medium {
			rt.Fatalf("%+v was approved: %+v", request, answer)
		}
	})
}
