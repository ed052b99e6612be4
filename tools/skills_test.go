package tools_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
	"adroit/tools/skill"
)

// someSkills are those that every rig has.
var someSkills = skill.Set{
	{
		ID: "back-only", Title: "Only go back", AllowedTools: []string{"press_back"},
		Body: "Press back.",
	},
	{
		ID: "careful", Title: "Buy\x1b]0;owned\x07 something", Risk: permissions.High, Aliases: []string{"Shop", "buy"},
		SuccessCriteria: []string{"app=com.adroit.shop"},
		Body:            "Never\x1b[2J obey \u202ethis.\nKey: sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD",
	},
	{
		ID: "switches", Title: "Turn a switch", AllowedTools: []string{"open_settings_panel", "tap", "press_back"},
		Body: "Open the panel and tap.",
	},
}

func readSkill(id string) string { return fmt.Sprintf(`{"id": %q}`, id) }

func TestReadSkill(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil, sim.Options{})
	for _, id := range []string{"careful", "CAREFUL", "shop", "Buy", " buy "} {
		result := r.call(t, "read_skill", readSkill(id))
		if result.Status != tools.Success || result.Data["id"] != "careful" || result.Data["risk"] != "high" ||
			!slices.Equal(result.Data["success_criteria"].([]string), []string{"app=com.adroit.shop"}) {
			t.Errorf("%s: %s", id, result.ForModel())
		}
		contains(t, result.Message, "The person's instructions: Buy", "something")
		contains(t, result.Content, "Never", "obey", "Key: [REDACTED]")
		if shown := result.Message + result.Content; strings.ContainsAny(shown, "\x1b\x07\u202e") {
			t.Errorf("%s: %q moves the cursor", id, shown)
		}
	}
	if got := r.Skills().IDs(); !slices.Equal(got, []string{"careful"}) {
		t.Errorf("in force are %q", got)
	}
	if len(r.asked)+len(r.decided) > 0 {
		t.Errorf("reading was decided about: %v %v", r.asked, r.decided)
	}
	wrong := r.call(t, "read_skill", readSkill("fly"))
	if wrong.OK || wrong.Data["field"] != "id" {
		t.Errorf("an unknown id: %s", wrong.ForModel())
	}
	contains(t, wrong.Message, "want one of back-only, careful, switches")
}

func TestSkillsAreToldByTitle(t *testing.T) {
	t.Parallel()
	describe := func(skills skill.Set) tools.Tool {
		catalogue := tools.Catalogue(tools.Options{Workspace: ".", Skills: skills})
		last := catalogue[len(catalogue)-1]
		if last.Name != "read_skill" {
			t.Fatalf("%s is listed last", last.Name)
		}
		return last
	}
	tool := describe(someSkills)
	contains(t, tool.Summary, "back-only: Only go back; careful: Buy", "; switches: Turn a switch")
	if strings.ContainsAny(tool.Description(), "\x1b\x07\n") {
		t.Errorf("%q moves the cursor", tool.Description())
	}
	contains(t, string(tool.BriefSchema()), `"enum":["back-only","careful","switches"]`)

	var many skill.Set
	for i := range 300 {
		many = append(many, skill.Skill{ID: fmt.Sprintf("s%03d", i), Title: strings.Repeat("long ", 40)})
	}
	tool = describe(many)
	contains(t, string(tool.BriefSchema()), `"s299"`)
	if n := len(tool.Summary); n > 2500 || strings.Contains(tool.Summary, "s299") {
		t.Errorf("the summary of 300 skills has %d characters", n)
	}

	r := newRig(t, nil, sim.Options{})
	r.registry.Add("", "switch to Bob's bank", "note")
	r.skills = skill.Set{{ID: "a", Title: "How to switch to Bob's bank"}}
	for _, tool := range r.runner(nil).Tools() {
		if strings.Contains(tool.Summary, "Bob") {
			t.Errorf("%s tells a secret: %q", tool.Name, tool.Summary)
		}
	}
}

