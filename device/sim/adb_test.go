package sim_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adroit/device/sim"
)

// realADB is an installed adb whose server, of the test's own, has the phone
// connected over TCP.
type realADB struct {
	t      *testing.T
	env    []string
	serial string
}

// startRealADB skips the test where no adb is installed. The server is a child
// with a home and a port of its own: the person's server is not touched.
func startRealADB(t *testing.T, phone *sim.Phone) realADB {
	t.Helper()
	path, err := exec.LookPath("adb")
	if err != nil {
		t.Skip("adb is not installed")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- phone.ServeDevice(ctx, l) }()
	port := freePort(t)
	a := realADB{t: t, serial: l.Addr().String(), env: append(os.Environ(), "HOME="+t.TempDir(), "ANDROID_ADB_SERVER_PORT="+port)}
	server := exec.Command(path, "-L", "tcp:localhost:"+port, "server", "nodaemon")
	server.Env = a.env
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
		cancel()
		if err := <-done; err != nil {
			t.Errorf("ServeDevice: %v", err)
		}
	})
	awaitListening(t, "127.0.0.1:"+port)
	a.reconnect("device")
	return a
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// awaitListening waits until the server is up: an adb client that finds none
// would start one of its own.
func awaitListening(t *testing.T, addr string) {
	t.Helper()
	for range 200 {
		if conn, err := net.Dial("tcp", addr); err == nil {
			conn.Close()
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatal("the adb server did not start")
}

// run runs adb with what stands on its input, and returns both outputs and the
// exit status.
func (a realADB) run(stdin []byte, args ...string) (stdout, stderr string, code int) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "adb", args...)
	cmd.Env = a.env
	cmd.Stdin = bytes.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		a.t.Fatalf("adb %v: %v", args, err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

func (a realADB) phone(args ...string) (stdout, stderr string, code int) {
	return a.run(nil, append([]string{"-s", a.serial}, args...)...)
}

func TestRealADB(t *testing.T) {
	a := startRealADB(t, sim.New(sim.Options{}))
	if out, _, _ := a.run(nil, "devices", "-l"); !strings.Contains(out, a.serial) || !strings.Contains(out, "model:Simulated_Phone") {
		t.Errorf("devices: %s", out)
	}
	if out, errs, code := a.phone("shell", "echo out; echo err >&2; exit 3"); out != "out\n" || errs != "err\n" || code != 3 {
		t.Errorf("shell: %q %q %d", out, errs, code)
	}
	if out, _, code := a.run([]byte("echo from the input; exit 7\n"), "-s", a.serial, "shell", "sh"); out != "from the input\n" || code != 7 {
		t.Errorf("shell with input: %q %d", out, code)
	}
	if out, _, _ := a.phone("exec-out", "uiautomator dump /dev/tty"); !strings.HasPrefix(out, "<?xml") {
		t.Errorf("exec-out: %.60q", out)
	}
	content := bytes.Repeat([]byte("0123456789abcdef"), 100_000)
	local := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(local, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, errs, code := a.phone("push", local, "/sdcard/Download/file"); code != 0 {
		t.Fatalf("push: %s%s", out, errs)
	}
	if out, errs, code := a.phone("pull", "/sdcard/Download/file", local+".back"); code != 0 {
		t.Fatalf("pull: %s%s", out, errs)
	}
	if back, err := os.ReadFile(local + ".back"); err != nil || !bytes.Equal(back, content) {
		t.Errorf("pulled %d bytes, %v", len(back), err)
	}
	if out, _, _ := a.phone("exec-out", "cat", "/sdcard/Download/file"); out != string(content) {
		t.Errorf("exec-out cat: %d bytes", len(out))
	}
	if out, errs, code := a.phone("push", local, "/system/file"); code == 0 || !strings.Contains(out+errs, "Read-only file system") {
		t.Errorf("push to a read-only place: %q %q %d", out, errs, code)
	}
	if _, errs, code := a.phone("reverse", "tcp:1", "tcp:2"); code == 0 {
		t.Errorf("reverse: %q", errs)
	}
}

// reconnect has the server forget the phone and dial it anew, until it lists the
// phone in a state: a dial that meets the one the server makes by itself fails.
func (a realADB) reconnect(state string) {
	a.t.Helper()
	for range 10 {
		a.run(nil, "disconnect", a.serial)
		a.run(nil, "connect", a.serial)
		if a.listed(state) {
			return
		}
	}
	a.t.Fatalf("the server never lists the phone as %s", state)
}

// listed waits a second or two for the server to list the phone in a state: it
// takes some moments for the two to agree what they can do.
func (a realADB) listed(state string) bool {
	a.t.Helper()
	for range 50 {
		if list, _, _ := a.run(nil, "devices"); strings.Contains(list, a.serial+"\t"+state) {
			return true
		}
		time.Sleep(25 * time.Millisecond)
	}
	return false
}

// TestRealADBSurvivesLoss has the phone drop and the server find it again.
func TestRealADBSurvivesLoss(t *testing.T) {
	phone := sim.New(sim.Options{})
	a := startRealADB(t, phone)
	for range 3 {
		phone.Disconnect()
		a.reconnect("device")
		if out, errs, _ := a.phone("shell", "echo back"); out != "back\n" {
			t.Fatalf("after a loss: %q %q", out, errs)
		}
	}
	if err := phone.SetFault("old-shell"); err != nil {
		t.Fatal(err)
	}
	a.reconnect("device")
	if out, errs, code := a.phone("shell", "echo old; echo err >&2; exit 3"); out != "old\nerr\n" || code != 0 {
		t.Errorf("an old phone: %q %q %d", out, errs, code)
	}
	phone.ClearFaults()
	if err := phone.SetFault("unauthorized"); err != nil {
		t.Fatal(err)
	}
	a.reconnect("unauthorized")
}
