package device

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

func TestPhoneTellsAboutItself(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) { f.answers["host-serial:fake:get-state"] = "device" })
	p := openPhone(t, f)
	if p.Serial() != "fake" || p.Model() != "Fake Phone" {
		t.Errorf("serial %q, model %q", p.Serial(), p.Model())
	}
	if state, err := p.State(t.Context()); state != StateDevice || err != nil {
		t.Errorf("state %q, error %v", state, err)
	}
	if features, err := p.Features(t.Context()); !features["shell_v2"] || features["abb"] || err != nil {
		t.Errorf("features %v, error %v", features, err)
	}
	f.set(func(f *fakeADB) { f.devices = "bare                   device transport_id:1\n" })
	if p := openPhone(t, f); p.Model() != "bare" {
		t.Errorf("model %q of a phone without one, want its serial", p.Model())
	}
}

// Every call on a phone whose adb server has gone says so, and with which
// phone and what it failed.
func TestCallsWithoutAServer(t *testing.T) {
	f := newFakeADB()
	stop := f.listen(t, "127.0.0.1:0")
	p := openPhone(t, f)
	stop()
	for name, call := range map[string]func() error{
		"shell on fake":     func() error { _, err := p.Shell(t.Context(), "true"); return err },
		"script on fake":    func() error { _, err := p.Script(t.Context(), "true"); return err },
		"exec on fake":      func() error { _, err := p.Exec(t.Context(), "true", io.Discard); return err },
		`push "/f" on fake`: func() error { return p.Push(t.Context(), strings.NewReader(""), "/f", 0o600, time.Now()) },
		`pull "/f" on fake`: func() error { _, err := p.Pull(t.Context(), "/f", io.Discard); return err },
		`stat "/f" on fake`: func() error { _, err := p.Stat(t.Context(), "/f"); return err },
		"state of fake":     func() error { _, err := p.State(t.Context()); return err },
		"features of fake":  func() error { _, err := p.Features(t.Context()); return err },
		"observe fake":      func() error { _, err := p.Observe(t.Context()); return err },
		"probe fake":        func() error { _, err := p.Probe(t.Context()); return err },
		"act on fake":       func() error { return p.Run(t.Context(), Keys(KeyHome)) },
		"list apps of fake": func() error { _, err := p.Apps(t.Context()); return err },
	} {
		err := call()
		if !errors.Is(err, ErrNoServer) || !strings.HasPrefix(err.Error(), name+": ") {
			t.Errorf("%s: error %v, want ErrNoServer", name, err)
		}
	}
}
