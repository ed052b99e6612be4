package tasks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"adroit/device/sim"
	"adroit/loop/event"
	"adroit/tools"
)

// textual are the arguments whose values are typed or looked for.
var textual = []string{"text", "content_description", "target", "source", "destination", "old_text", "new_text"}

// said are the texts that the calls of a solution type or look for.
func said(t *testing.T, steps []step) []string {
	t.Helper()
	var texts []string
	for _, s := range steps {
		var arguments map[string]any
		if err := json.Unmarshal([]byte(s.arguments), &arguments); err != nil {
			t.Fatalf("%s: %v", s.arguments, err)
		}
		for _, name := range textual {
			if value, ok := arguments[name].(string); ok {
				texts = append(texts, value)
			}
		}
	}
	return texts
}

// tellsNoText fails where the debug log, an error or the reason of an ending
// holds what was typed or looked for, or a message or a label what was typed.
func (st *stage) tellsNoText(t *testing.T, steps []step) {
	t.Helper()
	told := logged(t, st.debug.Bytes())
	if len(told) == 0 {
		t.Fatal("there is no debug log")
	}
	for _, r := range st.results(t) {
		if r.Status == tools.Error {
			told = append(told, r.Message)
		}
	}
	for _, e := range st.events {
		told = append(told, e.Reason)
	}
	for _, text := range said(t, steps) {
		for _, s := range told {
			if strings.Contains(s, text) {
				t.Errorf("%q tells %q", s, text)
			}
		}
	}
	for _, r := range st.results(t) {
		told = append(told, r.Message)
	}
	for _, e := range st.events {
		told = append(told, e.Reasons...)
		if e.Tool == "type_text" && e.Type != event.ToolProposed {
			told = append(told, e.Label)
		}
	}
	for _, s := range steps {
		if s.tool != "type_text" {
			continue
		}
		for _, text := range said(t, []step{{arguments: s.arguments}})[:1] {
			if i := slices.IndexFunc(told, func(s string) bool { return strings.Contains(s, text) }); i >= 0 {
				t.Errorf("%q tells what was typed, %q", told[i], text)
			}
		}
	}
}

// logged are the values in a debug log, but for the names of tools.
func logged(t *testing.T, log []byte) []string {
	t.Helper()
	var values []string
	for line := range bytes.Lines(log) {
		var entry map[string]any
		if err := json.Unmarshal(line, &entry); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		delete(entry, "time")
		for key, value := range entry {
			if s := fmt.Sprint(value); key != "argument_lengths" && !slices.Contains(tools.Names(), s) {
				values = append(values, s)
			}
		}
		lengths, _ := entry["argument_lengths"].(map[string]any)
		for name, value := range lengths {
			if _, ok := value.(float64); !ok {
				t.Errorf("the length of %s is logged as %v", name, value)
			}
		}
	}
	return values
}

// TestTheDebugLogTellsWhatWasDone reads the log of two calls, of which one is
// as wrong as a model can make it.
func TestTheDebugLogTellsWhatWasDone(t *testing.T) {
	t.Parallel()
	st, hub, registry := newStage(t, sim.Options{})
	st.run(t, hub, registry, "Look for something", []step{
		fails("find_element", `{"text": "sesame"}`), fails("sesame", `{"sesame": "sesame", "text": 4711}`),
	})
	log := st.debug.String()
	for _, part := range []string{
		`"tool":"find_element"`, `"argument_lengths":{"text":6}`, `"status":"error"`, `"duration_ms":`,
		`"tool":"unknown"`, `"argument_lengths":{"other":10}`, `"msg":"turn_completed"`, `"outcome":"done"`,
	} {
		if !strings.Contains(log, part) {
			t.Errorf("the log does not hold %s:\n%s", part, log)
		}
	}
	for _, text := range []string{"sesame", "4711", "Look for"} {
		if strings.Contains(log, text) {
			t.Errorf("the log holds %q:\n%s", text, log)
		}
	}
}
