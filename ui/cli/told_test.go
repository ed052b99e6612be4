package cli_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"adroit/loop/event"
	"adroit/loop/record"
	"adroit/ui/cli"
)

// TestTheScriptedModelHasNoEndpoint refuses one that the command line names
// beside it. What is set for all runs gives way.
func TestTheScriptedModelHasNoEndpoint(t *testing.T) {
	const url = "http://someone:hunter2@127.0.0.1:1/v1"
	file := configFile(t, "base_url = \""+url+"\"\nmodel = \"demo\"\n")
	env := map[string]string{"ADROIT_BASE_URL": url, "ADROIT_MODEL": "demo"}
	for name, tt := range map[string]struct {
		env  map[string]string
		args []string
		want string // "" is that it goes on
	}{
		"both flags":               {nil, []string{"--base-url", url, "--model", "demo"}, "--base-url does not go with the model \"demo\" (--model)"},
		"an endpoint's name":       {nil, []string{"--endpoint", "ollama", "--model", "demo"}, "--endpoint does not go with"},
		"the model of a variable":  {env, []string{"--base-url", url}, "(ADROIT_MODEL)"},
		"the model of the file":    {nil, []string{"--config", file, "--base-url", url}, "(my.toml:2)"},
		"the endpoint of all runs": {env, []string{"--model", "demo"}, ""},
		"both of the file":         {nil, []string{"--config", file}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := run(t, tt.env, append(tt.args, "runs")...)
			switch {
			case tt.want == "" && r.code != 0:
				t.Errorf("exit code %d: %s", r.code, r.err)
			case tt.want != "" && (r.code != 2 || !strings.Contains(r.err, tt.want) || strings.Count(r.err, "\n") != 1):
				t.Errorf("exit code %d, want 2 and one line with %q: %s", r.code, tt.want, r.err)
			}
			if strings.Contains(r.err, "hunter2") {
				t.Errorf("the password of the address stands in %s", r.err)
			}
		})
	}
}

// TestNearNames tells of flags and variables that there are not which are meant.
func TestNearNames(t *testing.T) {
	for name, tt := range map[string]struct {
		env  map[string]string
		args []string
		code int
		want string // "" is silence
	}{
		"flag":               {nil, []string{"runs", "--modl", "x"}, 2, "unknown flag: --modl; did you mean --model?"},
		"flag of a command":  {nil, []string{"run", "--aprove", "x", "y"}, 2, "did you mean --approve?"},
		"flag like none":     {nil, []string{"run", "--zzzzzzzzz", "x"}, 2, "`adroit run --help` lists"},
		"variable":           {map[string]string{"ADROIT_MAXSTEPS": "3"}, []string{"devices", "--help"}, 0, ""},
		"variable of a run":  {map[string]string{"ADROIT_MAXSTEPS": "3"}, []string{"config", "show"}, 0, "warning: ADROIT_MAXSTEPS is no setting; did you mean ADROIT_MAX_STEPS?"},
		"variable like none": {map[string]string{"ADROIT_ZZZZZZZZZZ": "3"}, []string{"config", "show"}, 0, "warning: ADROIT_ZZZZZZZZZZ is no setting; `adroit config show` lists"},
		"others": {map[string]string{
			"ADROIT_SECRET_PIN": "1234", "ADROIT_TOKEN": "x", "ADROIT_CORPUS": "x", "ADROIT_CLIENTS": "x", "ADROIT_TEST_X": "x",
			"ADROIT_MAX_STEPS": "3", "ADROIT_MAXSTEP": "", "HOME": "/",
		}, []string{"config", "show"}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := run(t, tt.env, tt.args...)
			if r.code != tt.code || !strings.Contains(r.err, tt.want) || (tt.want == "") != (r.err == "") {
				t.Errorf("exit code %d, want %d and %q: %s", r.code, tt.code, tt.want, r.err)
			}
		})
	}
}

// TestBundleIsCheckedFirst says before anything is examined that the report has
// no place, and replaces one where that is asked for.
func TestBundleIsCheckedFirst(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "report.md")
	if err := os.WriteFile(file, []byte("an older one"), 0o600); err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]string{
		file: "is there already: --force", dir: "is a folder", filepath.Join(dir, "no", "report.md"): "there is no folder",
	} {
		if r := run(t, nil, "doctor", "--bundle", place); r.code != 2 || r.out != "" || !strings.Contains(r.err, want) {
			t.Errorf("exit code %d, want 2 and %q:\n%s%s", r.code, want, r.out, r.err)
		}
	}
	run(t, nil, "doctor", "--device", "demo", "--model", "demo", "--bundle", file, "--force")
	if written, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(written), "# Report of the doctor") {
		t.Errorf("%v, and the file holds %q", err, written)
	}
}

