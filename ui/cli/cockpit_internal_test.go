package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/sim"
)

// TestDemoTasks runs every task that the demo suggests from beginning to end,
// where nobody is there to let more than acts of medium risk pass: sending is
// denied then, everything else is done.
func TestDemoTasks(t *testing.T) {
	for _, task := range demoTasks {
		t.Run(task, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := Run(t.Context(), []string{
				"run", "--device", demoName, "--model", demoName, "--approve", "medium", "--state-dir", t.TempDir(), task,
			}, IO{In: strings.NewReader(""), Out: &out, Err: &errs, Getenv: func(string) string { return "" }})
			want, words := 0, ""
			if strings.HasPrefix(task, "Send ") {
				want, words = 3, `not allowed to tap "Send SMS"`
			}
			if code != want || !strings.Contains(out.String(), words) {
				t.Errorf("exit code %d, want %d and %q:\n%s\n%s", code, want, words, out.String(), errs.String())
			}
		})
	}
}

// TestMissingPhone says of a phone that is not there the same in the cockpit as
// on the command line: which, and those that there are.
func TestMissingPhone(t *testing.T) {
	server, err := sim.New(sim.Options{Serial: "R5CT"}).ServeServer(context.WithoutCancel(t.Context()), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	_, failed := device.NewHub(server.Addr()).Open(t.Context(), "nosuch", redact.NewRegistry(redact.Options{}))
	failed = noPhone(failed)
	shown := missingWords(failed)
	if want := shown.What + ": " + shown.Cure + simulatedInstead; failed.Error() != want {
		t.Errorf("the cockpit says %q, and the command line %q", want, failed)
	}
	if !strings.Contains(shown.What, "nosuch") || !strings.Contains(shown.Cure, "connected: R5CT") {
		t.Errorf("missing: %+v", shown)
	}
}
