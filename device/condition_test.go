package device_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"adroit/device"
	"adroit/device/sim"
)

func TestConditionOfAFreshPhone(t *testing.T) {
	for _, version := range []int{8, 16} {
		p, phone := openSim(t, sim.Options{AndroidVersion: version})
		before := phone.Counters().Services
		c, err := p.Condition(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n := phone.Counters().Services - before; n != 1 {
			t.Errorf("Android %d: it took %d adb round trips, want 1", version, n)
		}
		if !c.Awake || c.Locked || c.Touch != nil || !c.AutoRotate || c.NoAnimations || len(c.Automation)+len(c.Files) > 0 {
			t.Errorf("Android %d: found %+v", version, c)
		}
		if c.Keyboard == "" || !slices.Contains(c.Keyboards, c.Keyboard) {
			t.Errorf("Android %d: the keyboard %q is not among %q", version, c.Keyboard, c.Keyboards)
		}
	}
}

func TestConditionTellsWhatWasLeft(t *testing.T) {
	p, phone := openSim(t, sim.Options{ADBKeyboard: true, Faults: []sim.Fault{"automation-taken", "inject-denied"}})
	for _, command := range []string{
		"ime set com.android.adbkeyboard/.AdbIME",
		"settings put system accelerometer_rotation 0",
		"settings put system user_rotation 1",
		"settings put global window_animation_scale 0",
		"settings put global transition_animation_scale 0.0",
		"settings put global animator_duration_scale 0",
		"echo x >/sdcard/window_dump.xml; echo x >/data/local/tmp/u2.jar",
	} {
		if r, err := p.Shell(t.Context(), command); err != nil || r.Exit != 0 {
			t.Fatalf("%s: %v, %+v", command, err, r)
		}
	}
	phone.Lock()
	c, err := p.Condition(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !c.Locked || !errors.Is(c.Touch, device.ErrInjection) || c.AutoRotate || c.FixedRotation != 1 || !c.NoAnimations {
		t.Errorf("found %+v", c)
	}
	if c.Keyboard != "com.android.adbkeyboard/.AdbIME" {
		t.Errorf("found the keyboard %q", c.Keyboard)
	}
	if !slices.Equal(c.Files, []string{"/data/local/tmp/u2.jar", "/sdcard/window_dump.xml"}) {
		t.Errorf("found the files %q", c.Files)
	}
	if len(c.Automation) != 1 || !strings.Contains(c.Automation[0], "com.wetest.uia2") {
		t.Errorf("found the programs %q", c.Automation)
	}
	phone.ScreenOff()
	if c, err = p.Condition(t.Context()); err != nil || c.Awake {
		t.Errorf("with the screen off it found %+v, error %v", c, err)
	}
}
