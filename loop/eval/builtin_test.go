package eval_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"adroit/device/sim"
	"adroit/loop/eval"
	"adroit/loop/record"
)

// A task's solution passes its check, and doing nothing does not.
func TestSolutionsProveTheChecks(t *testing.T) {
	t.Parallel()
	suite := eval.Builtin()
	if len(suite.Tasks) < 30 {
		t.Errorf("there are %d tasks", len(suite.Tasks))
	}
	o := options(t, nil, suite.Tasks...)
	o.Open = leavesNothing(t)
	unproved, err := eval.Prove(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range unproved {
		t.Errorf("%s: %s", u.ID, strings.Join(u.Why, "; "))
	}
	solved := 0
	entries, err := record.List(o.StateDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		run, err := record.Read(entry.Path)
		if err != nil {
			t.Fatal(err)
		}
		if run.Header.Model == "solution" {
			solved++
			tellsNoText(t, run)
		}
	}
	if solved != len(suite.Tasks) {
		t.Errorf("%d of %d solutions are recorded", solved, len(suite.Tasks))
	}
}

// leavesNothing opens phones, and fails where a finger is left on one in the
// end, or another keyboard in use.
func leavesNothing(t *testing.T) func(context.Context, eval.Phone) (eval.Stage, error) {
	const keyboard = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"
	return func(ctx context.Context, p eval.Phone) (eval.Stage, error) {
		stage, err := open(ctx, p)
		end := stage.Close
		stage.Close = func() {
			if s := stage.State().(sim.State); s.FingerDown || s.Settings["secure"]["default_input_method"] != keyboard {
				t.Errorf("finger down: %v, keyboard: %s", s.FingerDown, s.Settings["secure"]["default_input_method"])
			}
			end()
		}
		return stage, err
	}
}

// tellsNoText fails where a message, a reason or a label of a run tells what
// was typed in it.
func tellsNoText(t *testing.T, run *record.Run) {
	t.Helper()
	var typed, said []string
	for _, c := range run.Story().Calls {
		var args struct{ Text string }
		if err := json.Unmarshal(c.Proposed, &args); err != nil {
			t.Error(err)
		}
		if c.Tool != "type_text" {
			continue
		}
		typed = append(typed, args.Text)
		_, message := c.Outcome()
		said = append(said, c.Label, message)
	}
	for _, e := range run.Events {
		said = append(append(said, e.Reason), e.Reasons...)
	}
	for _, text := range typed {
		for _, s := range said {
			if strings.Contains(s, text) {
				t.Errorf("%s: %q tells what was typed", run.Story().Last().Text, s)
			}
		}
	}
}

// Every app of the simulated phone and every fault has a task.
func TestBuiltinSuiteLeavesNothingOut(t *testing.T) {
	var all strings.Builder
	ids := map[string]bool{}
	for _, task := range eval.Builtin().Tasks {
		if ids[task.ID] {
			t.Errorf("%s is there twice", task.ID)
		}
		ids[task.ID] = true
		for _, c := range append(task.Solution, task.Setup...) {
			all.WriteString(c.Tool + " " + string(c.Arguments) + "\n")
		}
		for _, h := range task.Happens {
			all.WriteString(h.Do + "\n")
		}
	}
	apps := []string{
		"Messages", "Contacts", "Notes", "Northmarket", "Northbank", "Photos", "Chrome", "Long list", "Panels", "Blocks", "Clock", "Prize draw",
	}
	for _, app := range apps {
		if !strings.Contains(all.String(), `{"target": "`+app+`"}`) {
			t.Errorf("no task opens %s", app)
		}
	}
	// A phone without authorization cannot be reached to begin with, and one
	// that shows the launcher for everything can be asked nothing.
	beyond := regexp.MustCompile(`^(unauthorized|stale-tree)$`)
	for _, f := range sim.Faults() {
		if !beyond.MatchString(string(f.Fault)) && !strings.Contains(all.String(), "fault "+string(f.Fault)+"\n") {
			t.Errorf("no task has the fault %s", f.Fault)
		}
	}
}
