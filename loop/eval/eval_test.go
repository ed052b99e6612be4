package eval_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"adroit/loop/eval"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/loop/record"
)

// suite parses the tasks of a test.
func suite(t *testing.T, file string) []eval.Task {
	t.Helper()
	s, err := eval.Parse("test.toml", []byte("approve = [\"medium\"]\n"+file))
	if err != nil {
		t.Fatal(err)
	}
	return s.Tasks
}

const wifiOn = `
[[task]]
id = "wifi-on"
title = "Turn Wi-Fi on"
prompt = "Turn on Wi-Fi."
expect = ["checked=Wi-Fi"]
solution = ['open_settings_panel {"panel": "wifi"}', 'tap {"view_id": "switch_widget"}']
`

// Every attempt has a fresh phone, and a log that tells what was done.
func TestAttempts(t *testing.T) {
	o := options(t, eval.Solution, suite(t, wifiOn)...)
	o.Attempts = 3
	var progress []string
	o.Progress = func(p eval.Progress) {
		progress = append(progress, p.Task.ID)
		if p.Done != len(progress) || p.Total != 3 {
			t.Errorf("told %d of %d as number %d", p.Done, p.Total, len(progress))
		}
	}
	r := eval.Run(t.Context(), o)
	if f := r.Summary; f.Passed != 3 || f.Attempts != 3 || *f.PassAt1 != 1 || *f.PassAtK != 1 || r.Cancelled || len(progress) != 3 {
		t.Errorf("the figures are %+v", f)
	}
	for i, a := range r.Tasks[0].Attempts {
		path, err := record.Find(o.StateDir, a.RunID)
		if err != nil {
			t.Fatal(err)
		}
		run, err := record.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		// Each of them found Wi-Fi off: turning it on is what was done.
		if story := run.Story(); a.Number != i+1 || story.Last().Text != "Turn on Wi-Fi." || len(story.Calls) != 2 || story.Last().End.Outcome != event.Done {
			t.Errorf("run %s is %+v", a.RunID, story.Last())
		}
		if a.Steps != 3 || a.Calls != 2 || a.Approved != 2 || a.Denied != 0 || !a.Claimed {
			t.Errorf("counted %+v", a)
		}
	}
}

// A model's word that it is done counts for nothing.
func TestFalseClaim(t *testing.T) {
	r := eval.Run(t.Context(), options(t, eval.Idle, suite(t, wifiOn)...))
	a := r.Tasks[0].Attempts[0]
	if a.Passed || !a.Claimed || r.Summary.FalseClaims != 1 || len(a.Faults) != 1 || !strings.Contains(a.Faults[0], "checked=Wi-Fi") {
		t.Errorf("got %+v", a)
	}
}

// What the suite does not let pass is denied; without a word, nothing passes.
func TestOnlyWhatTheSuiteApprovesPasses(t *testing.T) {
	const send = `
[[task]]
id = "send"
title = "Send"
prompt = "Text Mia Berg: hello there"
denied = ["message_send"]
ends = ["denied"]
solution = [
  'open_app {"target": "Messages"}', 'tap {"text": "Mia Berg"}',
  'type_text {"text": "hello there", "view_id": "compose_message_text"}', 'tap {"text": "Send SMS"}',
]
state = { 'Messages.#(Sent==true)#|#' = 0 }
`
	tasks := suite(t, send)
	all := tasks[0]
	all.ID, all.Approve = "approved", []string{"medium", "message_send"}
	none := tasks[0]
	none.ID, none.Approve = "nothing", nil
	r := eval.Run(t.Context(), options(t, eval.Solution, tasks[0], all, none))
	if a := r.Tasks[0].Attempts[0]; !a.Passed || a.Denied != 1 || a.Approved != 3 || a.Outcome != event.Denied {
		t.Errorf("with medium risk approved: %+v", a)
	}
	if a := r.Tasks[1].Attempts[0]; a.Passed || a.Denied != 0 || a.Approved != 4 || len(a.Faults) != 3 {
		t.Errorf("with sending approved: %+v", a)
	}
	if a := r.Tasks[2].Attempts[0]; a.Approved != 0 || a.Denied == 0 {
		t.Errorf("with nothing approved: %+v", a)
	}
}

// What the harness itself cannot do is no failure of the model's.
func TestWhatCannotBeJudged(t *testing.T) {
	tasks := suite(t, wifiOn+strings.Replace(wifiOn, `id = "wifi-on"`, "id = \"bad-setup\"\nsetup = ['open_app {\"target\": \"No such app\"}']", 1))
	o := options(t, eval.Solution, tasks...)
	r := eval.Run(t.Context(), o)
	if a := r.Tasks[1].Attempts[0]; !strings.HasPrefix(a.Error, "set-up: open_app: ") || a.Passed || a.RunID != "" {
		t.Errorf("got %+v", a)
	}
	if f := r.Summary; f.Attempts != 1 || f.Errors != 1 || *f.CompletionRate != 1 {
		t.Errorf("the figures are %+v", f)
	}
	o.Open = func(context.Context, eval.Phone) (eval.Stage, error) {
		return eval.Stage{}, errors.New("no phone here")
	}
	if a := eval.Run(t.Context(), o).Tasks[0].Attempts[0]; a.Error != "open the phone: no phone here" {
		t.Errorf("got %+v", a)
	}
}

