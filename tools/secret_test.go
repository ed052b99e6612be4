package tools_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"adroit/device/screen"
	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

// vault keeps secrets by their names, and counts who asks for them.
type vault struct {
	kept  map[string]string
	asked []string
}

func (v *vault) Secret(_ context.Context, name string) (string, error) {
	v.asked = append(v.asked, name)
	if value, ok := v.kept[name]; ok {
		return value, nil
	}
	return "", tools.ErrNoSecret
}

const bankPassword = "Tr0ub4dor&3"

// secretRig is a rig on the bank's login page, and everything that its Runner
// told anybody.
func secretRig(t *testing.T, verdict permissions.Verdict) (r *rig, v *vault, told func() string) {
	t.Helper()
	r = newRig(t, approve{verdict}, sim.Options{})
	v = &vault{kept: map[string]string{
		"bank": bankPassword, "broken": "one\ntwo", "short": "42", "user": "4711-0815",
	}}
	var log []string
	note := func(what any) {
		line, err := json.Marshal(what)
		if err != nil {
			t.Error(err)
		}
		log = append(log, string(line))
	}
	r.Runner = tools.NewRunner(r.phone, r.broker, r.registry, tools.Options{Secrets: v}, tools.Hooks{
		Started: func(c tools.Call, label string) { note([]any{c, label}) },
		Run:     func(c tools.Call, commands []string) { note([]any{c, commands}) },
		Screen:  func(c *screen.Context) { note(c) },
		Asked:   func(q permissions.Request) { r.note(func() { r.asked = append(r.asked, q) }); note(q) },
		Decided: func(q permissions.Request, a permissions.Answer) { note([]any{q, a}) },
	})
	if result := r.call(t, "open_app", `{"target": "Northbank"}`); verdict.Approves() && !result.OK {
		t.Fatal(result.ForModel())
	}
	return r, v, func() string { return strings.Join(log, "\n") }
}

const passwordField = "com.northbank.mobile:id/password"

// A secret is asked about by its name, typed as what it is, and told to nobody.
func TestASecretIsTypedUnseen(t *testing.T) {
	t.Parallel()
	r, v, told := secretRig(t, permissions.Once)
	result := r.call(t, "type_text", typing("{{secret:bank}}", passwordField))
	if result.Status != tools.Success {
		t.Fatal(result.ForModel())
	}
	if got := r.sim.Snapshot().FocusedText; got != bankPassword {
		t.Errorf("the field holds %q", got)
	}
	q := r.asked[len(r.asked)-1]
	if q.Risk != permissions.High || q.Word == "" || q.Grantable || !slices.Contains(q.Classes, permissions.SensitiveTextEntry) {
		t.Errorf("request = %+v", q)
	}
	if q.Typing != "{{secret:bank}}" || !strings.Contains(strings.Join(q.Commands, "\n"), "{{secret:bank}}") {
		t.Errorf("the question says %q, %q", q.Typing, q.Commands)
	}
	if !slices.Equal(v.asked, []string{"bank"}) {
		t.Errorf("asked for %q", v.asked)
	}

	// Also where the phone shows it in the open, it stays masked.
	r.must(t, "type_text", typing("{{secret:bank}}", "com.northbank.mobile:id/username"))
	again := r.call(t, "observe_screen_context", ``)
	for _, all := range []string{told(), result.ForModel(), again.ForModel()} {
		if strings.Contains(all, bankPassword) || strings.Contains(all, "ub4dor") {
			t.Errorf("the secret is told:\n%s", all)
		}
	}
}

// What goes into a password field is shown nowhere, however short it is.
func TestAShortPasswordIsMaskedInTheQuestion(t *testing.T) {
	t.Parallel()
	r, _, _ := secretRig(t, permissions.Once)
	r.must(t, "type_text", typing("7%", passwordField))
	q := r.asked[len(r.asked)-1]
	if shown := q.Typing + string(q.Arguments) + strings.Join(q.Commands, "\n"); strings.Contains(shown, "7%") {
		t.Errorf("the question shows %q", shown)
	}
}

