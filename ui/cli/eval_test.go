package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"adroit/device/sim"
	"adroit/ui/cli"
)

// ownSuite is a suite for any phone.
const ownSuite = `
approve = ["medium"]

[[task]]
id = "wifi-on"
title = "Turn Wi-Fi on"
prompt = "Turn on Wi-Fi"
setup = ["press_home"]
expect = ["checked=Wi-Fi"]

[[task]]
id = "open-notes"
title = "Open an app"
prompt = "Open Notes"
expect = ["app=Notes"]
`

func writeSuite(t *testing.T, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "own.toml")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A phone that is named on the command line is taken as it is, one attempt
// after the other.
func TestEvalOnAPhone(t *testing.T) {
	t.Parallel()
	phone := sim.New(sim.Options{Serial: "R5CT"})
	server, err := phone.ServeServer(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	got := run(t, nil, "eval", writeSuite(t, ownSuite), "--model", "demo", "--adb", server.Addr(), "--device", "R5CT", "--parallel", "3", "--json")
	var report struct {
		SimulatedPhone bool `json:"simulated_phone"`
		Parallel       int
		Summary        struct{ Attempts, Passed int }
	}
	if err := json.Unmarshal([]byte(got.out), &report); err != nil {
		t.Fatalf("%v: %s", err, got.out)
	}
	if got.code != 0 || report.SimulatedPhone || report.Parallel != 1 || report.Summary.Passed != 2 || !phone.WifiEnabled() {
		t.Errorf("exit code %d, %+v\n%s", got.code, report, got.err)
	}
	// The configuration alone takes no phone: nobody may be there to see it.
	got = run(t, map[string]string{"ADROIT_DEVICE": "R5CT"}, "eval", "--model", "demo", "--adb", server.Addr(), "--task", "launcher-home")
	if got.code != 0 || !strings.Contains(got.out, "phones are simulated") {
		t.Errorf("exit code %d\n%s%s", got.code, got.out, got.err)
	}
}

// cancelling is an output that ends the run at the first line of progress.
type cancelling struct {
	cancel context.CancelFunc

	mu    sync.Mutex
	lines bytes.Buffer
}

func (c *cancelling) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cancel()
	return c.lines.Write(p)
}

// Ctrl+c ends a run in good order: what is known by then is told.
func TestEvalEndsCleanly(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	progress := &cancelling{cancel: cancel}
	var out bytes.Buffer
	code := cli.Run(ctx, []string{"eval", "--model", "demo", "--parallel", "1", "--task", "launcher-*", "--task", "settings-*", "--state-dir", t.TempDir()},
		cli.IO{In: strings.NewReader(""), Out: &out, Err: progress, Getenv: func(string) string { return "" }})
	if code != 130 || !strings.Contains(out.String(), "Cancelled before the end") || !strings.Contains(out.String(), "(1 of 1 attempt)") ||
		!strings.Contains(out.String(), "not begun") {
		t.Errorf("exit code %d\n%s", code, out.String())
	}
	if !strings.Contains(progress.lines.String(), "adroit: cancelled: the report tells what is known so far") {
		t.Errorf("said %q", progress.lines.String())
	}
}

// An endpoint that never answers is no score.
func TestEvalWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":{"message":"no such model"}}`, http.StatusNotFound)
	}))
	defer server.Close()
	got := run(t, nil, "eval", writeSuite(t, ownSuite), "--model", "m", "--base-url", server.URL+"/v1")
	if got.code != 1 || !strings.Contains(got.err, "every attempt failed before its end, the first: ") || !strings.Contains(got.out, "2 failed") {
		t.Errorf("exit code %d\n%s%s", got.code, got.out, got.err)
	}
	other, err := sim.New(sim.Options{Serial: "OTHER"}).ServeServer(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	got = run(t, nil, "eval", writeSuite(t, ownSuite), "--model", "demo", "--adb", other.Addr(), "--device", "R5CT")
	if got.code != 4 || got.out != "" || !strings.Contains(got.err, "open phone: R5CT: no such phone") {
		t.Errorf("without the phone: exit code %d\n%s%s", got.code, got.out, got.err)
	}
}
