package loop

import (
	"context"
	"errors"
	"strings"
	"testing"

	"adroit/device/redact"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/tools"
	"adroit/tools/skill"
)

var wifiSkill = skill.Skill{ID: "wifi", SuccessCriteria: []string{"checked=Wi-Fi", "app=Settings"}}

// reading runs calls of which read_skill puts the skill in force, as a Runner does.
func reading(st **stage) func(context.Context, tools.Call) tools.Result {
	return func(ctx context.Context, c tools.Call) tools.Result {
		if c.Name == "read_skill" {
			(*st).runner.follow(wifiSkill)
		}
		return (*st).runner.succeed(ctx, c)
	}
}

// What a skill demands of the end holds for the turn in which it was read, and
// not for the next one.
func TestASkillSaysWhenATurnIsDone(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		log, recorded := logIn(t, t.TempDir())
		var st *stage
		var told string
		script := []model.Reply{wants(aCall("read_skill", `{"id":"wifi"}`)), says("It is on."), says("Now it is."), says("Hello.")}
		m := modelFunc(func(_ context.Context, req model.Request, delta func(string)) (model.Reply, error) {
			reply := script[0]
			delta(reply.Text)
			script = script[1:]
			if reply.Text == "Now it is." {
				told = req.Messages[len(req.Messages)-1].Text
				st.phone.put(settings(true))
			}
			return reply, nil
		})
		st = newStage(t, m, reading(&st), recorded, func(c *Config) { c.Gate.Expect = []Expectation{{"app", "Settings"}} })
		st.phone.put(settings(false))
		first := st.RunTurn(t.Context(), "Turn on Wi-Fi")
		if left := st.runner.Skills(); len(left) != 0 { // for the calls of other programs
			t.Errorf("after the turn %v are in force", left.IDs())
		}
		st.gate = Gate{}
		second := st.RunTurn(t.Context(), "Say hello")
		st.close(t)

		if first.Outcome != event.Done || !first.Verified || !strings.Contains(told, "\nchecked=Wi-Fi: it is off\n") || strings.Contains(told, "app=") {
			t.Errorf("ended as %s, verified %v; the model was told %q", first.Outcome, first.Verified, told)
		}
		if second.Outcome != event.Done || second.Verified {
			t.Errorf("the next turn ended as %s, verified %v", second.Outcome, second.Verified)
		}
		checks := st.journal.of(event.GateStarted)
		if len(checks) != 2 || checks[0].Text != "app=Settings\nchecked=Wi-Fi" || checks[0].TurnID != first.TurnID {
			t.Errorf("checked %+v", checks)
		}
		if err := errors.Join(checkHistory(st.history.messages), checkEvents(st.journal.all())); err != nil {
			t.Error(err)
		}
		run, err := record.Read(log.Path())
		if err != nil {
			t.Fatal(err)
		}
		if steps, err := Verify(t.Context(), run); err != nil || steps != 4 {
			t.Errorf("run again: %d steps, %v", steps, err)
		}
	})
}

// A summary may take a skill's words out of the model's context, but not the
// skill.
func TestASummaryNamesTheSkillsInForce(t *testing.T) {
	const named = "\n\nSkills to follow until the answer, to be read again first: free\n\nCalls so far"
	for summary, want := range map[string]string{"I tapped.": "I tapped." + named, "": noSummary + named} {
		inBubble(t, func(t *testing.T) {
			w := &walker{taps: 24, summary: says(summary)}
			st, _ := runTurn(t, w, func(st *stage) func(context.Context, tools.Call) tools.Result {
				tap := screensOf(100)(st)
				return func(ctx context.Context, c tools.Call) tools.Result {
					st.runner.follow(skill.Skill{ID: "free"})
					return tap(ctx, c)
				}
			}, roomFor(1_300))
			if got := st.history.messages[1].Text; !strings.HasPrefix(got, want) {
				t.Errorf("the summary is %q", got)
			}
		})
	}
}

func TestPromptTellsWhoWroteASkill(t *testing.T) {
	if strings.Contains(systemPrompt(tools.Catalogue(tools.Options{}), false), "read_skill") {
		t.Error("without skills the prompt speaks of them")
	}
	prompt := systemPrompt(tools.Catalogue(tools.Options{Skills: skill.Set{wifiSkill}}), false)
	if !strings.HasSuffix(prompt, skillInstruction) {
		t.Errorf("the prompt ends with %q", prompt[len(prompt)-200:])
	}
}

// The person's notes stand behind what is fixed, the same in every request,
// masked and without what could hide something.
func TestNotesAreToldWithTheInstructions(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var systems []string
		m := modelFunc(func(_ context.Context, req model.Request, _ func(string)) (model.Reply, error) {
			systems = append(systems, req.System)
			return says("Hello."), nil
		})
		secrets := redact.NewRegistry(redact.Options{})
		secrets.Add("", "open-sesame-42", "password")
		st := newStage(t, m, nil, func(c *Config) {
			c.Registry, c.Notes = secrets, "The shop is in test mode.\nIts login is open-sesame-42.\x1b[2J\u202e"
		})
		for range 2 {
			st.RunTurn(t.Context(), "Say hello")
		}
		st.close(t)
		_, notes, found := strings.Cut(systems[0], systemPrompt(tools.Catalogue(tools.Options{}), false)+notesHeading)
		if !found || !strings.HasPrefix(notes, "The shop is in test mode.\nIts login is [REDACTED].") || strings.ContainsAny(notes, "\x1b\u202e") {
			t.Errorf("the notes are told as %q", notes)
		}
		if systems[1] != systems[0] {
			t.Error("the instructions changed between two turns")
		}
	})
}
