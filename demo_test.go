package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestDemoByKeys plays the demo in a real terminal: a task is typed, the
// dialogs are answered by their keys, and the simulated phone's switch is on.
func TestDemoByKeys(t *testing.T) {
	term := startTerminal(t, 120, 35)
	term.run("adroit demo --state-dir " + filepath.Join(t.TempDir(), "state"))
	term.waitFor("Say what should happen on the phone")

	term.write("Turn on Wi-Fi")
	term.press("Enter")
	for _, question := range []string{"Open the Wi-Fi settings", `Tap switch "Wi-Fi"`} {
		term.waitFor("The model asks", question, "enter and space do nothing here")
		term.press("Enter", "Space", "Enter")
		term.waitFor("The model asks", question, "y once")
		term.answer("y", question)
	}
	screen := term.waitFor("Done: Wi-Fi is on now.", "as the model claims")
	if !hasLine(screen, "switch", "Wi-Fi", " on") {
		t.Errorf("the phone pane does not show the switch on:\n%s", screen)
	}
	term.quit()
	if modes := term.modes(); modes != "0 1" {
		t.Errorf("alternate screen and cursor after the end are %q, want the alternate screen off and the cursor shown", modes)
	}
}

// TestDemoDenied denies by key: the turn ends as denied and the phone is as it
// was.
func TestDemoDenied(t *testing.T) {
	term := startTerminal(t, 100, 30)
	term.run("adroit demo --state-dir " + filepath.Join(t.TempDir(), "state"))
	term.waitFor("Say what should happen on the phone")
	term.write("Turn on Wi-Fi")
	term.press("Enter")
	term.waitFor("The model asks")
	term.answer("n", "Open the Wi-Fi settings")
	term.waitFor("I was not allowed", "Ended: denied by you")
	term.quit()
}

// terminal is a program in a tmux pane of its own server.
type terminal struct {
	t      *testing.T
	socket string
}

func startTerminal(t *testing.T, width, height int) *terminal {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed")
	}
	term := &terminal{t: t, socket: filepath.Join(t.TempDir(), "tmux")}
	term.tmux("-f", "/dev/null", "new-session", "-d",
		"-x", fmt.Sprint(width), "-y", fmt.Sprint(height), "env", "PS1=$ ", "sh")
	t.Cleanup(func() {
		_ = exec.CommandContext(context.Background(), "tmux", "-S", term.socket, "kill-server").Run()
	})
	return term
}

func (term *terminal) tmux(args ...string) string {
	term.t.Helper()
	out, err := exec.CommandContext(term.t.Context(), "tmux", append([]string{"-S", term.socket}, args...)...).CombinedOutput()
	if err != nil {
		term.t.Fatalf("tmux %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// run types a command line whose exit code is printed at its end.
func (term *terminal) run(command string) {
	term.t.Helper()
	term.write(command + `; echo "exit $?"`)
	term.press("Enter")
}

func (term *terminal) write(text string) { term.tmux("send-keys", "-l", text) }

func (term *terminal) press(keys ...string) {
	for _, key := range keys {
		term.tmux("send-keys", key)
	}
}

func (term *terminal) screen() string { return term.tmux("capture-pane", "-p") }

// modes is what tmux knows of the pane: alternate screen, cursor shown.
func (term *terminal) modes() string {
	return strings.TrimSpace(term.tmux("display-message", "-p", "#{alternate_on} #{cursor_flag}"))
}

// answer presses key until the dialog with the question is gone, each time as
// a person does who reads before answering: the dialog ignores keys for a
// moment after it was painted, and after every key. On a busy machine that
// moment may last.
func (term *terminal) answer(key, question string) {
	term.t.Helper()
	for range 10 {
		time.Sleep(time.Second)
		term.press(key)
		time.Sleep(time.Second)
		if !containsAll(term.screen(), []string{"The model asks", "│  " + question}) { // the chat says it too
			return
		}
	}
	term.t.Fatalf("%s never answered %q:\n%s", key, question, term.screen())
}

// quit presses ctrl+c twice, again and again where the machine was too busy for
// the second to come in time.
func (term *terminal) quit() {
	term.t.Helper()
	for range 10 {
		term.press("C-c", "C-c")
		for range 40 {
			if containsAll(term.screen(), []string{"exit 0"}) {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	term.t.Fatalf("ctrl+c does not quit:\n%s", term.screen())
}

// waitFor waits until the screen shows every text, and returns it.
func (term *terminal) waitFor(texts ...string) string {
	term.t.Helper()
	ctx, cancel := context.WithTimeout(term.t.Context(), 30*time.Second)
	defer cancel()
	for {
		screen := term.screen()
		if containsAll(screen, texts) {
			return screen
		}
		select {
		case <-ctx.Done():
			term.t.Fatalf("the screen never showed %q:\n%s", texts, screen)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// hasLine reports whether one line of s holds every text.
func hasLine(s string, texts ...string) bool {
	for line := range strings.Lines(s) {
		if containsAll(line, texts) {
			return true
		}
	}
	return false
}

func containsAll(s string, texts []string) bool {
	for _, text := range texts {
		if !strings.Contains(s, text) {
			return false
		}
	}
	return true
}
