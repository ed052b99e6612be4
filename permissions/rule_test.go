package permissions_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"adroit/device/screen"
	"adroit/device/text/userfile"
	"adroit/permissions"
)

var toolNames = []string{"tap", "type_text", "open_app", "press_back", "edit_file", "observe_screen"}

func parseRules(t testing.TB, toml string) permissions.Rules {
	t.Helper()
	rules, err := permissions.ParseRules("dir/rules.toml", []byte(toml), toolNames)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func TestParseRules(t *testing.T) {
	rules := parseRules(t, `# mine
[[rule]]
tool = "tap"
app = "com.example.*"
class = "message_send"
target = "Send*"
decision = "allow"
reason = "a test account"

  [[ rule ]]  # everything else
decision = "deny"
reason = """
[[rule]]
"""
`)
	want := []permissions.Rule{
		{Tool: "tap", App: "com.example.*", Class: permissions.MessageSend, Target: "Send*", Decision: permissions.Allow, Reason: "a test account", Line: 2},
		{Decision: permissions.Deny, Reason: "[[rule]]", Line: 10},
	}
	if got := rules.List(); !slices.Equal(got, want) {
		t.Errorf("rules = %+v\nwant    %+v", got, want)
	}
	if got := rules.Place(want[1]); got != "rules.toml:10" {
		t.Errorf("place = %q", got)
	}
	if got := parseRules(t, "# nothing yet\n").List(); len(got) != 0 {
		t.Errorf("an empty file has the rules %+v", got)
	}
}

func TestParseRulesErrors(t *testing.T) {
	tests := []struct{ name, toml, want string }{
		{"syntax", "[[rule]]\ndecision = \n", "r.toml:2: expected value but found '\\n' instead"},
		{"unknown key", "[[rule]]\ndecision = \"ask\"\n\napps = \"x\"\n", `r.toml:4: unknown key "apps"; did you mean app?`},
		{"unknown key in the second rule", "[[rule]]\ndecision = \"ask\"\n[[rule]]\ndecision = \"ask\"\n\"when\" = \"x\"\n", `r.toml:5: unknown key "when"; want one of app, class, decision, reason, target, tool`},
		{"unknown key outside", "mode = \"ask\"\n[[rule]]\ndecision = \"ask\"\n", `r.toml:1: unknown key "mode"; there is only rule`},
		{"unknown table", "\n[rules]\n", `r.toml:2: unknown key "rules"; did you mean rule?`},
		{"no decision", "\n[[rule]]\ntool = \"tap\"\n", "r.toml:2: a rule without a decision; want one of allow, ask, deny, block"},
		{"wrong decision", "[[rule]]\ndecision = \"yes\"\n", `r.toml:2: decision: unknown decision "yes"; want one of allow, ask, deny, block`},
		{"unknown tool", "[[rule]]\ntool = \"tapp\"\ndecision = \"deny\"\n", `r.toml:2: tool: unknown tool "tapp"; did you mean tap?`},
		{"unlike any tool", "[[rule]]\ntool = \"self_destruct\"\ndecision = \"deny\"\n", "r.toml:2: tool: unknown tool \"self_destruct\"; `adroit tools` lists them"},
		{"unknown class", "[[rule]]\ndecision = \"deny\"\nclass = \"message_sent\"\n", `r.toml:3: class: unknown class "message_sent"; did you mean message_send?`},
		{"no pattern of an app", "[[rule]]\ndecision = \"deny\"\napp = \"My Bank\"\n", "r.toml:3: app: no package is called so; want one such as com.example.shop or com.example.*"},
		{"empty field", "[[rule]]\ndecision = \"deny\"\napp = \"\"\n", "r.toml:3: app: want a text in quotes, not an empty text"},
		{"wrong type", "[[rule]]\ndecision = \"deny\"\napp = [\"a\"]\n", "r.toml:3: app: want a text in quotes, not a list"},
		{"a single table", "[rule]\ndecision = \"deny\"\n", "r.toml:1: rule: want tables, each of which begins with a line [[rule]], not a table"},
		{"a list of something else", "rule = [1]\n", "r.toml:1: rule: want a table, not the number 1"},
		{"a key twice", "[[rule]]\ndecision = \"deny\"\ndecision = \"ask\"\n", "r.toml:3: Key 'rule.decision' has already been defined."},
		{"control characters", "[[rule]]\ndecision = \"a\\u001b[2J\"\n", `r.toml:2: decision: unknown decision "a⟨U+001B⟩[2J"; want one of allow, ask, deny, block`},
		{
			"several", `mode = "ask"
[[rule]]
tool = "tapp"
class = "payments"
decision = "denied"
[[rule]]
app = 7
[[rule]]
decision = "ask"
tagret = "x"
`, `r.toml:1: unknown key "mode"; there is only rule
r.toml:3: tool: unknown tool "tapp"; did you mean tap?
r.toml:4: class: unknown class "payments"; did you mean payment?
r.toml:5: decision: unknown decision "denied"; want one of allow, ask, deny, block
r.toml:6: a rule without a decision; want one of allow, ask, deny, block
r.toml:7: app: want a text in quotes, not the number 7
r.toml:10: unknown key "tagret"; did you mean target?`,
		},
		{"several before a syntax error", "[[rule]]\ntool = \"tapp\"\n[[rule]]\napp = com\n", "r.toml:2: tool: unknown tool \"tapp\"; did you mean tap?\nr.toml:4: expected value but found \"com\" instead"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules, err := permissions.ParseRules("r.toml", []byte(tt.toml), toolNames)
			if _, ok := errors.AsType[*userfile.Error](err); !ok || err.Error() != tt.want || len(rules.List()) > 0 {
				t.Errorf("%d rules, error\n%v, want\n%s", len(rules.List()), err, tt.want)
			}
		})
	}
}

