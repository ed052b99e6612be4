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

// A screen says that it is the home screen by what the phone answers, which is
// asked for with the first observation alone.
func TestObservedHome(t *testing.T) {
	for _, version := range []int{8, 14} {
		p, phone := openSim(t, sim.Options{AndroidVersion: version})
		for look := range 2 {
			c, err := p.Observe(t.Context())
			if err != nil || !c.Home || c.Place() != "home screen ("+phone.ForegroundPackage()+")" {
				t.Fatalf("Android %d, look %d: %q, %v", version, look+1, c.Place(), err)
			}
		}
	}
}
