package tools_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"adroit/device"
	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

const bank = "com.northbank.mobile"

// onBank is a rig whose phone shows the bank with a name typed into it, and the
// words that the bank shows.
func onBank(t *testing.T) (*rig, []string) {
	t.Helper()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Northbank"}`, "type_text", `{"view_id": "com.northbank.mobile:id/username", "text": "marsupial"}`)
	var words []string
	for _, n := range r.phone.Last().Nodes {
		if n.PackageName != bank {
			continue
		}
		for _, s := range []string{n.Label, n.Text, n.Description, n.Hint, strings.TrimPrefix(n.ViewID, bank+":id/")} {
			if len(s) > 3 && s != "Northbank" {
				words = append(words, s)
			}
		}
	}
	slices.Sort(words)
	words = slices.Compact(words)
	if seen := r.call(t, "observe_screen", ``).ForModel(); len(leaked(seen, words)) != len(words) || !slices.Contains(words, "marsupial") {
		t.Fatalf("of %q it shows only %q", words, leaked(seen, words))
	}
	return r, words
}

func leaked(s string, words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !strings.Contains(s, word) })
}

// person does by hand what no rule is asked about.
func (r *rig) person(t testing.TB, commands ...device.Command) {
	t.Helper()
	if err := r.phone.Run(t.Context(), commands...); err != nil {
		t.Fatal(err)
	}
}

func (r *rig) openBank(t testing.TB) {
	t.Helper()
	app, err := r.phone.FindApp(t.Context(), bank)
	if err != nil {
		t.Fatal(err)
	}
	r.person(t, device.StartApp(app))
}

// blindCalls has a call of each tool that names nothing that the bank shows.
var blindCalls = map[string]string{
	"observe_screen": ``, "observe_screen_context": ``, "screenshot": ``,
	"find_element":          `{"class_name": "EditText"}`,
	"open_app":              `{"target": "Northbank"}`,
	"open_settings_panel":   `{"panel": "app_info"}`,
	"tap":                   `{"target": "%ID%", "strategy": "node_id"}`,
	"long_press":            `{"target": "%ID%", "strategy": "node_id"}`,
	"double_tap":            `{"target": "%ID%", "strategy": "node_id"}`,
	"focus_input":           `{"target": "nothing of that name", "strategy": "text"}`,
	"clear_text":            ``,
	"type_text":             `{"text": "x"}`,
	"scroll":                `{"direction": "forward"}`,
	"scroll_to_element":     `{"text": "i"}`,
	"swipe":                 `{"direction": "up"}`,
	"drag_and_drop":         `{"start_x": 500, "start_y": 900, "end_x": 500, "end_y": 400}`,
	"press_back":            ``,
	"press_home":            ``,
	"recent_apps":           ``,
	"dismiss_keyboard":      ``,
	"wait_for_ui":           `{"timeout_ms": 250}`,
	"wait_for_idle":         `{"stable_ms": 100, "timeout_ms": 300}`,
	"wait_for_app":          `{"target": "com.northbank.mobile", "timeout_ms": 250}`,
	"wait_for_element":      `{"text": "i", "timeout_ms": 250}`,
	"wait_for_element_gone": `{"text": "i", "timeout_ms": 250}`,
}

