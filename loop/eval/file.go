package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"adroit/device/text"
	"adroit/loop"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// The types of this file are a suite as it is written. Values that are checked
// one by one are encoding.TextUnmarshalers: the TOML library then tells the
// line of what they refuse.

// fileSuite is what stands before the tasks: what they have in common.
type fileSuite struct {
	Name    string     `toml:"name"`
	Approve []approval `toml:"approve"`
	Budget  fileBudget `toml:"budget"`
}

type fileTask struct {
	ID     identifier `toml:"id"`
	Title  string     `toml:"title"`
	Prompt string     `toml:"prompt"`

	Phone   filePhone    `toml:"phone"`
	Setup   []call       `toml:"setup"`
	Happens []fileHappen `toml:"happens"`
	Budget  fileBudget   `toml:"budget"`
	Approve *[]approval  `toml:"approve"`
	Ends    []outcome    `toml:"ends"`

	Expect  []expectation  `toml:"expect"`
	State   map[string]any `toml:"state"`
	Answer  []pattern      `toml:"answer"`
	Denied  []class        `toml:"denied"`
	Command []string       `toml:"command"`

	Solution []call `toml:"solution"`
	Says     string `toml:"says"`
}

type filePhone struct {
	Android     version `toml:"android"`
	ADBKeyboard bool    `toml:"adb_keyboard"`
}

type fileBudget struct {
	Steps  int      `toml:"steps"`
	Tokens int      `toml:"tokens"`
	Time   duration `toml:"time"`
}

type fileHappen struct {
	On  trigger `toml:"on"`
	Nth int     `toml:"nth"`
	Do  order   `toml:"do"`
}

// task is t with what its suite says for all.
func (t fileTask) task(common fileSuite) (Task, error) {
	switch {
	case t.ID == "":
		return Task{}, errors.New("a task without an id")
	case strings.TrimSpace(t.Title) == "":
		return Task{}, fmt.Errorf("task %s has no title", t.ID)
	case strings.TrimSpace(t.Prompt) == "":
		return Task{}, fmt.Errorf("task %s has no prompt", t.ID)
	case len(t.Expect)+len(t.State)+len(t.Answer)+len(t.Denied)+len(t.Command) == 0:
		return Task{}, fmt.Errorf("task %s checks nothing: give it expect, state, answer, denied or command", t.ID)
	}
	approve := common.Approve
	if t.Approve != nil {
		approve = *t.Approve
	}
	if len(t.Ends) == 0 {
		t.Ends = []outcome{outcome(event.Done)}
	}
	task := Task{
		ID: string(t.ID), Title: t.Title, Prompt: t.Prompt,
		Phone:   Phone{Android: int(t.Phone.Android), ADBKeyboard: t.Phone.ADBKeyboard},
		Setup:   calls(t.Setup),
		Budget:  t.Budget.or(common.Budget),
		Approve: plain[string](approve),
		Ends:    plain[event.Outcome](t.Ends),
		Check: Check{
			State: t.State, Denied: plain[permissions.Class](t.Denied), Command: t.Command,
		},
		Solution: calls(t.Solution), Says: t.Says,
	}
	for _, e := range t.Expect {
		task.Check.Expect = append(task.Check.Expect, e.Expectation)
	}
	for _, p := range t.Answer {
		task.Check.Answer = append(task.Check.Answer, p.Regexp)
	}
	for _, h := range t.Happens {
		if h.Do.do == nil {
			return Task{}, &keyError{"happens", errors.New("happens without do: say what happens")}
		}
		if h.On != "" && h.Nth == 0 {
			h.Nth = 1
		}
		task.Happens = append(task.Happens, Happening{On: event.Type(h.On), Nth: h.Nth, Do: h.Do.words, do: h.Do.do})
	}
	return task, nil
}

func (b fileBudget) or(common fileBudget) Budget {
	if b.Steps == 0 {
		b.Steps = common.Steps
	}
	if b.Tokens == 0 {
		b.Tokens = common.Tokens
	}
	if b.Time == 0 {
		b.Time = common.Time
	}
	return Budget{b.Steps, b.Tokens, time.Duration(b.Time)}
}

// plain takes the clothes of this file off the words of a list.
func plain[To, From ~string](list []From) []To {
	var words []To
	for _, word := range list {
		words = append(words, To(word))
	}
	return words
}

func calls(list []call) []Call {
	var plain []Call
	for _, c := range list {
		plain = append(plain, Call(c))
	}
	return plain
}

type identifier string

var identifierForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func (i *identifier) UnmarshalText(b []byte) error {
	if !identifierForm.Match(b) {
		return fmt.Errorf("%s: want an id of lower-case words with hyphens, such as wifi-on", shown(b))
	}
	*i = identifier(b)
	return nil
}

// call is a tool call, written as its name and its arguments.
type call Call

func (c *call) UnmarshalText(b []byte) error {
	name, arguments, _ := strings.Cut(strings.TrimSpace(string(b)), " ")
	if !slices.Contains(tools.Names(), name) {
		return fmt.Errorf("no tool is called %s: `adroit tools` lists them", shown([]byte(name)))
	}
	if strings.TrimSpace(arguments) == "" {
		arguments = "{}"
	}
	var object map[string]any
	if err := json.Unmarshal([]byte(arguments), &object); err != nil {
		return fmt.Errorf("the arguments of %s are no JSON object: %w", name, err)
	}
	*c = call{Tool: name, Arguments: json.RawMessage(arguments)}
	return nil
}

// mediumRisk is the approval of everything that asks and is not of high risk.
const mediumRisk = "medium"

type approval string

func (a *approval) UnmarshalText(b []byte) error {
	var c class
	if err := c.UnmarshalText(b); err != nil && string(b) != mediumRisk {
		return fmt.Errorf("%w; or %s", err, mediumRisk)
	}
	*a = approval(b)
	return nil
}

type class permissions.Class

func (c *class) UnmarshalText(b []byte) error {
	if !slices.Contains(permissions.Classes(), permissions.Class(b)) {
		return fmt.Errorf("no class is called %s: want one of %s", shown(b), text.Join(permissions.Classes(), ", "))
	}
	*c = class(b)
	return nil
}

// endings are the outcomes that a task can ask for: what the person does is
// none of them.
var endings = []event.Outcome{
	event.Done, event.CutOff, event.Refused, event.OutOfTurns, event.OutOfTokens,
	event.Stuck, event.Stopped, event.Denied, event.Failed,
}

type outcome event.Outcome

func (o *outcome) UnmarshalText(b []byte) error {
	if !slices.Contains(endings, event.Outcome(b)) {
		return fmt.Errorf("%s: want an outcome, one of %s", shown(b), text.Join(endings, ", "))
	}
	*o = outcome(b)
	return nil
}

// triggers are the events on which something can happen.
var triggers = []event.Type{
	event.StepStarted, event.ApprovalRequested, event.ToolStarted, event.ToolFinished, event.DeviceState, event.RetryScheduled,
}

type trigger event.Type

func (t *trigger) UnmarshalText(b []byte) error {
	if !slices.Contains(triggers, event.Type(b)) {
		return fmt.Errorf("%s: want an event, one of %s; or nothing, for before the task", shown(b), text.Join(triggers, ", "))
	}
	*t = trigger(b)
	return nil
}

type order struct {
	words string
	do    func(Simulation) error
}

func (o *order) UnmarshalText(b []byte) (err error) {
	o.words = string(b)
	o.do, err = parseOrder(o.words)
	return err
}

type expectation struct{ loop.Expectation }

func (e *expectation) UnmarshalText(b []byte) (err error) {
	e.Expectation, err = loop.ParseExpectation(string(b))
	return err
}

// pattern is a regular expression (https://github.com/google/re2/wiki/Syntax)
// that ignores case and finds its match anywhere.
type pattern struct{ *regexp.Regexp }

func (p *pattern) UnmarshalText(b []byte) (err error) {
	if len(b) == 0 {
		return errors.New("an empty pattern matches anything")
	}
	p.Regexp, err = regexp.Compile("(?is)" + string(b))
	return err
}

// version is a version of Android that can be simulated.
type version int

func (v *version) UnmarshalText(b []byte) error {
	if _, err := fmt.Sscan(string(b), (*int)(v)); err != nil || !slices.Contains([]int{8, 10, 12, 14, 16}, int(*v)) {
		return fmt.Errorf("%s: want a version of Android: 8, 10, 12, 14 or 16", shown(b))
	}
	return nil
}

type duration time.Duration

func (d *duration) UnmarshalText(b []byte) error {
	parsed, err := time.ParseDuration(string(b))
	if err != nil || parsed <= 0 {
		return fmt.Errorf("%s: want a duration such as 90s or 5m", shown(b))
	}
	*d = duration(parsed)
	return nil
}

func shown(b []byte) string { return fmt.Sprintf("%q", text.Truncate(text.Line(string(b)), 40)) }
