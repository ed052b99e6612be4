package sim_test

import (
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
