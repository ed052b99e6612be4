package doctor_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"adroit/device"
	"adroit/loop/doctor"
)

// adbInPath makes the only program in PATH an adb of that version; 0 is none.
func adbInPath(t *testing.T, version int) {
	t.Helper()
	dir := t.TempDir()
	if version > 0 {
		script := fmt.Sprintf("#!/bin/sh\necho 'Android Debug Bridge version 1.0.%d'\n", version)
		if err := os.WriteFile(filepath.Join(dir, "adb"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
}

// fakeServer is an adb server that lists phones and does nothing else.
func fakeServer(t *testing.T, devices string) (addr string) {
	t.Helper()
	return listen(t, func(conn net.Conn) { answer(conn, devices) })
}

// listen has every connection to an address served until the test ends.
func listen(t *testing.T, serve func(net.Conn)) (addr string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() {
				defer conn.Close()
				serve(conn)
			})
		}
	})
	t.Cleanup(func() { listener.Close(); serving.Wait() })
	return listener.Addr().String()
}

// answer answers one request: four hexadecimal digits of length before it.
func answer(conn net.Conn, devices string) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(conn, head); err != nil {
		return
	}
	n, err := strconv.ParseUint(string(head), 16, 16)
	if err != nil {
		return
	}
	request := make([]byte, n)
	if _, err := io.ReadFull(conn, request); err != nil {
		return
	}
	switch string(request) {
	case "host:version":
		io.WriteString(conn, "OKAY00040029") // 41
	case "host:devices-l":
		fmt.Fprintf(conn, "OKAY%04x%s", len(devices), devices)
	default:
		io.WriteString(conn, "FAIL0007unknown")
	}
}

// elsewhere is a subject whose adb server is at addr.
func elsewhere(t *testing.T, addr, serial string) doctor.Subject {
	t.Helper()
	hub := device.NewHub(addr)
	return doctor.Subject{
		ADB: doctor.ADB{Hub: hub, Addr: addr},
		Phone: doctor.Phone{Serial: serial, Open: func(ctx context.Context, serial string) (*device.Phone, error) {
			return hub.Open(ctx, serial, nil)
		}},
		Endpoint: doctor.Endpoint{Scripted: true},
		State:    doctor.State{Dir: t.TempDir(), Free: 1 << 40},
	}
}

func TestADBServers(t *testing.T) {
	t.Run("absent and not installed", func(t *testing.T) {
		adbInPath(t, 0)
		r := examine(t, elsewhere(t, closedPort(t), ""))
		finding(t, r, "adb.server", doctor.Failure, "adb is not installed", "platform-tools")
		finding(t, r, "phone.list", doctor.Skipped, "without an adb server", "")
	})
	t.Run("does not start", func(t *testing.T) {
		adbInPath(t, 41) // which starts nothing
		r := examine(t, elsewhere(t, closedPort(t), ""))
		finding(t, r, "adb.server", doctor.Failure, "does not answer", "adb start-server")
	})
	t.Run("another version", func(t *testing.T) {
		adbInPath(t, 39)
		r := examine(t, elsewhere(t, fakeServer(t, ""), ""))
		finding(t, r, "adb.version", doctor.Warning, "version 39, the server 41", "one adb")
	})
	t.Run("no program", func(t *testing.T) {
		adbInPath(t, 0)
		r := examine(t, elsewhere(t, fakeServer(t, ""), ""))
		finding(t, r, "adb.version", doctor.Note, "no adb program", "platform-tools")
	})
	adbInPath(t, 41)
	t.Run("no phone", func(t *testing.T) {
		r := examine(t, elsewhere(t, fakeServer(t, ""), ""))
		finding(t, r, "phone.list", doctor.Failure, "no phone", "adroit devices --connect")
	})
	t.Run("no permissions", func(t *testing.T) {
		r := examine(t, elsewhere(t, fakeServer(t, "????????????           no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html] usb:1-4\n"), ""))
		finding(t, r, "phone.state", doctor.Failure, "may not open", "udev")
	})
	two := "one                    device product:p model:A device:d transport_id:1\n" +
		"two                    device product:p model:B device:d transport_id:2\n"
	t.Run("several phones", func(t *testing.T) {
		r := examine(t, elsewhere(t, fakeServer(t, two), ""))
		finding(t, r, "phone.list", doctor.Failure, "one, two", "--device")
	})
	t.Run("the wrong one is chosen", func(t *testing.T) {
		r := examine(t, elsewhere(t, fakeServer(t, two), "three"))
		finding(t, r, "phone.list", doctor.Failure, "three is not connected", "adroit devices")
	})
	t.Run("the chosen one is not ready", func(t *testing.T) {
		r := examine(t, elsewhere(t, fakeServer(t, two+"three                  unauthorized transport_id:3\n"), "three"))
		finding(t, r, "phone.state", doctor.Failure, "three", "accept")
		finding(t, r, "phone.list", doctor.Failure, "three is not ready", "adroit devices")
	})
	t.Run("another one is not ready", func(t *testing.T) {
		r := examine(t, elsewhere(t, fakeServer(t, two+"three                  unauthorized transport_id:3\n"), "one"))
		finding(t, r, "phone.state", doctor.Note, "three", "accept")
		finding(t, r, "phone.list", doctor.OK, "one is ready", "")
	})
}

// closedPort is a loopback address where nothing listens.
func closedPort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// listenVariable tells this test program to be an adb server's stand-in that
// listens at the address in it, for another user.
const listenVariable = "DOCTOR_TEST_LISTEN"

// listenAsOther listens until its input ends.
func listenAsOther(addr string) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer listener.Close()
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			answer(conn, "")
			conn.Close()
		}
	})
	fmt.Println(listener.Addr())
	io.Copy(io.Discard, os.Stdin)
	listener.Close()
	serving.Wait()
}

// program is this test program, where another user may run it.
func program(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "doctor") //nolint:usetesting // another user must be able to enter it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	copied := filepath.Join(dir, "server")
	data, err := os.ReadFile(self)
	if err == nil {
		err = os.WriteFile(copied, data, 0o755)
	}
	if err != nil || os.Chmod(dir, 0o755) != nil {
		t.Fatal("cannot copy the test program: ", err)
	}
	return copied
}

// start runs cmd until the test ends and returns the first line it prints.
func start(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); cmd.Wait() })
	var line string
	if _, err := fmt.Fscanln(out, &line); err != nil {
		t.Fatal(err)
	}
	return line
}