func FuzzParseRules(f *testing.F) {
	f.Add("[[rule]]\ntool = \"tap\"\ndecision = \"deny\"\n")
	f.Add("x = \"\"\"\n[[rule]]\n\"\"\"\n[[rule]]\ndecision=\"allow\"")
	f.Fuzz(func(t *testing.T, toml string) {
		rules, err := permissions.ParseRules("rules.toml", []byte(toml), toolNames)
		lines := strings.Count(toml, "\n") + 1
		if _, ok := errors.AsType[*userfile.Error](err); err != nil && !ok {
			t.Errorf("the error %v is not one of the file", err)
		}
		for _, rule := range rules.List() {
			if rule.Line < 1 || rule.Line > lines {
				t.Errorf("rule at line %d of %d", rule.Line, lines)
			}
		}
	})
}

func TestRules(t *testing.T) {
	wifi := press(screen.Switch, "Wi-Fi")
	send := press(screen.Button, "Send")
	sendIn := func(app string) permissions.Situation {
		return pressOn(front(app, "", screen.Node{ID: "1", Role: screen.Button, Label: "Send", PackageName: app}), "1")
	}
	foreign := pressOn(front("com.example", "", screen.Node{ID: "1", Role: screen.Button, Label: "OK", PackageName: "com.evil", WindowID: "w2"}), "1")
	open := permissions.Situation{Tool: "open_app", Risk: permissions.Medium, Object: "com.bank/.Main", Opens: "com.bank", Screen: front("launcher", "")}
	edit := permissions.Situation{Tool: "edit_file", Risk: permissions.High}
	copied := edit
	copied.Origin = &permissions.Origin{Line: "3 text Total", App: "com.example"}
	drag := press(screen.Item, "Folder")
	drag.From = &screen.Node{ID: "2", Role: screen.Item, Label: "Photo", PackageName: "com.example"}
	look := permissions.Situation{Tool: "observe_screen", Risk: permissions.Low, Screen: front("com.bank", "")}

	tests := []struct {
		name, rules string
		in          permissions.Situation
		want        permissions.Decision
		rule        string // place of the rule that decided
		permit      string // place of the rule that lets it pass without a person
	}{
		{"no rule", ``, wifi, permissions.Ask, "", ""},
		{"a rule for another tool", `tool="press_back" decision="deny"`, wifi, permissions.Ask, "", ""},
		{"deny", `tool="tap" decision="deny"`, wifi, permissions.Deny, "r:1", ""},
		{"block", `app="com.*" decision="block"`, wifi, permissions.Block, "r:1", ""},
		{"allow", `tool="tap" app="com.example" target="wi-fi" decision="allow"`, wifi, permissions.Allow, "r:1", ""},
		{"allow by a pattern", `target="Wi*" decision="allow"`, wifi, permissions.Allow, "r:1", ""},
		{"a pattern matches the whole", `target="Wi" decision="deny"`, wifi, permissions.Ask, "", ""},
		{"an app is no prefix", `app="com.exam" decision="allow"`, wifi, permissions.Ask, "", ""},
		{"an app is told by its capitals", `app="com.Example" decision="allow"`, wifi, permissions.Ask, "", ""},
		{"ask insists", `tool="tap" decision="ask"`, wifi, permissions.Ask, "r:1", ""},
		{"the first rule counts", `target="Wi-Fi" decision="allow"|decision="deny"`, wifi, permissions.Allow, "r:1", ""},
		{"the first rule counts, the other way round", `decision="deny"|target="Wi-Fi" decision="allow"`, wifi, permissions.Deny, "r:1", ""},
		{"look at a screen that the person keeps", `app="com.bank" decision="block"`, look, permissions.Block, "r:1", ""},
		{"look, with a question", `tool="observe_screen" decision="ask"`, look, permissions.Ask, "r:1", ""},
		{"allow what is allowed", `decision="allow"`, look, permissions.Allow, "", ""},

		{"a high risk asks all the same", `tool="tap" decision="allow"`, send, permissions.Ask, "", ""},
		{"a rule without an app permits nothing", `class="message_send" decision="allow"`, send, permissions.Ask, "", ""},
		{"a rule without a class permits nothing", `app="com.example" decision="allow"`, send, permissions.Ask, "", ""},
		{"a rule that names both permits", `class="message_send" app="com.example" decision="allow"`, send, permissions.Ask, "", "r:1"},
		{"a pattern for all apps names none", `class="message_send" app="*.*" decision="allow"`, send, permissions.Ask, "", ""},
		{"a pattern for half of all apps names none", `class="message_send" app="c*" decision="allow"`, send, permissions.Ask, "", ""},
		{"a pattern for a domain of many names none", `class="message_send" app="com.*" decision="allow"`, send, permissions.Ask, "", ""},
		{"a pattern that ends within a maker's name names none", `class="message_send" app="com.exam*" decision="allow"`, send, permissions.Ask, "", ""},
		{"a pattern with a gap in a maker's name names none", `class="message_send" app="com.ex?mple.*" decision="allow"`, sendIn("com.example.mail"), permissions.Ask, "", ""},
		{"a pattern for all apps of one maker permits", `class="message_send" app="com.example.*" decision="allow"`, sendIn("com.example.mail"), permissions.Ask, "", "r:1"},
		{"a pattern for some apps of one maker permits", `class="message_send" app="com.example.m*" decision="allow"`, sendIn("com.example.mail"), permissions.Ask, "", "r:1"},
		{"a package of one word is named whole", `class="message_send" app="android" decision="allow"`, sendIn("android"), permissions.Ask, "", "r:1"},
		{"a wildcard that lets a medium risk pass may stand anywhere", `app="c*" decision="allow"`, wifi, permissions.Allow, "r:1", ""},
		{"of another class", `class="payment" app="com.example" decision="allow"`, send, permissions.Ask, "", ""},
		{"of another app", `class="message_send" app="com.other" decision="allow"`, send, permissions.Ask, "", ""},
		{"deny a class", `class="message_send" decision="deny"`, send, permissions.Deny, "r:1", ""},
		{"a class that the act has not", `class="deletion" decision="deny"`, wifi, permissions.Ask, "", ""},

		{"every class needs its rule", `class="message_send" app="com.example" decision="allow"`, twoClasses(), permissions.Ask, "", ""},
		{"every class has its rule", `class="message_send" app="com.example" decision="allow"|class="deletion" app="com.example" decision="allow"`, twoClasses(), permissions.Ask, "", "r:1"},
		{"one class is denied", `class="message_send" app="com.example" decision="allow"|class="deletion" decision="deny"`, twoClasses(), permissions.Deny, "r:5", ""},

		{"a foreign window: allow means both apps", `class="foreign_window" app="com.example" decision="allow"`, foreign, permissions.Ask, "", ""},
		{"a foreign window: deny means either", `app="com.evil" decision="deny"`, foreign, permissions.Deny, "r:1", ""},
		{"a moving finger: allow means both ends", `target="Folder" decision="allow"`, drag, permissions.Ask, "", ""},
		{"a moving finger: allow both ends", `target="*o*" decision="allow"`, drag, permissions.Allow, "r:1", ""},
		{"a moving finger: deny means either end", `target="Photo" decision="deny"`, drag, permissions.Deny, "r:1", ""},
		{"the app that is opened may be kept closed", `app="com.bank" decision="deny"`, open, permissions.Deny, "r:1", ""},
		{"an app to open is a target", `tool="open_app" target="com.bank/*" decision="allow"`, open, permissions.Allow, "r:1", ""},
		{"a tool of high risk by its name", `tool="edit_file" decision="allow"`, edit, permissions.Ask, "", "r:1"},
		{"a tool of high risk by no name", `decision="allow"`, edit, permissions.Ask, "", ""},
		{"what a screen said, into a file, needs its class and app", `tool="edit_file" decision="allow"`, copied, permissions.Ask, "", ""},
		{"what a screen said, into a file", `class="external_text" app="com.example" decision="allow"`, copied, permissions.Ask, "", "r:1"},
		{"nothing unblocks", `tool="tap" decision="allow"`, permissions.Situation{Tool: "tap", Risk: permissions.Blocked}, permissions.Block, "", ""},
		{"ask weakens nothing", `tool="tap" decision="ask"`, permissions.Situation{Tool: "tap", Risk: permissions.Blocked}, permissions.Block, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := permissions.Policy{Rules: oneLineRules(t, tt.rules)}.Rule(tt.in)
			if got.Decision != tt.want || got.Rule != tt.rule || got.Permit != tt.permit {
				t.Errorf("ruling = %v by rule %q, permit %q (%q), want %v, %q, %q",
					got.Decision, got.Rule, got.Permit, got.Reasons, tt.want, tt.rule, tt.permit)
			}
			if place := tt.rule + tt.permit; place != "" && !strings.Contains(strings.Join(got.Reasons, "\n"), "rule "+place+" says") {
				t.Errorf("reasons %q do not tell of the rule", got.Reasons)
			}
		})
	}
}

