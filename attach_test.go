package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestSameSessionLocalAndAttached plays one session at the keys, once in the
// cockpit that owns phone and model and once in one that is attached to a
// server: a person cannot tell the two apart.
func TestSameSessionLocalAndAttached(t *testing.T) {
	tests := map[string]func(*testing.T) (command string){
		"local": func(t *testing.T) string {
			return "adroit demo --state-dir " + filepath.Join(t.TempDir(), "state")
		},
		"attached": func(t *testing.T) string { return "adroit attach --state-dir " + serveDemo(t) },
	}
	for name, command := range tests {
		t.Run(name, func(t *testing.T) {
			term := startTerminal(t, 120, 35)
			term.run(command(t))
			term.waitFor("Say what should happen on the phone")
			playSession(t, term)
			term.press("C-c")
			term.waitFor("ctrl+c again quits")
			term.press("C-c")
			term.waitFor("exit 0")
			if modes := term.modes(); modes != "0 1" {
				t.Errorf("alternate screen and cursor after the end are %q", modes)
			}
		})
	}
}

// playSession has a task done, one denied and one stopped.
func playSession(t *testing.T, term *terminal) {
	t.Helper()
	term.waitFor("Try one: press its number, then enter.")
	term.press("1")
	term.waitFor("❯ Turn on Wi-Fi")
	term.press("Enter")
	for _, question := range []string{"Open the Wi-Fi settings", `Tap switch "Wi-Fi"`} {
		term.waitFor("The model asks", question, "enter and space do nothing here")
		term.press("Enter", "Space", "Enter")
		term.waitFor("The model asks", question, "y once")
		answerDialog(term, "y", question)
	}
	if screen := term.waitFor("Done: Wi-Fi is on now."); !hasLine(screen, "switch", "Wi-Fi", " on") {
		t.Errorf("the phone pane does not show the switch on:\n%s", screen)
	}

	term.write(`Send the message "See you at eight" to Ada`)
	term.press("Enter")
	term.waitFor("The model asks")
	answerDialog(term, "n", "Open Messages")
	term.waitFor("Ended: denied by you")

	term.write("Turn off Wi-Fi")
	term.press("Enter")
	term.waitFor("The model asks")
	answerDialog(term, "x", "Tap switch")
	term.waitFor("Cancelled", "stopped by the person")
}

// answerDialog presses key until the dialog no longer asks the question, each
// time as a person does who reads first.
func answerDialog(term *terminal, key, question string) {
	term.t.Helper()
	for range 10 {
		time.Sleep(time.Second)
		term.press(key)
		time.Sleep(time.Second)
		if !dialogAsks(term.screen(), question) {
			return
		}
	}
	term.t.Fatalf("%s never answered %q:\n%s", key, question, term.screen())
}

// dialogAsks reports whether the question stands at the head of a dialog, and
// not in what was said before.
func dialogAsks(screen, question string) bool {
	_, dialog, open := strings.Cut(screen, " asks ──")
	lines := strings.SplitN(dialog, "\n", 5)
	return open && strings.Contains(strings.Join(lines[:min(len(lines), 4)], "\n"), question)
}

// TestAttachedAgain closes the terminal in the middle of a turn and comes back: the
// question still stands, and the story is whole.
func TestAttachedAgain(t *testing.T) {
	state := serveDemo(t)
	term := startTerminal(t, 120, 35)
	term.run("adroit attach --state-dir " + state)
	term.waitFor("Say what should happen on the phone")
	term.write("Turn on Wi-Fi")
	term.press("Enter")
	term.waitFor("The model asks", "Open the Wi-Fi settings")
	term.tmux("respawn-pane", "-k", "env", "PS1=$ ", "sh") // the terminal is closed
	term.run("adroit attach --state-dir " + state)
	term.waitFor("The model asks", "Open the Wi-Fi settings", "y once")
	answerDialog(term, "y", "Open the Wi-Fi settings")
	term.waitFor("The model asks", `Tap switch "Wi-Fi"`)
	answerDialog(term, "y", `Tap switch "Wi-Fi"`)
	term.waitFor("Turn on Wi-Fi", "Done: Wi-Fi is on now.")
}

// serveDemo starts a server of the demo and returns its state directory.
func serveDemo(t *testing.T, args ...string) (stateDir string) {
	t.Helper()
	stateDir = filepath.Join(t.TempDir(), "state")
	startServer(t, stateDir, args...)
	return stateDir
}

