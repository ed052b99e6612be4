//go:build unix

package tools_test

import (
	"syscall"
	"testing"
)

// makePipe puts a named pipe into the workspace, which to read never ends.
func makePipe(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
}
