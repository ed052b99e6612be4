package tools_test

import (
	"maps"
	"testing"

	"adroit/device/sim"
	"adroit/tools"
)

// usual are arguments with which a tool is called well, for tools that need
// any.
var usual = map[string]map[string]any{
	"find_element":        {"text": "x"},
	"open_app":            {"target": "x"},
	"open_settings_panel": {"panel": "wifi"},
	"tap":                 {"target": "x", "strategy": "text"},
	"long_press":          {"target": "x", "strategy": "text"},
	"double_tap":          {"target": "x", "strategy": "text"},
	"focus_input":         {"target": "x", "strategy": "text"},
	"clear_text":          {"target": "x", "strategy": "text"},
	"type_text":           {"text": "x", "target": "x", "strategy": "text"},
	"scroll":              {"direction": "forward", "container": "x", "container_strategy": "text"},
	"scroll_to_element":   {"text": "x", "container": "x", "container_strategy": "text"},
	"swipe":               {"direction": "up", "container": "x", "container_strategy": "text"},
	"drag_and_drop": {
		"source": "x", "source_strategy": "text", "destination": "x", "destination_strategy": "text",
	},
	"wait_for_app":          {"target": "x"},
	"wait_for_element":      {"text": "x"},
	"wait_for_element_gone": {"text": "x"},
	"list_files":            {"path": "x"},
	"read_file":             {"path": "x"},
	"edit_file":             {"path": "x", "old_text": "x", "new_text": "x"},
	"read_skill":            {"id": "careful"},
}

// Every parameter of every tool refuses what is wrong for it: by its name, and
// before anything is sent to the phone.
func TestEveryBadArgumentIsNamed(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil, sim.Options{})
	before := r.sim.Counters().Services
	refused := 0
	for _, tool := range tools.Catalogue(everything) {
		try := func(field string, value any) {
			t.Helper()
			arguments := maps.Clone(usual[tool.Name])
			if arguments == nil {
				arguments = map[string]any{}
			}
			arguments[field] = value
			if value == nil {
				delete(arguments, field)
			}
			result := r.call(t, tool.Name, asJSON(t, arguments))
			refused++
			if result.OK || result.Data["field"] != field || result.Data["want"] == "" || !result.Idempotent || result.RetryAfterMS != 0 || result.Stop {
				t.Errorf("%s with %s = %v: %s", tool.Name, field, value, result.ForModel())
			}
			contains(t, result.Message, tool.Name+": "+field+": ")
		}
		try("nonsense", "x")
		for _, p := range tool.Params {
			try(p.Name, []any{map[string]any{}})
			if p.Required {
				try(p.Name, nil)
			}
			switch {
			case len(p.Enum) > 0:
				try(p.Name, "nonsense")
			case p.NonEmpty:
				try(p.Name, "")
			case p.Kind == tools.Integer:
				try(p.Name, "soon")
				try(p.Name, 1.5)
			case p.Kind == tools.Boolean:
				try(p.Name, "perhaps")
			}
			if p.Max != 0 {
				try(p.Name, p.Min-1)
				try(p.Name, p.Max+1)
			}
		}
	}
	if now := r.sim.Counters().Services; now != before || len(r.asked) > 0 {
		t.Errorf("%d requests reached the phone, %d questions a person", now-before, len(r.asked))
	}
	if refused < 200 {
		t.Errorf("only %d arguments were tried", refused)
	}
}
