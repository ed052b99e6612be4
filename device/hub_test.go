package device

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"adroit/device/redact"

	"github.com/google/go-cmp/cmp"
)

func TestDevicesReadsEveryState(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) {
		f.devices = "3A1B                   device usb:1-1 product:p model:Pixel_9 device:tokay transport_id:7\n" +
			"192.168.1.9:5555       offline transport_id:8\n" +
			"adb-5C2D (2)._adb-tls-connect._tcp device product:p model:Pixel_9 device:tokay transport_id:9\n" +
			"7702                   no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html] usb:1-2 transport_id:10\n" +
			"9F                     authorizing 3-1 transport_id:11\n"
	})
	got, err := NewHub(f.addr).Devices(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []Info{
		{Serial: "3A1B", State: "device", Product: "p", Model: "Pixel_9", Device: "tokay", TransportID: "7"},
		{Serial: "192.168.1.9:5555", State: "offline", TransportID: "8"},
		{Serial: "adb-5C2D (2)._adb-tls-connect._tcp", State: "device", Product: "p", Model: "Pixel_9", Device: "tokay", TransportID: "9"},
		{Serial: "7702", State: "no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html]", TransportID: "10"},
		{Serial: "9F", State: "authorizing", TransportID: "11"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("devices (-want +got):\n%s", diff)
	}
}

// A list of twenty phones is far longer than the 255 bytes that goadb reads.
func TestDevicesReadsLongLists(t *testing.T) {
	f := startADB(t)
	var list strings.Builder
	for i := range 20 {
		fmt.Fprintf(&list, "serial-%03d             device product:p model:m device:d transport_id:%d\n", i, i)
	}
	f.set(func(f *fakeADB) { f.devices = list.String() })
	got, err := NewHub(f.addr).Devices(t.Context())
	if err != nil || len(got) != 20 || got[19].TransportID != "19" {
		t.Errorf("got %d phones, last %+v, error %v; want 20", len(got), got[len(got)-1], err)
	}
}

func TestCure(t *testing.T) {
	for state, want := range map[string]error{
		"device":                nil,
		"offline":               ErrOffline,
		"unauthorized":          ErrUnauthorized,
		"authorizing":           ErrNotReady,
		"connecting":            ErrNotReady,
		"recovery":              ErrNotAndroid,
		"bootloader":            ErrNotAndroid,
		"no permissions (udev)": ErrNoPermissions,
	} {
		info := Info{State: state}
		if got := info.Fault(); !errors.Is(got, want) {
			t.Errorf("state %q: fault %v, want %v", state, got, want)
		}
		if (info.Cure() == "") != (want == nil) {
			t.Errorf("state %q: cure %q", state, info.Cure())
		}
	}
	if cure := (Info{State: "dreaming"}).Cure(); cure == "" {
		t.Error("an unknown state has no cure")
	}
}

func TestOpenChoosesThePhone(t *testing.T) {
	const second = "other                  device product:p model:m device:d transport_id:2\n"
	const shy = "shy                    unauthorized transport_id:3\n"
	for _, test := range []struct {
		name, devices, serial string
		want                  string
		err                   error
		says                  string
	}{
		{"the only one", oneDevice, "", "fake", nil, ""},
		{"the only one that is ready", oneDevice + shy, "", "fake", nil, ""},
		{"by serial", oneDevice + second, "other", "other", nil, ""},
		{"none", "", "", "", ErrNoneConnected, "plug one in"},
		{"unknown serial", oneDevice, "gone", "", ErrNoDevice, "connected: fake (Fake Phone)"},
		{"two", oneDevice + second, "", "", ErrAmbiguous, "fake (Fake Phone), other (m)"},
		{"not authorized", shy, "", "", ErrUnauthorized, "shy: "},
		{"not authorized, by serial", oneDevice + shy, "shy", "", ErrUnauthorized, "shy: "},
		{"two that are not ready", shy + "off offline transport_id:4\n", "", "", ErrUnauthorized, "none of 2 phones"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := startADB(t)
			f.set(func(f *fakeADB) { f.devices = test.devices })
			p, err := NewHub(f.addr).Open(t.Context(), test.serial, redact.NewRegistry(redact.Options{}))
			if !errors.Is(err, test.err) {
				t.Fatalf("error %v, want %v", err, test.err)
			}
			if err == nil && p.Serial() != test.want {
				t.Errorf("opened %q, want %q", p.Serial(), test.want)
			}
			if err != nil && !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %q does not say %q", err, test.says)
			}
		})
	}
}

func TestConnectReadsTheAnswer(t *testing.T) {
	for answer, want := range map[string]error{
		"connected to 10.0.0.1:5555":                               nil,
		"already connected to 10.0.0.1:5555":                       nil,
		"failed to connect to '10.0.0.1:5555': Connection refused": errNobodyListens,
		"failed to connect to 10.0.0.1:5555":                       errNoPhone,
		"failed to resolve host: 'nohost': Name not known":         errNoConnection,
		"failed to authenticate to 10.0.0.1:5555":                  ErrUnauthorized,
		"cannot connect to 10.0.0.1:5555: No route to host":        errNoConnection,
	} {
		f := startADB(t)
		f.set(func(f *fakeADB) {
			f.answers["host:connect:10.0.0.1:5555"] = answer
			f.answers["host-serial:10.0.0.1:5555:get-state"] = StateDevice
		})
		err := NewHub(f.addr).Connect(t.Context(), "10.0.0.1:5555")
		if !errors.Is(err, want) {
			t.Errorf("%q: error %v, want %v", answer, err, want)
		}
		if taken := f.requested("host:disconnect:10.0.0.1:5555") == 1; taken != errors.Is(want, errNoPhone) {
			t.Errorf("%q: taken from the server's list: %t", answer, taken)
		}
		if errors.Is(want, errNoConnection) && !strings.Contains(err.Error(), answer) {
			t.Errorf("%q is not in the error %q", answer, err)
		}
	}
}

