//go:build unix

package ui

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"

	"adroit/loop/event"
	"adroit/permissions"
)

// shownTerminal is a terminal whose screen can be read.
type shownTerminal struct {
	mu sync.Mutex
	em *vt.Emulator
}

func (s *shownTerminal) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.em.Write(p)
}

// await waits until the screen holds text.
func (s *shownTerminal) await(t *testing.T, text string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		s.mu.Lock()
		screen := s.em.String()
		s.mu.Unlock()
		if strings.Contains(screen, text) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%q did not come to the screen:\n%s", text, screen)
		}
	}
}

// TestASessionOnATerminal plays a task with its approval through Run, a pseudo
// terminal and an emulator, on the real clock.
func TestASessionOnATerminal(t *testing.T) {
	t.Parallel()
	terminal, tty := openTerminal(t)
	screen := &shownTerminal{em: vt.NewEmulator(120, 35)}
	var copying sync.WaitGroup
	copying.Go(func() { _, _ = io.Copy(screen, terminal) })
	copying.Go(func() { _, _ = io.Copy(io.Discard, screen.em) }) // the emulator's replies go nowhere
	t.Cleanup(func() {
		tty.Close()
		terminal.Close()
		if replies, ok := screen.em.InputPipe().(io.Closer); ok {
			_ = replies.Close()
		}
		copying.Wait()
	})
	d := &driver{t: t, now: time.Now()} // for the events alone
	session := &fakeSession{now: time.Now}
	ended := make(chan error, 1)
	go func() {
		ended <- Run(context.WithoutCancel(t.Context()), Options{
			Session: session, Theme: "dark", Device: "Pixel 8", Model: "scripted", In: tty, Out: tty,
			SuggestedTasks: []string{"Turn on Wi-Fi"}, Environ: []string{"TERM=xterm-256color"},
		})
	}()
	keys := func(s string) {
		if _, err := terminal.WriteString(s); err != nil {
			t.Fatal(err)
		}
	}

	screen.await(t, "Turn on Wi-Fi")
	keys("1")
	screen.await(t, "❯ Turn on Wi-Fi")
	keys("\r")
	r := medium("q1")
	session.emit(d.settings(false))
	session.emit(turnStarted("Turn on Wi-Fi"))
	for _, word := range strings.SplitAfter("I tap the **switch** now.", " ") {
		session.emit(says(1, word))
	}
	screen.await(t, "**switch** now.")
	session.emit(called(event.ToolStarted, "c1", "tap", r.Action))
	session.emit(d.asks(r))
	screen.await(t, "The model asks")
	screen.await(t, "enter and space do nothing here") // it is armed
	keys("y")
	for len(session.given()) == 0 {
		time.Sleep(2 * time.Millisecond)
	}
	session.emit(decided(r, permissions.Once, permissions.ByPerson, ""))
	session.emit(d.settings(true))
	session.emit(d.finished("c1", ok("1 line changed")))
	session.emit(event.Event{Type: event.TurnCompleted, TurnID: "t1", Outcome: event.Done, Verified: true})
	screen.await(t, "approved once by you")
	screen.await(t, "Done, verified")
	keys("\x11") // ctrl+q
	if err := <-ended; err != nil {
		t.Errorf("quitting returned %v", err)
	}
	if got := session.given()[0]; got.id != "q1" || got.answer.Verdict != permissions.Once {
		t.Errorf("answered %+v", got)
	}
}