// No tool tells a word of what an app shows that a rule keeps from the model,
// whatever the rule says besides.
func TestNoToolTellsOfAWithheldApp(t *testing.T) {
	t.Parallel()
	for name, rules := range map[string]string{
		"blocked":          "[[rule]]\napp = \"com.northbank*\"\ndecision = \"block\"\n",
		"denied":           "[[rule]]\napp = \"com.northbank.*\"\ndecision = \"deny\"\n",
		"the tool there":   "[[rule]]\ntool = \"%TOOL%\"\napp = \"com.northbank.mobile\"\ndecision = \"deny\"\n",
		"reading there":    "[[rule]]\ntool = \"observe_screen_context\"\napp = \"*bank*\"\ndecision = \"block\"\n",
		"all but the tool": "[[rule]]\ntool = \"%TOOL%\"\napp = \"com.northbank*\"\ndecision = \"allow\"\n[[rule]]\napp = \"com.northbank*\"\ndecision = \"block\"\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, words := onBank(t)
			id := r.phone.Last().Nodes[len(r.phone.Last().Nodes)-1].ID
			for _, tool := range r.Tools() {
				arguments, ok := blindCalls[tool.Name]
				if !ok && !slices.Contains([]string{"list_files", "read_file", "edit_file", "read_skill"}, tool.Name) {
					t.Errorf("there is no call of %s", tool.Name)
				}
				if !ok || name == "all but the tool" && tool.Name == "observe_screen_context" { // which that lets read
					continue
				}
				r.openBank(t)
				r.rule(t, strings.ReplaceAll(rules, "%TOOL%", tool.Name))
				r.started, r.asked = nil, nil
				arguments = strings.ReplaceAll(arguments, "%ID%", id)
				label := r.Label(tools.Call{Name: tool.Name, Arguments: []byte(arguments)})
				result := r.call(t, tool.Name, arguments)
				told := label + "\n" + strings.Join(r.started, "\n") + actions(r.asked) + result.ForModel()
				if got := leaked(told, words); len(got) > 0 || result.Image != nil {
					t.Errorf("%s tells %q, and a picture of %d bytes:\n%s", tool.Name, got, len(result.Image), told)
				}
				if r.sim.ForegroundPackage() == bank && result.Data["withheld_by"] == nil {
					t.Errorf("%s does not say what is withheld: %s", tool.Name, result.ForModel())
				}
			}
		})
	}
}

// What a tool brings to the front is withheld like what was there before.
func TestActThatOpensAWithheldApp(t *testing.T) {
	t.Parallel()
	r, words := onBank(t)
	r.rule(t, "[[rule]]\napp = \"com.northbank*\"\ndecision = \"block\"\n")
	for _, tool := range []string{"tap", "double_tap"} {
		r.person(t, device.Keys(device.KeyHome))
		result := r.call(t, tool, `{"text": "Northbank"}`)
		if result.Status != tools.Success || r.sim.ForegroundPackage() != bank || len(leaked(result.ForModel(), words)) > 0 ||
			result.Data["withheld_by"] != "bank.toml:1" || !strings.Contains(result.Screen, "withheld from you by the person's rule bank.toml:1") {
			t.Errorf("%s: %s", tool, result.ForModel())
		}
	}
}

// The screen that counts for a look is the one that it sees, not the one that
// was seen before.
func TestLooksAreJudgedByWhatTheySee(t *testing.T) {
	t.Parallel()
	r, words := onBank(t)
	r.rule(t, "[[rule]]\napp = \"com.northbank*\"\ndecision = \"block\"\n")
	r.person(t, device.Keys(device.KeyHome))
	for range 2 {
		r.must(t, "observe_screen_context", ``)
		r.openBank(t)
		for range 2 {
			result := r.call(t, "observe_screen_context", ``)
			if result.Data["denied"] != true || result.Data["reason"] != permissions.ReasonRule || len(leaked(result.ForModel(), words)) > 0 {
				t.Errorf("in the bank: %s", result.ForModel())
			}
		}
		r.person(t, device.Keys(device.KeyHome))
	}
	r.must(t, "wait_for_idle", `{"stable_ms": 100}`, "tap", `{"text": "Notes"}`, "press_home", ``)

	r.openBank(t) // and the person leaves it while the model waits
	looks := 0
	r.onScreen = func() {
		if looks++; looks == 1 {
			r.person(t, device.Keys(device.KeyHome))
		}
	}
	result := r.call(t, "wait_for_element", `{"text": "Notes"}`)
	if result.Status != tools.Success || r.sim.ForegroundPackage() == bank || looks < 2 {
		t.Errorf("after %d looks: %s", looks, result.ForModel())
	}
}