// twoClasses is the confirming button of a dialog, with a verb of its own.
func twoClasses() permissions.Situation {
	return pressOn(front("com.example", "",
		screen.Node{ID: "1", Role: screen.Button, Label: "Send", ViewID: "android:id/button1", PackageName: "com.example"},
		screen.Node{ID: "2", Role: screen.Text, Label: "Send the report, and delete it here?", PackageName: "com.example"}), "1")
}

// oneLineRules reads rules that are written one after the other, parted by |,
// with their keys in one line.
func oneLineRules(t *testing.T, s string) permissions.Rules {
	t.Helper()
	if s == "" {
		return permissions.Rules{}
	}
	var toml strings.Builder
	for rule := range strings.SplitSeq(s, "|") {
		toml.WriteString("[[rule]]\n" + strings.ReplaceAll(rule, `" `, "\"\n") + "\n")
	}
	rules, err := permissions.ParseRules("r", []byte(toml.String()), toolNames)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func TestARuleExplainsItself(t *testing.T) {
	rules := parseRules(t, "[[rule]]\nclass = \"message_send\"\ndecision = \"deny\"\nreason = \"not from this phone\"\n")
	got := permissions.Policy{Rules: rules}.Rule(press(screen.Button, "Send"))
	want := "rule rules.toml:1 says deny to message_send: not from this phone"
	if !slices.Contains(got.Reasons, want) {
		t.Errorf("reasons = %q, want one to be %q", got.Reasons, want)
	}
}
