package eval_test

import (
	"errors"
	"strings"
	"testing"

	"adroit/device/text/userfile"
	"adroit/loop/eval"
)

func TestExampleIsASuite(t *testing.T) {
	suite, err := eval.Parse("example.toml", []byte(eval.Example))
	if err != nil {
		t.Fatal(err)
	}
	first, last := suite.Tasks[0], suite.Tasks[len(suite.Tasks)-1]
	if suite.Name != "example" || first.ID != "wifi-on" || first.Budget.Steps != 20 || len(first.Solution) != 2 ||
		first.Check.Expect[0].String() != "checked=Wi-Fi" || first.Simulated() {
		t.Errorf("the first task is %+v", first)
	}
	if last.Phone.Android != 8 || len(last.Happens) != 2 || last.Happens[0].Nth != 2 || last.Check.State["WifiEnabled"] != true || !last.Simulated() {
		t.Errorf("the last task is %+v", last)
	}
}

// Every mistake is named with the line that it is on.
func TestBadSuites(t *testing.T) {
	const good = "[[task]]\nid = \"a\"\ntitle = \"t\"\nprompt = \"p\"\n"
	tests := map[string]struct{ file, want string }{
		"nothing":           {"", "s.toml: there is no task; begin each with a line [[task]]"},
		"broken":            {"name = \n" + good, "s.toml:1: expected value"},
		"broken further on": {good + "expect = [\"app=x\"]\n\n[[task]]\nid = = 1\n", "s.toml:8: expected value"},
		"a strange key":     {"# words\nnam = \"x\"\n" + good + "expect = [\"app=x\"]\n", `s.toml:2: unknown key "nam"; did you mean name?`},
		"in a task":         {good + "expect = [\"app=x\"]\npromt = \"x\"\n", `s.toml:6: unknown key "promt"; did you mean prompt?`},
		"in a second task": {
			good + "expect = [\"app=x\"]\n[[task]]\nid = \"b\"\ntitle = \"t\"\nprompt = \"p\"\nexspect = [\"app=x\"]\n",
			"s.toml:6: a task that checks nothing; give it expect, state, answer, denied or command\n" +
				`s.toml:10: unknown key "exspect"; did you mean expect?`,
		},
		"in a table":         {good + "expect = [\"app=x\"]\n[task.budget]\nsteps = 1\nturns = 2\n", `s.toml:8: unknown key "turns"; want one of steps, time, tokens`},
		"a strange table":    {good + "expect = [\"app=x\"]\n[task.sate]\nx = 1\n", `s.toml:6: unknown key "sate"; did you mean state?`},
		"a wrong type":       {good + "expect = \"app=x\"\n", `s.toml:5: expect: want a list such as ["a", "b"], not a text`},
		"no id":              {"[[task]]\ntitle = \"t\"\nprompt = \"p\"\nexpect = [\"app=x\"]\n", "s.toml:1: a task without id; give it one"},
		"no title":           {"\n[[task]]\nid = \"a\"\nprompt = \"p\"\nexpect = [\"app=x\"]\n", "s.toml:2: a task without title; give it one"},
		"a blank prompt":     {"[[task]]\nid = \"a\"\ntitle = \"t\"\nprompt = \" \"\nexpect = [\"app=x\"]\n", "s.toml:4: prompt: it is empty; fill it in"},
		"a bad id":           {"[[task]]\nid = \"A b\"\ntitle = \"t\"\nprompt = \"p\"\nexpect = [\"app=x\"]\n", `s.toml:2: id: "A b"; want lower-case words`},
		"twice":              {good + "expect = [\"app=x\"]\n" + good + "expect = [\"app=x\"]\n", "s.toml:7: id: the task at line 2 is called a already; give one of them another"},
		"no check":           {good, "s.toml:1: a task that checks nothing; give it"},
		"an empty check":     {good + "expect = []\n", "s.toml:1: a task that checks nothing; give it"},
		"a bad expectation":  {good + "expect = [\"is=x\"]\n", `s.toml:5: expect: expectation "is=x": want text=…`},
		"an unknown tool":    {good + "expect = [\"app=x\"]\nsetup = ['open_ap {}']\n", `s.toml:6: setup: unknown tool "open_ap"; did you mean open_app?`},
		"bad arguments":      {good + "expect = [\"app=x\"]\nsolution = [\n  'press_home',\n  'tap [1]',\n]\n", "s.toml:8: solution: the arguments of tap are no JSON object"},
		"an unknown class":   {good + "denied = [\"sending\"]\n", `s.toml:5: denied: unknown class "sending"; want one of message_send, `},
		"an unknown risk":    {"approve = [\"high\"]\n" + good + "expect = [\"app=x\"]\n", `s.toml:1: approve: unknown class "high"; want one of message_send, `},
		"an unknown end":     {good + "expect = [\"app=x\"]\nends = [\"cancelled\"]\n", `s.toml:6: ends: unknown outcome "cancelled"; want one of done, `},
		"an unknown event":   {good + "expect = [\"app=x\"]\n[[task.happens]]\non = \"turn\"\ndo = \"plug\"\n", `s.toml:7: on: unknown event "turn"; want one of step_started, `},
		"an unknown order":   {good + "expect = [\"app=x\"]\n[[task.happens]]\ndo = \"explode\"\n", `s.toml:7: do: "explode": want fault NAME`},
		"an order without":   {good + "expect = [\"app=x\"]\n[[task.happens]]\ndo = \"fault\"\n", `s.toml:7: do: "fault": fault, broadcast and pin want one word`},
		"nothing happens":    {good + "expect = [\"app=x\"]\n[[task.happens]]\non = \"tool_started\"\n", "s.toml:6: happens without do; say what happens"},
		"a bad pattern":      {good + "answer = [\"(\"]\n", "s.toml:5: answer: error parsing regexp: missing closing ): `(`"},
		"a bad duration":     {"budget = { time = \"soon\" }\n" + good + "expect = [\"app=x\"]\n", `s.toml:1: budget.time: "soon"; want a duration`},
		"no steps":           {"budget = { steps = -1 }\n" + good + "expect = [\"app=x\"]\n", "s.toml:1: budget.steps: want a whole number of at least 1, not the number -1"},
		"a bad version":      {good + "phone = { android = 9 }\nexpect = [\"app=x\"]\n", "s.toml:5: phone.android: want a version of Android that can be simulated: 8, 10, 12, 14 or 16, not the number 9"},
		"no tables of tasks": {"task = 1\n", "s.toml:1: task: want tables, each of which begins with a line [[task]], not the number 1"},
		"several": {
			`apprve = ["medium"]
budget = { steps = "many", time = "1" }

[[task]]
id = "A"
title = 7
prompt = "p"
setup = [
  "open_app",
  "opn_app",
  "tap [",
]
answer = ["(", ")"]

[[task.happens]]
on = "tool_start"
[[task.happens]]
nth = 0
do = "explode"

[[task]]
id = "a"
id = "b"
`,
			`s.toml:1: unknown key "apprve"; did you mean approve?
s.toml:2: budget.steps: want a whole number of at least 1, not a text
s.toml:2: budget.time: "1"; want a duration such as 90s or 5m
s.toml:5: id: "A"; want lower-case words with hyphens, such as wifi-on
s.toml:6: title: want a text in quotes, not the number 7
s.toml:10: setup: unknown tool "opn_app"; did you mean open_app?
s.toml:11: setup: the arguments of tap are no JSON object: unexpected end of JSON input
` + "s.toml:13: answer: error parsing regexp: missing closing ): `(`\ns.toml:13: answer: error parsing regexp: unexpected ): `)`" + `
s.toml:16: on: unknown event "tool_start"; did you mean tool_started?
s.toml:18: nth: want a whole number of at least 1, not the number 0
s.toml:19: do: "explode": want fault NAME, clear-faults, broadcast ACTION, pin DIGITS, lock, screen-off, disconnect, unplug or plug
s.toml:23: Key 'task.id' has already been defined.`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := eval.Parse("s.toml", []byte(test.file))
			if _, ok := errors.AsType[*userfile.Error](err); !ok || !strings.HasPrefix(err.Error(), test.want) ||
				strings.Count(err.Error(), "\n") != strings.Count(test.want, "\n") {
				t.Errorf("got\n%v, want\n%s", err, test.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add(eval.Example)
	f.Add("[[task]]\nid = \"a\"\ntitle = \"t\"\nprompt = \"p\"\nstate = { a = [1, {b = 2}] }\n")
	f.Add("task = 1")
	f.Add("[[task]]\n[[task.happens]]\n[task]\n")
	f.Fuzz(func(t *testing.T, file string) {
		suite, err := eval.Parse("s.toml", []byte(file))
		if err == nil && len(suite.Tasks) == 0 {
			t.Error("a suite without a task is none")
		}
		if _, ok := errors.AsType[*userfile.Error](err); err != nil && !ok {
			t.Errorf("the error %v is not one of the file", err)
		}
	})
}