// adb in a command of the suite speaks to the phone of the attempt.
func TestCommandsKnowTheirPhone(t *testing.T) {
	task := suite(t, wifiOn)[0]
	task.Check.Command = []string{`test "${ADB_SERVER_SOCKET%:*}:$ANDROID_SERIAL" = tcp:127.0.0.1:demo`}
	failing := task
	failing.ID, failing.Check.Command = "fails", []string{`echo the command looked; exit 3`}
	r := eval.Run(t.Context(), options(t, eval.Solution, task, failing))
	if a := r.Tasks[0].Attempts[0]; !a.Passed {
		t.Errorf("got %q", a.Faults)
	}
	if a := r.Tasks[1].Attempts[0]; a.Passed || len(a.Faults) != 1 || !strings.Contains(a.Faults[0], "the command looked") {
		t.Errorf("got %q", a.Faults)
	}
}

// waiting is a model that answers when the test lets it, or when it is told to
// stop.
type waiting struct {
	begun sync.WaitGroup
}

func (w *waiting) Reply(ctx context.Context, _ model.Request, _ func(string)) (model.Reply, error) {
	w.begun.Done()
	<-ctx.Done()
	return model.Reply{}, context.Cause(ctx)
}

// Ended in the middle, a run tells what it found until then, and counts nothing
// that it cut short.
func TestCancel(t *testing.T) {
	tasks := suite(t, wifiOn+strings.Replace(wifiOn, "wifi-on", "cut", 1)+strings.Replace(wifiOn, "wifi-on", "left", 1))
	hangs := &waiting{}
	hangs.begun.Add(1)
	o := options(t, func(task eval.Task) model.Model {
		if task.ID == "wifi-on" {
			return eval.Solution(task)
		}
		return hangs
	}, tasks...)
	o.Parallel = 1
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		hangs.begun.Wait()
		cancel()
	}()
	r := eval.Run(ctx, o)
	if f := r.Summary; !r.Cancelled || f.Attempts != 1 || f.Passed != 1 || f.Cancelled != 1 || f.Errors != 0 {
		t.Errorf("the figures are %+v", f)
	}
	if a := r.Tasks[1].Attempts[0]; !a.Cancelled || a.Passed || a.Error != "" || a.Outcome != event.Cancelled {
		t.Errorf("what was cut is %+v", a)
	}
	if len(r.Tasks[2].Attempts) != 0 {
		t.Errorf("after the end was begun %+v", r.Tasks[2].Attempts)
	}
	doc, err := json.Marshal(r)
	if err != nil || strings.Contains(string(doc), `"attempts":null`) {
		t.Errorf("%v: %s", err, doc)
	}
}

func TestBudget(t *testing.T) {
	task := suite(t, wifiOn)[0]
	task.Budget.Steps = 2
	r := eval.Run(t.Context(), options(t, eval.Solution, task))
	if a := r.Tasks[0].Attempts[0]; a.Passed || a.Outcome != event.OutOfTurns || a.Steps != 2 {
		t.Errorf("got %+v", a)
	}
}

func TestOnly(t *testing.T) {
	s := eval.Builtin()
	only, err := s.Only([]string{"settings-*", "launcher-home"})
	if err != nil || len(only.Tasks) < 3 || slices.ContainsFunc(only.Tasks, func(task eval.Task) bool {
		return !strings.HasPrefix(task.ID, "settings-") && task.ID != "launcher-home"
	}) {
		t.Errorf("got %d tasks, %v", len(only.Tasks), err)
	}
	for _, globs := range [][]string{{"nothing"}, {"["}} {
		if _, err := s.Only(globs); err == nil {
			t.Errorf("%q is taken", globs)
		}
	}
}

// priced is a model that says what its one reply cost.
type priced struct{}

func (priced) Reply(ctx context.Context, _ model.Request, _ func(string)) (model.Reply, error) {
	return model.Reply{
		Text: "Done.", Stop: model.StopEnd,
		Usage: model.Usage{Input: 1000, Cached: 600, Output: 20, Cost: 0.01, Currency: "$"},
	}, ctx.Err()
}

func TestTokensAndCost(t *testing.T) {
	o := options(t, func(eval.Task) model.Model { return priced{} }, suite(t, wifiOn)...)
	o.Attempts = 2
	r := eval.Run(t.Context(), o)
	a := r.Tasks[0].Attempts[1]
	if a.Tokens != (eval.Tokens{Input: 1000, Cached: 600, Output: 20}) || a.Cost == nil || *a.Cost != 0.01 || a.Currency != "$" {
		t.Errorf("got %+v", a)
	}
	if f := r.Summary; f.CostASuccess != nil || f.TokensASuccess != nil {
		t.Errorf("a success that there was not took %+v", f)
	}
	if a := eval.Run(t.Context(), options(t, eval.Idle, suite(t, wifiOn)...)).Tasks[0].Attempts[0]; a.Cost != nil {
		t.Errorf("without prices it cost %v", *a.Cost)
	}
}

// A fault that passes is retried by the loop, and counted.
func TestRetriesAreCounted(t *testing.T) {
	s, err := eval.Builtin().Only([]string{"fault-killed"})
	if err != nil {
		t.Fatal(err)
	}
	r := eval.Run(t.Context(), options(t, eval.Solution, s.Tasks...))
	if a := r.Tasks[0].Attempts[0]; !a.Passed || a.Retries == 0 || *r.Summary.RetriesAnAttempt != float64(a.Retries) {
		t.Errorf("got %+v", a)
	}
}
