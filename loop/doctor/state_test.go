package doctor_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"adroit/device/sim"
	"adroit/loop/doctor"
)

func TestState(t *testing.T) {
	adbInPath(t, 41)
	s := healthy(t, sim.Options{})
	root := t.TempDir()

	t.Run("not there yet", func(t *testing.T) {
		s.State.Dir = filepath.Join(root, "a", "b")
		r := examine(t, s)
		finding(t, r, "state.writable", doctor.OK, "", "")
		finding(t, r, "state.private", doctor.OK, "will be made", "")
		if left, err := os.ReadDir(root); err != nil || len(left) > 0 {
			t.Errorf("it left %v, error %v", left, err)
		}
	})
	t.Run("a file stands there", func(t *testing.T) {
		s.State.Dir = filepath.Join(root, "file")
		if err := os.WriteFile(s.State.Dir, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		r := examine(t, s)
		finding(t, r, "state.writable", doctor.Failure, "cannot be recorded", "--state-dir")
		finding(t, r, "state.private", doctor.Skipped, "no run can be recorded", "")
	})
	t.Run("open to others", func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("Windows keeps rights elsewhere")
		}
		s.State.Dir = filepath.Join(root, "open")
		if err := os.Mkdir(s.State.Dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(s.State.Dir, 0o777); err != nil {
			t.Fatal(err)
		}
		finding(t, examine(t, s), "state.private", doctor.Warning, "0777", "chmod 700")
	})
}

func TestRecordsOpenToOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps rights elsewhere")
	}
	adbInPath(t, 41)
	s := healthy(t, sim.Options{})
	s.State.Dir = filepath.Join(t.TempDir(), "state")
	runs := filepath.Join(s.State.Dir, "runs")
	if err := os.MkdirAll(runs, 0o755); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(runs, "run.jsonl")
	if err := os.WriteFile(record, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	finding(t, examine(t, s), "state.private", doctor.Warning, "run.jsonl", "chmod -R go=")
	if err := os.Chmod(runs, 0o700); err != nil {
		t.Fatal(err)
	}
	finding(t, examine(t, s), "state.private", doctor.OK, "nobody else", "")
}

func TestDiskSpace(t *testing.T) {
	adbInPath(t, 41)
	s := healthy(t, sim.Options{})
	s.State.Free = 12 << 20
	finding(t, examine(t, s), "state.space", doctor.Warning, "only 12 MB", "make room")
	s.State.Free = 3 << 30
	finding(t, examine(t, s), "state.space", doctor.OK, "3.0 GB", "")
	s.State.Free = -1
	finding(t, examine(t, s), "state.space", doctor.Skipped, "does not tell", "")
	if free := doctor.FreeSpace(filepath.Join(t.TempDir(), "not", "there")); free <= 0 {
		t.Errorf("%d bytes are free where this test writes its files", free)
	}
}

func TestTerminals(t *testing.T) {
	adbInPath(t, 41)
	good := doctor.Terminal{Interactive: true, Width: 160, Height: 50, Name: "xterm-256color", Colors: 1 << 24, UTF8: true}
	for _, tt := range []struct {
		name          string
		change        func(*doctor.Terminal)
		check         string
		severity      doctor.Severity
		message, cure string
	}{
		{"good", func(*doctor.Terminal) {}, "terminal.size", doctor.OK, "160 columns", ""},
		{"good colours", func(*doctor.Terminal) {}, "terminal.colors", doctor.OK, "24-bit", ""},
		{"none", func(t *doctor.Terminal) { t.Interactive = false }, "terminal.size", doctor.Skipped, "no terminal", ""},
		{"one pane", func(t *doctor.Terminal) { t.Width = 80 }, "terminal.size", doctor.Note, "one pane", "120×30"},
		{"one line", func(t *doctor.Terminal) { t.Height = 9 }, "terminal.size", doctor.Warning, "one line", "40×10"},
		{"dumb", func(t *doctor.Terminal) { t.Name = "dumb" }, "terminal.colors", doctor.Note, "lines", "--plain"},
		{"sixteen colours", func(t *doctor.Terminal) { t.Colors = 16 }, "terminal.colors", doctor.Note, "16", "COLORTERM"},
		{"no colours", func(t *doctor.Terminal) { t.Colors = 0 }, "terminal.colors", doctor.Note, "no colours", "NO_COLOR"},
		{"no UTF-8", func(t *doctor.Terminal) { t.UTF8 = false }, "terminal.unicode", doctor.Warning, "not UTF-8", "LANG"},
		{"tmux", func(t *doctor.Terminal) { t.Tmux, t.TmuxClipboard = true, "external" }, "terminal.tmux", doctor.Note, "external", "set-clipboard on"},
		{"tmux with clipboard", func(t *doctor.Terminal) { t.Tmux, t.TmuxClipboard = true, "on" }, "terminal.tmux", doctor.OK, "clipboard", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := healthy(t, sim.Options{})
			s.Terminal = good
			tt.change(&s.Terminal)
			finding(t, examine(t, s), tt.check, tt.severity, tt.message, tt.cure)
		})
	}
}
