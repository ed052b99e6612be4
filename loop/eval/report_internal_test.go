package eval

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/google/jsonschema-go/jsonschema"

	"adroit/loop/event"
)

// sample is a report with attempts of every kind, two at each task.
func sample() *Report {
	passed := Attempt{
		RunID: "20261130-000000.000-aaaaaa", Passed: true, Claimed: true, Outcome: event.Done, Steps: 4, Calls: 3, Retries: 1,
		Approved: 2, Tokens: Tokens{Input: 9000, Cached: 6000, Output: 200}, Cost: new(0.02), Currency: "$", DurationMS: 2500,
	}
	lied := passed
	lied.Passed, lied.Faults, lied.Steps, lied.Retries = false, []string{"WifiEnabled: it is false, want true"}, 6, 0
	gaveUp := Attempt{
		RunID: "20261130-000000.000-bbbbbb", Outcome: event.Refused, Faults: []string{"it ended as refused, want done"},
		Steps: 1, Tokens: Tokens{Input: 2000, Output: 40}, Cost: new(0.004), Currency: "$", DurationMS: 700,
	}
	broken := Attempt{Error: "set-up: open_app: no app \x1b[2J is called Nots"}
	cut := Attempt{RunID: "20261130-000000.000-cccccc", Cancelled: true, Outcome: event.Cancelled}
	r := &Report{
		V: Version, Suite: "sample", Started: time.Date(2026, 11, 30, 1, 2, 3, 0, time.UTC), DurationMS: 9000,
		Model: "adroit-scripted", ScriptedModel: true, SimulatedPhone: true, AttemptsATask: 2, Parallel: 2, Cancelled: true,
		Limits: Limits{Steps: 12, Tokens: 500_000, Context: 128_000, ToolOutput: 10_000, Retries: 2, TimeoutMS: 90_000},
	}
	for _, t := range []struct {
		id       string
		attempts []Attempt
	}{
		{"always", []Attempt{passed, passed}}, {"once", []Attempt{lied, passed}}, {"never", []Attempt{gaveUp, gaveUp}},
		{"broken", []Attempt{broken, gaveUp}}, {"cut", []Attempt{cut}}, {"not-begun", []Attempt{}},
	} {
		for i := range t.attempts {
			t.attempts[i].Number = i + 1
		}
		r.Tasks = append(r.Tasks, TaskReport{ID: t.id, Title: "The task " + t.id, Figures: figures(t.attempts, 2), Attempts: t.attempts})
	}
	r.Summary = summary(r.Tasks)
	return r
}

func TestReportAsTable(t *testing.T) {
	var table bytes.Buffer
	if err := sample().WriteTable(&table); err != nil {
		t.Fatal(err)
	}
	golden.RequireEqual(t, table.Bytes())
}

func TestReportAsJSON(t *testing.T) {
	var doc bytes.Buffer
	if err := sample().WriteJSON(&doc); err != nil {
		t.Fatal(err)
	}
	golden.RequireEqual(t, doc.Bytes())
	follows(t, doc.Bytes())
}

// follows validates a report by the schema that documents it.
func follows(t *testing.T, doc []byte) {
	t.Helper()
	data, err := os.ReadFile("report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(doc, &v); err != nil {
		t.Fatal(err)
	}
	if err := resolved.Validate(v); err != nil {
		t.Errorf("%v\n%s", err, doc)
	}
}

// The figures of the sample, worked out by hand.
func TestSummary(t *testing.T) {
	f := sample().Summary
	want := map[string][2]float64{
		"completion rate":    {*f.CompletionRate, 3.0 / 7},
		"pass@1":             {*f.PassAt1, (1 + 0.5 + 0 + 0) / 4.0},
		"pass@2":             {*f.PassAtK, (1 + 1 + 0) / 3.0},
		"retries an attempt": {*f.RetriesAnAttempt, 3.0 / 7},
		"steps an attempt":   {*f.StepsAnAttempt, (3*4 + 6 + 3*1) / 7.0},
		"steps a success":    {*f.StepsASuccess, (3*4 + 6 + 3*1) / 3.0},
		"tokens a success":   {*f.TokensASuccess, (4*9200 + 3*2040) / 3.0},
		"cost a success":     {*f.CostASuccess, (4*0.02 + 3*0.004) / 3},
		"ms a success":       {*f.MSASuccess, (4*2500 + 3*700) / 3.0},
	}
	for name, v := range want {
		if d := v[0] - v[1]; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s is %v, want %v", name, v[0], v[1])
		}
	}
	if f.Attempts != 7 || f.Passed != 3 || f.Claimed != 4 || f.FalseClaims != 1 || f.Errors != 1 || f.Cancelled != 1 ||
		f.Outcomes[event.Done] != 4 || f.Outcomes[event.Refused] != 3 || len(f.Outcomes) != 2 {
		t.Errorf("counted %+v", f)
	}
}

// Without an attempt there is no figure, and none is made up.
func TestNothingIsNoFigure(t *testing.T) {
	f := summary([]TaskReport{{ID: "a", Figures: figures(nil, 3)}})
	if f.CompletionRate != nil || f.PassAt1 != nil || f.PassAtK != nil || f.TokensASuccess != nil || f.CostASuccess != nil {
		t.Errorf("reckoned %+v", f)
	}
}