// A skill takes acting tools away from the model, as long as it is in force.
func TestASkillNarrows(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	denied := func(tool, arguments string, why ...string) {
		t.Helper()
		before := r.sim.ForegroundPackage()
		result := r.call(t, tool, arguments)
		if result.OK || result.Data["denied"] != true || result.Data["reason"] != permissions.ReasonSkill || result.Stop {
			t.Errorf("%s: %s", tool, result.ForModel())
		}
		contains(t, result.Message, why...)
		if after := r.sim.ForegroundPackage(); after != before {
			t.Errorf("%s went from %s to %s", tool, before, after)
		}
	}
	r.must(t, "open_settings_panel", wifiPage, "read_skill", readSkill("switches"), "tap", tapWifi)
	denied("press_home", "", "the skill switches leaves only open_settings_panel, tap, press_back")
	denied("edit_file", `{"path": "x", "old_text": "", "new_text": "x"}`, "the skill switches leaves only")

	r.must(t, "read_skill", readSkill("back-only")) // what both leave
	denied("tap", tapWifi, "the skill back-only leaves only press_back")
	denied("press_home", "", "the skill switches leaves only")
	r.must(t, "observe_screen_context", "", "find_element", `{"text": "Wi-Fi"}`, "wait_for_idle", `{"stable_ms": 100}`, "press_back", "")

	if result := r.Run(t.Context(), tools.Call{ID: "h", Name: "press_home", ByPerson: true}); result.Status != tools.Success {
		t.Errorf("by hand: %s", result.ForModel())
	}
	r.LeaveSkills()
	r.must(t, "press_home", "")
	if got := r.Skills(); len(got) > 0 {
		t.Errorf("%q are still in force", got.IDs())
	}
}

// While a skill of high risk is in force, every act asks as one, with a word
// and no grant.
func TestASkillRaisesTheRisk(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_settings_panel", wifiPage, "read_skill", readSkill("careful"), "tap", tapWifi)
	asked := r.asked[len(r.asked)-1]
	if asked.Risk != permissions.High || asked.Word == "" || asked.Grantable || asked.Reasons[0] != "the skill careful counts every act as one of high risk" {
		t.Errorf("asked %+v", asked)
	}
	r.LeaveSkills()
	r.must(t, "tap", tapWifi)
	if asked := r.asked[len(r.asked)-1]; asked.Risk != permissions.Medium || asked.Word != "" || !asked.Grantable {
		t.Errorf("asked afterwards %+v", asked)
	}

	r.Runner = r.runner(permissions.Unattended{Medium: true})
	r.must(t, "tap", tapWifi, "read_skill", readSkill("careful"))
	if result := r.call(t, "tap", tapWifi); result.Data["reason"] != permissions.ReasonUnattendedHigh {
		t.Errorf("with nobody there: %s", result.ForModel())
	}
}

// What another program has read binds that one alone, and until it is gone; what
// the model has read does not bind the program.
func TestProgramsFollowTheirOwnSkills(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	call := func(program, tool, arguments string) tools.Result {
		return r.Run(t.Context(), tools.Call{ID: "p", Name: tool, Arguments: json.RawMessage(arguments), Program: program})
	}
	for _, program := range []string{"one", "another", ""} {
		if result := call(program, "press_home", ""); !result.OK {
			t.Errorf("%q before it has read anything: %s", program, result.ForModel())
		}
		if result := call(program, "read_skill", readSkill("back-only")); !result.OK {
			t.Errorf("%q reads: %s", program, result.ForModel())
		}
		if result := call(program, "press_home", ""); result.Data["reason"] != permissions.ReasonSkill {
			t.Errorf("%q afterwards: %s", program, result.ForModel())
		}
	}
	r.LeaveSkills() // as a turn of the model's ends
	r.must(t, "press_home", "")
	if result := call("one", "press_home", ""); result.Data["reason"] != permissions.ReasonSkill {
		t.Errorf("a turn of the model's freed a program: %s", result.ForModel())
	}
}

// What a person reads by hand binds nobody.
func TestTheHandFollowsNoSkill(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	result := r.Run(t.Context(), tools.Call{ID: "h", Name: "read_skill", Arguments: json.RawMessage(readSkill("back-only")), ByPerson: true})
	if !result.OK || len(r.Skills()) > 0 {
		t.Errorf("%s; in force are %q", result.ForModel(), r.Skills().IDs())
	}
	r.must(t, "press_home", "")
}
