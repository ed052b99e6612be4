package device_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/sim"
)

// startRealADB starts adb's own server on a port of its own, with a home of
// its own, or skips the test where adb is not installed. It ends with the test.
func startRealADB(t testing.TB) *device.Hub {
	t.Helper()
	adb, err := exec.LookPath("adb")
	if err != nil {
		t.Skip("adb is not installed")
	}
	port := freePort(t)
	server := exec.Command(adb, "-L", fmt.Sprintf("tcp:localhost:%d", port), "server", "nodaemon")
	server.Env = append(os.Environ(), "HOME="+t.TempDir())
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait() // says that it was killed
	})
	hub := device.NewHub(fmt.Sprintf("localhost:%d", port))
	for range 1000 {
		if _, err = hub.Version(t.Context()); err == nil {
			return hub
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("adb's server does not answer: %v", err)
	return nil
}

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// connectSim serves a simulated phone over TCP, as a phone in a network, and
// makes adb's own server connect to it.
func connectSim(t testing.TB, hub *device.Hub, options sim.Options) (*device.Phone, *sim.Phone) {
	t.Helper()
	phone := sim.New(options)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- phone.ServeDevice(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	addr := l.Addr().String()
	if err := hub.Connect(t.Context(), addr); err != nil {
		t.Fatal(err)
	}
	p, err := hub.Open(t.Context(), addr, redact.NewRegistry(redact.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	return p, phone
}

func TestThroughRealADB(t *testing.T) {
	p, phone := connectSim(t, startRealADB(t), sim.Options{})
	if !strings.Contains(p.Model(), "Simulated") {
		t.Errorf("model %q", p.Model())
	}
	got, err := p.Shell(t.Context(), "echo out; echo err >&2; exit 3")
	if err != nil || string(got.Stdout) != "out\n" || string(got.Stderr) != "err\n" || got.Exit != 3 {
		t.Errorf("shell: %+v, error %v", got, err)
	}
	got, err = p.Script(t.Context(), strings.Repeat("true # padding\n", 2000)+"echo end")
	if err != nil || string(got.Stdout) != "end\n" {
		t.Errorf("script: %+v, error %v", got, err)
	}
	content := bytes.Repeat([]byte("\x00\r\n\xff"), 500_000)
	if err := p.Push(t.Context(), bytes.NewReader(content), "/data/local/tmp/f", 0o600, time.Now()); err != nil {
		t.Error(err)
	}
	var back, printed bytes.Buffer
	if _, err := p.Pull(t.Context(), "/data/local/tmp/f", &back); err != nil || !bytes.Equal(back.Bytes(), content) {
		t.Errorf("pull: %d bytes, error %v", back.Len(), err)
	}
	if _, err := p.Exec(t.Context(), "cat /data/local/tmp/f; rm /data/local/tmp/f", &printed); err != nil || !bytes.Equal(printed.Bytes(), content) {
		t.Errorf("exec: %d bytes, error %v", printed.Len(), err)
	}
	run(t, p, "am start -a android.settings.WIFI_SETTINGS")
	before := phone.Counters().Services
	if c := observe(t, p); c.PackageName != "com.android.settings" || c.Stale || !c.Complete {
		t.Errorf("observed %+v", c)
	}
	if n := phone.Counters().Services - before; n != 1 {
		t.Errorf("an observation took %d adb round trips, want 1", n)
	}
	nothingLeft(t, p)
}

// A phone that listens again is connected to at once, although adb still lists
// the connection that broke.
func TestRealADBConnectsAnew(t *testing.T) {
	hub := startRealADB(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	serve := func(l net.Listener) (stop func()) {
		ctx, cancel := context.WithCancel(context.Background())
		served := make(chan error, 1)
		go func() { served <- sim.New(sim.Options{}).ServeDevice(ctx, l) }()
		return func() {
			cancel()
			if err := <-served; err != nil {
				t.Error(err)
			}
		}
	}
	stop := serve(l)
	if err := hub.Connect(t.Context(), addr); err != nil {
		t.Fatal(err)
	}
	stop()
	for ready := true; ready; { // adb tells nobody who tracks its list
		list, err := hub.Devices(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ready = len(list) > 0 && list[0].State == device.StateDevice
	}
	if err := hub.Connect(t.Context(), addr); err == nil {
		t.Error("connected to a phone that is away")
	} else if curable := new(device.FaultError); !errors.As(err, &curable) {
		t.Errorf("an error without a cure: %v", err)
	}
	if l, err = net.Listen("tcp", addr); err != nil {
		t.Fatal(err)
	}
	defer serve(l)()
	if err := hub.Connect(t.Context(), addr); err != nil {
		t.Fatal(err)
	}
	p, err := hub.Open(t.Context(), addr, redact.NewRegistry(redact.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	observe(t, p)
}

// A phone that drops off and comes back is followed, and can be used again.
func TestRealADBFollowsThePhone(t *testing.T) {
	hub := startRealADB(t)
	p, phone := connectSim(t, hub, sim.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	lists := hub.Track(ctx)
	states := func() string {
		list := <-lists
		if len(list) == 0 {
			return ""
		}
		return list[0].State
	}
	if got := states(); got != "device" {
		t.Errorf("state %q, want device", got)
	}
	phone.Unplug()
	for states() != "offline" { // adb may name other states on the way
	}
	if _, err := p.Observe(t.Context()); !errors.Is(err, device.ErrOffline) && !errors.Is(err, device.ErrNoDevice) {
		t.Errorf("observed on a lost phone, error %v", err)
	}
	phone.Plug()
	for states() != "device" {
	}
	observe(t, p)
	cancel()
	for range lists {
	}
}
