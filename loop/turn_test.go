package loop

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/permissions"
	"adroit/tools"
)

// inBubble runs a test with a clock of its own, in which waits take no time.
// It fails when a goroutine is left.
func inBubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}

// runTurn runs one turn of a session among fakes and checks the rules that
// hold for every turn.
func runTurn(t *testing.T, m model.Model, run func(*stage) func(context.Context, tools.Call) tools.Result, configure ...func(*Config)) (*stage, event.Event) {
	t.Helper()
	var st *stage
	var carryOut func(context.Context, tools.Call) tools.Result
	if run != nil {
		carryOut = func(ctx context.Context, c tools.Call) tools.Result { return run(st)(ctx, c) }
	}
	st = newStage(t, m, carryOut, configure...)
	end := st.RunTurn(t.Context(), "Turn on Wi-Fi")
	st.close(t)
	if err := checkHistory(st.history.messages); err != nil {
		t.Errorf("history: %v", err)
	}
	if err := checkEvents(st.journal.all()); err != nil {
		t.Errorf("events: %v", err)
	}
	return st, end
}

func failing(result tools.Result) func(*stage) func(context.Context, tools.Call) tools.Result {
	return func(*stage) func(context.Context, tools.Call) tools.Result {
		return func(context.Context, tools.Call) tools.Result { return result }
	}
}

func deciding(verdict permissions.Verdict) func(*stage) func(context.Context, tools.Call) tools.Result {
	return func(st *stage) func(context.Context, tools.Call) tools.Result {
		return func(_ context.Context, c tools.Call) tools.Result {
			r := permissions.Request{ID: "q1", CallID: c.ID, Tool: c.Name, Risk: permissions.Medium}
			st.runner.hooks.Asked(r)
			st.runner.hooks.Decided(r, permissions.Answer{Verdict: verdict, By: permissions.ByPerson, Message: "not that one"})
			return tools.Result{Status: tools.Error, Message: "permission denied: not that one", Idempotent: true}
		}
	}
}

