//go:build unix

package ui

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"go.uber.org/goleak"

	"adroit/loop/event"
)

// childEnv names the file into which a child process of these tests writes
// how often its session was closed. A process that has it set is that child.
// sessionEnv says what session it has: "real", "fake", or "steps" for one that
// takes many; "demo" is the whole program.
const (
	childEnv   = "ADROIT_TEST_ENDING"
	sessionEnv = "ADROIT_TEST_SESSION"
)

func TestMain(m *testing.M) {
	file := os.Getenv(childEnv)
	switch session := os.Getenv(sessionEnv); {
	case session == "demo":
		os.Exit(RunProgram(os.Args[1:]))
	case session == "real":
		os.Exit(realChild(file))
	case session != "":
		os.Exit(child(file))
	}
	// Bubble Tea leaves its reader behind where input arrives while it ends.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).sendEvents"))
}

// child shows the cockpit until something ends it.
func child(file string) int {
	s := &endingSession{fakeSession: &fakeSession{now: time.Now}}
	err := Run(context.Background(), Options{
		Session: s, Device: "Pixel 8", Model: "scripted", LogPath: "/tmp/run.jsonl", Now: s.clock,
	})
	return childEnded(file, s.closed, err)
}

// childEnded tells the parent how the child's cockpit ended.
func childEnded(file string, closed int, err error) (exit int) {
	record := fmt.Sprintf("closed %d\nerror %v\n", closed, err)
	if err := os.WriteFile(file, []byte(record), 0o600); err != nil {
		return 3
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// endingSession fails where the words sent to it say so.
type endingSession struct {
	*fakeSession
	mu     sync.Mutex
	failed bool
}

func (s *endingSession) Send(words string) (bool, error) {
	switch words {
	case "go":
		go s.manySteps()
	case "write to stderr":
		fmt.Fprintln(os.Stderr, "a library logs")
	case "panic in a command":
		panic("a command failed on purpose")
	case "panic in update":
		s.mu.Lock()
		s.failed = true
		s.mu.Unlock()
		s.emit(event.Event{Type: event.TurnStarted, Text: words})
	}
	return s.fakeSession.Send(words)
}

// manySteps tells a turn of a thousand steps.
func (s *endingSession) manySteps() {
	d := &driver{t: new(testing.T), now: time.Now()} // for the events alone
	s.emit(turnStarted("go"))
	for step := range 1000 {
		id := fmt.Sprint("c", step)
		s.emit(stepStarted(step))
		s.emit(says(step, "I look at the screen, and then I tap the *next* thing.\n\n- one\n- two\n"))
		s.emit(called(event.ToolProposed, id, "tap", "Tap it"))
		s.emit(called(event.ToolStarted, id, "tap", "Tap it"))
		s.emit(d.settings(step%2 == 0))
		s.emit(d.finished(id, ok("Tapped it; 3 lines changed")))
	}
	s.emit(event.Event{Type: event.TurnCompleted, TurnID: "t1", Outcome: event.Done})
}

// clock is the app's clock, which it reads in Update and View alone.
func (s *endingSession) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed {
		panic("an update failed on purpose")
	}
	return time.Now()
}

func TestEveryEndingRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		end  func(t *testing.T, terminal *os.File, p *os.Process)
		exit int
		says string // in the end, on the terminal
	}{
		{"quit", keys("\x11"), 0, "recorded in /tmp/run.jsonl"},
		{"ctrl+c twice", keys("\x03", "\x03"), 0, "recorded in"},
		{"SIGTERM", signalled(syscall.SIGTERM), 1, "terminated"},
		{"SIGHUP", signalled(syscall.SIGHUP), 1, "hangup"},
		{"SIGINT", signalled(syscall.SIGINT), 1, "interrupt"},
		{"panic in a command", keys("panic in a command", "\r"), 1, "a command failed on purpose"},
		{"quit after a stray log line", keys("write to stderr", "\r", "\x11"), 0, "a library logs"},
		{"panic in an update", keys("panic in update", "\r"), 1, "an update failed on purpose"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			run := startChild(t, "fake")
			c.end(t, run.terminal, run.cmd.Process)
			if exit := run.wait(t); exit != c.exit {
				t.Errorf("exit %d, want %d", exit, c.exit)
			}
			run.hasClosed(t)
			run.restored(t, c.says)
		})
	}
}

