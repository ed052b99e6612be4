package cli

import (
	"bytes"
	"strings"
	"testing"
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
