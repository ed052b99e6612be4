package device_test

import (
	"bytes"
	"testing"
	"time"

	"adroit/device"
	"adroit/device/sim"
)

// phones are the two ways to a simulated phone: the embedded adb server, and
// adb's own server where it is installed.
func phones(b *testing.B, options sim.Options, bench func(*testing.B, *device.Phone)) {
	b.Run("embedded", func(b *testing.B) {
		p, _ := openSim(b, options)
		bench(b, p)
	})
	b.Run("adb", func(b *testing.B) {
		p, _ := connectSim(b, startRealADB(b), options)
		bench(b, p)
	})
}

func BenchmarkShell(b *testing.B) {
	phones(b, sim.Options{}, func(b *testing.B, p *device.Phone) {
		for b.Loop() {
			if _, err := p.Shell(b.Context(), "echo"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkExec10MB(b *testing.B) {
	phones(b, sim.Options{}, func(b *testing.B, p *device.Phone) {
		content := make([]byte, 10<<20)
		if err := p.Push(b.Context(), bytes.NewReader(content), "/data/local/tmp/f", 0o600, time.Now()); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(content)))
		for b.Loop() {
			var got bytes.Buffer
			if n, err := p.Exec(b.Context(), "cat /data/local/tmp/f", &got); err != nil || n != int64(len(content)) {
				b.Fatalf("%d bytes, error %v", n, err)
			}
		}
	})
}

// An observation of a phone that answers at once is the harness's own time;
// the realistic one waits as a phone over USB does, and for the idle second.
func BenchmarkObserve(b *testing.B) {
	for _, speed := range []struct {
		name    string
		options sim.Options
	}{
		{"instant", sim.Options{}},
		{"realistic", sim.Options{Latency: 30 * time.Millisecond, IdleTime: time.Second}},
	} {
		b.Run(speed.name, func(b *testing.B) {
			phones(b, speed.options, func(b *testing.B, p *device.Phone) {
				for b.Loop() {
					if _, err := p.Observe(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

func BenchmarkProbe(b *testing.B) {
	phones(b, sim.Options{}, func(b *testing.B, p *device.Phone) {
		for b.Loop() {
			if _, err := p.Probe(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
