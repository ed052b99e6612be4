package device_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/sim"
)

// albums is a phone that shows the gallery's albums, whose rows are put in
// order by dragging, and the middle of the row of each.
func albums(t *testing.T, options sim.Options) (p *device.Phone, phone *sim.Phone, row func(album string) screen.Point) {
	t.Helper()
	p, phone = openSim(t, options)
	app, err := p.FindApp(t.Context(), "Photos")
	if err != nil {
		t.Fatal(err)
	}
	row = func(label string) screen.Point {
		t.Helper()
		n, err := observe(t, p).Resolve(label, screen.ByText)
		if err != nil {
			t.Fatal(err)
		}
		return n.Bounds.Center()
	}
	run(t, p, device.StartApp(app))
	run(t, p, device.Tap(row("Albums")))
	return p, phone, row
}

func TestDragMovesWhatItHolds(t *testing.T) {
	for _, version := range []int{8, 14} {
		p, phone, row := albums(t, sim.Options{AndroidVersion: version})
		run(t, p, device.Drag(row("Camera"), row("Family"), 550, 200))
		if got, want := phone.Snapshot().Albums[:3], []string{"Holiday", "Family", "Camera"}; !slices.Equal(got, want) {
			t.Errorf("Android %d: the albums are %q, want %q", version, got, want)
		}
		if phone.Snapshot().FingerDown {
			t.Errorf("Android %d: the finger was left down", version)
		}
	}
}

// A drag that is cut short, in its hold or on its way, moves nothing and lifts
// the finger.
func TestDragCutShortLiftsTheFinger(t *testing.T) {
	for name, drag := range map[string][2]int{"in the hold": {3000, 200}, "on the way": {300, 5000}} {
		t.Run(name, func(t *testing.T) {
			p, phone, row := albums(t, sim.Options{})
			before := phone.Snapshot().Albums
			from, to := row("Camera"), row("Family")
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := p.Run(ctx, device.Drag(from, to, drag[0], drag[1])); err == nil {
				t.Fatal("it was not cut short")
			}
			// The phone hears of it a moment later.
			for deadline := time.Now().Add(5 * time.Second); phone.Snapshot().FingerDown && time.Now().Before(deadline); {
				time.Sleep(10 * time.Millisecond)
			}
			if s := phone.Snapshot(); s.FingerDown || !slices.Equal(s.Albums, before) {
				t.Errorf("the finger is down: %v; the albums are %q", s.FingerDown, s.Albums)
			}
		})
	}
}
