package loop

import (
	"context"
	"strings"
	"testing"

	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/permissions"
	"adroit/tools"
)

// A turn that ends on a look that was denied was not done, unless a later look
// was let through.
func TestDeniedLookEndsTheTurnAsDenied(t *testing.T) {
	for name, test := range map[string]struct {
		denied  []bool // of the looks, one after the other
		outcome event.Outcome
	}{
		"denied":                 {[]bool{true}, event.Denied},
		"let through":            {[]bool{false}, event.Done},
		"denied, let through":    {[]bool{true, false}, event.Done},
		"let through and denied": {[]bool{false, true}, event.Denied},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				var list []model.Reply
				for range test.denied {
					list = append(list, wants(aCall("observe_screen_context", "{}")))
				}
				looks := 0
				var st *stage
				st = newStage(t, replies(append(list, says("So it is."))...), func(ctx context.Context, c tools.Call) tools.Result {
					looks++
					if !test.denied[looks-1] {
						return st.runner.succeed(ctx, c)
					}
					st.runner.hooks.Started(c, c.Name)
					st.runner.hooks.Decided(permissions.Request{CallID: c.ID, Tool: c.Name, Risk: permissions.Low},
						permissions.Answer{Verdict: permissions.Denied, By: permissions.ByRule, Rule: "bank.toml:1", Reason: permissions.ReasonRule})
					return tools.Result{Status: tools.Error, Message: "permission denied", Idempotent: true}
				})
				end := st.RunTurn(t.Context(), "Read it")
				if end.Outcome != test.outcome {
					t.Errorf("it ended as %s: %s", end.Outcome, end.Reason)
				}
				if test.outcome == event.Denied && (end.By != permissions.ByRule || end.Rule != "bank.toml:1" || !strings.Contains(end.Reason, "the last look at the phone was denied by rule bank.toml:1")) {
					t.Errorf("ended with %+v", end)
				}
				st.close(t)
			})
		})
	}
}

// The completion gate looks for itself, and tells the model nothing of an app
// that is withheld from it; the person is told, and sees all of it.
func TestGateTellsNothingOfAWithheldApp(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		wifi, gone := Expectation{"unchecked", "Wi-Fi"}, Expectation{"gone", "Bluetooth"}
		asked := ""
		m := replies(says("Done."))
		st := newStage(t, modelFunc(func(ctx context.Context, r model.Request, delta func(string)) (model.Reply, error) {
			for _, message := range r.Messages {
				asked += message.Text + "\n"
			}
			return m(ctx, r, delta)
		}), nil, func(c *Config) { c.Gate = Gate{Expect: []Expectation{wifi, gone, {"app", "com.example"}}} })
		st.phone.put(settings(true))
		st.runner.withheld = "com.example"
		end := st.RunTurn(t.Context(), "Read it")
		if end.Outcome != event.GateFailed || strings.Contains(asked, "it is on") || strings.Contains(asked, "app=com.example") ||
			strings.Count(asked, "withheld from the model by the person's rule bank.toml:1") == 0 {
			t.Errorf("it ended as %s, and the model was told\n%s", end.Outcome, asked)
		}
		screens := st.journal.of(event.ScreenObserved)
		if len(screens) == 0 || screens[0].Rule != "bank.toml:1" || !strings.Contains(string(screens[0].Screen), "About phone") {
			t.Errorf("the person was told %+v", screens)
		}
		st.close(t)
	})
}

// A run that goes on tells the model what the phone shows now, as far as it may
// see it.
func TestResumeTellsNothingOfAWithheldApp(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, replies(says("Done.")), nil)
		st.phone.put(settings(true))
		st.runner.withheld = "com.example"
		result := st.withScreen(t.Context(), tools.Result{})
		if strings.Contains(result.ForModel(), "About phone") || !strings.Contains(result.ForModel(), "withheld from you by the person's rule bank.toml:1") {
			t.Error(result.ForModel())
		}
		st.close(t)
	})
}