func TestOutcomes(t *testing.T) {
	tap := aCall("tap", `{"target":"3","strategy":"node_id"}`)
	spent := wants(tap)
	spent.Usage = model.Usage{Input: 600_000}
	steps := func(n int) func(*Config) { return func(c *Config) { c.Limits.Steps = n } }

	tests := map[string]struct {
		model     model.Model
		run       func(*stage) func(context.Context, tools.Call) tools.Result
		configure []func(*Config)
		outcome   event.Outcome
		kind      event.Type
		text      string // in the terminal event's Text
		reason    string // in its Reason
	}{
		"an answer": {
			model: replies(says("It is on.")), outcome: event.Done, kind: event.TurnCompleted, text: "It is on.",
		},
		"tools, then an answer": {
			model: replies(wants(tap), says("Done.")), outcome: event.Done, kind: event.TurnCompleted, text: "Done.",
		},
		"cut off by length": {
			model:   replies(model.Reply{Text: "I will", Stop: model.StopLength}),
			outcome: event.CutOff, kind: event.TurnCompleted, text: "I will",
		},
		"a stream that ended early": {
			model:   replies(model.Reply{Text: "I will", Stop: model.StopIncomplete}),
			outcome: event.CutOff, kind: event.TurnCompleted, text: "I will",
		},
		"calls of a cut-off reply": {
			model:   replies(model.Reply{Text: "I", Calls: []model.Call{tap}, Stop: model.StopLength}),
			outcome: event.CutOff, kind: event.TurnCompleted,
		},
		"refused": {
			model:   replies(model.Reply{Text: "No.", Stop: model.StopRefusal}),
			outcome: event.Refused, kind: event.TurnCompleted, text: "No.",
		},
		"out of turns": {
			model:     replies(wants(aCall("press_back", "{}")), wants(aCall("press_home", "{}")), says("I got this far.")),
			configure: []func(*Config){steps(3)},
			outcome:   event.OutOfTurns, kind: event.TurnCompleted, text: "I got this far.", reason: "the limit of 3 steps",
		},
		"out of turns, with calls nevertheless": {
			model:     replies(wants(tap)),
			configure: []func(*Config){steps(1)},
			outcome:   event.OutOfTurns, kind: event.TurnCompleted,
		},
		"out of tokens": {
			model: replies(spent), outcome: event.OutOfTokens, kind: event.TurnCompleted, reason: "600000 tokens",
		},
		"out of tokens to the last one, read from a cache or not": {
			model: replies(model.Reply{
				Calls: []model.Call{tap}, Stop: model.StopToolCalls,
				Usage: model.Usage{Input: 499_000, Cached: 400_000, Output: 1_000},
			}),
			outcome: event.OutOfTokens, kind: event.TurnCompleted, reason: "500000 tokens",
		},
		"the answer comes with the last tokens": {
			model:   replies(model.Reply{Text: "On.", Stop: model.StopEnd, Usage: model.Usage{Output: 600_000}}),
			outcome: event.Done, kind: event.TurnCompleted,
		},
		"stuck": {
			model: replies(wants(tap)), outcome: event.Stuck, kind: event.TurnCompleted, reason: "three times",
		},
		"a tool that does not exist, again and again": {
			model: replies(wants(aCall("click", `{"x":1}`)), wants(aCall("click", `{"x":2}`))), run: failing(tools.Result{
				Status: tools.Error, Message: "no tool is called \"click\"", Idempotent: true}),
			outcome: event.Stuck, kind: event.TurnCompleted, reason: "cannot be carried out, 3 times",
		},
		"arguments that a tool does not take, again and again": {
			model: replies(wants(aCall("observe_screen_context", "{}"))), run: failing(tools.Result{
				Status: tools.Error, Message: "x: unknown", Idempotent: true, Data: map[string]any{"field": "x"}}),
			outcome: event.Stuck, kind: event.TurnCompleted, reason: "cannot be carried out, 3 times",
		},
		"a failing look is no such call": {
			model: replies(wants(aCall("observe_screen_context", "{}"))), run: failing(tools.Result{
				Status: tools.Error, Message: "null root", Idempotent: true}),
			outcome: event.OutOfTurns, kind: event.TurnCompleted, reason: "the limit of 40 steps",
		},
		"stopped": {
			model:   replies(wants(tap)),
			run:     failing(tools.Result{Status: tools.Error, Message: "the phone is locked: unlock it", Stop: true}),
			outcome: event.Stopped, kind: event.TurnCompleted, reason: "unlock it",
		},
		"denied": {
			model: replies(wants(tap), says("You did not allow it.")), run: deciding(permissions.Denied),
			outcome: event.Denied, kind: event.TurnCompleted, text: "You did not allow it.", reason: "denied by the person",
		},
		"stopped by the person when asked": {
			model: replies(wants(tap), says("never sent")), run: deciding(permissions.StopTurn),
			outcome: event.Cancelled, kind: event.TurnCancelled, reason: "stopped by the person",
		},
		"an error of the endpoint": {
			model: modelFunc(func(context.Context, model.Request, func(string)) (model.Reply, error) {
				return model.Reply{}, &model.EndpointError{Kind: model.KindUnauthorized, Cause: "401 from the endpoint", Cure: "set a key"}
			}),
			outcome: event.Failed, kind: event.TurnFailed, reason: "401 from the endpoint: set a key",
		},
		"nothing but empty replies": {
			model:   replies(model.Reply{Text: "", Stop: model.StopEnd}),
			outcome: event.Failed, kind: event.TurnFailed, reason: "empty",
		},
		"calls announced and not sent": {
			model:   replies(model.Reply{Text: "I tap.", Stop: model.StopToolCalls}),
			outcome: event.Failed, kind: event.TurnFailed, reason: "sent none",
		},
		"a panic in the model": {
			model: modelFunc(func(context.Context, model.Request, func(string)) (model.Reply, error) {
				panic("boom")
			}),
			outcome: event.Failed, kind: event.TurnFailed, reason: "internal error in turn t1: boom",
		},
		"a panic in a tool": {
			model: replies(wants(tap, aCall("press_back", "{}"))),
			run: func(*stage) func(context.Context, tools.Call) tools.Result {
				return func(context.Context, tools.Call) tools.Result { panic("boom") }
			},
			outcome: event.Failed, kind: event.TurnFailed, reason: "boom",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				st, end := runTurn(t, test.model, test.run, test.configure...)
				if end.Outcome != test.outcome || end.Type != test.kind {
					t.Errorf("ended as %s with %s: %s", end.Outcome, end.Type, end.Reason)
				}
				if !strings.Contains(end.Text, test.text) || !strings.Contains(end.Reason, test.reason) {
					t.Errorf("text %q, reason %q", end.Text, end.Reason)
				}
				if n := len(st.journal.of(event.TurnCompleted, event.TurnFailed, event.TurnCancelled)); n != 1 {
					t.Errorf("%d terminal events", n)
				}
			})
		})
	}
}

