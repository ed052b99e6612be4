package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adroit/device/screen"
	"adroit/ui/cli"
)

// TestRealADB connects the real adb to `adroit phone` and works the phone
// through its server, by adb's own commands and by this program's.
func TestRealADB(t *testing.T) {
	adb := startADB(t)
	serial := servePhone(t)
	if out := adb.must("connect", serial); !strings.Contains(out, "connected to "+serial) {
		t.Fatalf("adb connect said %q", out)
	}
	adb.must("-s", serial, "wait-for-device")

	t.Run("devices", func(t *testing.T) {
		got := run(t, nil, "devices", "--adb", adb.addr, "--json")
		if got.code != 0 || !strings.Contains(got.out, `"serial":"`+serial+`","state":"device"`) || !strings.Contains(got.out, "Simulated") {
			t.Errorf("adroit devices: exit code %d, %s%s", got.code, got.out, got.err)
		}
		for _, want := range []string{`"manufacturer":"Adroit"`, `"release":"14"`, `"sdk":34`, `"density":420`, `"width":1080,"height":2400`} {
			if !strings.Contains(got.out, want) {
				t.Errorf("adroit devices --json does not tell %s: %s", want, got.out)
			}
		}
		again := run(t, nil, "devices", "--adb", adb.addr, "--connect", serial)
		if again.code != 0 || !strings.Contains(again.out, "14") {
			t.Errorf("connecting again: exit code %d, %s%s", again.code, again.out, again.err)
		}
		away := run(t, nil, "devices", "--adb", adb.addr, "--connect", "127.0.0.1:1")
		if away.code != 4 || !strings.Contains(away.err, "adb pair") || away.out != "" {
			t.Errorf("connecting to nobody: exit code %d, %s%s", away.code, away.out, away.err)
		}
	})
	t.Run("no address", func(t *testing.T) {
		for _, address := range []string{"", "127.0.0.1:x", "127.0.0.1:0", "127.0.0.1:65536", ":5555", "-x", "a b:1"} {
			got := run(t, nil, "devices", "--adb", adb.addr, "--connect", address)
			if got.code != 2 || !strings.Contains(got.err, "--connect: ") || got.out != "" {
				t.Errorf("connecting to %q: exit code %d, %s%s", address, got.code, got.out, got.err)
			}
		}
	})
	t.Run("observe", func(t *testing.T) {
		got := run(t, nil, "observe", "--adb", adb.addr, "--device", serial, "--format", "json")
		var seen screen.Context
		if err := json.Unmarshal([]byte(got.out), &seen); got.code != 0 || err != nil {
			t.Fatalf("adroit observe: exit code %d, %v\n%s%s", got.code, err, got.out, got.err)
		}
		if !seen.Awake || seen.PackageName == "" || len(seen.Nodes) == 0 {
			t.Errorf("the screen is %+v, want an awake launcher with nodes", seen)
		}
	})
	t.Run("run", func(t *testing.T) {
		denied := run(t, nil, "run", "--adb", adb.addr, "--device", serial, "--model", "demo", "Turn on Wi-Fi")
		if denied.code != 3 {
			t.Errorf("without approval: exit code %d, want 3\n%s", denied.code, denied.err)
		}
		if got := strings.TrimSpace(adb.must("-s", serial, "shell", "settings get global wifi_on")); got != "0" {
			t.Errorf("after a denied run wifi_on is %q, want 0", got)
		}
		done := run(t, nil, "run", "--adb", adb.addr, "--device", serial, "--model", "demo", "--approve", "medium", "Turn on Wi-Fi")
		if done.code != 0 {
			t.Errorf("with approval: exit code %d, want 0\n%s", done.code, done.err)
		}
		if got := strings.TrimSpace(adb.must("-s", serial, "shell", "settings get global wifi_on")); got != "1" {
			t.Errorf("after the run wifi_on is %q, want 1", got)
		}
	})
	t.Run("shell", func(t *testing.T) {
		_, err := adb.run("-s", serial, "shell", "echo out; echo err >&2; exit 7")
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 7 {
			t.Errorf("adb shell: %v, want exit status 7", err)
		}
		if got := adb.must("-s", serial, "exec-out", "printf 'a\\nb'"); got != "a\nb" {
			t.Errorf("adb exec-out printed %q, want a\\nb", got)
		}
	})
	t.Run("push and pull", func(t *testing.T) {
		sent, back := filepath.Join(t.TempDir(), "sent"), filepath.Join(t.TempDir(), "back")
		content := bytes.Repeat([]byte("0123456789abcdef\x00\r\n"), 20_000)
		if err := os.WriteFile(sent, content, 0o600); err != nil {
			t.Fatal(err)
		}
		adb.must("-s", serial, "push", sent, "/sdcard/file")
		adb.must("-s", serial, "pull", "/sdcard/file", back)
		got, err := os.ReadFile(back)
		if err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes came back, want the %d that were sent; %v", len(got), len(content), err)
		}
	})
}

