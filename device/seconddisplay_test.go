package device_test

import (
	"errors"
	"fmt"
	"testing"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/sim"
	"adroit/device/sim/apps"
)

// TestSecondDisplay reads, photographs and touches the phone's own display while
// another one shows a window of its own.
func TestSecondDisplay(t *testing.T) {
	for _, version := range []int{8, 10, 12, 14, 16} {
		t.Run(fmt.Sprintf("Android %d", version), func(t *testing.T) {
			p, phone := openSim(t, sim.Options{AndroidVersion: version})
			alone := observe(t, p)
			if err := phone.SetFault("second-display"); err != nil {
				t.Fatal(err)
			}
			beside := observe(t, p)
			if beside.PackageName != apps.LauncherPackage || beside.Activity != alone.Activity || len(beside.Nodes) != len(alone.Nodes) || beside.Width != 1080 || beside.Height != 2400 {
				t.Errorf("observed %+v", beside)
			}
			for i, n := range beside.Nodes {
				if n.ID != alone.Nodes[i].ID || n.OccludedBy != "" || n.Bounds != alone.Nodes[i].Bounds {
					t.Errorf("node %+v, want %+v", n, alone.Nodes[i])
				}
			}
			shot, err := p.Screenshot(t.Context())
			if err != nil || shot.Width >= shot.Height {
				t.Errorf("a picture of %dx%d, error %v", shot.Width, shot.Height, err)
			}
			about, err := p.About(t.Context())
			if err != nil || len(about.Displays) != 2 || about.Displays[1].ID != 2 || about.Displays[1].Width != 1920 || !about.Displays[1].On {
				t.Errorf("displays %+v, error %v", about.Displays, err)
			}
			tapLabel(t, p, beside, "Settings")
			if front := phone.ForegroundPackage(); front != "com.android.settings" {
				t.Errorf("after a tap %s is in front", front)
			}
		})
	}
}

// TestFocusOnSecondDisplay: a screen that no touch would reach is none, until the
// phone's own has the focus again.
func TestFocusOnSecondDisplay(t *testing.T) {
	for _, version := range []int{8, 10, 12, 14, 16} {
		t.Run(fmt.Sprintf("Android %d", version), func(t *testing.T) {
			p, phone := openSim(t, sim.Options{AndroidVersion: version, Faults: []sim.Fault{"second-focus"}})
			for name, look := range map[string]func() error{
				"observe":    func() error { _, err := p.Observe(t.Context()); return err },
				"screenshot": func() error { _, err := p.Screenshot(t.Context()); return err },
			} {
				err := look()
				if failed, is := errors.AsType[*device.ObserveError](err); !is || failed.Cause != screen.CauseElsewhere {
					t.Errorf("%s: error %v", name, err)
				}
			}
			if _, err := p.Shell(t.Context(), "input keyevent 3"); err != nil { // goes to the other one
				t.Fatal(err)
			}
			run(t, p, device.Tap(screen.Point{X: 540, Y: 2300}))
			if c := observe(t, p); c.PackageName != apps.LauncherPackage {
				t.Errorf("after a touch %s is in front", c.PackageName)
			}
			if phone.Snapshot().ForegroundPackage != apps.LauncherPackage {
				t.Error("the touch opened something")
			}
		})
	}
}

// tapLabel taps the middle of the node with that label.
func tapLabel(t *testing.T, p *device.Phone, c *screen.Context, label string) {
	t.Helper()
	for _, n := range c.Nodes {
		if n.Label == label {
			run(t, p, device.Tap(n.Bounds.Center()))
			return
		}
	}
	t.Fatalf("nothing is labelled %s in %+v", label, c.Nodes)
}
