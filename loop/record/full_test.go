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

// TestWhatIsActedUponIsOnDiskFirst tells by a pipe, which cannot be put on disk,
// which events are before anybody sees them.
func TestWhatIsActedUponIsOnDiskFirst(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("flushing a pipe waits for its reader")
	}
	for kind, want := range map[event.Type]bool{
		event.ToolProposed: true, event.ToolStarted: true, event.ToolFinished: true,
		event.ApprovalRequested: true, event.ApprovalDecided: true, event.ModeChanged: true,
		event.TurnCompleted: true, event.TurnFailed: true, event.TurnCancelled: true,
		event.AssistantText: false, event.ScreenObserved: false, event.TurnStarted: false,
	} {
		out, in, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		w := &Writer{path: "pipe", file: in}
		if err := w.Append(event.Event{V: event.Version, Seq: 1, Type: kind}); (err != nil) != want {
			t.Errorf("%s is put on disk: %t (%v)", kind, err != nil, err)
		}
		in.Close()
		out.Close()
	}
}
