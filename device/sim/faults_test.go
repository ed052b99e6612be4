package sim_test

import (
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"adroit/device/sim"
	"adroit/device/sim/fault"
)

// TestThousandFaultsLoseNoPhone makes faults come and go while commands run,
// and checks that the phone serves as before afterwards, with nothing left
// running.
func TestThousandFaultsLoseNoPhone(t *testing.T) {
	r := start(t, sim.Options{})
	random := rand.New(rand.NewPCG(1, 2))
	commands := []string{
		"uiautomator dump /sdcard/x; cat /sdcard/x", "input tap 500 900", "dumpsys window; dumpsys activity", "input text hi",
		"pm list packages; settings list global", "am start -a android.settings.WIFI_SETTINGS", "input keyevent HOME", "md5sum /sdcard/x",
	}
	var faults []fault.Fault
	for _, d := range sim.Faults() {
		if d.Fault != fault.Slow {
			faults = append(faults, d.Fault)
		}
	}
	for range 1000 {
		var running sync.WaitGroup
		for range 2 {
			command := commands[random.IntN(len(commands))]
			running.Go(func() { r.shell(command) })
		}
		if err := r.phone.SetFault(string(faults[random.IntN(len(faults))])); err != nil {
			t.Fatal(err)
		}
		running.Wait()
		r.phone.ClearFaults()
	}
	r.must("input keyevent HOME")
	r.see("Settings")
	waitQuiet(t, r.phone)
}

// waitQuiet waits until nothing runs on the phone.
func waitQuiet(t *testing.T, phone *sim.Phone) {
	t.Helper()
	for range 500 {
		if phone.Counters().Running == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d commands still run", phone.Counters().Running)
}

func TestFaultNames(t *testing.T) {
	for _, d := range sim.Faults() {
		if f, err := sim.ParseFault(string(d.Fault)); err != nil || f != d.Fault || d.Does == "" {
			t.Errorf("%q: %q, %v, does %q", d.Fault, f, err, d.Does)
		}
	}
	if _, err := sim.ParseFault("nope"); err == nil || !strings.Contains(err.Error(), string(fault.NullRoot)) {
		t.Errorf("the error for an unknown fault lists none: %v", err)
	}
}

func TestUnpluggedPhoneComesBack(t *testing.T) {
	r := start(t, sim.Options{Serial: "other"})
	conn, err := r.open("exec:echo begun; sleep 100")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(conn, make([]byte, len("begun\n"))); err != nil {
		t.Fatal(err)
	}
	r.phone.Unplug()
	waitQuiet(t, r.phone)
	if got := r.shell("echo hi"); got.code != -1 {
		t.Errorf("an unplugged phone served %+v", got)
	}
	r.phone.Plug()
	if got := r.must("settings put global x 7; echo back"); got != "back\n" {
		t.Errorf("after plugging in: %q", got)
	}
	if got, ok := r.phone.Setting("global", "x"); got != "7" || !ok {
		t.Errorf("the setting is %q, %t", got, ok)
	}
}

func TestLockAndWake(t *testing.T) {
	r := start(t, sim.Options{})
	r.phone.Lock()
	r.must("input tap 500 900; input text hi")
	if got := r.phone.ForegroundPackage(); got != "com.google.android.apps.nexuslauncher" {
		t.Errorf("a tap went through the lock screen to %s", got)
	}
	r.must("input swipe 540 2000 540 600")
	if r.phone.Snapshot().Locked {
		t.Error("a swipe up did not unlock")
	}
	r.phone.ScreenOff()
	if got := r.must("dumpsys power | grep -o 'mWakefulness=.*'"); got != "mWakefulness=Asleep\n" {
		t.Errorf("power says %q", got)
	}
	r.must("input keyevent WAKEUP; wm dismiss-keyguard")
	if s := r.phone.Snapshot(); !s.Awake || s.Locked {
		t.Errorf("after waking: %+v", s)
	}
	r.phone.ScreenOff()
	r.phone.Wake()
	r.phone.Unlock()
	r.see("Settings")
}
