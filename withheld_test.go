package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adroit/device/sim"
)

// TestBlockedAppReachesNoModel has a person open an app that a rule blocks, and
// looks for its words in all that a model or an agent is sent.
func TestBlockedAppReachesNoModel(t *testing.T) {
	on := append(servePhone(t, sim.Options{Serial: "blocked"}), "--approve", "medium")
	person := func(call ...string) {
		adroit(t, append(append([]string{"tool"}, call...), on...)...)
	}
	p := newPlanter(1)
	p.secrets = nil
	for _, word := range []string{"Customer number", "Password", "Sign in", "marsupial", "LoginActivity"} {
		p.secrets = append(p.secrets, secret{kind: "word", value: word, context: word, runs: []string{word}})
	}
	calls := []call{
		{"tap", `{"target":"Northbank","strategy":"text"}`},
		{"observe_screen_context", `{}`}, {"observe_screen", `{}`}, {"find_element", `{"class_name":"EditText"}`},
		{"type_text", `{"text":"x"}`}, {"tap", `{"target":"nothing of that name","strategy":"text"}`}, {"scroll", `{"direction":"forward"}`},
		{"wait_for_idle", `{"stable_ms":100,"timeout_ms":250}`}, {"wait_for_element", `{"class_name":"EditText","timeout_ms":250}`},
		{"wait_for_ui", `{"timeout_ms":250}`}, {"screenshot", `{}`}, {"observe_screen_context", `{}`},
	}
	for name, rule := range map[string]string{
		"by app":         "app = \"com.northbank*\"\n",
		"by tool in app": "tool = \"observe_screen_context\"\napp = \"com.northbank.mobile\"\n",
	} {
		t.Run(name, func(t *testing.T) {
			rules := filepath.Join(t.TempDir(), "bank.toml")
			if err := os.WriteFile(rules, []byte("[[rule]]\n"+rule+"decision = \"block\"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			typed := func() {
				person("open_app", "target=Northbank")
				person("type_text", "target=username", "strategy=view_id", "text=marsupial")
			}
			for _, format := range []string{"compact", "json"} {
				typed()
				person("press_home")
				model := newParrot(t, p, calls)
				ended := adroitWith(t, map[string]string{"ADROIT_SCREEN_FORMAT": format}, append(on, "run", "--rules", rules, "--model", "parrot", "--base-url", model.URL, "--api", "chat", "--images",
					"--expect", "checked=What is not there", "--state-dir", t.TempDir(), "Read the screen")...)
				if want := "denied: the last look at the phone was denied by rule bank.toml:1"; !strings.Contains(ended, want) {
					t.Errorf("it ended without %q:\n%s", want, ended)
				}
			}
			typed()
			p.check(t, adroit(t, append(on[:4:4], "observe", "--rules", rules, "--format", "model")...))
			typed()
			p.checkCalls(t, startMCP(t, append(on, "--rules", rules, "--state-dir", t.TempDir())...), calls[1:])
		})
	}
}