func TestAClosedTerminalEndsTheRun(t *testing.T) {
	t.Parallel()
	run := startChild(t, "fake")
	run.tty.Close()
	run.terminal.Close()
	if exit := run.wait(t); exit == 0 {
		t.Error("the loss of the terminal counts as a success")
	}
	run.hasClosed(t)
}

func keys(strokes ...string) func(*testing.T, *os.File, *os.Process) {
	return func(t *testing.T, terminal *os.File, _ *os.Process) {
		for _, s := range strokes {
			if _, err := terminal.WriteString(s); err != nil {
				t.Error(err)
			}
			time.Sleep(50 * time.Millisecond) // so that they are not one read
		}
	}
}

func signalled(sig syscall.Signal) func(*testing.T, *os.File, *os.Process) {
	return func(t *testing.T, _ *os.File, p *os.Process) {
		if err := p.Signal(sig); err != nil {
			t.Error(err)
		}
	}
}

// childRun is a child on a terminal of its own.
type childRun struct {
	cmd           *exec.Cmd
	terminal, tty *os.File
	file          string
	before        *term.State
	output        *lockedBuffer
	read          chan struct{} // closed when the terminal has nothing more to say
}

func startChild(t *testing.T, session string) *childRun {
	t.Helper()
	terminal, tty := openTerminal(t)
	r := &childRun{terminal: terminal, tty: tty, output: &lockedBuffer{}, read: make(chan struct{})}
	r.file = filepath.Join(t.TempDir(), "ending")
	r.before = r.state(t)
	r.cmd = exec.CommandContext(t.Context(), os.Args[0])
	r.cmd.Env = append(os.Environ(), childEnv+"="+r.file, sessionEnv+"="+session, "TERM=xterm-256color")
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = tty, tty, tty
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(r.read)
		_, _ = io.Copy(r.output, terminal)
	}()
	t.Cleanup(func() {
		tty.Close()
		terminal.Close()
		<-r.read
	})
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(r.output.String(), "Type a task"); {
		if time.Now().After(deadline) {
			t.Fatalf("no frame: %q", r.output.String())
		}
		time.Sleep(5 * time.Millisecond)
	}
	return r
}

// openTerminal opens a pseudo terminal of 120×35. Closing its first end also
// ends a read from it, which takes a descriptor that does not block.
func openTerminal(t testing.TB) (terminal, tty *os.File) {
	t.Helper()
	blocking, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer blocking.Close()
	if err := pty.Setsize(blocking, &pty.Winsize{Rows: 35, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.Dup(int(blocking.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), "terminal"), tty
}

func (r *childRun) state(t *testing.T) *term.State {
	t.Helper()
	state, err := term.GetState(r.tty.Fd())
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// wait waits for the child's end and returns its exit status.
func (r *childRun) wait(t *testing.T) int {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = r.cmd.Wait()
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		_ = r.cmd.Process.Kill()
		<-ended
		t.Fatalf("it does not end: %q", r.output.String())
	}
	r.readAll(t)
	return r.cmd.ProcessState.ExitCode()
}

// lastWords are written to the terminal behind everything that the child wrote.
const lastWords = "<the end>"

// readAll waits until all that the child wrote has been read.
func (r *childRun) readAll(t *testing.T) {
	t.Helper()
	if _, err := r.tty.WriteString(lastWords); err != nil {
		return // the test has closed it
	}
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(r.output.String(), lastWords); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the output was not read to its end: %q", r.output.String())
		}
	}
}

// hasClosed fails the test unless the child closed its session once.
func (r *childRun) hasClosed(t *testing.T) {
	t.Helper()
	record, err := os.ReadFile(r.file)
	if err != nil || !strings.HasPrefix(string(record), "closed 1\n") {
		t.Errorf("the session was not closed once: %q, %v", record, err)
	}
}

// restored fails the test unless the terminal is as it was before, and what
// stands on it then says the given things.
func (r *childRun) restored(t *testing.T, says ...string) {
	t.Helper()
	out := r.output.String()
	for _, mode := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?2004l", "\x1b[?1004l"} {
		if !strings.Contains(out, mode) {
			t.Errorf("the terminal was left without %q", mode)
		}
	}
	if after := r.state(t); *after != *r.before {
		t.Errorf("the terminal's modes are %+v, were %+v", after, r.before)
	}
	for _, words := range says {
		if !strings.Contains(out[strings.LastIndex(out, "\x1b[?1049l")+1:], words) {
			t.Errorf("the ending does not say %q: %q", words, out[max(len(out)-600, 0):])
		}
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
