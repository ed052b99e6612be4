package device_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"adroit/device"
	"adroit/device/sim"
)

// benchPhones measures an operation on a simulated phone in the two ways to it:
// through the embedded adb server, and through adb's own where it is installed.
// Beside the time it tells how many services the operation opens on the phone,
// which are adb round trips, as the phone counts them. prepare may be nil.
func benchPhones(b *testing.B, options sim.Options, prepare, do func(context.Context, *device.Phone) error) {
	measure := func(b *testing.B, p *device.Phone, phone *sim.Phone) {
		if prepare != nil {
			if err := prepare(b.Context(), p); err != nil {
				b.Fatal(err)
			}
		}
		before := phone.Counters().Services
		for b.Loop() {
			if err := do(b.Context(), p); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(phone.Counters().Services-before)/float64(b.N), "services/op")
	}
	b.Run("embedded", func(b *testing.B) {
		p, phone := openSim(b, options)
		measure(b, p, phone)
	})
	b.Run("adb", func(b *testing.B) {
		p, phone := connectSim(b, startRealADB(b), options)
		measure(b, p, phone)
	})
}

func observeOnce(ctx context.Context, p *device.Phone) error {
	_, err := p.Observe(ctx)
	return err
}

func BenchmarkShell(b *testing.B) {
	benchPhones(b, sim.Options{}, nil, func(ctx context.Context, p *device.Phone) error {
		_, err := p.Shell(ctx, "echo")
		return err
	})
}

func BenchmarkExec10MB(b *testing.B) {
	content := make([]byte, 10<<20)
	push := func(ctx context.Context, p *device.Phone) error {
		return p.Push(ctx, bytes.NewReader(content), "/data/local/tmp/f", 0o600, time.Now())
	}
	benchPhones(b, sim.Options{}, push, func(ctx context.Context, p *device.Phone) error {
		var got bytes.Buffer
		n, err := p.Exec(ctx, "cat /data/local/tmp/f", &got)
		if err == nil && n != int64(len(content)) {
			err = fmt.Errorf("%d bytes of %d", n, len(content))
		}
		return err
	})
}

// An observation of a phone that answers at once is the harness's own time. The
// realistic one waits as a phone over USB does for a command. The second for which
// a dump waits besides, until the screen is idle, is made a twentieth of itself:
// it adds nothing but itself, and a hundred observations shall end within a
// minute.
func BenchmarkObserve(b *testing.B) {
	b.Run("instant", func(b *testing.B) { benchPhones(b, sim.Options{}, nil, observeOnce) })
	b.Run("realistic", func(b *testing.B) {
		benchPhones(b, sim.Options{Latency: 30 * time.Millisecond, IdleTime: time.Second / 20}, nil, observeOnce)
	})
}

// A probe after an observation counts the frames of the app in front.
func BenchmarkProbe(b *testing.B) {
	benchPhones(b, sim.Options{}, observeOnce, func(ctx context.Context, p *device.Phone) error {
		_, err := p.Probe(ctx)
		return err
	})
}

// The apps, once the launcher was asked for their labels.
func BenchmarkApps(b *testing.B) {
	list := func(ctx context.Context, p *device.Phone) error {
		_, err := p.Apps(ctx)
		return err
	}
	benchPhones(b, sim.Options{}, list, list)
}
