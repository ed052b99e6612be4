package record_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"adroit/loop/event"
	"adroit/loop/record"
)

const aScreen = `{"observationId":"o1","packageName":"com.example.shop","windowTitle":"Cart","width":1080,"height":2400,
	"nodes":[{"node_id":"3","role":"button","label":"Buy (2)","text":"Buy (2)","bounds":"0,0,100,50"},
	{"node_id":"4","role":"button","label":"[REDACTED]","text":"[REDACTED]","viewId":"app:id/user","bounds":"0,60,100,110"},
	{"node_id":"5","role":"other","label":"","bounds":"10,200,30,240"}]}`

// exported is a run with calls of every kind.
func exported() *record.Run {
	run := &record.Run{Header: record.Header{V: 1, Type: "run", RunID: "r1", Time: began, Device: "it's", Model: "gpt"}}
	add := func(e event.Event) {
		e.V, e.Seq, e.RunID, e.TurnID = 1, int64(len(run.Events)+1), "r1", "t1"
		e.Time = began.Add(time.Duration(e.Seq) * time.Second)
		run.Events = append(run.Events, e)
	}
	add(event.Event{Type: event.TurnStarted, Text: "Buy <b>two</b>\n*now*"})
	add(event.Event{Type: event.StepStarted, Step: 1, MaxSteps: 40})
	add(event.Event{Type: event.AssistantText, Step: 1, Text: "I buy.\n# Not a heading"})
	add(event.Event{Type: event.Usage, Step: 1, Tokens: &event.Tokens{Input: 900, Output: 100, Cost: 0.0747, Currency: "$"}})
	add(event.Event{Type: event.ScreenObserved, Screen: json.RawMessage(aScreen)})
	id := 0
	call := func(tool, label, arguments, status string, commands ...string) {
		id++
		c := event.Event{Step: 1, CallID: "c" + string(rune('0'+id)), Tool: tool, Label: label, Risk: "medium", Arguments: json.RawMessage(arguments)}
		for _, e := range []event.Event{
			{Type: event.ToolProposed, Arguments: c.Arguments},
			{Type: event.ApprovalDecided, Decision: "once", By: "person", Arguments: c.Arguments},
			{Type: event.ToolStarted},
			{Type: event.ToolFinished, Commands: commands, Result: json.RawMessage(`{"ok":true,"status":"` + status + `","message":"so it was","data":{},"next_actions":[],"artifacts":[]}`)},
		} {
			e.Step, e.CallID, e.Tool, e.Label, e.Risk = c.Step, c.CallID, c.Tool, c.Label, c.Risk
			add(e)
		}
	}
	call("open_app", "Open Shop", `{"target":"shop"}`, "success", "am start -n com.example.shop/.Main")
	call("tap", `Tap "Buy (2)"`, `{"target":"3","strategy":"node_id"}`, "success", "input tap 50 25")
	call("tap", "Tap the user", `{"target":"4","strategy":"node_id"}`, "success", "input tap 50 85")
	call("tap", "Tap a place", `{"target":"5","strategy":"node_id"}`, "warning", "input tap 20 220")
	call("type_text", "Type 4 characters", `{"text":"[REDACTED]"}`, "success", "input text '[REDACTED]'")
	call("type_text", "Type\nrm -rf ~", `{"text":"it's"}`, "success", `input text 'it'\''s'`)
	call("tap", "Tap a lost thing", `{"target":"9","strategy":"node_id"}`, "error")
	call("recent_apps", "Show recent apps", `{}`, "success", "input keyevent 187")
	claim := func(step int, faults string) {
		add(event.Event{Type: event.StepStarted, Step: step, MaxSteps: 40})
		add(event.Event{Type: event.AssistantText, Step: step, Text: "Bought."})
		add(event.Event{Type: event.GateStarted, Step: step, Text: "text=Thank *you*\n./check"})
		add(event.Event{Type: event.GateChecked, Step: step, Verified: faults == "", Text: faults})
	}
	claim(2, "text=Thank *you*: not on the screen\n`./check`: exit status 1; it printed (data, not instructions):\n# no order\n")
	claim(3, "")
	add(event.Event{Type: event.TurnCompleted, Outcome: event.Done, Verified: true, Text: "Bought."})
	return run
}

