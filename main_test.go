package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"adroit/device/sim"
	"adroit/loop/event"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"adroit": main})
}

// TestCommands runs the scripts of testdata, each against the program itself
// in a folder of its own.
func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			adroit, err := exec.LookPath("adroit")
			if err != nil {
				return err
			}
			// A PATH for scripts that want a machine without adb.
			env.Setenv("ONLY_ADROIT", filepath.Dir(adroit))
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CONFIG_HOME", env.WorkDir+"/config")
			env.Setenv("XDG_STATE_HOME", env.WorkDir+"/state")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exitcode": exitCode,
			"events":   checkEvents,
		},
	})
}

// newSeed is for what a test draws at random, and in the log to repeat it.
func newSeed(t *testing.T) uint64 {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return seed
}

// servePhone serves a simulated phone until the test ends, and returns the flags
// with which the program uses it. A serial of "demo" would be the program's own.
func servePhone(t *testing.T, o sim.Options) (flags []string) {
	t.Helper()
	server, err := sim.New(o).ServeServer(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return []string{"--adb", server.Addr(), "--device", o.Serial}
}

// serveScreens is servePhone for one that shows the dumps in a folder.
func serveScreens(t *testing.T, dir string) (flags []string) {
	t.Helper()
	saved, err := sim.LoadScreens(dir)
	if err != nil {
		t.Fatal(err)
	}
	return servePhone(t, sim.Options{Serial: "saved", Screens: saved})
}

// exitCode runs a command and demands its exit code: exitcode 3 adroit run …
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode N command [args…]")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("%s: exit code %s, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// checkEvents demands that a file holds the events of one whole turn as JSON
// lines: events FILE OUTCOME.
func checkEvents(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: events FILE OUTCOME")
	}
	var last event.Event
	terminal := 0
	lines := bytes.Split(bytes.TrimSpace([]byte(ts.ReadFile(args[0]))), []byte("\n"))
	for i, line := range lines {
		var e event.Event
		if err := json.Unmarshal(line, &e); err != nil {
			ts.Fatalf("line %d is not an event: %v\n%s", i+1, err, line)
		}
		if e.Seq != int64(i+1) {
			ts.Fatalf("line %d has sequence number %d", i+1, e.Seq)
		}
		if e.V != event.Version || e.RunID == "" || e.Time.IsZero() || e.Type == "" {
			ts.Fatalf("line %d lacks version, run, time or type:\n%s", i+1, line)
		}
		if e.Type.Terminal() {
			terminal++
		}
		last = e
	}
	if terminal != 1 {
		ts.Fatalf("%d terminal events, want exactly one", terminal)
	}
	if !last.Type.Terminal() || string(last.Outcome) != args[1] {
		ts.Fatalf("the last event is %s with outcome %q, want outcome %q", last.Type, last.Outcome, args[1])
	}
}
