//go:build unix

package device

import (
	"bytes"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// hostShell serves the shell of a phone with the sh of this computer, as an
// adb daemon does: own session, SIGHUP to the shell when the stream closes.
// Commands of the phone are scripts that a test puts into bin.
type hostShell struct {
	sh   string
	bin  string
	data string // stands for dumpDir
}

func newHostShell(t *testing.T) *hostShell {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh on this computer")
	}
	return &hostShell{sh: sh, bin: t.TempDir(), data: t.TempDir()}
}

// command makes name a command of the phone.
func (h *hostShell) command(t *testing.T, name, script string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(h.bin, name), []byte("#!"+h.sh+"\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
}

// serve is a fakeADB.serve.
func (h *hostShell) serve(conn net.Conn, service string) {
	command, v2 := strings.CutPrefix(service, shellV2Service)
	if !v2 {
		command = strings.TrimPrefix(service, "exec:")
	}
	cmd := exec.Command(h.sh, "-c", strings.ReplaceAll(command, dumpDir, h.data))
	cmd.Env = []string{"PATH=" + h.bin + ":" + os.Getenv("PATH")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if !v2 {
		cmd.Stdout, cmd.Stderr = conn, conn
		_ = cmd.Run() // the status comes with the output
		return
	}
	cmd.Stdin = strings.NewReader(strings.ReplaceAll(readStdin(conn), dumpDir, h.data))
	var sending sync.Mutex
	cmd.Stdout = packetWriter{conn, packetStdout, &sending}
	cmd.Stderr = packetWriter{conn, packetStderr, &sending}
	if err := cmd.Start(); err != nil {
		return
	}
	var watching sync.WaitGroup
	watching.Go(func() {
		drain(conn)                            // returns when the stream closes
		_ = cmd.Process.Signal(syscall.SIGHUP) // it may have ended
	})
	_ = cmd.Wait() // the status is read below
	exit := cmd.ProcessState.ExitCode()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		exit = 128 + int(status.Signal())
	}
	writePacket(conn, packetExit, string([]byte{byte(exit)}))
	conn.Close()
	watching.Wait()
}

// packetWriter sends what is written to it in packets of the shell protocol.
type packetWriter struct {
	w       io.Writer
	id      byte
	sending *sync.Mutex
}

func (p packetWriter) Write(b []byte) (int, error) {
	p.sending.Lock()
	defer p.sending.Unlock()
	_, err := p.w.Write(append(packet(p.id, len(b)), b...))
	return len(b), err
}

// openHostPhone opens a phone whose shell is sh.
func openHostPhone(t *testing.T, h *hostShell) (*Phone, *fakeADB) {
	t.Helper()
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = h.serve })
	return openPhone(t, f), f
}

func TestShellOnARealShell(t *testing.T) {
	for _, features := range []string{"shell_v2,cmd", "cmd"} {
		t.Run(features, func(t *testing.T) {
			p, f := openHostPhone(t, newHostShell(t))
			f.set(func(f *fakeADB) { f.features = features })
			for _, test := range []struct {
				command, stdout string
				exit            int
			}{
				{"echo hello", "hello\n", 0},
				{"printf 'no newline'", "no newline", 0},
				{"exit 3", "", 3},
				{"echo 'a;b' && false", "a;b\n", 1},
				{"cat", "", 0}, // standard input is empty, not open
				{"kill -9 $$; sleep 60", "", 137},
				{"printf '\\000\\377'", "\x00\xff", 0},
			} {
				if features == "cmd" && strings.HasPrefix(test.command, "kill") {
					continue // ends the shell that would tell the status
				}
				got, err := p.Shell(t.Context(), test.command)
				if err != nil {
					t.Errorf("%q: %v", test.command, err)
					continue
				}
				if string(got.Stdout) != test.stdout || got.Exit != test.exit {
					t.Errorf("%q: printed %q, status %d; want %q, %d", test.command, got.Stdout, got.Exit, test.stdout, test.exit)
				}
			}
		})
	}
}

func TestShellKeepsStderrApart(t *testing.T) {
	p, _ := openHostPhone(t, newHostShell(t))
	got, err := p.Shell(t.Context(), "echo out; echo err >&2")
	if err != nil || string(got.Stdout) != "out\n" || string(got.Stderr) != "err\n" {
		t.Errorf("stdout %q, stderr %q, error %v", got.Stdout, got.Stderr, err)
	}
}

// A script far longer than a service name may be runs whole, and a command in
// it that reads its input does not swallow the rest.
func TestLongScript(t *testing.T) {
	p, _ := openHostPhone(t, newHostShell(t))
	script := strings.Repeat("cat\necho line\n", 500) + "exit 7"
	got, err := p.Script(t.Context(), script)
	if err != nil || got.Exit != 7 || bytes.Count(got.Stdout, []byte("line\n")) != 500 {
		t.Errorf("status %d, %d lines, error %v; want 7, 500", got.Exit, bytes.Count(got.Stdout, []byte("line\n")), err)
	}
}

// What Quote makes of a value is one word to a real shell, and nothing in it
// runs.
func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", "plain", "it's", "a b", "$(id)", "`id`", "\\", "'\\''", "\"", "; echo x", "a\nb", "~", "*", "#", "%s", "\x7f\u202e", "-n"} {
		f.Add(s)
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		f.Skip("no sh on this computer")
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ContainsRune(s, 0) {
			t.Skip("no shell passes on NUL")
		}
		out, err := exec.Command(sh, "-c", "printf '%s|' "+Quote(s)+" end").Output()
		if err != nil || string(out) != s+"|end|" {
			t.Errorf("%q became %q, error %v", s, out, err)
		}
	})
}