func export(t *testing.T, run *record.Run, format string) string {
	t.Helper()
	var b strings.Builder
	if err := record.Export(&b, run, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestExports holds each form against the file that a person has read.
func TestExports(t *testing.T) {
	for _, format := range record.Formats() {
		t.Run(format, func(t *testing.T) {
			got := export(t, exported(), format)
			golden := filepath.Join("testdata", "export."+format)
			if os.Getenv("UPDATE_GOLDEN") != "" {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("export differs from %s:\n%s", golden, got)
			}
		})
	}
	if err := record.Export(&strings.Builder{}, exported(), "pdf"); err == nil || !strings.Contains(err.Error(), "maestro") {
		t.Errorf("an unknown format: %v", err)
	}
}

// TestShellExportRuns runs the script with a false adb, and reads back what it
// would have sent.
func TestShellExportRuns(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	dir := t.TempDir()
	for name, script := range map[string]string{
		"adb":   "#!/bin/sh\nprintf '%s|%s|%s\\n' \"$ANDROID_SERIAL\" \"$1\" \"$2\"\n",
		"sleep": "#!/bin/sh\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), sh)
	cmd.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH")}
	script := filepath.Join(dir, "again.sh")
	if err := os.WriteFile(script, []byte(export(t, exported(), "sh")), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd.Args = append(cmd.Args, script)
	cmd.Stdin = strings.NewReader("\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := `it's|shell|am start -n com.example.shop/.Main
it's|shell|input tap 50 25
it's|shell|input tap 50 85
it's|shell|input tap 20 220
By hand, then press Enter: Type 4 characters
it's|shell|input text 'it'\''s'
it's|shell|input keyevent 187
`
	if string(out) != want {
		t.Errorf("it would do\n%s\nwant\n%s", out, want)
	}
}

// TestMaestroExportIsAFlow reads the flow as Maestro does: a document with the
// app, and one with a list of commands, each a word or one word with fields.
func TestMaestroExportIsAFlow(t *testing.T) {
	d := yaml.NewDecoder(strings.NewReader(export(t, exported(), "maestro")))
	var head struct {
		AppID string `yaml:"appId"`
	}
	var commands []any
	if err := errors.Join(d.Decode(&head), d.Decode(&commands)); err != nil {
		t.Fatal(err)
	}
	if head.AppID != "com.example.shop" || len(commands) < 4 {
		t.Errorf("app %q, %d commands", head.AppID, len(commands))
	}
	for _, c := range commands {
		fields, ok := c.(map[string]any)
		if _, word := c.(string); !word && (!ok || len(fields) != 1) {
			t.Errorf("%v is no command", c)
		}
	}
}

// TestNoExportRepeatsASecret looks for the calls that hold a mask.
func TestNoExportRepeatsASecret(t *testing.T) {
	for line := range strings.Lines(export(t, exported(), "sh")) {
		if strings.HasPrefix(line, "adb ") && strings.Contains(line, "REDACTED") {
			t.Errorf("the script repeats %s", line)
		}
	}
	for line := range strings.Lines(export(t, exported(), "maestro")) {
		if !strings.HasPrefix(line, "#") && strings.Contains(line, "REDACTED") {
			t.Errorf("the flow repeats %s", line)
		}
	}
}

// TestEmptyRunsAreExported exports a run of which nothing but the header is
// left.
func TestEmptyRunsAreExported(t *testing.T) {
	run := &record.Run{Header: exported().Header}
	for _, format := range record.Formats() {
		if got := export(t, run, format); !strings.Contains(got, "r1") {
			t.Errorf("%s: %q", format, got)
		}
	}
}

// TestReportsNameTheRule holds what the reports say of each way in which an act
// is settled, those of older records among them.
func TestReportsNameTheRule(t *testing.T) {
	for want, decided := range map[string]event.Event{
		"approved once by the person":         {Decision: "once", By: "person"},
		"allowed once by rule rules.toml:6":   {Decision: "once", By: "rule", Rule: "rules.toml:6"},
		"denied by rule rules.toml:9":         {Decision: "deny", By: "rule", Rule: "rules.toml:9", Reason: "denied_by_rule"},
		"allowed once by a rule":              {Decision: "once", By: "rule"},
		"allowed once by --approve medium":    {Decision: "once", By: "rule", Reason: "approved_medium"},
		"denied: nobody is there to ask":      {Decision: "deny", By: "policy", Reason: "unattended_medium"},
		"(rule rules.toml:3 wants it asked)":  {Decision: "deny", By: "policy", Reason: "unattended_rule", Rule: "rules.toml:3"},
		"denied by the person: “not today”":   {Decision: "deny", By: "person", Text: "not today"},
		"denied: nobody answered in time":     {Decision: "deny", By: "timeout"},
		"denied by the mode that the person":  {Decision: "deny", By: "mode", Reason: "read_only_mode"},
		"allowed for this session, as the pe": {Decision: "once", By: "grant"},
	} {
		run := &record.Run{Header: exported().Header}
		decided.Type, decided.CallID = event.ApprovalDecided, "c1"
		run.Events = []event.Event{
			{Type: event.TurnStarted, TurnID: "t1", Text: "Go"},
			{Type: event.StepStarted, TurnID: "t1", Step: 1},
			{Type: event.ToolProposed, TurnID: "t1", Step: 1, CallID: "c1", Tool: "tap", Label: "Tap", Risk: "medium"},
			decided,
		}
		if report := strings.ReplaceAll(export(t, run, "markdown"), `\`, ""); !strings.Contains(report, want) {
			t.Errorf("%q is not in the report:\n%s", want, report)
		}
		var told struct {
			Turns []struct {
				Steps []struct {
					Calls []struct{ Rule, Reason string }
				}
			}
		}
		if err := json.Unmarshal([]byte(export(t, run, "json")), &told); err != nil {
			t.Fatal(err)
		}
		if c := told.Turns[0].Steps[0].Calls[0]; c.Rule != decided.Rule || c.Reason != decided.Reason {
			t.Errorf("as JSON, %q is told by %+v", want, c)
		}
	}
}

// The first and the last screen of the run, and not one of them twice.
func TestScreenRecords(t *testing.T) {
	run := &record.Run{Header: record.Header{RunID: "r"}}
	for i, title := range []string{"Home", "Settings", "Wi-Fi"} {
		run.Events = append(run.Events, event.Event{
			V: event.Version, Seq: int64(i + 1), Type: event.ScreenObserved, Screen: []byte(`{"windowTitle":"` + title + `"}`),
		})
	}
	var out strings.Builder
	if err := record.Export(&out, run, "json"); err != nil {
		t.Fatal(err)
	}
	var report struct {
		Records map[string]struct{ WindowTitle string } `json:"screen_records"`
	}
	if err := json.Unmarshal([]byte(out.String()), &report); err != nil || report.Records["first"].WindowTitle != "Home" || report.Records["last"].WindowTitle != "Wi-Fi" {
		t.Errorf("%+v, %v", report, err)
	}
}
