package device_test

import (
	"slices"
	"testing"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/sim"
)

// press touches what has the given label.
func press(t *testing.T, p *device.Phone, label string) {
	t.Helper()
	n, err := observe(t, p).Resolve(label, screen.ByText)
	if err != nil {
		t.Fatal(err)
	}
	run(t, p, device.Tap(n.Bounds.Center()))
}

// entry is the launcher entry of a package.
func entry(t *testing.T, p *device.Phone, pkg string) device.App {
	t.Helper()
	apps, err := p.Apps(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(apps, func(app device.App) bool { return app.Package == pkg })
	if i < 0 {
		t.Fatalf("%s is not there", pkg)
	}
	return apps[i]
}

// What an icon is called that opens an app, the app is called, where nothing
// else tells.
func TestLabelsFromIcons(t *testing.T) {
	p, _ := openSim(t, sim.Options{MuteLauncher: true})
	const bank = "com.northbank.mobile"
	if got := entry(t, p, bank); !got.Guessed {
		t.Fatalf("before: %+v", got)
	}
	press(t, p, "Northbank")
	if c := observe(t, p); c.PackageName != bank {
		t.Fatalf("%s is in front", c.PackageName)
	}
	if got := entry(t, p, bank); got.Guessed || got.Label != "Northbank" {
		t.Errorf("after: %+v", got)
	}
	if c := observe(t, p); c.AppLabel != "Northbank" {
		t.Errorf("in front: %q", c.AppLabel)
	}

	// Nothing is learnt of what is pressed within an app, of keys, nor of an app
	// that came to the front in another way.
	run(t, p, device.Keys(device.KeyHome))
	observe(t, p)
	run(t, p, "am start -n com.android.settings/.Settings")
	if c := observe(t, p); c.AppLabel != "" {
		t.Errorf("started by a command: %q", c.AppLabel)
	}
	press(t, p, "Network & internet")
	if c := observe(t, p); c.AppLabel != "" {
		t.Errorf("pressed within the app: %q", c.AppLabel)
	}
}