// A call that cannot even be tried ends the turn at the third time in a row.
func TestVainCallsEndTheTurn(t *testing.T) {
	vain, look := wants(aCall("click", "{}")), wants(aCall("observe_screen_context", "{}"))
	for name, test := range map[string]struct {
		replies []model.Reply
		outcome event.Outcome
		steps   int
	}{
		"in a row":         {[]model.Reply{vain, vain, vain, says("Done.")}, event.Stuck, 3},
		"twice":            {[]model.Reply{vain, vain, says("Done.")}, event.Done, 3},
		"with one between": {[]model.Reply{vain, vain, look, vain, vain, says("Done.")}, event.Done, 6},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				st, end := runTurn(t, replies(test.replies...), failing(tools.Result{Status: tools.Error, Message: "no", Idempotent: true}))
				if got := len(st.journal.of(event.StepStarted)); end.Outcome != test.outcome || got != test.steps {
					t.Errorf("ended as %s after %d steps", end.Outcome, got)
				}
			})
		})
	}
}

// The calls of a reply that ends the turn are answered, and none is run.
func TestCallsOfTheLastReplyAreNotRun(t *testing.T) {
	calls := wants(aCall("tap", `{"target":"3","strategy":"node_id"}`), aCall("observe_screen_context", "{}"))
	cutOff, refused, spent := calls, calls, calls
	cutOff.Stop, refused.Stop, spent.Usage = model.StopLength, model.StopRefusal, model.Usage{Output: 500_000}
	for name, test := range map[string]struct {
		reply   model.Reply
		steps   int
		outcome event.Outcome
	}{
		"cut off":       {cutOff, 40, event.CutOff},
		"refused":       {refused, 40, event.Refused},
		"out of tokens": {spent, 40, event.OutOfTokens},
		"out of turns":  {calls, 1, event.OutOfTurns},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				st, end := runTurn(t, replies(test.reply), nil, func(c *Config) { c.Limits.Steps = test.steps })
				if end.Outcome != test.outcome || len(st.runner.calls()) != 0 {
					t.Errorf("ended as %s after %d calls", end.Outcome, len(st.runner.calls()))
				}
				for _, m := range st.history.messages[2:4] {
					if !strings.Contains(m.Text, notRunMark) {
						t.Errorf("the model was told %q", m.Text)
					}
				}
			})
		})
	}
}

func TestLastStepForbidsTools(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var forbidden []bool
		m := modelFunc(func(_ context.Context, req model.Request, _ func(string)) (model.Reply, error) {
			forbidden = append(forbidden, req.NoTools)
			if req.NoTools {
				return says("That is all."), nil
			}
			return wants(aCall("wait_for_idle", "{}")), nil
		})
		runTurn(t, m, nil, func(c *Config) { c.Limits.Steps = 4 })
		if got := len(forbidden); got != 4 || !forbidden[3] || forbidden[0] || forbidden[1] || forbidden[2] {
			t.Errorf("tools were forbidden at the steps %v", forbidden)
		}
	})
}

