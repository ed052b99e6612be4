package tools_test

import (
	"strings"
	"testing"

	"adroit/device/sim"
	"adroit/device/sim/fault"
	"adroit/permissions"
	"adroit/tools"
)

func TestOpenApp(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	for _, tt := range []struct{ target, pkg string }{
		{"Settings", "com.android.settings"},
		{"messages", "com.google.android.apps.messaging"},
		{"com.android.settings", "com.android.settings"},
		{"com.android.settings", "com.android.settings"}, // it is in front already
	} {
		result := r.call(t, "open_app", `{"target": "`+tt.target+`"}`)
		if result.Status != tools.Success || r.sim.ForegroundPackage() != tt.pkg {
			t.Errorf("open_app %s: %s, with %s in front", tt.target, result.ForModel(), r.sim.ForegroundPackage())
		}
		q := r.asked[len(r.asked)-1]
		contains(t, q.Action, "Open ", tt.pkg)
	}
	result := r.call(t, "open_app", `{"target": "Setings and more"}`)
	if result.OK || result.RetryAfterMS != 0 || result.Data["candidates"] == nil {
		t.Error(result.ForModel())
	}
}

func TestOpenSettingsPanel(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	for _, tt := range []struct{ panel, class, switched, page string }{
		{"wifi", "WifiSettings", "wifi_on", "the Wi-Fi settings"},
		{"bluetooth", "ConnectedDevice", "bluetooth_on", "the Bluetooth settings"},
		{"accessibility", "Accessibility", "", "the accessibility settings"},
		{"app_info", "InstalledAppDetails", "", "the app info of com.android.settings"},
		{"notifications", "AppNotification", "", "the notification settings of com.android.settings"},
		{"system_settings", "settings.Settings", "", "the settings"},
	} {
		before, _ := r.sim.Setting("global", tt.switched)
		result := r.call(t, "open_settings_panel", `{"panel": "`+tt.panel+`"}`)
		if got := r.sim.Snapshot().ForegroundClass; result.Status != tools.Success || !strings.Contains(got, tt.class) {
			t.Errorf("%s: %s, with %s in front", tt.panel, result.ForModel(), got)
		}
		if after, _ := r.sim.Setting("global", tt.switched); after != before {
			t.Errorf("%s: it switched %s", tt.panel, tt.switched)
		}
		if q := r.asked[len(r.asked)-1]; q.Action != "Open "+tt.page || result.Message != "Opened "+tt.page {
			t.Errorf("%s: asked as %q, told as %q", tt.panel, q.Action, result.Message)
		}
	}
}

func TestAPanelIsAboutTheAppInFront(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Messages"}`, "open_settings_panel", `{"panel": "app_info"}`)
	q := r.asked[len(r.asked)-1]
	if q.Action != "Open the app info of Messages" {
		t.Errorf("action = %q", q.Action)
	}
	contains(t, strings.Join(q.Commands, "\n"), "package:com.google.android.apps.messaging")
}

func TestKeys(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	home := r.sim.ForegroundPackage()
	r.must(t, "open_app", `{"target": "Settings"}`, "tap", `{"text": "Display"}`)
	if got := r.sim.Snapshot().ForegroundClass; !strings.HasSuffix(got, ".SubSettings") {
		t.Fatalf("%s is in front", got)
	}
	r.must(t, "press_back", ``)
	if got := r.sim.Snapshot().ForegroundClass; !strings.HasSuffix(got, ".Settings") {
		t.Errorf("after back: %s is in front", got)
	}
	r.must(t, "press_home", ``)
	if got := r.sim.ForegroundPackage(); got != home {
		t.Errorf("after home: %s is in front", got)
	}
	if result := r.call(t, "press_home", ``); result.Status != tools.Success || result.Screen == "" {
		t.Errorf("home at home: %s", result.ForModel())
	}
	r.must(t, "recent_apps", ``)
	contains(t, r.phone.Last().Model(), "Settings")
}

func TestScroll(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Settings"}`)
	r.must(t, "scroll", `{"direction": "forward"}`)
	contains(t, r.phone.Last().Model(), "About phone")
	looks := 0
	r.onScreen = func() { looks++ }
	result := r.call(t, "scroll", `{"direction": "forward"}`)
	if result.Status != tools.Warning || result.Data["moved"] != false || looks != 3 { // before it, after it, and once more
		t.Errorf("at the end, after %d looks: %s", looks, result.ForModel())
	}
	r.onScreen = nil
	r.must(t, "scroll", `{"direction": "backward", "container": "recycler_view", "container_strategy": "view_id"}`)
	contains(t, r.phone.Last().Model(), "Network & internet")

	r.must(t, "open_settings_panel", wifiPage)
	if result := r.call(t, "scroll", `{"direction": "forward"}`); result.OK && result.Status != tools.Warning {
		t.Errorf("where nothing scrolls: %s", result.ForModel())
	}
}

