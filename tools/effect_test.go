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

// effectless is a call that is carried out and does not have its effect: as the
// screen is, or because of what another app does in that moment.
type effectless struct {
	name   string
	setup  []string
	tool   string
	call   string
	says   string
	during func(*rig) // nil: nothing; else the phone does not stay as it was
}

// dialogOver has another app's dialog take the keys and the screen.
func dialogOver(r *rig) { r.sim.Broadcast(sim.TrickDialog, nil) }

var effectlessCalls = []effectless{
	{"a tap on what does nothing", onWifi, "tap", `{"text": "Saved networks"}`, "the screen did not change", nil},
	{"a long press on it", onWifi, "long_press", `{"text": "Saved networks"}`, "the screen did not change", nil},
	{"a double tap on it", onWifi, "double_tap", `{"text": "Saved networks"}`, "the screen did not change", nil},
	{"back on the home screen", atHome, "press_back", ``, "the screen did not change", nil},
	{"the recent apps, shown already", append(slices.Clone(inSettings), "recent_apps", ``), "recent_apps", ``, "the screen did not change", nil},
	{"a scroll at the beginning", inSettings, "scroll", `{"direction": "backward"}`, "nothing moved", nil},
	{"a search in vain", inSettings, "scroll_to_element", `{"text": "Nowhere", "max_scrolls": 3}`, "Not found: this is the end of the content", nil},
	{"a swipe that meets nothing", inSettings, "swipe", `{"direction": "left"}`, "nothing moved", nil},
	{"a swipe before the first page", inPager, "swipe", `{"direction": "right"}`, "nothing moved", nil},
	{"a drag of what stays", onWifi, "drag_and_drop", `{"start_x": 500, "start_y": 2000, "end_x": 500, "end_y": 1900, "hold_ms": 300, "duration_ms": 100}`, "nothing moved", nil},
	{"an app beneath a dialog", atHome, "open_app", `{"target": "Settings"}`, " is in front", dialogOver},
	{"a panel beneath a dialog", atHome, "open_settings_panel", `{"panel": "wifi"}`, "Asked for the Wi-Fi settings, but ", dialogOver},
	{"home beneath a dialog", inSettings, "press_home", ``, "Pressed home, but ", dialogOver},
	{"a field beneath a dialog", newMessage, "focus_input", `{"view_id": "compose_message_text"}`, "does not have the focus", dialogOver},
	{"typing into a dialog", withFocus, "type_text", `{"text": "hello"}`, "cannot be read back", dialogOver},
	{"deleting in a dialog", withText, "clear_text", ``, "cannot be read back", dialogOver},
}

// An act that changes nothing, or not what it should, is a warning that says
// so, never a success.
func TestActsWithoutEffect(t *testing.T) {
	for _, tt := range effectlessCalls {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, approve{permissions.Once}, sim.Options{})
			r.must(t, tt.setup...)
			before := r.sim.Snapshot()
			r.onStarted = func() {
				if tt.during != nil {
					tt.during(r)
				}
			}
			result := r.call(t, tt.tool, tt.call)
			if result.Status != tools.Warning || !result.OK || !strings.Contains(result.Message, tt.says) {
				t.Error(result.ForModel())
			}
			after := r.sim.Snapshot()
			if diff := cmp.Diff(before, after); diff != "" && tt.during == nil {
				t.Errorf("it had an effect (-before +after):\n%s", diff)
			}
			if len(after.Deceived) > 0 || after.FingerDown {
				t.Errorf("pressed %q, finger down: %v", after.Deceived, after.FingerDown)
			}
		})
	}
}

// waitsInVain are waits on the home screen that end with their time.
var waitsInVain = map[string]string{
	"wait_for_ui":           `{"text": "Nowhere", "timeout_ms": 250}`,
	"wait_for_idle":         `{"stable_ms": 10000, "timeout_ms": 250}`,
	"wait_for_app":          `{"target": "Settings", "timeout_ms": 250}`,
	"wait_for_element":      `{"text": "Nowhere", "timeout_ms": 250}`,
	"wait_for_element_gone": `{"text": "Messages", "timeout_ms": 250}`,
}

// What a wait waits for, and does not see, is an error that says how long it
// waited, and shows what was seen last.
func TestWaitsInVain(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil, sim.Options{})
	for tool, arguments := range waitsInVain {
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
