package device_test

import (
	"fmt"
	"testing"

	"adroit/device"
	"adroit/device/sim"

	"github.com/google/go-cmp/cmp"
)

func TestAbout(t *testing.T) {
	sdk := map[int]int{8: 26, 10: 29, 12: 31, 14: 34, 16: 36}
	for version := range sdk {
		p, phone := openSim(t, sim.Options{AndroidVersion: version})
		run(t, p, "svc wifi enable")
		want := device.About{
			Manufacturer: "Adroit", Model: sim.Model, Release: fmt.Sprint(version), SDK: sdk[version], Density: 420,
			Displays: []device.Display{{Width: 1080, Height: 2400, Density: 420, On: true}},
			WiFi:     "192.0.2.17",
		}
		if version >= 10 { // numbers its displays by port and maker
			want.Displays[0].Physical = 4619827259835644672
		}
		before := phone.Counters().Services
		got, err := p.About(t.Context())
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("Android %d: error %v (-want +got):\n%s", version, err, diff)
		}
		if n := phone.Counters().Services - before; n != 1 {
			t.Errorf("Android %d: %d adb round trips, want 1", version, n)
		}
		run(t, p, "svc wifi disable")
		phone.ScreenOff()
		want.WiFi = ""
		want.Displays[0].On = false
		got, err = p.About(t.Context())
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("Android %d, switched off: error %v (-want +got):\n%s", version, err, diff)
		}
	}
}
