//go:build unix

package ui

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/sim"
	"adroit/loop"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/tools"
)

// TestWhatFailsInTheLoopEndsTheCockpit plays a real session on the simulated
// phone, in which what the person sends fails beneath the cockpit: it restores
// the terminal, says why it ended, and closes the log, which tells the turn as
// far as it went.
func TestWhatFailsInTheLoopEndsTheCockpit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words, says string
		whole       bool // the log can still be written
	}{
		{"panic in the loop", "the model failed on purpose", true},
		{"panic in a tool", "a tool failed on purpose", true},
		{"fill the disk", "no space left on device", false},
	} {
		t.Run(c.words, func(t *testing.T) {
			t.Parallel()
			run := startChild(t, "real")
			keys(c.words, "\r")(t, run.terminal, nil)
			if exit := run.wait(t); exit != 1 {
				t.Errorf("exit %d, want 1", exit)
			}
			run.hasClosed(t)
			run.restored(t, c.says, "recorded in ", "adroit --resume it")
			logs, _ := filepath.Glob(filepath.Join(run.file+".state", "runs", "*"))
			if len(logs) != 1 {
				t.Fatalf("%d logs: %v", len(logs), logs)
			}
			recorded, err := record.Read(logs[0])
			if err != nil {
				t.Fatal(err)
			}
			story := recorded.Story()
			if last := story.Last(); c.whole && (last == nil || last.End == nil || last.End.Outcome != event.Failed) {
				t.Errorf("the log does not tell how the turn ended: %+v", last)
			}
		})
	}
}

// realChild shows the cockpit on a real session until something ends it.
func realChild(file string) int {
	s, log, err := realSession(file + ".state")
	if err != nil {
		return childEnded(file, 0, err)
	}
	err = Run(context.Background(), Options{
		Session: s, Device: "Simulated Phone", Model: "failing", LogPath: log, ResumeCommand: "adroit --resume it", SuggestedTasks: []string{"none"},
	})
	closed := 0
	select {
	case <-s.Done():
		closed = 1
	default:
	}
	return childEnded(file, closed, err)
}

// realSession is a session on the simulated phone. What is sent to it fails as
// it says.
func realSession(state string) (_ *loop.Session, log string, err error) {
	ctx := context.Background()
	server, err := sim.New(sim.Options{Serial: "demo"}).ServeServer(ctx, "127.0.0.1:0")
	if err != nil {
		return nil, "", err
	}
	secrets := redact.NewRegistry(redact.Options{})
	hub := device.NewHub(server.Addr())
	phone, err := hub.Open(ctx, "demo", secrets)
	if err != nil {
		return nil, "", err
	}
	w, err := record.Create(state, "demo", "failing", time.Now())
	if err != nil {
		return nil, "", err
	}
	return loop.New(loop.Config{
		Model: failingModel{w.Path()}, Phone: phone, Hub: hub, Registry: secrets, Record: w,
		Tools: tools.Options{Log: slog.New(failingHandler{})},
	}), w.Path(), nil
}

// failingModel does what it is told to, which is to fail.
type failingModel struct{ log string }

func (m failingModel) Reply(_ context.Context, r model.Request, _ func(string)) (model.Reply, error) {
	switch words := r.Messages[len(r.Messages)-1].Text; {
	case strings.Contains(words, "panic in the loop"):
		panic("the model failed on purpose")
	case strings.Contains(words, "fill the disk"):
		if err := fillDisk(m.log); err != nil {
			return model.Reply{}, err
		}
	}
	return model.Reply{Stop: model.StopToolCalls, Calls: []model.Call{{ID: "1", Name: "observe_screen_context", Arguments: "{}"}}}, nil
}

// failingHandler fails at the end of the first call of a tool, of which it is
// told.
type failingHandler struct{ slog.Handler }

func (failingHandler) Enabled(context.Context, slog.Level) bool  { return true }
func (failingHandler) Handle(context.Context, slog.Record) error { panic("a tool failed on purpose") }

// fillDisk puts the device that is always full in the place of an open file.
func fillDisk(path string) error {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer full.Close()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err
	}
	for _, fd := range open {
		var n int
		if target, err := os.Readlink("/proc/self/fd/" + fd.Name()); err != nil || target != path {
			continue
		}
		if _, err := fmt.Sscan(fd.Name(), &n); err != nil {
			return err
		}
		return unix.Dup2(int(full.Fd()), n)
	}
	return errors.New(path + " is not open")
}
