package doctor_test

import (
	"context"
	"testing"

	"adroit/device/sim"
	"adroit/loop/doctor"
)

func TestHealthyPhone(t *testing.T) {
	adbInPath(t, 41)
	r := examine(t, healthy(t, sim.Options{ADBKeyboard: true}))
	for _, check := range []string{
		"adb.server", "adb.version", "phone.state", "phone.list", "phone.open", "phone.displays", "phone.screen", "phone.touch", "phone.automation",
		"phone.keyboard", "phone.typing", "phone.rotation", "phone.animations", "phone.files", "phone.observe",
		"state.writable", "state.private",
	} {
		finding(t, r, check, doctor.OK, "", "")
	}
	if worst := r.Worst(); worst != doctor.Skipped {
		t.Errorf("the worst finding is %q, want that the model's endpoint and the terminal were skipped", worst)
	}
}

func TestPhones(t *testing.T) {
	adbInPath(t, 41)
	for _, tt := range []struct {
		name          string
		options       sim.Options
		commands      []string
		check         string
		severity      doctor.Severity
		message, cure string
	}{
		{"unauthorized", sim.Options{Faults: []sim.Fault{"unauthorized"}}, nil, "phone.state", doctor.Failure, "has not allowed this computer", "accept the question"},
		{"offline", sim.Options{Faults: []sim.Fault{"offline"}}, nil, "phone.state", doctor.Failure, "offline", "adb reconnect offline"},
		{"screen off", sim.Options{Faults: []sim.Fault{"screen-off"}}, nil, "phone.screen", doctor.Failure, "off", "switch it on"},
		{"locked", sim.Options{Faults: []sim.Fault{"locked"}}, nil, "phone.screen", doctor.Warning, "lock screen", "swipe"},
		{"locked with a PIN", sim.Options{Faults: []sim.Fault{"locked"}}, []string{"locksettings set-pin 2580"}, "phone.screen", doctor.Failure, "PIN", "by hand"},
		{"Xiaomi's switch", sim.Options{Faults: []sim.Fault{"inject-denied"}}, nil, "phone.touch", doctor.Failure, "does not let adb touch", "USB debugging (Security settings)"},
		{"another client", sim.Options{Faults: []sim.Fault{"automation-taken"}}, nil, "phone.automation", doctor.Warning, "com.wetest.uia2", "adb shell kill 3777"},
		{"the home screen", sim.Options{}, nil, "phone.observe", doctor.OK, "of home screen (", ""},
		{"another client dumps", sim.Options{Faults: []sim.Fault{"automation-taken"}}, nil, "phone.observe", doctor.Failure, "", "end the other automation client"},
		{"never at rest", sim.Options{Faults: []sim.Fault{"idle-state"}}, nil, "phone.observe", doctor.Failure, "", "keeps moving"},
		{"no window", sim.Options{Faults: []sim.Fault{"null-root"}}, nil, "phone.observe", doctor.Failure, "", "wait for the screen"},
		{"killed", sim.Options{Faults: []sim.Fault{"killed"}}, nil, "phone.observe", doctor.Failure, "", "short of memory"},
		{"a foreign keyboard", sim.Options{ADBKeyboard: true}, []string{"ime set com.android.adbkeyboard/.AdbIME"}, "phone.keyboard", doctor.Warning, "AdbIME", "ime reset"},
		{"no Unicode", sim.Options{}, nil, "phone.typing", doctor.Note, "only printable ASCII", "ADBKeyBoard"},
		{"locked on its side", sim.Options{}, []string{"settings put system accelerometer_rotation 0", "settings put system user_rotation 1"}, "phone.rotation", doctor.Note, "90°", "auto-rotate"},
		{"no animations", sim.Options{}, []string{"settings put global window_animation_scale 0", "settings put global transition_animation_scale 0", "settings put global animator_duration_scale 0"}, "phone.animations", doctor.Note, "off", "Developer options"},
		{"files", sim.Options{}, []string{"echo x >/sdcard/window_dump.xml"}, "phone.files", doctor.Note, "/sdcard/window_dump.xml", "adb shell rm"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			finding(t, examine(t, healthy(t, tt.options, tt.commands...)), tt.check, tt.severity, tt.message, tt.cure)
		})
	}
}

func TestBrokenOff(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := doctor.Examine(ctx, healthy(t, sim.Options{}), nil)
	finding(t, r, "doctor", doctor.Failure, "broken off", "again")
	if len(r.Findings) != 1 {
		t.Errorf("it went on: %+v", r.Findings)
	}
}
