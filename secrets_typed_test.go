package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adroit/device/sim"
	"adroit/device/sim/apps"
)

// typedRules let the model type what is secret in the bank, as a person who
// trusts it with that would.
const typedRules = `
[[rule]]
tool = "type_text"
app = "` + apps.BankPackage + `"
class = "sensitive_text_entry"
decision = "allow"

[[rule]]
tool = "type_text"
app = "` + apps.BankPackage + `"
decision = "allow"
`

// TestTypedSecretsNeverLeave types a secret of the person's into a field that
// shows what it holds, and a password that the model made up into one that
// does not. From then on neither comes out of anything.
func TestTypedSecretsNeverLeave(t *testing.T) {
	p := &planter{Rand: rand.New(rand.NewPCG(newSeed(t), 2))}
	const letters, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	p.add("kept secret", "", p.word(letters, 9)+p.word(digits, 4), "The number was %s", "")
	p.add("typed password", "", p.word(letters, 12), "It was %s", "")
	kept, password := p.secrets[0].value, p.secrets[1].value
	variables := map[string]string{"ADROIT_SECRET_CUSTOMER": kept}
	typing := []call{
		{"type_text", `{"text":"{{secret:CUSTOMER}}","target":"Customer number","strategy":"text"}`},
		{"type_text", `{"text":` + quoted(password) + `,"target":"Password","strategy":"text"}`},
		{"observe_screen_context", "{}"},
		{"observe_screen", "{}"},
		{"find_element", `{"text":` + quoted(kept) + `}`},
		{"find_element", `{"text":` + quoted(password) + `}`},
		{"tap", `{"target":` + quoted(kept) + `,"strategy":"text"}`},
	}

	// phone is a phone on which the bank asks who is there, and how to reach it.
	phone := func(t *testing.T) []string {
		adb := servePhone(t, sim.Options{Serial: "typed"})
		adroit(t, append(adb, "tool", "open_app", "target=Northbank", "--approve", "medium")...)
		return adb
	}
	rules := filepath.Join(t.TempDir(), "rules.toml")
	if err := os.WriteFile(rules, []byte(typedRules), 0o600); err != nil {
		t.Fatal(err)
	}

	t.Run("a run", func(t *testing.T) {
		adb := phone(t)
		m := newParrot(t, p, typing)
		state := t.TempDir()
		args := slices.Concat(adb, []string{"--base-url", m.URL, "--api", "chat", "--model", "parrot", "--state-dir", state, "--rules", rules})
		out := adroitWith(t, variables, append(args, "run", "--approve", "medium", "--json", "Sign in")...)
		if !strings.Contains(out, "That is all.") || strings.Count(out, `"Typed `) < 2 {
			t.Fatalf("the run did not type both:\n%s", out)
		}
		p.check(t, out)
		p.check(t, filesIn(t, state))
		p.checkRuns(t, state)
	})
	t.Run("a tool", func(t *testing.T) {
		for _, what := range [][]string{
			{"text={{secret:CUSTOMER}}", "target=Customer number"},
			{"text=" + password, "target=Password"},
		} {
			args := append(phone(t), "--rules", rules, "tool", "--approve", "medium", "type_text", "strategy=text")
			out := adroitWith(t, variables, append(args, what...)...)
			if !strings.Contains(out, `"ok": true`) {
				t.Errorf("%q was not typed:\n%s", what, out)
			}
			p.check(t, out)
		}
	})
	t.Run("the cockpit", func(t *testing.T) {
		program, err := exec.LookPath("adroit")
		if err != nil {
			t.Fatal(err)
		}
		adb := phone(t)
		// What was denied was never read: only the model's own password can be
		// in its words.
		own := &planter{Rand: p.Rand, secrets: p.secrets[1:]}
		m := newParrot(t, own, typing[:2])
		dir := t.TempDir()
		term := startTerminal(t, 160, 50)
		written := filepath.Join(dir, "written")
		term.tmux("pipe-pane", "cat >> "+written)
		term.run("OPENAI_API_KEY=k HOME=" + dir + " " + program + " " + strings.Join(adb, " ") +
			" --base-url " + m.URL + " --api chat --model parrot --state-dir " + dir + "/state")
		term.waitFor("Say what should happen")
		term.write("Sign in")
		term.press("Enter")
		asked := term.waitFor("The model asks", "CUSTOMER")
		term.answer("n", "CUSTOMER")
		asked += term.waitFor("The model asks", "Password")
		term.answer("n", "Password")
		asked += term.waitFor("That is all.", "Ended: denied by you")
		term.press("C-c")
		term.waitFor("ctrl+c again quits")
		term.press("C-c")
		term.waitFor("exit 0")
		p.check(t, asked)
		raw, err := os.ReadFile(written)
		if err != nil || len(raw) == 0 {
			t.Fatalf("nothing was recorded: %v", err)
		}
		p.check(t, string(raw))
		p.check(t, filesIn(t, filepath.Join(dir, "state")))
		p.checkRuns(t, filepath.Join(dir, "state"))
	})
}