func TestASecretAmongOtherText(t *testing.T) {
	t.Parallel()
	r, _, told := secretRig(t, permissions.Once)
	r.must(t, "type_text", typing("id {{secret:user}} or {{secret:bank}}", "com.northbank.mobile:id/username"))
	if got := r.sim.Snapshot().FocusedText; got != "id 4711-0815 or "+bankPassword {
		t.Errorf("the field holds %q", got)
	}
	if q := r.asked[len(r.asked)-1]; q.Typing != "id {{secret:user}} or {{secret:bank}}" {
		t.Errorf("the question says %q", q.Typing)
	}
	if all := told(); strings.Contains(all, bankPassword) || strings.Contains(all, "4711-0815") {
		t.Errorf("a secret is told:\n%s", all)
	}
}

// Until the act is approved, nobody even looks the secret up.
func TestADeniedSecretIsNotFetched(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Northbank"}`)
	v := &vault{kept: map[string]string{"bank": bankPassword}}
	for _, approver := range []permissions.Approver{approve{permissions.Denied}, permissions.Unattended{Medium: true}} {
		broker := permissions.NewBroker(permissions.Policy{}, approver, permissions.Options{})
		runner := tools.NewRunner(r.phone, broker, r.registry, tools.Options{Secrets: v}, tools.Hooks{})
		result := runner.Run(t.Context(), tools.Call{Name: "type_text", Arguments: json.RawMessage(typing("{{secret:bank}}", passwordField))})
		if result.OK || len(v.asked) != 0 || r.sim.Snapshot().FocusedText != "" {
			t.Errorf("%s; asked for %q", result.ForModel(), v.asked)
		}
	}
}

func TestSecretsThatCannotBeTyped(t *testing.T) {
	t.Parallel()
	r, v, told := secretRig(t, permissions.Once)
	tests := []struct{ text, message string }{
		{"{{secret:absent}}", "there is no secret absent: the person can keep one with `adroit secret set absent`"},
		{"{{secret:broken}}", "holds a line break"},
		{"{{secret:short}}", "too short to be kept out of the log"},
		{"{{secret:bank", "broken {{secret:…}}"},
		{"{{secret:}}", "broken {{secret:…}}"},
		{"{{secret:two words}}", "broken {{secret:…}}"},
		{"{{secret:{{secret:bank}}}}", "broken {{secret:…}}"},
	}
	for _, tt := range tests {
		result := r.call(t, "type_text", typing(tt.text, passwordField))
		if result.OK || r.sim.Snapshot().FocusedText != "" {
			t.Errorf("%s: %s", tt.text, result.ForModel())
		}
		contains(t, result.Message, tt.message)
	}
	if slices.Contains(v.asked, "bank") {
		t.Errorf("a broken name was looked up: %q", v.asked)
	}
	if all := told(); strings.Contains(all, "one") && strings.Contains(all, `one\ntwo`) {
		t.Errorf("a secret is told:\n%s", all)
	}
}

func TestWithoutAStoreNoSecretIsTyped(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Northbank"}`)
	result := r.call(t, "type_text", typing("{{secret:bank}}", passwordField))
	if result.OK || !result.Stop {
		t.Error(result.ForModel())
	}
	contains(t, result.Message, "no store of secrets")
}

func TestSecretNames(t *testing.T) {
	for _, name := range []string{"a", "bank-pin", "MAIL_2", "x.y", strings.Repeat("a", 64)} {
		if !tools.SecretName(name) {
			t.Errorf("%q is no name", name)
		}
	}
	for _, name := range []string{"", "two words", "a}}", "-x", "ü", strings.Repeat("a", 65), "a\n"} {
		if tools.SecretName(name) {
			t.Errorf("%q is a name", name)
		}
	}
}
