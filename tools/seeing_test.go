package tools_test

import (
	"strings"
	"testing"

	"adroit/device"
	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

func TestObserve(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil, sim.Options{})
	result := r.call(t, "observe_screen_context", ``)
	if result.Screen != r.phone.Last().Model() || result.Status != tools.Success {
		t.Error(result.ForModel())
	}
	if got := r.call(t, "observe_screen", ``); got.Screen != r.phone.Last().RawTree() {
		t.Error(got.ForModel())
	}
	if len(r.asked) != 0 || len(r.decided) != 0 {
		t.Error("a look was asked about")
	}
}

// What stands on the screen as a secret is in no result.
func TestSecretsStayOnTheScreen(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Messages"}`)
	for _, call := range [][2]string{
		{"observe_screen_context", ``}, {"observe_screen", ``},
		{"find_element", `{"text": "verification code"}`},
		{"tap", `{"target": "482913", "strategy": "text"}`},
		{"tap", `{"target": "Northbank", "strategy": "text"}`},
	} {
		result := r.call(t, call[0], call[1])
		// The model's own words for the target come back to it.
		if text := result.ForModel(); strings.Contains(text, "482913") && !strings.Contains(call[1], "482913") {
			t.Errorf("%s tells the code: %s", call[0], text)
		}
	}
}

func TestFindElement(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Settings"}`)
	for _, tt := range []struct {
		arguments string
		ok        bool
	}{
		{`{"text": "Display"}`, true},
		{`{"text": "display", "match": "contains"}`, true},
		{`{"text": "display", "match": "exact"}`, false},
		{`{"class_name": "RecyclerView"}`, true},
		{`{"query": {"text": "Battery"}}`, true},
		{`{"query": "Battery"}`, true},
		{`{"text": "Battery", "class_name": "RecyclerView"}`, false},
		{`{"text": "Nothing of the kind"}`, false},
	} {
		result := r.call(t, "find_element", tt.arguments)
		if result.OK != tt.ok || (result.Data["elements"] != nil) != tt.ok {
			t.Errorf("find_element %s: %s", tt.arguments, result.ForModel())
		}
	}
	if result := r.call(t, "find_element", `{}`); result.OK || result.Data["field"] != "text" {
		t.Error(result.ForModel())
	}
}

func TestWaits(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Settings"}`)
	for _, tt := range []struct {
		name, arguments string
		ok              bool
	}{
		{"wait_for_ui", `{"text": "Battery"}`, true},
		{"wait_for_ui", `{"timeout_ms": 250}`, false},
		{"wait_for_idle", `{}`, true},
		{"wait_for_idle", `{"stable_ms": 10000, "timeout_ms": 250}`, false},
		{"wait_for_idle", `{"include_bounds": true}`, true},
		{"wait_for_app", `{"target": "Settings"}`, true},
		{"wait_for_app", `{"target": "com.android.settings"}`, true},
		{"wait_for_app", `{"target": "No such app", "timeout_ms": 250}`, false},
		{"wait_for_app", `{"target": "org.example.hidden", "timeout_ms": 250}`, false},
		{"wait_for_element", `{"text": "Battery"}`, true},
		{"wait_for_element_gone", `{"text": "Nothing of the kind"}`, true},
	} {
		result := r.call(t, tt.name, tt.arguments)
		if result.OK != tt.ok || !result.OK && (result.Stop || !result.Idempotent) {
			t.Errorf("%s %s: %s", tt.name, tt.arguments, result.ForModel())
		}
	}
	if len(r.asked) != 1 {
		t.Errorf("asked %d times, want once, to open the app", len(r.asked))
	}
}

// A wait for any change counts from what the model was shown last.
func TestAWaitSeesAChangeThatCameBeforeIt(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Settings"}`)
	if err := r.phone.Run(t.Context(), device.Keys(device.KeyHome)); err != nil {
		t.Fatal(err)
	}
	result := r.call(t, "wait_for_ui", `{"timeout_ms": 250}`)
	if !result.OK {
		t.Error(result.ForModel())
	}
	contains(t, result.Screen, "Messages")
}
