package loop

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/permissions"
	"adroit/tools"
)

// ruledUpon is a run function that has each call ruled upon as one of medium
// risk.
func ruledUpon(st **stage) func(context.Context, tools.Call) tools.Result {
	return func(ctx context.Context, c tools.Call) tools.Result {
		s := *st
		r, a := s.broker.Decide(ctx, permissions.Situation{Tool: c.Name, Risk: permissions.Medium},
			permissions.Request{CallID: c.ID, Tool: c.Name}, s.runner.hooks.Asked)
		s.runner.hooks.Decided(r, a)
		if !a.Verdict.Approves() {
			return tools.Result{Status: tools.Error, Message: "permission denied", Idempotent: true}
		}
		return s.runner.succeed(ctx, c)
	}
}

// What decided an act stands in the log: who, by which rule, why, and how long
// the question stood.
func TestDecisionsAreToldWithTheirReasons(t *testing.T) {
	rules, err := permissions.ParseRules("rules.toml", []byte("[[rule]]\ntool = \"press_home\"\ndecision = \"deny\"\nreason = \"stay here\"\n"),
		[]string{"press_home"})
	if err != nil {
		t.Fatal(err)
	}
	inBubble(t, func(t *testing.T) {
		var st *stage
		st = newStage(t, replies(wants(aCall("tap", "{}"), aCall("press_home", "{}")), says("Done.")), ruledUpon(&st),
			func(c *Config) { c.Policy.Rules = rules })
		if _, err := st.Send("Go"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		time.Sleep(1200 * time.Millisecond)
		id := st.journal.of(event.ApprovalRequested)[0].RequestID
		if err := st.Resolve(id, permissions.Answer{Verdict: permissions.Once, By: permissions.ByPerson}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		decided := st.journal.of(event.ApprovalDecided)
		if len(decided) != 2 {
			t.Fatalf("%d decisions", len(decided))
		}
		asked, ruled := decided[0], decided[1]
		if asked.By != permissions.ByPerson || asked.RequestID != id || asked.ShownMS != 1200 || len(asked.Reasons) == 0 || asked.Rule != "" {
			t.Errorf("the person's decision is told as %+v", asked)
		}
		if ruled.By != permissions.ByRule || ruled.Rule != "rules.toml:1" || ruled.Reason != permissions.ReasonRule ||
			ruled.Decision != string(permissions.Denied) || ruled.ShownMS != 0 ||
			!strings.Contains(strings.Join(ruled.Reasons, "\n"), "rule rules.toml:1 says deny: stay here") {
			t.Errorf("the rule's decision is told as %+v", ruled)
		}
		st.close(t)
	})
}

func TestTheModeIsToldAndHolds(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var st *stage
		st = newStage(t, replies(wants(aCall("tap", "{}")), says("Done."), wants(aCall("tap", "{}")), says("Denied.")), ruledUpon(&st))
		for _, mode := range []permissions.Mode{permissions.ModeMedium, permissions.ModeReadOnly} {
			if err := st.SetMode(mode); err != nil || st.Mode() != mode {
				t.Fatalf("mode %q, %v", st.Mode(), err)
			}
			if _, err := st.Send("Go"); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		if err := st.SetMode("yolo"); err == nil || st.Mode() != permissions.ModeReadOnly {
			t.Errorf("mode %q, %v", st.Mode(), err)
		}
		var told []string
		for _, e := range st.journal.of(event.ModeChanged, event.ApprovalRequested, event.ApprovalDecided) {
			told = append(told, strings.TrimSpace(string(e.Type)+" "+e.Mode+e.Decision+" by "+e.By))
		}
		want := "mode_changed medium by person, approval_decided once by mode, mode_changed read-only by person, approval_decided deny by mode"
		if got := strings.Join(told, ", "); got != want {
			t.Errorf("told %s\nwant %s", got, want)
		}
		st.close(t)
		if err := st.SetMode(permissions.ModeAsk); err == nil {
			t.Error("a closed session changed its mode")
		}
	})
}

// A turn counts as denied where the last act above low risk was, or a look at the
// phone.
func TestTheLastDecisionAboveLowRiskCounts(t *testing.T) {
	type decision struct {
		risk    permissions.Risk
		verdict permissions.Verdict
	}
	const medium, low = permissions.Medium, permissions.Low
	for name, test := range map[string]struct {
		decisions []decision
		outcome   event.Outcome
	}{
		"denied":                      {[]decision{{medium, permissions.Denied}}, event.Denied},
		"approved, then denied":       {[]decision{{medium, permissions.Once}, {medium, permissions.Denied}}, event.Denied},
		"denied, then approved":       {[]decision{{medium, permissions.Denied}, {medium, permissions.Once}}, event.Done},
		"a look is denied":            {[]decision{{low, permissions.Denied}}, event.Denied},
		"denied, then a look as well": {[]decision{{medium, permissions.Denied}, {low, permissions.Denied}}, event.Denied},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				var calls []model.Call
				for i := range test.decisions {
					calls = append(calls, aCall("tap", fmt.Sprintf(`{"n":%d}`, i)))
				}
				_, end := runTurn(t, replies(wants(calls...), says("That is all.")), func(st *stage) func(context.Context, tools.Call) tools.Result {
					return func(ctx context.Context, c tools.Call) tools.Result {
						d := test.decisions[len(st.runner.calls())-1]
						st.runner.hooks.Decided(permissions.Request{CallID: c.ID, Tool: c.Name, Risk: d.risk}, permissions.Answer{Verdict: d.verdict})
						return tools.Result{Status: tools.Error, Message: "as decided", Idempotent: true}
					}
				})
				if end.Outcome != test.outcome {
					t.Errorf("ended as %s: %s", end.Outcome, end.Reason)
				}
			})
		})
	}
}

// How a turn ends that was denied says who denied: by hand, or what stood in
// the place of a hand.
func TestTheEndTellsWhoDenied(t *testing.T) {
	rules, err := permissions.ParseRules("rules.toml", []byte("[[rule]]\ntool = \"tap\"\ndecision = \"deny\"\n"), []string{"tap"})
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		configure func(*Config)
		mode      permissions.Mode
		by, rule  string
		reason    string
	}{
		"a rule":     {func(c *Config) { c.Policy.Rules = rules }, permissions.ModeAsk, permissions.ByRule, "rules.toml:1", "denied by rule rules.toml:1"},
		"a mode":     {func(*Config) {}, permissions.ModeReadOnly, permissions.ByMode, "", "by the mode that the person chose"},
		"nobody":     {func(c *Config) { c.ApprovalTimeout = time.Minute }, permissions.ModeAsk, permissions.ByTimeout, "", "nobody answered in time"},
		"the policy": {func(c *Config) { c.Approver = permissions.Unattended{} }, permissions.ModeAsk, permissions.ByPolicy, "", "denied: nobody is there to ask"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				var st *stage
				st = newStage(t, replies(wants(aCall("tap", "{}")), says("It was denied.")), ruledUpon(&st), test.configure)
				if err := st.SetMode(test.mode); err != nil {
					t.Fatal(err)
				}
				end := st.RunTurn(t.Context(), "Go")
				st.close(t)
				if end.Outcome != event.Denied || end.By != test.by || end.Rule != test.rule || !strings.Contains(end.Reason, test.reason) {
					t.Errorf("ended as %+v", end)
				}
			})
		})
	}
}