// TestResumeWithoutATask says how a task goes with it.
func TestResumeWithoutATask(t *testing.T) {
	state := t.TempDir()
	log, err := record.Create(state, "demo", "scripted", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	acted := event.Event{Seq: 1, Type: event.ToolProposed, Tool: "press_home", CallID: "c1", ByPerson: true}
	if err := errors.Join(log.Append(acted), log.Close()); err != nil {
		t.Fatal(err)
	}
	r := runIn(t, nil, "run", "--resume", "latest", "--device", "demo", "--model", "demo", "--state-dir", state)
	if want := `adroit run --resume latest "TASK"`; r.code != 2 || !strings.Contains(r.err, want) {
		t.Errorf("exit code %d, want 2 and %q: %s", r.code, want, r.err)
	}
}

// TestSkillsTellOfTheNotes where they keep a run from beginning.
func TestSkillsTellOfTheNotes(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("ADROIT.md", bytes.Repeat([]byte("a line\n"), 1500), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []bool{false, true} {
		if wrong { // a skill as well: both are told
			if err := os.MkdirAll(filepath.Join(".adroit", "skills"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(".adroit", "skills", "bad.md"), []byte("no skill"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{{"skills"}, {"skills", "check"}} {
			r := run(t, nil, args...)
			if r.code != 2 || !strings.Contains(r.err, "ADROIT.md: it is longer than 8 KB") || strings.Contains(r.err, "bad.md") != wrong {
				t.Errorf("%q: exit code %d: %s", args, r.code, r.err)
			}
		}
	}
}

// TestAttachWithoutATerminal says which form of it needs none.
func TestAttachWithoutATerminal(t *testing.T) {
	if r := run(t, nil, "attach"); r.code != 2 || !strings.Contains(r.err, "`adroit attach --plain`") {
		t.Errorf("exit code %d: %s", r.code, r.err)
	}
}

// TestQuestionsOnTheTerminalEnd without a word more when the person interrupts
// the program.
func TestQuestionsOnTheTerminalEnd(t *testing.T) {
	for question, args := range map[string][]string{
		"Token of the server": {"attach", "ws://127.0.0.1:1", "--plain"},
		"Value of pin":        {"secret", "set", "pin"},
	} {
		t.Run(question, func(t *testing.T) {
			outside, inside, err := pty.Open()
			if err != nil {
				t.Skip("no terminal can be opened: ", err)
			}
			defer outside.Close()
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			said := &interrupter{question, interrupt, bytes.Buffer{}}
			code := cli.Run(ctx, append(args, "--state-dir", t.TempDir()), cli.IO{
				In: inside, Out: said, Err: said, Getenv: func(string) string { return "" },
			})
			if strings.Contains(said.String(), "adroit:") || code != 130 {
				t.Errorf("exit code %d after %q", code, said)
			}
			if _, err := outside.WriteString("\n"); err != nil { // what still reads there ends
				t.Error(err)
			}
		})
	}
}

// interrupter interrupts when the question is asked.
type interrupter struct {
	question  string
	interrupt func()
	bytes.Buffer
}

func (i *interrupter) Write(p []byte) (int, error) {
	if strings.Contains(string(p), i.question) {
		i.interrupt()
	}
	return i.Buffer.Write(p)
}

// TestDenialsAreTold with the words of the rule, and with the command that lists
// the rules that were in force.
func TestDenialsAreTold(t *testing.T) {
	rules := filepath.Join(t.TempDir(), "r1.toml")
	content := "[[rule]]\ntool = \"tap\"\ntarget = \"Wi-Fi\"\ndecision = \"deny\"\nreason = \"not on the work phone\"\n"
	if err := os.WriteFile(rules, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	demo := []string{"--device", "demo", "--model", "demo", "--rules", rules}
	r := run(t, nil, append(demo, "run", "--approve", "medium", "Turn on Wi-Fi")...)
	for _, want := range []string{
		"denied by rule r1.toml:1: not on the work phone",
		"permission denied: by the person's rule r1.toml:1: not on the work phone",
		"`adroit rules list --rules " + rules + "` shows your rules",
	} {
		if r.code != 3 || !strings.Contains(r.err, want) {
			t.Errorf("exit code %d, want 3 and %q:\n%s", r.code, want, r.err)
		}
	}
	if report := runIn(t, nil, "export", "latest", "--state-dir", r.state); !strings.Contains(report.out, "not on the work phone") {
		t.Errorf("the report leaves out the words of the rule:\n%s", report.out)
	}
	tool := run(t, nil, "tool", "open_settings_panel", "panel=wifi", "--device", "demo")
	if want := "medium risk, and nobody is there to ask: a person at the cockpit, a rule, or --approve medium lets it pass"; tool.code != 3 || !strings.Contains(tool.out, want) {
		t.Errorf("exit code %d, want 3 and %q:\n%s", tool.code, want, tool.out)
	}
}

// TestStepsAreCalledSteps where people read of them.
func TestStepsAreCalledSteps(t *testing.T) {
	r := run(t, nil, "run", "--device", "demo", "--model", "demo", "--approve", "medium", "--max-steps", "2", "Turn on Wi-Fi")
	if r.code != 3 || !strings.Contains(r.err, "adroit: out of steps: the limit of 2 steps") || strings.Contains(r.err, "out_of_turns") {
		t.Errorf("exit code %d: %s", r.code, r.err)
	}
	report := runIn(t, nil, "export", "latest", "--state-dir", r.state)
	if !strings.Contains(report.out, "out of steps") {
		t.Errorf("the report:\n%s", report.out)
	}
	if report = runIn(t, nil, "export", "latest", "--format", "json", "--state-dir", r.state); !strings.Contains(report.out, `"out_of_turns"`) {
		t.Errorf("the report for programs:\n%s", report.out)
	}
}
