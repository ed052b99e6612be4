package main

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"adroit/ui/cli"
)

// adroit runs one command in this process and returns all that it printed.
func adroit(t *testing.T, args ...string) string {
	t.Helper()
	return adroitWith(t, nil, args...)
}

// adroitWith is adroit with some variables in the environment.
func adroitWith(t *testing.T, variables map[string]string, args ...string) string {
	t.Helper()
	home := t.TempDir()
	environ := map[string]string{"HOME": home, "XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home, "OPENAI_API_KEY": "k"}
	maps.Copy(environ, variables)
	var out bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cli.Run(ctx, args, cli.IO{In: strings.NewReader(""), Out: &out, Err: &out, Getenv: func(name string) string { return environ[name] }})
	if out.Len() == 0 {
		t.Errorf("adroit %q printed nothing", args)
	}
	return out.String()
}

// checkRuns looks into all that can be had of the newest run in a state folder.
func (p *planter) checkRuns(t *testing.T, state string) {
	t.Helper()
	at := []string{"--state-dir", state}
	for _, args := range [][]string{
		{"runs"}, {"runs", "--json"},
		{"replay", "latest", "--speed", "0"}, {"replay", "latest", "--verify"},
		{"export", "latest", "--format", "markdown"}, {"export", "latest", "--format", "json"},
		{"export", "latest", "--format", "sh"}, {"export", "latest", "--format", "maestro"},
	} {
		p.check(t, adroit(t, append(args, at...)...))
	}
}

// filesIn returns what all files below a folder hold.
func filesIn(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		all.Write(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if all.Len() == 0 {
		t.Errorf("no file in %s", dir)
	}
	return all.String()
}

// cockpit asks for a look at the screen in the terminal UI, quits, and returns
// every screen that the terminal showed, and what was written to it.
func cockpit(t *testing.T, program string, args []string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "HOME="+t.TempDir(), "OPENAI_API_KEY=k")
	const width, height = 160, 50
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: height, Cols: width})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	emulator := vt.NewEmulator(width, height)
	var replies sync.WaitGroup
	replies.Go(func() { _, _ = io.Copy(io.Discard, emulator) }) // to what the program asks the terminal
	defer func() {
		if pipe, ok := emulator.InputPipe().(io.Closer); ok {
			_ = pipe.Close()
		}
		replies.Wait()
	}()

	var written, screens strings.Builder
	steps := []struct{ shown, press string }{
		{"Say what should happen", "Read the screen\r"},
		{"as the model claims", "\x03"}, // when the turn is over
		{"ctrl+c again quits", "\x03"},
	}
	buffer := make([]byte, 32<<10)
	for {
		n, err := terminal.Read(buffer)
		if err != nil {
			break // the program ended
		}
		written.Write(buffer[:n])
		_, _ = emulator.Write(buffer[:n]) // never fails
		screen := emulator.String()
		screens.WriteString(screen + "\n")
		if len(steps) > 0 && strings.Contains(screen, steps[0].shown) {
			if _, err := io.WriteString(terminal, steps[0].press); err != nil {
				t.Fatal(err)
			}
			steps = steps[1:]
		}
	}
	if err := cmd.Wait(); err != nil || len(steps) > 0 {
		t.Fatalf("the cockpit ended with %v, before %v:\n%s", err, steps, emulator.String())
	}
	return written.String() + screens.String()
}
