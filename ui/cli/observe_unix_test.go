//go:build unix

package cli_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe that nobody writes to is not waited for.
func TestObserveRefusesAPipe(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, nil, "observe", "--from", name); got.code != 2 || !strings.Contains(got.err, "no regular file") {
		t.Errorf("exit code %d, %q", got.code, got.err)
	}
}
