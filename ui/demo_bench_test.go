//go:build linux

package ui_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"

	"adroit/ui"
	"adroit/ui/cli"
)

func init() {
	ui.RunProgram = func(args []string) int { return cli.Main(args, cli.SystemIO()) }
}

// startProcess starts the program in a process of its own, on a terminal that
// answers its queries or none.
func startProcess(b *testing.B, answering bool, session string, args ...string) *demo {
	b.Helper()
	keys, tty := ui.OpenTerminal(b)
	d := &demo{t: b, keys: keys, tty: tty, em: vt.NewEmulator(120, 35), began: time.Now()}
	cmd := exec.CommandContext(context.WithoutCancel(b.Context()), os.Args[0], args...)
	cmd.Env = append(os.Environ(), ui.SessionEnv+"="+session, "TERM=xterm-256color", "COLORTERM=truecolor")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	d.pid = cmd.Process.Pid
	var copying sync.WaitGroup
	copying.Go(func() { _, _ = io.Copy(d, keys) })
	var replies io.Writer = io.Discard
	if answering {
		replies = keys
	}
	copying.Go(func() { _, _ = io.Copy(replies, d.em) })
	d.end = sync.OnceFunc(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait() // ended by the signal
		tty.Close()
		keys.Close()
		if replies, ok := d.em.InputPipe().(io.Closer); ok {
			_ = replies.Close()
		}
		copying.Wait()
	})
	b.Cleanup(d.end)
	return d
}

// BenchmarkDemoFirstFrame measures from the start of the process to the first
// frame on its terminal, with the simulated phone started on the way.
func BenchmarkDemoFirstFrame(b *testing.B) {
	for name, answering := range map[string]bool{"a terminal that answers": true, "a silent terminal": false} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				d := startProcess(b, answering, "demo", "demo", "--state-dir", b.TempDir())
				for !strings.Contains(d.screen(), "Say what should happen") {
					time.Sleep(100 * time.Microsecond)
				}
				b.StopTimer()
				d.end()
				b.StartTimer()
			}
		})
	}
}

// BenchmarkDemoIdle measures the processor time that the demo takes while
// nothing happens and its phone pane is live, in percent of one core, and its
// memory.
func BenchmarkDemoIdle(b *testing.B) {
	d := startProcess(b, true, "demo", "demo", "--state-dir", b.TempDir())
	d.await("Say what should happen", "Messages")
	time.Sleep(3 * time.Second) // what the start left to do
	before, began := processorTime(b, d.pid), time.Now()
	for b.Loop() {
		time.Sleep(10 * time.Second)
	}
	b.ReportMetric(100*float64(processorTime(b, d.pid)-before)/float64(time.Since(began)), "%cpu")
	b.ReportMetric(resident(b, d.pid), "MB-resident")
}

// BenchmarkMemory measures the memory of the cockpit after a turn of 1000 steps,
// each with an act and a new screen.
func BenchmarkMemory(b *testing.B) {
	for b.Loop() {
		d := startProcess(b, true, "steps")
		d.await("Type a task")
		d.press("go\r")
		d.await("Done, as the model claims")
		b.ReportMetric(resident(b, d.pid), "MB-resident")
		d.end()
	}
}

// processorTime is what a process has used, user and system (proc_pid_stat(5),
// fields 14 and 15, in ticks of 10 ms).
func processorTime(b *testing.B, pid int) time.Duration {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	fields := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+1:]))
	var user, system int
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		b.Fatal(err)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}

// resident is the memory of a process that is in use, in MB (proc_pid_status(5),
// VmRSS).
func resident(b *testing.B, pid int) float64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	_, after, _ := strings.Cut(string(raw), "VmRSS:")
	var kB float64
	if _, err := fmt.Sscan(after, &kB); err != nil {
		b.Fatal(err)
	}
	return kB / 1024
}