// TestServedPhoneIsAsTold asks phones that were started with flags what they
// are.
func TestServedPhoneIsAsTold(t *testing.T) {
	adb := startADB(t)
	for _, tt := range []struct {
		flags         []string
		command, want string
	}{
		{nil, "getprop ro.build.version.release", "14\n"},
		{[]string{"--android", "10"}, "getprop ro.build.version.release", "10\n"},
		{[]string{"--work-profile"}, "pm list users", "UserInfo{10:"},
		{[]string{"--adb-keyboard"}, "ime list -s", "com.android.adbkeyboard/.AdbIME"},
	} {
		serial := servePhone(t, tt.flags...)
		adb.must("connect", serial)
		adb.must("-s", serial, "wait-for-device")
		if got := adb.must("-s", serial, "shell", tt.command); !strings.Contains(got, tt.want) {
			t.Errorf("with %q %s prints %q, want %q in it", tt.flags, tt.command, got, tt.want)
		}
	}
}

// servePhone runs `adroit phone` with flags on a free port until the test ends,
// and returns its address.
func servePhone(t *testing.T, flags ...string) string {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(ctx, append([]string{"phone", "--listen", "127.0.0.1:0"}, flags...),
			cli.IO{In: strings.NewReader(""), Out: writer, Err: writer, Getenv: func(string) string { return "" }})
		writer.Close()
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		reader.Close()
	})
	said := make([]byte, 512)
	n, err := reader.Read(said)
	if err != nil {
		t.Fatal(err)
	}
	_, address, ok := strings.Cut(string(said[:n]), "adb connect ")
	if !ok {
		t.Fatalf("adroit phone said %q", said[:n])
	}
	return strings.Fields(address)[0]
}

// adbServer is a real adb server of the test's own.
type adbServer struct {
	t    *testing.T
	addr string
	env  []string
}

// startADB starts the installed adb as a server on a free port, with a home of
// its own so that no key of the user's is touched.
func startADB(t *testing.T) *adbServer {
	t.Helper()
	if _, err := exec.LookPath("adb"); err != nil {
		t.Skip("adb is not installed")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	a := &adbServer{
		t:    t,
		addr: fmt.Sprintf("127.0.0.1:%d", port),
		env:  append(os.Environ(), "HOME="+t.TempDir(), fmt.Sprintf("ANDROID_ADB_SERVER_PORT=%d", port)),
	}
	// adb 29 starts a server on "localhost" alone, not on its address.
	server := exec.Command("adb", "-L", fmt.Sprintf("tcp:localhost:%d", port), "server", "nodaemon")
	server.Env = a.env
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", a.addr)
		if err == nil {
			conn.Close()
			return a
		}
		select {
		case <-ctx.Done():
			t.Fatalf("the adb server never listened at %s", a.addr)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// run runs one adb command against the server.
func (a *adbServer) run(args ...string) (string, error) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(a.t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "adb", args...)
	cmd.Env = a.env
	out, err := cmd.Output()
	return string(out), err
}

func (a *adbServer) must(args ...string) string {
	a.t.Helper()
	out, err := a.run(args...)
	if err != nil {
		a.t.Fatalf("adb %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}
