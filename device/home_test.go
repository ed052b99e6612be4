package device_test

import (
	"testing"

	"adroit/device/sim"
)

func TestHomeIsTheLauncher(t *testing.T) {
	for _, version := range []int{8, 14} {
		p, phone := openSim(t, sim.Options{AndroidVersion: version})
		home, err := p.Home(t.Context())
		if err != nil || home != phone.ForegroundPackage() {
			t.Errorf("Android %d: Home = %q, %v; %s is in front at first", version, home, err, phone.ForegroundPackage())
		}
	}
}
