package tools_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

// selectors are the parameters that name elements, with their strategies.
var selectors = [][2]string{
	{"target", "strategy"}, {"container", "container_strategy"},
	{"source", "source_strategy"}, {"destination", "destination_strategy"},
}

// selectorsOf are the selectors that a tool has.
func selectorsOf(tool tools.Tool) [][2]string {
	has := func(name string) bool {
		return slices.ContainsFunc(tool.Params, func(p tools.Param) bool { return p.Name == name })
	}
	return slices.DeleteFunc(slices.Clone(selectors), func(s [2]string) bool { return !has(s[0]) || !has(s[1]) })
}

// Every tool that names an element refuses one that is not there, not there
// any more, or not alone, with candidates, and touches nothing.
func TestEverySelectorMustNameOneElement(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "observe_screen_context", ``)
	gone, _ := r.find(t, "Messages")
	r.must(t, "open_settings_panel", wifiPage)
	r.started, r.asked = nil, nil
	before := r.sim.Snapshot()
	for _, tool := range tools.Catalogue(everything) {
		for _, s := range selectorsOf(tool) {
			for _, tt := range []struct{ name, value, strategy, message string }{
				{"missing", "Wi-Fi calling", "text", "Target not found"},
				{"gone", gone, "node_id", "Target not found"},
				{"elsewhere", "0,0,1,1", "bounds", "Target not found"},
				{"not alone", "android:id/title", "view_id", "Target is ambiguous"},
			} {
				arguments := map[string]any{s[0]: tt.value, s[1]: tt.strategy}
				for name, value := range map[string]map[string]any{
					"type_text": {"text": "x"}, "scroll": {"direction": "forward"}, "swipe": {"direction": "up"},
					"scroll_to_element": {"text": "Nowhere"},
					"drag_and_drop": {
						"source": "Saved networks", "source_strategy": "text",
						"destination": "Saved networks", "destination_strategy": "text",
					},
				}[tool.Name] {
					if _, named := arguments[name]; !named {
						arguments[name] = value
					}
				}
				result := r.call(t, tool.Name, asJSON(t, arguments))
				if result.OK || result.Stop || !result.Idempotent || result.Data["candidates"] == nil || !strings.HasPrefix(result.Message, tt.message) {
					t.Errorf("%s, %s %s: %s", tool.Name, s[0], tt.name, result.ForModel())
				}
			}
		}
	}
	if diff := cmp.Diff(before, r.sim.Snapshot()); len(r.started)+len(r.asked) > 0 || diff != "" {
		t.Errorf("it acted: %q\n%s", r.started, diff)
	}
}

// missed are calls of the tools that look for something by its words or its
// name, for what is not there.
var missed = map[string]string{
	"find_element":      `{"text": "Nowhere"}`,
	"open_app":          `{"target": "No such app"}`,
	"wait_for_ui":       `{"text": "Nowhere", "timeout_ms": 250}`,
	"wait_for_app":      `{"target": "No such app", "timeout_ms": 250}`,
	"wait_for_element":  `{"text": "Nowhere", "timeout_ms": 250}`,
	"scroll_to_element": `{"text": "Nowhere", "max_scrolls": 1}`,
}

// gone are calls with the number of an element that was there once.
var gone = map[string]string{
	"find_element":      `{"node_id": "%s"}`,
	"wait_for_element":  `{"node_id": "%s", "timeout_ms": 250}`,
	"scroll_to_element": `{"node_id": "%s", "max_scrolls": 1}`,
}

// What is looked for and is not there, or not there any more, is never found,
// and looking for it changes nothing.
func TestEverySearchInVain(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "observe_screen_context", ``)
	id, _ := r.find(t, "Messages")
	r.must(t, inSettings...)
	before := r.sim.Snapshot()
	try := func(tool, arguments string) {
		result := r.call(t, tool, arguments)
		if result.Status == tools.Success || result.Stop || result.Data["element"] != nil || result.Data["elements"] != nil {
			t.Errorf("%s %s: %s", tool, arguments, result.ForModel())
		}
		// A search has scrolled.
		r.must(t, "scroll_to_element", `{"text": "Network & internet", "direction": "backward"}`)
		if diff := cmp.Diff(before, r.sim.Snapshot()); diff != "" {
			t.Errorf("%s %s changed the phone:\n%s", tool, arguments, diff)
		}
	}
	for tool, arguments := range missed {
		try(tool, arguments)
	}
	for tool, arguments := range gone {
		try(tool, fmt.Sprintf(arguments, id))
	}
	// For one wait this is what it waits for.
	r.must(t, "wait_for_element_gone", fmt.Sprintf(`{"node_id": %q}`, id))
}
