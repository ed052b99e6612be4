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

func TestDumpFaults(t *testing.T) {
	const dump = "rm -f /sdcard/f; uiautomator dump /sdcard/f; cat /sdcard/f 2>/dev/null; exit $?"
	for _, tt := range []struct {
		fault    fault.Fault
		out, err string // parts
		code     int
		complete bool
	}{
		{fault.IdleState, "", "ERROR: could not get idle state.\n", 1, false},
		{fault.NullRoot, "", "ERROR: null root node returned by UiTestAutomationBridge.\n", 1, false},
		{fault.AutomationTaken, "", "already registered!", 1, false},
		{fault.StaleFile, "UI hierchary dumped to: /sdcard/f\n", "", 1, false},
		{fault.StaleTree, `package="com.google.android.apps.nexuslauncher"`, "", 0, true},
		{fault.Truncated, "dumped to:", "", 0, false},
		{fault.IllegalXML, "&#55357;", "", 0, true},
		{fault.Killed, "", "Killed", 1, false},
		{fault.ScreenOff, "", "ERROR: null root node", 1, false},
		{fault.Locked, `package="com.android.systemui"`, "", 0, true},
	} {
		t.Run(string(tt.fault), func(t *testing.T) {
			r := start(t, sim.Options{})
			r.must("am start -n com.android.settings/.Settings")
			if err := r.phone.SetFault(string(tt.fault)); err != nil {
				t.Fatal(err)
			}
			got := r.shell(dump)
			if !strings.Contains(got.out, tt.out) || !strings.Contains(got.err, tt.err) || got.code != tt.code {
				t.Errorf("got %+v", got)
			}
			if complete := strings.Contains(got.out, "</hierarchy>"); complete != tt.complete {
				t.Errorf("complete: %t", complete)
			}
			r.phone.ClearFaults()
			if got := r.shell(dump); got.code != 0 || !strings.Contains(got.out, "</hierarchy>") || !strings.Contains(got.out, "com.android.settings") {
				t.Errorf("after the fault: %+v", got)
			}
		})
	}
}

func TestConnectionFaults(t *testing.T) {
	for _, f := range []fault.Fault{fault.Offline, fault.Unauthorized, fault.Disconnect, fault.OldShell} {
		t.Run(string(f), func(t *testing.T) {
			r := start(t, sim.Options{})
			if err := r.phone.SetFault(string(f)); err != nil {
				t.Fatal(err)
			}
			if got := r.shell("echo hi; sleep 5"); got.code != -1 {
				t.Errorf("served %+v", got)
			}
			if f == fault.OldShell {
				if got := string(r.exec("echo hi; false")); got != "hi\n" {
					t.Errorf("old shell: %q", got)
				}
			}
			r.phone.ClearFaults()
			if got := r.must("echo hi"); got != "hi\n" {
				t.Errorf("after the fault: %q", got)
			}
		})
	}
}

func TestHolderOfTheAutomationConnectionIsListed(t *testing.T) {
	r := start(t, sim.Options{Faults: []fault.Fault{fault.AutomationTaken}})
	if got := r.must("ps -A -o PID,ARGS | grep -E 'uiautomator|uia2'"); got != "3777 app_process / com.wetest.uia2.Main\n" {
		t.Errorf("ps lists %q", got)
	}
}

func TestInputFaults(t *testing.T) {
	r := start(t, sim.Options{Faults: []fault.Fault{fault.InjectDenied}})
	if got := r.shell("input tap 1 1"); got.code != 255 || !strings.Contains(got.err, "INJECT_EVENTS") {
		t.Errorf("got %+v", got)
	}
	r.phone.ClearFaults()
	r.must("am start -a android.intent.action.SENDTO -d smsto:123")
	r.phone.SetFault(string(fault.KeyboardHidden))
	r.tap("compose_message_text")
	if s := r.phone.Snapshot(); s.KeyboardShown {
		t.Error("the keyboard is shown")
	}
	r.must("input text hi")
	if got := r.phone.Snapshot().FocusedText; got != "hi" {
		t.Errorf("typed %q", got)
	}
	r.phone.ClearFaults()
	r.tap("compose_message_text")
	r.phone.ClearFaults()
	if s := r.phone.Snapshot(); !s.KeyboardShown {
		t.Error("the end of faults has hidden a keyboard that a touch brought up")
	}
	r.must("input keyevent HOME")
	r.phone.SetFault(string(fault.KeyboardShown))
	r.phone.ClearFaults()
	if s := r.phone.Snapshot(); s.KeyboardShown {
		t.Error("the end of faults has left the keyboard that they showed")
	}
	if err := r.phone.SetFault("nonsense"); err == nil {
		t.Error("an unknown fault is accepted")
	}
}
