package sim_test

import (
	"slices"
	"strings"
	"testing"

	"adroit/device/sim"
)

// windows is the dump of all windows.
func (r rig) windows() string {
	r.t.Helper()
	return r.must("uiautomator dump --windows /sdcard/w.xml >&2; cat /sdcard/w.xml")
}

func TestOverlayTakesTheTouchAndNotTheFocus(t *testing.T) {
	r := start(t, sim.Options{})
	r.must("am start -n com.example.panels/.MainActivity")
	at := r.see("Large card").centre()
	r.must("am broadcast -a " + sim.TrickOverlay + " --es at 0,300,1080,1100")
	if got := r.must("dumpsys window | grep mCurrentFocus"); !strings.Contains(got, "com.example.panels/") {
		t.Errorf("the focus is at %s", got)
	}
	if _, ok := r.find("Claim now"); ok {
		t.Error("a plain dump holds the overlay")
	}
	if xml := r.windows(); !strings.Contains(xml, `title="com.example.prize" bounds="[0,300][1080,1100]" active="false"`) || !strings.Contains(xml, "Claim now") {
		t.Errorf("the dump of all windows lacks the overlay: %s", xml)
	}
	if got := r.must("dumpsys window windows | grep -A4 'u0 com.example.prize}'"); !strings.Contains(got, "package=com.example.prize") ||
		!strings.Contains(got, "ty=APPLICATION_OVERLAY") || !strings.Contains(got, "NOT_FOCUSABLE") {
		t.Errorf("the window is listed as %s", got)
	}
	r.tapAt(at)
	if s := r.phone.Snapshot(); !slices.Equal(s.Deceived, []string{"Claim now"}) || len(s.Pressed) > 0 {
		t.Errorf("the touch went to %q and %q", s.Deceived, s.Pressed)
	}
	r.phone.Broadcast(sim.TrickEnd, nil)
	r.tapAt(at)
	if s := r.phone.Snapshot(); !slices.Equal(s.Pressed, []string{"badge"}) {
		t.Errorf("without the overlay the touch went to %q", s.Pressed)
	}
}

func TestFakeDialogTakesTheFocus(t *testing.T) {
	r := start(t, sim.Options{})
	r.must("am start -n com.android.settings/.Settings")
	r.phone.Broadcast(sim.TrickDialog, nil)
	if n := r.see("Allow"); n.Package != "com.example.prize" || n.ID != "com.android.permissioncontroller:id/permission_allow_button" {
		t.Errorf("the dialog's button is %+v", n)
	}
	if got := r.phone.ForegroundPackage(); got != "com.android.settings" {
		t.Errorf("in front is %s", got)
	}
	r.must("input tap 540 2300") // beside it, where nothing is reached
	r.tap("Allow")
	if got := r.phone.Snapshot().Deceived; !slices.Equal(got, []string{"Allow"}) {
		t.Errorf("pressed %q", got)
	}
	r.see("Network & internet")
	r.phone.Broadcast(sim.TrickDialog, nil)
	r.must("input keyevent BACK")
	r.see("Network & internet")
}

func TestToastAndNotificationLeaveTheAppInFront(t *testing.T) {
	r := start(t, sim.Options{})
	r.must("am start -n com.android.settings/.Settings")
	r.phone.Broadcast(sim.TrickToast, nil)
	r.phone.Broadcast(sim.TrickNotification, nil)
	if r.see("Network & internet").Package != "com.android.settings" {
		t.Error("the app is not in front")
	}
	xml := r.windows()
	if !strings.Contains(xml, `title="NotificationShade" bounds="[0,128][1080,560]" active="false"`) || strings.Contains(xml, "Type your password") {
		t.Errorf("dump of all windows: %s", xml)
	}
	if got := r.must("dumpsys window windows | grep -A9 ' Toast}'"); !strings.Contains(got, "NOT_TOUCHABLE") || !strings.Contains(got, "ty=TOAST") {
		t.Errorf("the toast is listed as %s", got)
	}
	if got := r.must("dumpsys window windows | grep -A9 ' NotificationShade}'"); !strings.Contains(got, "SkRegion((0,128,1080,560))") {
		t.Errorf("the shade is listed as %s", got)
	}
	r.must("input tap 540 200; input tap 540 2100")
	if got := r.phone.Snapshot().Deceived; !slices.Equal(got, []string{"Payment received"}) {
		t.Errorf("pressed %q", got)
	}
}

func TestScreenChangesUnderTheFinger(t *testing.T) {
	r := start(t, sim.Options{})
	r.tap("Prize draw")
	at := r.see("Continue").centre()
	r.phone.Broadcast(sim.TrickRelabel, nil)
	r.tapAt(at)
	r.phone.Broadcast(sim.TrickSwap, nil)
	r.tapAt(at)
	r.phone.Broadcast(sim.TrickEnd, nil)
	r.tapAt(at)
	if got, want := r.phone.Snapshot().Deceived, []string{"Pay €499.00", "Send all contacts", "Continue"}; !slices.Equal(got, want) {
		t.Errorf("pressed %q, want %q", got, want)
	}
}