func TestRepeatedActIsNotRun(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		again := wants(aCall("tap", `{"target":"3","strategy":"node_id"}`))
		reordered := wants(aCall("tap", `{ "strategy":"node_id", "target":"3" }`))
		look := wants(aCall("observe_screen_context", "{}"))
		st, end := runTurn(t, replies(again, look, reordered, look, again), nil)
		if end.Outcome != event.Stuck {
			t.Errorf("ended as %s", end.Outcome)
		}
		taps := 0
		for _, c := range st.runner.calls() {
			if c.Name == "tap" {
				taps++
			}
		}
		if taps != 1 {
			t.Errorf("the tap ran %d times", taps)
		}
		told := st.history.messages[6].Text
		if !strings.Contains(told, "the screen has not changed since") {
			t.Errorf("the model was told %q", told)
		}
	})
}

func TestRepeatedActRunsOnAChangedScreen(t *testing.T) {
	for name, seen := range map[string]bool{"seen by the act": true, "changed since": false} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				again := wants(aCall("tap", `{"target":"3","strategy":"node_id"}`))
				run := func(st *stage) func(context.Context, tools.Call) tools.Result {
					return func(ctx context.Context, c tools.Call) tools.Result {
						st.phone.show("after " + c.ID)
						if seen {
							if _, err := st.phone.Observe(ctx); err != nil {
								t.Error(err)
							}
						}
						return st.runner.succeed(ctx, c)
					}
				}
				st, end := runTurn(t, replies(again, again, again, again, says("Four pages on.")), run)
				if end.Outcome != event.Done || len(st.runner.calls()) != 4 {
					t.Errorf("ended as %s after %d taps", end.Outcome, len(st.runner.calls()))
				}
			})
		})
	}
}

func TestTransientFailuresAreRetried(t *testing.T) {
	busy := &model.EndpointError{Kind: model.KindRateLimited, Cause: "429", RetryAfter: 7 * time.Second}
	tests := map[string]struct {
		err      error
		shown    string // streamed before the error
		attempts int
		waited   time.Duration
	}{
		"rate limited":        {busy, "", 3, 14 * time.Second},
		"server error":        {&model.EndpointError{Kind: model.KindServer, Cause: "500"}, "", 3, 3 * time.Second},
		"words were shown":    {&model.EndpointError{Kind: model.KindBroken, Cause: "reset"}, "I will", 1, 0},
		"wrong key":           {&model.EndpointError{Kind: model.KindUnauthorized, Cause: "401"}, "", 1, 0},
		"hung":                {&model.EndpointError{Kind: model.KindHung, Cause: "no answer"}, "", 1, 0},
		"asks for an hour":    {&model.EndpointError{Kind: model.KindRateLimited, Cause: "429", RetryAfter: time.Hour}, "", 1, 0},
		"not of the endpoint": {errors.New("odd"), "", 1, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				attempts := 0
				m := modelFunc(func(_ context.Context, _ model.Request, delta func(string)) (model.Reply, error) {
					attempts++
					delta(test.shown)
					return model.Reply{Text: test.shown}, test.err
				})
				began := time.Now()
				st, end := runTurn(t, m, nil)
				if end.Outcome != event.Failed || attempts != test.attempts || time.Since(began) != test.waited {
					t.Errorf("ended as %s after %d attempts in %v", end.Outcome, attempts, time.Since(began))
				}
				if got := len(st.journal.of(event.RetryScheduled)); got != test.attempts-1 {
					t.Errorf("%d retries were told", got)
				}
			})
		})
	}
}

func TestToolsAreRetriedWhenThatIsSafe(t *testing.T) {
	failed := tools.Result{Status: tools.Error, Message: "Target not found", RetryAfterMS: 500, Idempotent: true}
	acted := failed
	acted.Idempotent = false
	for name, test := range map[string]struct {
		result tools.Result
		runs   int
	}{"nothing was done": {failed, 3}, "something may have been": {acted, 1}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				st, _ := runTurn(t, replies(wants(aCall("tap", "{}")), says("It failed.")), failing(test.result))
				if got := len(st.runner.calls()); got != test.runs {
					t.Errorf("ran %d times", got)
				}
				if got := len(st.journal.of(event.ToolFinished)); got != 1 {
					t.Errorf("%d results were told", got)
				}
			})
		})
	}
}

