package tools

import (
	"strings"
	"testing"

	"adroit/device"
	"adroit/device/screen"
)

// What no simulated phone does on demand: acts that did not have the effect
// which proves them.
func TestEffectsThatDidNotComeAbout(t *testing.T) {
	inApp := func(pkg, activity string, keyboard bool) screen.State {
		return screen.State{
			PackageName: pkg, Activity: activity, Awake: true, Width: 1080, Height: 2400,
			KeyboardVisible: keyboard, KeyboardBounds: screen.Rect{Top: 1500, Right: 1080, Bottom: 2400},
		}
	}
	shop := inApp("com.example.shop", "com.example.shop.Main", false)
	for _, tt := range []struct {
		name, tool, arguments string
		before, after         screen.State
		element               element
		seen                  bool
		says                  string
	}{
		{"the panel came up", "open_settings_panel", `{"panel": "wifi"}`, shop,
			inApp("com.android.settings", "com.android.settings.Settings$WifiSettingsActivity", false), element{class: "TextView", text: "Wi-Fi"},
			true, "Opened the Wi-Fi settings"},
		{"another panel came up", "open_settings_panel", `{"panel": "wifi"}`, shop,
			inApp("com.android.settings", "com.android.settings.Settings$BluetoothSettingsActivity", false), element{class: "TextView", text: "Bluetooth"},
			false, "Asked for the Wi-Fi settings, but com.android.settings is in front"},
		{"nothing came up", "open_settings_panel", `{"panel": "app_info"}`, shop, shop, element{class: "TextView", text: "Shop"},
			false, "Asked for the app info of com.example.shop, but com.example.shop is in front"},
		{"the field did not take the focus", "focus_input", `{"view_id": "com.example:id/field"}`, shop, shop, field("", ""),
			false, "does not have the focus"},
		{"the field took it", "focus_input", `{"view_id": "com.example:id/field"}`, shop, shop, field("", "focused"),
			true, "has the focus"},
		{"the keyboard stayed", "dismiss_keyboard", ``, inApp("com.example", "com.example.Main", true), inApp("com.example", "com.example.Main", true),
			field("", "focused"), false, "is still shown"},
		{"the keyboard went", "dismiss_keyboard", ``, inApp("com.example", "com.example.Main", true), inApp("com.example", "com.example.Main", false),
			field("", "focused"), true, "Hid the keyboard"},
		{"the text stayed away", "type_text", `{"text": "abc", "view_id": "com.example:id/field"}`, shop, shop, field("", "focused"),
			false, "it holds other text, of 0 characters"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newObserver()
			before := o.seeIn(t, tt.before, field("", ""))
			p := o.planned(t, before, tt.tool, tt.arguments)
			got := p.verify(before, o.seeIn(t, tt.after, tt.element))
			if got.seen != tt.seen || !strings.Contains(got.message, tt.says) {
				t.Errorf("seen = %v: %s", got.seen, got.message)
			}
		})
	}
}

func TestHomeIsProvedByTheAppInFront(t *testing.T) {
	o := newObserver()
	see := func(pkg, words string) *screen.Context {
		return o.seeIn(t, screen.State{PackageName: pkg, Awake: true}, element{class: "TextView", text: words})
	}
	shop, home := see("com.example.shop", "Shop"), see("com.example.home", "Home")
	for _, tt := range []struct {
		before, after *screen.Context
		seen          bool
		says          string
	}{
		{shop, home, true, "Pressed home: the home screen is in front"},
		{home, home, true, "the home screen was in front already"},
		{shop, shop, false, "com.example.shop is in front"},
	} {
		if got := atHome("com.example.home", tt.before, tt.after); got.seen != tt.seen || !strings.Contains(got.message, tt.says) {
			t.Errorf("from %s to %s: %+v", tt.before.PackageName, tt.after.PackageName, got)
		}
	}
}

func TestAnAppThatIsNotAlone(t *testing.T) {
	apps := []device.App{{Label: "Mail", Activity: "a.b/.Mail"}, {Label: "Mail", Activity: "c.d/.Mail", User: 10}}
	for _, err := range []error{
		&device.AmbiguousAppError{Target: "Mail", Candidates: apps}, &device.AppNotFoundError{Target: "Mial", Candidates: apps},
	} {
		r := explain(appFailure(err)).Result
		candidates, _ := r.Data["candidates"].([]string)
		if len(candidates) != 2 || candidates[1] != "Mail c.d/.Mail of user 10" || strings.Contains(r.Message, "Mail") || strings.Contains(r.Message, "Mial") || r.RetryAfterMS != 0 || !r.Idempotent {
			t.Errorf("%T: %s", err, r.ForModel())
		}
	}
}
