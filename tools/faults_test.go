package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

func TestFaultsThatOnlyAPersonCanMend(t *testing.T) {
	tests := []struct{ fault, message string }{
		{"locked", "unlock"},
		{"screen-off", "switch"},
		{"idle-state", "keeps moving"},
		{"automation-taken", "automation client"},
		{"inject-denied", "USB debugging (Security settings)"},
	}
	for _, tt := range tests {
		t.Run(tt.fault, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, approve{permissions.Once}, sim.Options{})
			if err := r.sim.SetFault(tt.fault); err != nil {
				t.Fatal(err)
			}
			result := r.call(t, "tap", `{"text": "Messages"}`)
			if result.OK || !result.Stop || result.RetryAfterMS != 0 {
				t.Error(result.ForModel())
			}
			contains(t, result.Message, tt.message)
			if strings.Contains(r.sim.ForegroundPackage(), "messaging") {
				t.Error("it acted all the same")
			}
			r.sim.ClearFaults()
			r.must(t, "tap", `{"text": "Messages"}`)
		})
	}
}

func TestALockedPhoneSaysWhoCanUnlockIt(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.sim.Lock()
	for pin, cure := range map[string]string{"": "a swipe up is enough", "1234": "only a person can unlock it"} {
		r.sim.SetPIN(pin)
		result := r.call(t, "press_home", ``)
		if result.OK || !result.Stop {
			t.Error(result.ForModel())
		}
		contains(t, result.Message, "the phone is locked: ", cure)
	}
}

func TestFaultsThatPass(t *testing.T) {
	for _, fault := range []string{"null-root", "killed", "stale-file"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, approve{permissions.Once}, sim.Options{})
			if err := r.sim.SetFault(fault); err != nil {
				t.Fatal(err)
			}
			result := r.call(t, "observe_screen_context", ``)
			if result.OK || result.Stop || result.RetryAfterMS == 0 || !result.Idempotent || result.Data["cause"] == nil {
				t.Error(result.ForModel())
			}
			if result.Screen != "" {
				t.Errorf("a failed observation shows a screen:\n%s", result.Screen)
			}
			r.sim.ClearFaults()
			r.must(t, "observe_screen_context", ``)
		})
	}
}

// A wait lasts until what fails for a moment has passed.
func TestAWaitOutlastsAFaultThatPasses(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil, sim.Options{})
	if err := r.sim.SetFault("null-root"); err != nil {
		t.Fatal(err)
	}
	cleared := time.AfterFunc(300*time.Millisecond, r.sim.ClearFaults)
	defer cleared.Stop()
	r.must(t, "wait_for_element", `{"text": "Messages", "timeout_ms": 20000}`)
}

func TestALostPhoneIsNoDenialAndNoStop(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "observe_screen_context", ``)
	r.sim.Unplug()
	result := r.call(t, "press_home", ``)
	if result.OK || result.Stop || result.RetryAfterMS == 0 || result.Data["device_lost"] != true {
		t.Error(result.ForModel())
	}
	r.sim.Plug()
	r.must(t, "open_app", `{"target": "Settings"}`)
}

// An act that may have happened before the phone went away is not safe to
// repeat, unless its tool is.
func TestAnActThatWasCutOff(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, arguments string
		idempotent      bool
	}{
		{"tap", `{"text": "Messages"}`, false},
		{"open_app", `{"target": "Settings"}`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, approve{permissions.Once}, sim.Options{})
			r.must(t, "observe_screen_context", ``)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r.onStarted = func() {
				r.fault(t, "slow")
				r.whenAsked(t, cancel)
			}
			result := r.Run(ctx, tools.Call{ID: "c", Name: tt.name, Arguments: json.RawMessage(tt.arguments)})
			if result.OK || len(r.started) == 0 || result.Idempotent != tt.idempotent {
				t.Errorf("%s, started %q", result.ForModel(), r.started)
			}
			r.sim.ClearFaults()
			r.must(t, "observe_screen_context", ``)
		})
	}
}

// An act that was done and whose effect cannot be seen is no success, and not
// safe to repeat either.
func TestAnActWhoseEffectCannotBeSeen(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_settings_panel", wifiPage)
	r.onStarted = func() {
		if err := r.sim.SetFault("null-root"); err != nil {
			t.Error(err)
		}
	}
	result := r.call(t, "tap", tapWifi)
	if result.OK || result.Idempotent || !r.sim.WifiEnabled() {
		t.Error(result.ForModel())
	}
	contains(t, result.Message, "done, but what came of it cannot be seen")
}

func TestCancelEndsALongCallAtOnce(t *testing.T) {
	for _, tt := range []struct {
		name, app, arguments, progress, seen string
	}{
		{"wait_for_element", "Settings", `{"text": "No such thing", "timeout_ms": 30000}`, "waited_ms", "Battery"},
		{"wait_for_idle", "Settings", `{"stable_ms": 10000, "timeout_ms": 30000}`, "waited_ms", "Battery"},
		{"scroll_to_element", "Long list", `{"text": "No such thing", "max_scrolls": 30}`, "scrolls", "Entry"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, approve{permissions.Once}, sim.Options{})
			r.must(t, "open_app", `{"target": "`+tt.app+`"}`)
			r.ShowAll()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			seen := 0
			r.onScreen = func() { // the screen before, and what came of it
				if seen++; seen == 3 {
					cancel()
				}
			}
			began := time.Now()
			result := r.Run(ctx, tools.Call{ID: "c", Name: tt.name, Arguments: json.RawMessage(tt.arguments)})
			if result.OK || result.Message != "cancelled" || result.Data["cancelled"] != true || result.Stop || result.RetryAfterMS != 0 {
				t.Errorf("after %v: %s", time.Since(began), result.ForModel())
			}
			if result.Data[tt.progress] == nil || !strings.Contains(result.Screen, tt.seen) || seen != 3 {
				t.Errorf("%d looks: it does not tell how far it came, and what it saw last: %s", seen, result.ForModel())
			}
			if r.sim.Snapshot().FingerDown {
				t.Error("a finger is left on the screen")
			}
		})
	}
}

// Where the tree is of another app than the one in front, a finger would meet
// something else than what was read.
func TestNothingIsTouchedOnATreeOfAnotherApp(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Settings"}`)
	if err := r.sim.SetFault("stale-tree"); err != nil {
		t.Fatal(err)
	}
	started := len(r.started)
	for _, call := range [][2]string{
		{"tap", `{"text": "Messages"}`}, {"swipe", `{"direction": "up"}`}, {"scroll", `{"direction": "forward"}`},
	} {
		result := r.call(t, call[0], call[1])
		if result.OK || result.Stop || result.RetryAfterMS == 0 {
			t.Errorf("%s: %s", call[0], result.ForModel())
		}
	}
	if len(r.started) != started || r.sim.ForegroundPackage() != "com.android.settings" {
		t.Errorf("it acted: %q, %s is in front", r.started[started:], r.sim.ForegroundPackage())
	}
	r.must(t, "press_home", ``) // which needs no element
}