// A phone that is listed and not ready is not connected: one that went offline is
// dialled anew, one that waits for a person is not.
func TestConnectSaysWhatThePhoneWaitsFor(t *testing.T) {
	for says, want := range map[string]struct {
		err   error
		dials int
	}{
		"device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set": {ErrUnauthorized, 1},
		"device still authorizing": {ErrNotReady, 1},
		"device offline":           {ErrOffline, connectDials},
	} {
		f := startADB(t)
		f.set(func(f *fakeADB) {
			f.answers["host:connect:10.0.0.1"] = "already connected to 10.0.0.1:5555"
			f.answers["host:disconnect:10.0.0.1:5555"] = "disconnected 10.0.0.1:5555"
			f.fail["host-serial:10.0.0.1:5555:get-state"] = says
		})
		if err := NewHub(f.addr).Connect(t.Context(), "10.0.0.1"); !errors.Is(err, want.err) {
			t.Errorf("%q: error %v, want %v", says, err, want.err)
		}
		if n := f.requested("host:connect:"); n != want.dials {
			t.Errorf("%q: dialled %d times, want %d", says, n, want.dials)
		}
	}
}

func TestVersion(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) { f.answers["host:version"] = "0029" })
	if got, err := NewHub(f.addr).Version(t.Context()); got != 41 || err != nil {
		t.Errorf("version %d, error %v; want 41", got, err)
	}
}

// unusedAddr is an address where nobody listens.
func unusedAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// A server that is not there is an error with its cure, and is not started
// behind anybody's back.
func TestNoServer(t *testing.T) {
	bin := t.TempDir()
	trace := filepath.Join(bin, "started")
	if err := os.WriteFile(filepath.Join(bin, "adb"), []byte("#!/bin/sh\n: >"+trace), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	_, err := NewHub(unusedAddr(t)).Devices(t.Context())
	if !errors.Is(err, ErrNoServer) {
		t.Errorf("error %v, want ErrNoServer", err)
	}
	if _, err := os.Stat(trace); err == nil {
		t.Error("adb was started")
	}
}

func TestStartServer(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the adb of this test is a shell script")
	}
	addr := unusedAddr(t)
	t.Setenv("PATH", t.TempDir())
	if err := NewHub(addr).StartServer(t.Context()); !errors.Is(err, ErrNoADB) {
		t.Errorf("without adb: error %v, want ErrNoADB", err)
	}
	f := startADB(t)
	f.set(func(f *fakeADB) { f.answers["host:version"] = "0028" })
	if err := NewHub(f.addr).StartServer(t.Context()); err != nil {
		t.Errorf("with a server that is running: error %v", err)
	}
	bin := t.TempDir()
	trace := filepath.Join(bin, "arguments")
	if err := os.WriteFile(filepath.Join(bin, "adb"), []byte("#!/bin/sh\necho \"$@\" >"+trace), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	if err := NewHub(addr).StartServer(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := "-L tcp:" + strings.Replace(addr, "127.0.0.1", "localhost", 1) + " start-server\n"
	if got, _ := os.ReadFile(trace); string(got) != want {
		t.Errorf("adb was called with %q, want %q", got, want)
	}
	if err := NewHub("203.0.113.5:5037").StartServer(t.Context()); err == nil {
		t.Error("a server on another computer was started")
	}
}

func TestBadAddress(t *testing.T) {
	for _, addr := range []string{"localhost", "localhost:adb", "localhost:0", "localhost:70000"} {
		if _, err := NewHub(addr).Devices(t.Context()); err == nil || !strings.Contains(err.Error(), addr) {
			t.Errorf("%q: error %v; want one that names it", addr, err)
		}
	}
}

// A server that accepts and says nothing does not hold anybody up.
func TestMuteServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = NewHub(l.Addr().String()).Devices(ctx)
	if !errors.Is(err, ErrTimeout) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want ErrTimeout", err)
	}
}

func TestServerErrors(t *testing.T) {
	for text, want := range map[string]error{
		"device 'X' not found":               ErrNoDevice,
		"no devices/emulators found":         ErrNoDevice,
		"more than one device/emulator":      ErrAmbiguous,
		"more than one device and emulator":  ErrAmbiguous,
		"device offline":                     ErrOffline,
		"device offline (transport offline)": ErrOffline,
		"device still connecting":            ErrNotReady,
		"device still authorizing":           ErrNotReady,
		"device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set": ErrUnauthorized,
		"insufficient permissions for device":                                 ErrNoPermissions,
		"closed":                                                              ErrRefused,
	} {
		f := startADB(t)
		p := openPhone(t, f)
		f.set(func(f *fakeADB) { f.fail["host:transport:fake"] = text })
		_, err := p.Shell(t.Context(), "true")
		if !errors.Is(err, want) {
			t.Errorf("%q: error %v, want %v", text, err, want)
		}
		if !errors.Is(err, ErrNotSent) {
			t.Errorf("%q: the error does not say that nothing was sent", text)
		}
	}
}