// The model never sees the result of a call that is tried again, so that the
// next one must not only tell what has changed since.
func TestARetryTellsTheWholeScreen(t *testing.T) {
	for screen, want := range map[string]int{"3 switch Wi-Fi [on]": 1, "": 0} {
		inBubble(t, func(t *testing.T) {
			failed := tools.Result{Status: tools.Error, Message: "Target not found", RetryAfterMS: 500, Idempotent: true, Screen: screen}
			st, _ := runTurn(t, replies(wants(aCall("tap", "{}")), says("Done.")), func(st *stage) func(context.Context, tools.Call) tools.Result {
				return func(ctx context.Context, c tools.Call) tools.Result {
					if len(st.runner.calls()) == 1 {
						return failed
					}
					return st.runner.succeed(ctx, c)
				}
			})
			if st.runner.shownAll != want {
				t.Errorf("after a screen of %q the runner was asked %d times to show the whole one", screen, st.runner.shownAll)
			}
		})
	}
}

func TestLongResultsAreCutForTheModelAlone(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		long := tools.Result{OK: true, Status: tools.Success, Screen: strings.Repeat("ж", 9_990) + "end"}
		st, _ := runTurn(t, replies(wants(aCall("observe_screen", "{}")), says("Long.")), failing(long))
		told := st.history.messages[2].Text
		if n := len([]rune(told)); n > 10_000 || !strings.HasSuffix(told, "characters in all]") {
			t.Errorf("%d characters, ending in %q", n, told[len(told)-40:])
		}
		if whole := string(st.journal.of(event.ToolFinished)[0].Result); !strings.Contains(whole, `ж","screen"`) && !strings.Contains(whole, "end") {
			t.Error("the event does not hold the whole result")
		}
	})
}

func TestBrokenArgumentsAreKeptAsAnEmptyObject(t *testing.T) {
	for _, arguments := range []string{`{"target":`, `[]`, `null`, `"x"`, ``, "{}{}", "{\"a\":1}\n{"} {
		t.Run(arguments, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				st, end := runTurn(t, replies(wants(aCall("tap", arguments)), says("Sorry.")), nil)
				if end.Outcome != event.Done || st.history.messages[1].Calls[0].Arguments != "{}" {
					t.Errorf("ended as %s, kept %q", end.Outcome, st.history.messages[1].Calls[0].Arguments)
				}
				if got := string(st.runner.calls()[0].Arguments); got != arguments {
					t.Errorf("the runner was given %q to judge", got)
				}
			})
		})
	}
}

// TestPrefixStaysTheSame proves what providers' prompt caches need: each
// request begins with the messages of the one before.
func TestPrefixStaysTheSame(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var sent []string
		n := 0
		m := modelFunc(func(_ context.Context, req model.Request, _ func(string)) (model.Reply, error) {
			sent = append(sent, encoded(req))
			if n++; n%5 == 0 {
				return says("So far."), nil
			}
			return wants(aCall("wait_for_idle", "{}"), aCall("no_such_tool", "{")), nil
		})
		st := newStage(t, m, nil)
		for range 3 {
			st.RunTurn(t.Context(), "Go on")
		}
		st.close(t)
		if len(sent) != 15 {
			t.Fatalf("%d requests", len(sent))
		}
		for i := 1; i < len(sent); i++ {
			if !strings.HasPrefix(sent[i], sent[i-1]) {
				t.Errorf("request %d does not begin with request %d", i, i-1)
			}
		}
	})
}

// encoded is a request as bytes, without its end bracket.
func encoded(req model.Request) string {
	return req.System + "\n" + string(mustJSON(req.Tools)) + "\n" + strings.TrimSuffix(string(mustJSON(req.Messages)), "]")
}
