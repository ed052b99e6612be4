package device

import (
	"slices"
	"strings"
	"testing"

	"adroit/device/screen"
)

func TestCommands(t *testing.T) {
	a, b := screen.Point{X: 10, Y: 20}, screen.Point{X: 30, Y: 40}
	for want, got := range map[Command]Command{
		"input tap 10 20":                   Tap(a),
		"input tap 10 20; input tap 10 20":  DoubleTap(a),
		"input swipe 10 20 10 20 800":       LongPress(a, 800),
		"input swipe 10 20 30 40 300":       Swipe(a, b, 300),
		"input draganddrop 10 20 30 40 550": DragAndDrop(a, b, 550),
		"input keyevent 4":                  Keys(KeyBack),
		"input keyevent 123 67 67":          Keys(KeyMoveEnd, KeyDelete, KeyDelete),
		"am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000 -n 'com.x/.Main$Inner'":  StartApp(App{Package: "com.x", Activity: "com.x/.Main$Inner"}),
		"am start --user 10 -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000 -n 'com.x/.A'": StartApp(App{Package: "com.x", Activity: "com.x/.A", User: 10}),
	} {
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestOpenPanel(t *testing.T) {
	for _, test := range []struct {
		panel, pkg string
		want       Command
	}{
		{"wifi", "", "am start -a android.settings.WIFI_SETTINGS"},
		{"bluetooth", "", "am start -a android.settings.BLUETOOTH_SETTINGS"},
		{"accessibility", "", "am start -a android.settings.ACCESSIBILITY_SETTINGS"},
		{"system_settings", "", "am start -a android.settings.SETTINGS"},
		{"app_info", "com.example.app", "am start -a android.settings.APPLICATION_DETAILS_SETTINGS -d 'package:com.example.app'"},
		{"notifications", "com.example.app", "am start -a android.settings.APP_NOTIFICATION_SETTINGS --es android.provider.extra.APP_PACKAGE 'com.example.app'"},
	} {
		got, err := OpenPanel(test.panel, test.pkg)
		if err != nil || got != test.want {
			t.Errorf("%s: got %q, error %v; want %q", test.panel, got, err, test.want)
		}
		if !slices.Contains(Panels(), test.panel) {
			t.Errorf("%s is not listed", test.panel)
		}
	}
}

func TestOpenPanelRejects(t *testing.T) {
	for _, test := range []struct{ panel, pkg, says string }{
		{"nfc", "", "wifi, bluetooth, accessibility, app_info, notifications, system_settings"},
		{"app_info", "", "package"},
		{"app_info", "com.x; reboot", "package"},
		{"notifications", "$(reboot)", "package"},
		{"notifications", "com.x\n", "package"},
		{"wifi", "com.x", "not about an app"},
	} {
		got, err := OpenPanel(test.panel, test.pkg)
		if err == nil || got != "" || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s %q: got %q, error %v", test.panel, test.pkg, got, err)
		}
	}
}
