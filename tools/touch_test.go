package tools_test

import (
	"fmt"
	"testing"

	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

// find returns the number and the bounds of the element that has a label.
func (r *rig) find(t testing.TB, label string) (id, bounds string) {
	t.Helper()
	n, err := r.phone.Last().Resolve(label, "text")
	if err != nil {
		t.Fatal(err)
	}
	return n.ID, n.Bounds.String()
}

func TestTapNamesItsTargetInFourWays(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	home := func() (id, bounds string) {
		r.must(t, "press_home", ``, "observe_screen_context", ``)
		return r.find(t, "Messages")
	}
	r.must(t, "open_app", `{"target": "Settings"}`)
	id, bounds := home()
	for _, arguments := range []string{
		`{"target": "Messages", "strategy": "text"}`,
		fmt.Sprintf(`{"target": %q, "strategy": "node_id"}`, id),
		fmt.Sprintf(`{"target": %s, "strategy": "node_id"}`, id),
		fmt.Sprintf(`{"target": %q, "strategy": "bounds"}`, bounds),
		fmt.Sprintf(`{"target": [%s], "strategy": "bounds"}`, bounds),
		`{"text": "Messages"}`,
	} {
		result := r.call(t, "tap", arguments)
		if result.Status != tools.Success || r.sim.ForegroundPackage() != "com.google.android.apps.messaging" {
			t.Errorf("tap %s: %s, with %s in front", arguments, result.ForModel(), r.sim.ForegroundPackage())
		}
		contains(t, result.Message, `Tapped button "Messages": now in `)
		home()
	}
}

func TestTouchesThatMiss(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "observe_screen_context", ``)
	gone, _ := r.find(t, "Messages")
	r.must(t, "open_settings_panel", wifiPage)
	tests := []struct {
		name, arguments string
		message         string
		data            string // a key that must be there
		transient       bool
	}{
		{"missing", `{"target": "Wi-Fi calling", "strategy": "text"}`, "Target not found", "candidates", true},
		{"stale id", fmt.Sprintf(`{"target": %q, "strategy": "node_id"}`, gone), "Target not found", "candidates", true},
		{"no such id", `{"target": "999", "strategy": "node_id"}`, "Target not found", "candidates", true},
		{"no such bounds", `{"target": "0,0,1,1", "strategy": "bounds"}`, "Target not found", "candidates", true},
		{"no such view", `{"target": "a:id/b", "strategy": "view_id"}`, "Target not found", "candidates", true},
		{"ambiguous", `{"target": "android:id/title", "strategy": "view_id"}`, "Target is ambiguous", "candidates", false},
	}
	for _, tool := range []string{"tap", "long_press", "double_tap"} {
		for _, tt := range tests {
			t.Run(tool+" "+tt.name, func(t *testing.T) {
				before := len(r.started)
				result := r.call(t, tool, tt.arguments)
				if result.OK || !result.Idempotent || result.Stop || (result.RetryAfterMS > 0) != tt.transient || result.Data[tt.data] == nil {
					t.Error(result.ForModel())
				}
				contains(t, result.Message, tt.message)
				if len(r.started) != before {
					t.Error("it acted")
				}
			})
		}
	}
}

func TestADisabledTargetIsNotTouched(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Messages"}`, "tap", `{"text": "Start chat"}`)
	before := len(r.asked)
	result := r.call(t, "tap", `{"text": "Send SMS"}`)
	if result.OK || result.RetryAfterMS == 0 || len(r.asked) != before {
		t.Error(result.ForModel())
	}
	contains(t, result.Message, "is disabled")
}

func TestATouchWithoutEffectIsNoSuccess(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_settings_panel", wifiPage)
	result := r.call(t, "tap", `{"target": "Saved networks", "strategy": "text"}`)
	if result.Status != tools.Warning || !result.OK {
		t.Fatal(result.ForModel())
	}
	contains(t, result.Message, "but the screen did not change")
	contains(t, result.Screen, "unchanged")
}

func TestASwitchIsProvedByItsState(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_settings_panel", wifiPage)
	for _, want := range []bool{true, false} {
		result := r.call(t, "tap", tapWifi)
		if result.Status != tools.Success || result.Data["checked"] != want || r.sim.WifiEnabled() != want {
			t.Errorf("%s; Wi-Fi on: %v, want %v", result.ForModel(), r.sim.WifiEnabled(), want)
		}
	}
}

func TestDoubleTapTouchesTwice(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_settings_panel", wifiPage)
	r.call(t, "double_tap", tapWifi)
	if r.sim.WifiEnabled() {
		t.Error("the switch was touched once")
	}
	if got := r.asked[len(r.asked)-1].Action; got != `Double-tap switch "Wi-Fi"` {
		t.Errorf("action = %q", got)
	}
}
