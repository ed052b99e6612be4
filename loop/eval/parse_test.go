package eval_test

import (
	"errors"
	"strings"
	"testing"

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
	tests := map[string]struct {
		file string
		line int
		says string
	}{
		"nothing":            {"", 0, "there is no task"},
		"broken":             {"name = \n" + good, 1, "expected value"},
		"broken further on":  {good + "expect = [\"app=x\"]\n\n[[task]]\nid = = 1\n", 8, "expected value"},
		"a strange key":      {"# words\nnam = \"x\"\n" + good, 2, `unknown key "nam"`},
		"in a task":          {good + "promt = \"x\"\n", 5, `unknown key "promt"`},
		"in a second task":   {good + "expect = [\"app=x\"]\n" + good + "exspect = []\n", 10, `unknown key "exspect"`},
		"in a table":         {good + "[task.budget]\nsteps = 1\nturns = 2\n", 7, `unknown key "turns"`},
		"a strange table":    {good + "[task.sate]\nx = 1\n", 5, `unknown key "sate"`},
		"a wrong type":       {good + "expect = \"app=x\"\n", 5, "incompatible types"},
		"no id":              {"[[task]]\ntitle = \"t\"\nprompt = \"p\"\nexpect = [\"app=x\"]\n", 1, "without an id"},
		"no title":           {"\n[[task]]\nid = \"a\"\nprompt = \"p\"\nexpect = [\"app=x\"]\n", 2, "has no title"},
		"no prompt":          {"[[task]]\nid = \"a\"\ntitle = \"t\"\nexpect = [\"app=x\"]\n", 1, "has no prompt"},
		"a bad id":           {"[[task]]\nid = \"A b\"\n", 2, "lower-case words"},
		"twice":              {good + "expect = [\"app=x\"]\n" + good + "expect = [\"app=x\"]\n", 7, `there is a task "a" already`},
		"no check":           {good, 1, "checks nothing"},
		"a bad expectation":  {good + "expect = [\"is=x\"]\n", 5, "want text=…"},
		"an unknown tool":    {good + "expect = [\"app=x\"]\nsetup = ['open_ap {}']\n", 6, `no tool is called "open_ap"`},
		"bad arguments":      {good + "expect = [\"app=x\"]\nsolution = [\n  'tap [1]',\n]\n", 6, "no JSON object"},
		"an unknown class":   {good + "denied = [\"sending\"]\n", 5, `no class is called "sending"`},
		"an unknown risk":    {"approve = [\"high\"]\n" + good, 1, "or medium"},
		"an unknown end":     {good + "ends = [\"cancelled\"]\n", 5, "want an outcome"},
		"an unknown event":   {good + "expect = [\"app=x\"]\n[[task.happens]]\non = \"turn\"\ndo = \"plug\"\n", 7, "want an event"},
		"an unknown order":   {good + "expect = [\"app=x\"]\n[[task.happens]]\ndo = \"explode\"\n", 7, "want fault NAME"},
		"an order without":   {good + "expect = [\"app=x\"]\n[[task.happens]]\ndo = \"fault\"\n", 7, "want one word"},
		"nothing happens":    {good + "expect = [\"app=x\"]\n[[task.happens]]\non = \"tool_started\"\n", 6, "without do"},
		"a bad pattern":      {good + "answer = [\"(\"]\n", 5, "missing closing"},
		"a bad duration":     {"budget = { time = \"soon\" }\n" + good, 1, "want a duration"},
		"a bad version":      {good + "phone = { android = 9 }\nexpect = [\"app=x\"]\n", 5, "want a version of Android"},
		"no line of its own": {"task = [{ id = \"a\" }]\n", 0, "on a line of its own"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := eval.Parse("s.toml", []byte(test.file))
			e, ok := errors.AsType[*eval.SuiteError](err)
			if !ok || e.Line != test.line || !strings.Contains(e.Error(), test.says) {
				t.Errorf("got %v, want line %d: …%s…", err, test.line, test.says)
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
		if e, ok := errors.AsType[*eval.SuiteError](err); err != nil && (!ok || e.Line < 0 || e.Line > strings.Count(file, "\n")+1) {
			t.Errorf("the error is %v", err)
		}
	})
}
