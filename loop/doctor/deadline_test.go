package doctor_test

import (
	"context"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"adroit/device/sim"
	"adroit/loop/doctor"
	"adroit/loop/model"
)

// silent is an address at which everything is taken and nothing answered.
func silent(t *testing.T) string {
	t.Helper()
	return listen(t, func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
}

// impatient makes each check give up at once that has nothing to go on with.
const impatient = 200 * time.Millisecond

func TestNothingHangs(t *testing.T) {
	adbInPath(t, 41)
	t.Run("adb server", func(t *testing.T) {
		s := elsewhere(t, silent(t), "")
		s.Patience = impatient
		finding(t, examine(t, s), "adb.server", doctor.Failure, "no answer in time", "another program may listen there")
	})
	t.Run("phone", func(t *testing.T) {
		s := healthy(t, sim.Options{Latency: time.Hour})
		s.Patience = impatient
		r := examine(t, s)
		finding(t, r, "phone.open", doctor.Failure, "no answer in time", "awake")
		finding(t, r, "phone.observe", doctor.Skipped, "told nothing", "")
	})
	t.Run("screen", func(t *testing.T) {
		s := healthy(t, sim.Options{IdleTime: time.Hour})
		s.Patience = 2 * time.Second // which the rest must keep
		finding(t, examine(t, s), "phone.observe", doctor.Failure, "no answer in time", "wake the phone")
	})
	t.Run("endpoint", func(t *testing.T) {
		s := asking(t, model.Config{BaseURL: "http://" + silent(t) + "/v1", Model: "m"})
		s.Patience = impatient
		r := examine(t, s)
		finding(t, r, "model.clock", doctor.Skipped, "does not tell its time", "")
		finding(t, r, "model.key", doctor.Failure, "no answer in time", "loading a model")
	})
	t.Run("endpoint's handshake", func(t *testing.T) {
		s := asking(t, model.Config{BaseURL: "https://" + silent(t) + "/v1", Model: "m"})
		s.Patience = impatient
		finding(t, examine(t, s), "model.tls", doctor.Failure, "no secure connection", "what stands between")
	})
	t.Run("model", func(t *testing.T) {
		s := asking(t, model.Config{BaseURL: serve(t, lists), Model: "small"})
		s.Patience = impatient
		s.Endpoint.Probe = func(ctx context.Context) (model.Capabilities, error) {
			<-ctx.Done()
			return model.Capabilities{}, ctx.Err()
		}
		finding(t, examine(t, s), "model.probe", doctor.Failure, "no answer in time", "loading a model")
	})
}

// TestBrokenOffAnywhere ends the examination in the middle of each thing that
// takes its time: what fails by that is no finding.
func TestBrokenOffAnywhere(t *testing.T) {
	adbInPath(t, 41)
	s := asking(t, model.Config{BaseURL: serve(t, lists), Model: "small"})
	s.Endpoint.Probe = func(ctx context.Context) (model.Capabilities, error) { return model.Capabilities{}, ctx.Err() }
	var looks []string
	s.Looking = func(what string) { looks = append(looks, what) }
	examine(t, s)
	if len(looks) < 6 {
		t.Fatalf("it says that it looks at %q alone", looks)
	}
	for _, at := range looks {
		ctx, cancel := context.WithCancel(t.Context())
		s.Looking = func(what string) {
			if what == at {
				cancel()
			}
		}
		r := doctor.Examine(ctx, s, nil)
		cancel()
		for i, f := range r.Findings {
			if last := i == len(r.Findings)-1; last != (f.Check == "doctor") || !last && f.Severity == doctor.Failure {
				t.Errorf("broken off at %s: %+v", at, f)
			}
		}
	}
}

func TestProxy(t *testing.T) {
	adbInPath(t, 41)
	s := asking(t, model.Config{BaseURL: "https://models.invalid/v1", Model: "small"})
	behind := func(proxy string) doctor.Report {
		s.Endpoint.Proxy = func(*url.URL) (*url.URL, error) { return url.Parse(proxy) }
		return examine(t, s)
	}
	finding(t, behind("http://"+closedPort(t)), "model.connect", doctor.Failure, "the proxy before the endpoint does not answer", "HTTPS_PROXY")
	r := behind(strings.TrimSuffix(serve(t, lists), "/v1"))
	finding(t, r, "model.connect", doctor.OK, "the proxy before the endpoint answers", "")
	finding(t, r, "model.tls", doctor.Skipped, "a proxy stands between", "")
	for proxy, at := range map[string]string{"http://127.0.0.1": "127.0.0.1:80", "https://127.0.0.1": "127.0.0.1:443", "socks5://127.0.0.1": "127.0.0.1:1080"} {
		if r := behind(proxy); !slices.ContainsFunc(r.Findings, func(f doctor.Finding) bool {
			return f.Check == "model.connect" && strings.Contains(f.Message, " at "+at)
		}) {
			t.Errorf("%s is not looked for at %s: %+v", proxy, at, r.Findings)
		}
	}
}

func TestCuresOfEachSystem(t *testing.T) {
	for system, cures := range map[string][4]string{
		"linux":   {"sudo apt install adb", "lsusb", "udev rules", "timedatectl"},
		"darwin":  {"brew install", "allow the accessory", "kill-server", "sntp"},
		"windows": {"winget install", "USB driver", "kill-server", "w32tm"},
		"plan9":   {"platform-tools", "another cable", "kill-server", "by the network"},
	} {
		t.Run(system, func(t *testing.T) {
			on := func(s doctor.Subject) doctor.Report {
				s.System = system
				return examine(t, s)
			}
			adbInPath(t, 0)
			finding(t, on(elsewhere(t, closedPort(t), "")), "adb.server", doctor.Failure, "not installed", cures[0])
			finding(t, on(elsewhere(t, fakeServer(t, ""), "")), "adb.version", doctor.Note, "no adb program", cures[0])
			finding(t, on(elsewhere(t, fakeServer(t, ""), "")), "phone.list", doctor.Failure, "no phone is connected", cures[1])
			finding(t, on(elsewhere(t, fakeServer(t, "x  no permissions (udev) usb:1-4\n"), "")), "phone.state", doctor.Failure, "may not open", cures[2])
			finding(t, on(asking(t, model.Config{BaseURL: serve(t, lateClock), Model: "small"})), "model.clock", doctor.Warning, "differ by 1h", cures[3])
		})
	}
	s := healthy(t, sim.Options{})
	s.System, s.Terminal = "windows", doctor.Terminal{Interactive: true, Width: 120, Height: 30, Colors: 1 << 24}
	r := examine(t, s)
	for _, check := range []string{"terminal.colors", "terminal.unicode"} { // Windows sets neither TERM nor LANG
		finding(t, r, check, doctor.OK, "", "")
	}
}

// TestFold has what was skipped for one reason in one line, and all else as it is.
func TestFold(t *testing.T) {
	left := func(check, why string) doctor.Finding {
		return doctor.Finding{Check: check, Severity: doctor.Skipped, Message: why}
	}
	fine := doctor.Finding{Check: "d", Severity: doctor.OK, Message: "no phone"}
	folded := doctor.Fold([]doctor.Finding{left("a", "no phone"), left("b", "no phone"), left("c", "no phone"), fine, fine, left("e", "no key"), left("f", "no name")})
	want := []doctor.Finding{left("a", "no phone; nor were looked at: b, c"), fine, fine, left("e", "no key"), left("f", "no name")}
	if len(folded) != len(want) {
		t.Fatalf("%d lines, want %d: %+v", len(folded), len(want), folded)
	}
	for i := range want {
		if folded[i] != want[i] {
			t.Errorf("line %d is %+v, want %+v", i, folded[i], want[i])
		}
	}
}
