//go:build unix

package ui_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"adroit/device/sim"
)

// TestARunGoesOnAfterQuitting quits after a task, goes on with the run by its
// name, then plays it back: all by keys.
func TestARunGoesOnAfterQuitting(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	first := startProgram(t, false, "demo", "--state-dir", state)
	first.await("Try one", "Messages")
	first.press("1\r")
	first.answer("n", "Open the Wi-Fi settings")
	first.await("Ended: denied by you")
	first.press("\x11") // ctrl+q
	if exit := <-first.exit; exit != 0 {
		t.Fatalf("exit %d", exit)
	}
	first.await("to go on with it: adroit --resume " + state)

	again := startProgram(t, false, "--resume", "latest", "--state-dir", state)
	again.await("❯ Turn on Wi-Fi", "denied by you", "Ended: denied by you", "which goes on here", "Messages")
	again.press("\x1b[A") // up: what was sent before
	again.await("❯ Turn on Wi-Fi", "enter send")
	again.press("\r")
	again.answer("y", "Open the Wi-Fi settings")
	again.answer("y", `Tap switch "Wi-Fi"`)
	again.await("Done: Wi-Fi is on now.")

	again.press("/runs\r")
	again.await("Recorded runs", "Turn on Wi-Fi")
	again.press("\r")
	again.await("watch what happened")
	again.press("\r")
	again.await("recording", "playing", "❯ Turn on Wi-Fi")
	again.press(" ")
	again.await("‖ paused")
	again.press("\x1b[F") // end
	again.await("Done: Wi-Fi is on now.", "■ the end")
	again.press("\x1b[H")
	again.await("event 1 of")
	again.press(".")
	again.await("‖ paused · event 2 of")
	again.press("\x03")
	again.await("ctrl+c again quits")
	again.press("\x03")
	if exit := <-again.exit; exit != 0 {
		t.Errorf("exit %d", exit)
	}
}

// TestARevealedSecretHidesAgain opens the messages by hand, reveals the code in
// one of them, and waits until it is hidden.
func TestARevealedSecretHidesAgain(t *testing.T) {
	t.Parallel()
	d := startProgram(t, false, "demo", "--state-dir", t.TempDir())
	d.await("Try one", "Messages")
	d.press("\x1b[Z/messages\r") // shift+tab, then search
	d.await("find: messages", "1 of")
	d.press("t")
	d.await("by hand: Tap button \"Messages\"", "now in Messages")
	d.press("\x1b")
	d.await("[REDACTED] is your")
	d.press("/verification\r")
	d.await("1 of", "r reveal")
	d.press("r")
	d.await("482913")
	d.gone("482913")
	d.await("[REDACTED] is your")
}

// TestTheThemeIsSwitched goes from the dark theme to the light one.
func TestTheThemeIsSwitched(t *testing.T) {
	t.Parallel()
	d := startProgram(t, false, "demo", "--theme", "dark", "--state-dir", t.TempDir())
	d.await("Try one", "Messages")
	dark := d.styled()
	d.press("/theme\r")
	d.await("theme: light")
	if d.styled() == dark {
		t.Error("nothing looks different")
	}
}

// TestCancelInEachState stops a turn wherever it may be, takes back what was
// queued behind it, and finds the cockpit ready for the next task.
func TestCancelInEachState(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		reply string        // of the model, which says no more after it
		state string        // how it shows
		rest  time.Duration // that a dump waits for the screen
	}{
		{"waiting for the model", "", "waiting for the model", 0},
		{"streaming", `{"delta":{"content":"I am thinking about it "}}`, "the model is writing", 0},
		{"a tool runs", calls("wait_for_element", `{"text":"never there","timeout_ms":30000}`), "Wait", 0},
		{"dumping", calls("observe_screen_context", `{}`), "Look at the screen", time.Minute},
		{"a question is open", calls("press_home", `{}`), "The model asks", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			model := hangingModel(t, c.reply)
			const serial = "held"
			phone, err := sim.New(sim.Options{Serial: serial, IdleTime: c.rest}).ServeServer(context.WithoutCancel(t.Context()), "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { phone.Close() })
			d := startProgram(t, false, "--adb", phone.Addr(), "--device", serial, "--base-url", model, "--model", "hanging", "--state-dir", t.TempDir())
			d.await("Say what should happen")
			d.press("go\r")
			d.await("❯ go", c.state)
			if c.state != "The model asks" {
				d.press("then home\r")
				d.await("queued: then home", "1 queued")
				d.press("\x1b[1;3A") // alt+up
				d.await("❯ then home")
				d.gone("queued:")
				d.press("\x03") // clears
				d.await("cleared")
			}
			d.press("\x03")
			d.await("Cancelled")
			d.gone("stopping")
			d.press("next")
			d.await("❯ next")
		})
	}
}

// calls is a piece of a stream in which the model calls a tool.
func calls(tool, arguments string) string {
	return fmt.Sprintf(`{"delta":{"tool_calls":[{"index":0,"id":"1","type":"function","function":{"name":%q,"arguments":%q}}]},"finish_reason":"tool_calls"}`, tool, arguments)
}

// hangingModel is an endpoint that answers every request with one piece, and
// hangs where that does not end the answer.
func hangingModel(t *testing.T, piece string) (baseURL string) {
	t.Helper()
	ended, end := context.WithCancel(context.WithoutCancel(t.Context()))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		if piece != "" {
			fmt.Fprintf(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[%s]}\n\n", piece)
			if strings.Contains(piece, "finish_reason") {
				fmt.Fprint(w, "data: [DONE]\n\n")
				return
			}
		}
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
		select {
		case <-r.Context().Done():
		case <-ended.Done():
		}
	}))
	t.Cleanup(func() {
		end()
		server.Close()
	})
	return server.URL + "/v1"
}