// startServer starts a server of the demo, which end ends, or the test.
func startServer(t *testing.T, stateDir string, args ...string) (end func()) {
	t.Helper()
	args = append([]string{"serve", "--device", "demo", "--model", "demo", "--listen", "127.0.0.1:0", "--state-dir", stateDir}, args...)
	cmd := exec.Command("adroit", args...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines, ended := make(chan string, 16), make(chan struct{})
	go func() {
		defer close(ended)
		scanner := bufio.NewScanner(stderr)
		for scanner.Scan() {
			select {
			case lines <- scanner.Text():
			default: // nobody waits any more
			}
		}
	}()
	end = sync.OnceFunc(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		<-ended
		if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() != 130 {
			t.Errorf("the server ended with %v", err)
		}
	})
	t.Cleanup(end)
	deadline := time.After(30 * time.Second)
	for {
		select {
		case line := <-lines:
			if strings.HasPrefix(line, "Serving at ") {
				return end
			}
		case <-ended:
			t.Fatal("the server ended")
		case <-deadline:
			t.Fatal("the server does not begin")
		}
	}
}

// TestNodeClientOfTheDemo has a program in another language steer the demo with
// nothing but a WebSocket library.
func TestNodeClientOfTheDemo(t *testing.T) {
	if err := exec.Command("node", "-e", `require("ws")`).Run(); err != nil {
		t.Skip("needs node, and NODE_PATH set to a folder with the npm package ws")
	}
	at := readServed(t, serveDemo(t))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	script := filepath.Join("loop", "remote", "testdata", "client.cjs")
	out, err := exec.CommandContext(ctx, "node", script, at.URL, at.Token, "Turn on Wi-Fi", "Turn off Wi-Fi").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{`"inOrder":true`, `"ended":[1,1]`, `"summary":"Done: Wi-Fi is on now."`} {
		if !strings.Contains(string(out), want) {
			t.Errorf("want %s in %s", want, out)
		}
	}
}

// served is where a server is, as it tells the clients of the same person.
type served struct{ URL, Token string }

func readServed(t *testing.T, stateDir string) served {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(stateDir, "server.json"))
	if err != nil {
		t.Fatal(err)
	}
	var at served
	if err := json.Unmarshal(data, &at); err != nil {
		t.Fatal(err)
	}
	return at
}

// TestServerStartedAnew ends the server beneath a cockpit and has others take its
// place: the cockpit stays, finds the new token where it stands, and asks for it
// where it does not.
func TestServerStartedAnew(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	end := startServer(t, state)
	term := startTerminal(t, 120, 35)
	at := strings.TrimPrefix(readServed(t, state).URL, "ws://")
	term.run("adroit attach --state-dir " + state)
	term.waitFor("Say what should happen on the phone")
	end()
	term.waitFor("out of reach")
	end = startServer(t, state, "--listen", at)
	term.write("Look at the screen")
	term.press("Enter")
	term.waitFor("❯ Look at the screen", "Done, as the model claims")

	end()
	other := filepath.Join(t.TempDir(), "other")
	startServer(t, other, "--listen", at)
	term.waitFor("The server was started anew", "❯ Look at the screen", "Done, as the model claims") // all stays to be read
	term.write("/token")
	term.press("Enter")
	term.waitFor("The token that the server printed")
	term.write(readServed(t, other).Token)
	term.press("Enter")
	term.waitFor("asks before it acts")
	term.write("Turn on Wi-Fi")
	term.press("Enter")
	term.waitFor("The model asks", "Open the Wi-Fi settings")
}

// TestTwoCockpits attaches two to one server: both see what happens, one is
// asked, until the other takes the approvals, and again when that is gone.
func TestTwoCockpits(t *testing.T) {
	state := serveDemo(t)
	first, second := startTerminal(t, 120, 35), startTerminal(t, 80, 24)
	first.run("adroit attach --state-dir " + state)
	first.waitFor("Say what should happen on the phone")
	second.run("adroit attach --watch --state-dir " + state)
	second.waitFor("another cockpit is asked, and acts · /claim takes over")
	second.write("Turn on Wi-Fi")
	second.press("Enter")
	first.waitFor("Turn on Wi-Fi", "The model asks", "Open the Wi-Fi settings")
	if screen := second.waitFor("Turn on Wi-Fi", "waiting for a decision in another cockpit"); strings.Contains(screen, "The model asks") {
		t.Errorf("both are asked:\n%s", screen)
	}
	second.write("/claim")
	second.press("Enter")
	second.waitFor("The model asks", "Open the Wi-Fi settings", "y once")
	first.waitFor("another cockpit has the approvals now", "/claim takes over")
	answerDialog(second, "y", "Open the Wi-Fi settings")
	first.waitFor("approved once by another cockpit")
	second.waitFor("The model asks", `Tap switch "Wi-Fi"`)
	second.tmux("respawn-pane", "-k", "true") // its terminal is closed
	first.waitFor("the approvals are here now", "The model asks", `Tap switch "Wi-Fi"`)
	answerDialog(first, "y", `Tap switch "Wi-Fi"`)
	first.waitFor("Done: Wi-Fi is on now.")
}
