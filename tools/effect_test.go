package tools_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

// An act that changes nothing is a warning that says so, never a success.
func TestActsWithoutEffect(t *testing.T) {
	for _, tt := range []struct {
		name  string
		setup []string
		tool  string
		call  string
		says  string
	}{
		{"a tap on what does nothing", onWifi, "tap", `{"text": "Saved networks"}`, "the screen did not change"},
		{"a long press on it", onWifi, "long_press", `{"text": "Saved networks"}`, "the screen did not change"},
		{"a double tap on it", onWifi, "double_tap", `{"text": "Saved networks"}`, "the screen did not change"},
		{"back on the home screen", atHome, "press_back", ``, "the screen did not change"},
		{"the recent apps, shown already", append(slices.Clone(inSettings), "recent_apps", ``), "recent_apps", ``, "the screen did not change"},
		{"a scroll at the beginning", inSettings, "scroll", `{"direction": "backward"}`, "nothing moved"},
		{"a search in vain", inSettings, "scroll_to_element", `{"text": "Nowhere", "max_scrolls": 3}`, "Not found: this is the end of the content"},
		{"a swipe that meets nothing", inSettings, "swipe", `{"direction": "left"}`, "nothing moved"},
		{"a swipe before the first page", inPager, "swipe", `{"direction": "right"}`, "nothing moved"},
		{"a drag of what stays", onWifi, "drag_and_drop", `{"start_x": 500, "start_y": 2000, "end_x": 500, "end_y": 1900, "hold_ms": 300, "duration_ms": 100}`, "nothing moved"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, approve{permissions.Once}, sim.Options{})
			r.must(t, tt.setup...)
			before := r.sim.Snapshot()
			result := r.call(t, tt.tool, tt.call)
			if result.Status != tools.Warning || !result.OK || !strings.Contains(result.Message, tt.says) {
				t.Error(result.ForModel())
			}
			if diff := cmp.Diff(before, r.sim.Snapshot()); diff != "" {
				t.Errorf("it had an effect (-before +after):\n%s", diff)
			}
		})
	}
}

// What a wait waits for, and does not see, is an error that says how long it
// waited, and shows what was seen last.
func TestWaitsInVain(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil, sim.Options{})
	for tool, arguments := range map[string]string{
		"wait_for_ui":           `{"text": "Nowhere", "timeout_ms": 250}`,
		"wait_for_app":          `{"target": "Settings", "timeout_ms": 250}`,
		"wait_for_element":      `{"text": "Nowhere", "timeout_ms": 250}`,
		"wait_for_element_gone": `{"text": "Messages", "timeout_ms": 250}`,
	} {
		r.ShowAll()
		result := r.call(t, tool, arguments)
		if result.OK || result.Stop || !result.Idempotent || result.Data["waited_ms"] != int64(250) || !strings.Contains(result.Screen, "Messages") {
			t.Errorf("%s: %s", tool, result.ForModel())
		}
		contains(t, result.Message, "within 250 ms")
	}
}

// What is typed and looked for is nobody's business but the model's and the
// person's: what is said of a failure tells how long it is, and not what.
func TestFailuresTellNoText(t *testing.T) {
	t.Parallel()
	const text = "sesame opens"
	r := newRig(t, approve{permissions.Denied}, sim.Options{})
	r.must(t, "observe_screen_context", ``)
	for tool, arguments := range usual {
		for _, field := range []string{"text", "target", "source", "container", "panel", "direction", "strategy", "old_text", "content_description", "node_id", "timeout_ms"} {
			given := maps.Clone(arguments)
			if strings.HasPrefix(tool, "wait_") {
				given["timeout_ms"] = 250
			}
			given[field] = text
			result := r.call(t, tool, asJSON(t, given))
			if result.OK && tool != "wait_for_element_gone" {
				t.Errorf("%s with a strange %s: %s", tool, field, result.ForModel())
			}
			if strings.Contains(result.Message, "sesame") || strings.Contains(result.Message, "opens") {
				t.Errorf("%s with a strange %s says %q", tool, field, result.Message)
			}
		}
	}
	for _, label := range r.started {
		if strings.Contains(label, "Type") && strings.Contains(label, "sesame") {
			t.Errorf("it is said to %q", label)
		}
	}
}
