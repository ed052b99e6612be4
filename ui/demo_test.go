//go:build unix

package ui_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"adroit/ui"
	"adroit/ui/cli"
)

// demo is `adroit demo` on a pseudo terminal whose screen can be read.
type demo struct {
	t    testing.TB
	keys *os.File
	tty  *os.File
	exit chan int // of a program that runs in this process
	pid  int      // of one that does not
	end  func()   // ends the program; again it does nothing

	mu    sync.Mutex
	em    *vt.Emulator
	began time.Time
	cast  []string // what was written, as the lines of an asciicast
}

// startDemo starts the demo with further args on a terminal that answers no
// query. It has ended when the test has.
func startDemo(t testing.TB, args ...string) *demo {
	t.Helper()
	return startProgram(t, false, append([]string{"demo", "--state-dir", t.TempDir()}, args...)...)
}

// startProgram starts the program with args, on a terminal that answers its
// queries or none.
func startProgram(t testing.TB, answering bool, args ...string) *demo {
	t.Helper()
	keys, tty := ui.OpenTerminal(t)
	if err := pty.Setsize(tty, &pty.Winsize{Cols: columns, Rows: lines}); err != nil {
		t.Fatal(err)
	}
	d := &demo{t: t, keys: keys, tty: tty, exit: make(chan int, 1), em: vt.NewEmulator(columns, lines), began: time.Now()}
	var copying sync.WaitGroup
	copying.Go(func() { _, _ = io.Copy(d, keys) })
	var replies io.Writer = io.Discard
	if answering {
		replies = keys
	}
	copying.Go(func() { _, _ = io.Copy(replies, d.em) })
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	go func() {
		d.exit <- cli.Run(ctx, args, cli.IO{
			In: tty, Out: tty, Err: io.Discard, Getenv: func(string) string { return "" },
			Environ: []string{"TERM=xterm-256color", "COLORTERM=truecolor"},
		})
		close(d.exit)
	}()
	d.end = sync.OnceFunc(func() {
		cancel()
		<-d.exit
		tty.Close()
		keys.Close()
		if replies, ok := d.em.InputPipe().(io.Closer); ok {
			_ = replies.Close()
		}
		copying.Wait()
	})
	t.Cleanup(d.end)
	return d
}

func (d *demo) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if updating() {
		line, err := json.Marshal([]any{time.Since(d.began).Seconds(), "o", string(p)})
		if err != nil {
			return 0, err
		}
		d.cast = append(d.cast, string(line))
	}
	return d.em.Write(p)
}

// The size of the demo's terminal.
const columns, lines = 120, 32

// updating reports whether the kept pictures and recordings are made anew.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// pause gives whoever watches the recording time to read.
func (d *demo) pause() {
	if updating() {
		time.Sleep(1500 * time.Millisecond)
	}
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

// styled is the screen with its colours.
func (d *demo) styled() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.em.Render()
}

// gone waits until the screen does not hold text.
func (d *demo) gone(text string) {
	d.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); strings.Contains(d.screen(), text); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			d.t.Fatalf("%q stays on the screen:\n%s", text, d.screen())
		}
	}
}

// asked waits for the question with the given text until keys answer it.
func (d *demo) asked(question string) {
	d.t.Helper()
	d.await("The model asks", question, armed)
}

// answer gives a key to the question until it counts: keys do not while the
// question is new, or when another terminal of this process was resized.
func (d *demo) answer(key, question string) {
	d.t.Helper()
	for range 20 {
		d.asked(question)
		d.press(key)
		for range 100 {
			time.Sleep(10 * time.Millisecond)
			if screen := d.screen(); !strings.Contains(screen, armed) && !strings.Contains(screen, "one moment") {
				return
			}
		}
	}
	d.t.Fatalf("%q never answered %q:\n%s", key, question, d.screen())
}

// armed is what an open question says when keys count.
const armed = "enter and space do nothing here"

// record writes what was shown as an asciicast, version 2, which asciinema
// plays: https://docs.asciinema.org/manual/asciicast/v2/.
func (d *demo) record(path string) {
	d.t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	head := fmt.Sprintf(`{"version": 2, "width": %d, "height": %d, "title": "adroit demo"}`, columns, lines)
	if err := os.WriteFile(path, []byte(head+"\n"+strings.Join(d.cast, "\n")+"\n"), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

// TestDemoOnATerminal plays the first task of the demo by keys, on the
// simulated phone. With -update it also records it for the README.
func TestDemoOnATerminal(t *testing.T) {
	t.Parallel()
	d := startDemo(t, "--theme", "dark")
	d.await("Try one", "Messages") // the first screen, and the phone's
	d.press("1")
	d.await("❯ Turn on Wi-Fi")
	d.pause()
	d.press("\r")
	d.asked("Open the Wi-Fi settings")
	d.pause()
	d.answer("y", "Open the Wi-Fi settings")
	d.asked(`Tap switch "Wi-Fi"`)
	d.pause()
	d.answer("y", `Tap switch "Wi-Fi"`)
	d.await("Done: Wi-Fi is on now.", "Done, as the model claims")
	d.pause()
	if updating() {
		d.record(filepath.Join("testdata", "demo.cast"))
	}
	d.press("\x11") // ctrl+q
	if exit := <-d.exit; exit != 0 {
		t.Errorf("exit %d", exit)
	}
}

// TestDemoByHand goes through what a person does besides giving tasks: deny
// with words, cancel, search the tree, tap by hand, draw the map, resize.
func TestDemoByHand(t *testing.T) {
	t.Parallel()
	d := startDemo(t, "--theme", "light")
	d.await("Try one", "Messages")

	d.press("1\r")
	d.answer("e", "Open the Wi-Fi settings")
	d.await("to the model:")
	d.press("not now")
	d.await("not now")
	d.press("\r")
	d.await("denied by you: “not now”", "Ended: denied by you")

	d.press("\x1b[Z/settings") // shift+tab, then search
	d.await("find: settings", "1 of")
	d.press("\r")
	d.press("t")
	d.await("by hand: Tap button \"Settings\"")
	d.press("\x1b")
	d.await("Network & internet")
	d.press("m")
	d.await("⡇") // the outlines
	for _, size := range [][2]int{{39, 9}, {200, 60}, {60, 20}, {80, 24}, {columns, lines}} {
		d.resize(size[0], size[1])
		d.await("Settings")
	}
	d.press("m")
	d.await("list ")
	d.press("\t2") // the task is only picked while the chat is empty: this writes
	d.await("❯ 2")
	d.press("\x03")
	d.await("cleared")

	d.press("Turn on Wi-Fi\r")
	d.await("The model asks")
	d.press("\x03") // ctrl+c denies and stops
	d.await("Cancelled")
	d.press("\x11")
	if exit := <-d.exit; exit != 0 {
		t.Errorf("exit %d", exit)
	}
}

// resize makes the terminal another size.
func (d *demo) resize(width, height int) {
	d.t.Helper()
	d.mu.Lock()
	d.em.Resize(width, height)
	d.mu.Unlock()
	if err := pty.Setsize(d.tty, &pty.Winsize{Cols: uint16(width), Rows: uint16(height)}); err != nil {
		d.t.Fatal(err)
	}
	// The program is no child of this terminal, so the kernel tells it nothing.
	if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil {
		d.t.Fatal(err)
	}
}