func TestScrollToElement(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Settings"}`)
	tests := []struct {
		name, arguments string
		status          tools.Status
		found           bool
		ended           string
		scrolls         int
	}{
		{"below the fold", `{"text": "About phone"}`, tools.Success, true, "found", 1},
		{"in view already", `{"text": "About phone"}`, tools.Success, true, "found", 0},
		{"nowhere forward", `{"text": "No such row"}`, tools.Warning, false, "end_of_content", 1},
		{"back at the top", `{"query": {"text": "network", "match": "semantic"}, "direction": "backward"}`, tools.Success, true, "found", 1},
		{"a budget too small", `{"text": "No such row", "max_scrolls": 1}`, tools.Warning, false, "budget_spent", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result := r.call(t, "scroll_to_element", tt.arguments)
			if result.Status != tt.status || result.Data["found"] != tt.found ||
				result.Data["ended"] != tt.ended || result.Data["scrolls"] != tt.scrolls {
				t.Error(result.ForModel())
			}
		})
	}
}

// A search does not scroll on where the person who approved it would not know
// the screen again.
func TestASearchStopsWhereTheScreenIsAnotherOne(t *testing.T) {
	for _, tt := range []struct {
		name    string
		happens func(*sim.Phone)
	}{
		{"the keyboard comes up", func(p *sim.Phone) { _ = p.SetFault(string(fault.KeyboardShown)) }},
		{"the phone is locked", func(p *sim.Phone) { p.SetPIN("1234"); p.Lock() }},
		{"another app comes to the front", func(p *sim.Phone) { p.Broadcast(sim.TrickDialog, nil) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, approve{permissions.Once}, sim.Options{})
			r.must(t, "open_app", `{"target": "Long list"}`)
			r.onStarted = func() { tt.happens(r.sim) }
			result := r.call(t, "scroll_to_element", `{"text": "No such row", "max_scrolls": 30}`)
			if result.Status != tools.Warning || result.Data["ended"] != "screen_changed" || result.Data["scrolls"] != 1 {
				t.Error(result.ForModel())
			}
		})
	}
}

func TestSwipe(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Settings"}`)
	r.must(t, "swipe", `{"direction": "up"}`)
	contains(t, r.phone.Last().Model(), "About phone")
	r.must(t, "swipe", `{"start_x": 500, "start_y": 800, "end_x": 500, "end_y": 2000, "duration_ms": 600}`)
	contains(t, r.phone.Last().Model(), "Network & internet")
	got := r.asked[len(r.asked)-1]
	contains(t, got.Action, `Swipe from 500,800 on list #recycler_view to 500,2000 on item "Location`)
	contains(t, got.TargetLine, "Location")
	contains(t, got.Covers, "swipe from list", "500,800 to 500,2000")
	// What is granted for a direction holds wherever the finger comes down.
	if first := r.asked[1]; first.Covers != "swipe in Settings, with any direction" {
		t.Errorf("%s: until the session ends, for %q", first.Action, first.Covers)
	}
	if result := r.call(t, "swipe", `{"direction": "left"}`); result.Status != tools.Warning {
		t.Errorf("a swipe that moves nothing: %s", result.ForModel())
	}
	for _, tt := range []struct{ arguments, field string }{
		{`{"start_x": 500, "start_y": 800, "end_x": 500, "end_y": 9000}`, "end_y"},
		{`{"start_x": -1, "start_y": 800, "end_x": 500, "end_y": 900}`, "start_x"},
		{`{"start_x": 1, "start_y": 800, "end_x": 500}`, "end_y"},
		{`{"direction": "up", "start_x": 1}`, "start_x"},
		{`{}`, "direction"},
	} {
		if result := r.call(t, "swipe", tt.arguments); result.OK || result.Data["field"] != tt.field {
			t.Errorf("swipe %s: %s", tt.arguments, result.ForModel())
		}
	}
	if r.sim.Snapshot().FingerDown {
		t.Error("a finger was left on the screen")
	}
}
