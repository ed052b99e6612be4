package record

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"adroit/loop/event"
)

// TestFullDiskIsAnError writes to a device that is always full.
func TestFullDiskIsAnError(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/full")
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	w, err := Create(t.TempDir(), "d", "m", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	whole := w.file
	w.file = full
	for range 2 {
		if err := w.Append(event.Event{V: event.Version, Seq: 1, Type: event.TurnStarted}); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("got %v", err)
		}
	}
	full.Close()
	w.file = whole
	if err := w.Append(event.Event{V: event.Version, Seq: 2, Type: event.TurnStarted}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("after a hole it goes on: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if run, err := Read(w.Path()); err != nil || len(run.Events) != 0 {
		t.Errorf("read %+v, %v", run, err)
	}
}
