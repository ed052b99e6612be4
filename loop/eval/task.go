package eval

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"time"

	"adroit/loop"
	"adroit/loop/event"
	"adroit/permissions"
)

// Suite is a list of tasks.
type Suite struct {
	Name  string
	Tasks []Task
}

// Task is one thing to do on a phone, with a check of whether it was done.
type Task struct {
	ID     string // lower-case words with hyphens, unique in the suite
	Title  string // for people
	Prompt string // what the model is asked

	Phone   Phone // what the simulated phone is like; zero asks for nothing special
	Setup   []Call
	Happens []Happening // what goes wrong meanwhile, on a simulated phone
	Budget  Budget

	// Approve is what the person at this phone lets pass: "medium" is the risk,
	// any other word a class of high risk. Everything else is denied.
	Approve []string

	Ends  []event.Outcome // the outcomes with which the task can pass
	Check Check

	// Solution are calls that solve the task, and Says the last words after
	// them. They prove the check; no model gets to see them.
	Solution []Call
	Says     string
}

// Simulated reports whether the task needs a simulated phone.
func (t Task) Simulated() bool {
	return t.Phone != Phone{} || len(t.Happens) > 0 || len(t.Check.State) > 0
}

// Phone says what a simulated phone is like. The zero value is its usual self.
type Phone struct {
	Android     int  // version; 0 is the usual one
	ADBKeyboard bool // has a keyboard that types any text
}

// Call is a tool call.
type Call struct {
	Tool      string
	Arguments json.RawMessage
}

// Budget bounds one attempt. Zero fields leave the bound to the caller.
type Budget struct {
	Steps  int
	Tokens int
	Time   time.Duration
}

// Happening is something that a simulated phone does in the middle of a task.
type Happening struct {
	On  event.Type // empty: before the task is asked for
	Nth int        // which of the events of that type, from 1
	Do  string     // what to do, as it was written
	do  func(Simulation) error
}

// Check is what must be so at the end.
type Check struct {
	Expect  []loop.Expectation  // what the screen must show
	State   map[string]any      // what a simulated phone must hold: values by path
	Answer  []*regexp.Regexp    // what the last words must match
	Denied  []permissions.Class // what must have been asked for, and denied
	Command []string            // commands that must succeed
}

// Only returns the suite with the tasks whose ids match one of the globs, all
// where there is none. A glob that matches no task is a *NoTaskError.
func (s Suite) Only(globs []string) (Suite, error) {
	if len(globs) == 0 {
		return s, nil
	}
	wanted := map[string]bool{}
	for _, glob := range globs {
		found := false
		for _, t := range s.Tasks {
			matches, err := path.Match(glob, t.ID)
			if err != nil {
				return Suite{}, fmt.Errorf("%q: not a pattern: * stands for any characters, ? for one", glob)
			}
			if matches {
				found, wanted[t.ID] = true, true
			}
		}
		if !found {
			return Suite{}, &NoTaskError{glob}
		}
	}
	only := Suite{Name: s.Name}
	for _, t := range s.Tasks {
		if wanted[t.ID] {
			only.Tasks = append(only.Tasks, t)
		}
	}
	return only, nil
}

// NoTaskError says that no task of a suite has an id that matches Glob.
type NoTaskError struct{ Glob string }

func (e *NoTaskError) Error() string { return fmt.Sprintf("no task matches %q", e.Glob) }

// NeedsSimulation returns the ids of the tasks that only a simulated phone can
// be asked to do.
func (s Suite) NeedsSimulation() []string {
	var ids []string
	for _, t := range s.Tasks {
		if t.Simulated() {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// may reports whether the person lets an act pass.
func (t Task) may(r permissions.Request) bool {
	if r.Risk <= permissions.Medium {
		return slices.Contains(t.Approve, mediumRisk)
	}
	for _, class := range r.Classes {
		if !slices.Contains(t.Approve, string(class)) {
			return false
		}
	}
	return len(r.Classes) > 0
}
