package sim

import (
	"context"
	"io"
	"strconv"
	"time"

	"adroit/device/sim/adbd"
	"adroit/device/sim/android"
	"adroit/device/sim/fault"
	"adroit/device/sim/shell"
)

// host is the phone as its own inside sees it: what adbd serves and what the
// commands act on.
type host Phone

func (h *host) phone() *Phone { return (*Phone)(h) }

// Payloads an adbd takes, new and old (MAX_PAYLOAD and MAX_PAYLOAD_V1 of adb.h).
const (
	payload    = 1 << 20
	oldPayload = 4096
)

func (h *host) Identity() adbd.Identity {
	id := adbd.Identity{
		Serial: h.options.Serial, Product: "simulated", Model: Model, Device: "simulated",
		Features: []string{"shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir"}, MaxPayload: payload,
	}
	if h.Has(fault.OldShell) {
		id.Features, id.MaxPayload = []string{"cmd"}, oldPayload
	}
	return id
}

func (h *host) Link() (adbd.State, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state, h.down
}

func (h *host) Serving(string) func() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.counters.Services++
	h.counters.Running++
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.counters.Running--
	}
}

func (h *host) Files() *shell.FS { return h.files }

// Socket finds the process that listens on an abstract Unix socket.
func (h *host) Socket(name string) (serve func(io.ReadWriter), ok bool) {
	h.Do(func(sys *android.System) {
		for _, p := range sys.Processes() {
			if p.Socket == name {
				serve, ok = p.Serve, true
			}
		}
	})
	return serve, ok
}

// Shell runs a command line in a shell of its own.
func (h *host) Shell(ctx context.Context, c adbd.Command) int {
	if !h.wait(ctx) {
		return 1
	}
	sh := &shell.Shell{FS: h.files, Commands: h.commands, Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr, Interrupts: c.Interrupts}
	if c.Terminal {
		sh.TTY = c.Stdout
	}
	if c.Interactive {
		sh.Prompt = "simulated:/ $ "
	}
	if h.Has(fault.Disconnect) {
		sh.Stdout = &breaking{w: c.Stdout, brk: h.phone().Disconnect}
	}
	return sh.Run(ctx, c.Line)
}

// wait is the time a command takes to come to anything. It reports whether ctx
// let it pass.
func (h *host) wait(ctx context.Context) bool {
	latency := h.options.Latency
	if h.Has(fault.Slow) {
		latency += h.options.SlowTime
	}
	if latency == 0 {
		return ctx.Err() == nil
	}
	select {
	case <-time.After(latency):
		return true
	case <-ctx.Done():
		return false
	}
}

// breaking breaks the phone's connections once something has been written.
type breaking struct {
	w   io.Writer
	brk func()
}

func (b *breaking) Write(p []byte) (int, error) {
	n, err := b.w.Write(p)
	b.brk()
	return n, err
}

func (h *host) Do(f func(*android.System)) { h.phone().do(f) }

func (h *host) Has(f fault.Fault) bool { return h.faults.Has(f) }

func (h *host) IdleTime() time.Duration { return h.options.IdleTime }

// Properties are those scripts ask for; sdk levels are those of the releases
// (developer.android.com, "API levels").
func (h *host) Properties() map[string]string {
	sdk := map[int]string{8: "26", 10: "29", 12: "31", 14: "34", 16: "36"}[h.options.AndroidVersion]
	release := strconv.Itoa(h.options.AndroidVersion)
	return map[string]string{
		"ro.build.version.release":        release,
		"ro.build.version.sdk":            sdk,
		"ro.build.version.codename":       "REL",
		"ro.build.characteristics":        "nosdcard",
		"ro.build.fingerprint":            "adroit/simulated/simulated:" + release + "/SIM1.260101.001/1:user/release-keys",
		"ro.build.display.id":             "SIM1.260101.001",
		"ro.build.type":                   "user",
		"ro.product.manufacturer":         "Adroit",
		"ro.product.brand":                "adroit",
		"ro.product.model":                Model,
		"ro.product.name":                 "simulated",
		"ro.product.device":               "simulated",
		"ro.product.cpu.abi":              "arm64-v8a",
		"ro.product.locale":               "en-US",
		"ro.hardware":                     "simulated",
		"ro.serialno":                     h.options.Serial,
		"ro.debuggable":                   "0",
		"ro.secure":                       "1",
		"ro.sf.lcd_density":               strconv.Itoa(android.Density),
		"persist.sys.locale":              "en-US",
		"persist.sys.timezone":            "UTC",
		"sys.boot_completed":              "1",
		"dev.bootcomplete":                "1",
		"init.svc.bootanim":               "stopped",
		"init.svc.adbd":                   "running",
		"service.adb.tcp.port":            "",
		"gsm.sim.state":                   "ABSENT",
		"ro.kernel.qemu":                  "0",
		"ro.build.version.security_patch": "2026-01-05",
	}
}