// The result names the rule and the way out, as far as the rules leave one.
func TestWithheldSaysWhatHelps(t *testing.T) {
	t.Parallel()
	const leave = "[[rule]]\ntool = \"press_home\"\napp = \"com.northbank*\"\ndecision = \"allow\"\n"
	for _, test := range []struct{ rules, place, next string }{
		{"", "bank.toml:1", "wait_for_ui"},
		{leave, "bank.toml:5", "press_home"},
	} {
		r, _ := onBank(t)
		r.rule(t, test.rules+"[[rule]]\napp = \"com.northbank*\"\ndecision = \"block\"\n")
		for _, call := range [][2]string{{"observe_screen_context", ``}, {"tap", `{"node_id": "1"}`}, {"press_back", ``}} {
			result := r.call(t, call[0], call[1])
			if result.OK || result.Data["withheld_by"] != test.place || !slices.Equal(result.NextActions, []string{test.next}) {
				t.Errorf("%s: %s", call[0], result.ForModel())
			}
			contains(t, result.Message, "withheld from you by the person's rule "+test.place, test.next)
		}
		if result := r.call(t, "press_home", ``); result.OK != (test.next == "press_home") {
			t.Errorf("press_home: %s", result.ForModel())
		}
	}
}

// What a rule says of a class of act or of a target keeps nothing out of sight,
// and neither does one about another app or tool.
func TestRulesThatWithholdNothing(t *testing.T) {
	t.Parallel()
	r, words := onBank(t)
	for _, rule := range []string{
		"class = \"payment\"\napp = \"com.northbank*\"\ndecision = \"block\"",
		"target = \"Sign*\"\napp = \"com.northbank*\"\ndecision = \"block\"",
		"app = \"com.example.*\"\ndecision = \"block\"",
		"app = \"com.northbank*\"\ndecision = \"ask\"",
		"tool = \"tap\"\napp = \"com.northbank*\"\ndecision = \"deny\"",
	} {
		r.rule(t, "[[rule]]\n"+rule+"\n")
		if result := r.call(t, "observe_screen", ``); len(leaked(result.ForModel(), words)) != len(words) {
			t.Errorf("%s: %s", rule, result.ForModel())
		}
	}
}

// A window of a withheld app over another one, and what lies under it.
func TestWithheldWindowOverAnotherApp(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Settings"}`)
	r.rule(t, "[[rule]]\napp = \"com.example.prize\"\ndecision = \"block\"\n")
	r.sim.Broadcast(sim.TrickDialog, nil)
	for _, call := range [][2]string{{"observe_screen_context", ``}, {"observe_screen", ``}, {"find_element", `{"class_name": "Button"}`}, {"screenshot", ``}} {
		result := r.call(t, call[0], call[1])
		if got := leaked(result.ForModel(), []string{"Allow", "Deny", "permission_allow"}); len(got) > 0 || result.Image != nil {
			t.Errorf("%s tells %q: %s", call[0], got, result.ForModel())
		}
	}
	contains(t, fmt.Sprint(r.call(t, "observe_screen_context", ``).Data["withheld_by"]), "bank.toml:1")
}

// A rule that restricts an app also counts where an act would open it.
func TestOpeningARestrictedAppIsRuledUpon(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.rule(t, "[[rule]]\napp = \"com.android.settings\"\ndecision = \"block\"\n")
	for _, call := range [][2]string{{"open_app", `{"target": "Settings"}`}, {"open_settings_panel", wifiPage}} {
		if result := r.call(t, call[0], call[1]); result.OK || result.Data["denied"] != true || len(r.started) != 0 {
			t.Errorf("%s: %s; started %q", call[0], result.ForModel(), r.started)
		}
	}
	r.must(t, "open_app", `{"target": "Notes"}`)
}
