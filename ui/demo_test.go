//go:build unix

package ui_test

import (
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"adroit/ui"
	"adroit/ui/cli"
)

// demo is `adroit demo` on a pseudo terminal whose screen can be read.
type demo struct {
	t    *testing.T
	keys *os.File
	exit chan int

	mu sync.Mutex
	em *vt.Emulator
}

// startDemo starts the program with args after "demo". It has ended when the
// test has.
func startDemo(t *testing.T, args ...string) *demo {
	t.Helper()
	keys, tty := ui.OpenTerminal(t)
	if err := pty.Setsize(tty, &pty.Winsize{Cols: 120, Rows: 32}); err != nil {
		t.Fatal(err)
	}
	d := &demo{t: t, keys: keys, exit: make(chan int, 1), em: vt.NewEmulator(120, 32)}
	var copying sync.WaitGroup
	copying.Go(func() { _, _ = io.Copy(d, keys) })
	copying.Go(func() { _, _ = io.Copy(io.Discard, d.em) }) // the emulator's replies go nowhere
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	go func() {
		d.exit <- cli.Run(ctx, append([]string{"demo", "--state-dir", t.TempDir()}, args...), cli.IO{
			In: tty, Out: tty, Err: io.Discard, Getenv: func(string) string { return "" },
			Environ: []string{"TERM=xterm-256color", "COLORTERM=truecolor"},
		})
		close(d.exit)
	}()
	t.Cleanup(func() {
		cancel()
		<-d.exit
		tty.Close()
		keys.Close()
		if replies, ok := d.em.InputPipe().(io.Closer); ok {
			_ = replies.Close()
		}
		copying.Wait()
	})
	return d
}

func (d *demo) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.em.Write(p)
}

// press sends keys as a terminal does.
func (d *demo) press(keys string) {
	d.t.Helper()
	if _, err := d.keys.WriteString(keys); err != nil {
		d.t.Fatal(err)
	}
}

func (d *demo) screen() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.em.String()
}

// await waits until the screen holds all texts.
func (d *demo) await(texts ...string) {
	d.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		screen := d.screen()
		missing := ""
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				missing = text
			}
		}
		if missing == "" {
			return
		}
		if time.Now().After(deadline) {
			d.t.Fatalf("%q did not come to the screen:\n%s", missing, screen)
		}
	}
}

// asked waits for the question with the given text until keys answer it.
func (d *demo) asked(question string) {
	d.t.Helper()
	d.await("The model asks", question, armed)
}

// armed is what an open question says when keys count.
const armed = "enter and space do nothing here"

// TestDemoOnATerminal plays the first task of the demo by keys, on the
// simulated phone.
func TestDemoOnATerminal(t *testing.T) {
	t.Parallel()
	d := startDemo(t, "--theme", "dark")
	d.await("Try one", "Messages") // the first screen, and the phone's
	d.press("1")
	d.await("❯ Turn on Wi-Fi")
	d.press("\r")
	d.asked("Open the Wi-Fi settings")
	d.press("y")
	d.asked(`Tap switch "Wi-Fi"`)
	d.press("y")
	d.await("Done: Wi-Fi is on now.", "Done, as the model claims")
	d.press("\x11") // ctrl+q
	if exit := <-d.exit; exit != 0 {
		t.Errorf("exit %d", exit)
	}
}
