package eval_test

import (
	"regexp"
	"strings"
	"testing"

	"adroit/device/sim"
	"adroit/loop/eval"
)

// A task's solution passes its check, and doing nothing does not.
func TestSolutionsProveTheChecks(t *testing.T) {
	t.Parallel()
	suite := eval.Builtin()
	if len(suite.Tasks) < 30 {
		t.Errorf("there are %d tasks", len(suite.Tasks))
	}
	o := options(t, nil, suite.Tasks...)
	unproved, err := eval.Prove(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range unproved {
		t.Errorf("%s: %s", u.ID, strings.Join(u.Why, "; "))
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
