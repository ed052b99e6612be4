package remote

import (
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"adroit/permissions"
)

func TestTurnOverTheWire(t *testing.T) {
	r := newRig(t, nil)
	c, welcome := r.hello(nil)
	if welcome["device"] != "a phone" || welcome["model"] != "a model" || welcome["holder"] != "nobody" {
		t.Errorf("welcomed with %v", welcome)
	}
	c.send(map[string]any{"type": "turn", "id": "1", "text": "ask me"})
	asked := c.next("approval_requested")
	if answer := c.ask(map[string]any{"type": "approve", "request_id": asked["request_id"], "decision": "once"}); answer["ok"] != true {
		t.Errorf("the answer was not taken: %v", answer)
	}
	if did := c.next("tool_action"); did["label"] != "Tap Wi-Fi" {
		t.Errorf("told %v", did)
	}
	if end := c.next("turn_completed"); end["summary"] != "done: ask me" || end["speak"] != "Done." {
		t.Errorf("ended with %v", end)
	}
	if answer := c.ask(map[string]any{"type": "approve", "request_id": asked["request_id"], "decision": "once"}); answer["code"] != codeNotPending {
		t.Errorf("a second answer: %v", answer)
	}
}

func TestCancelOverTheWire(t *testing.T) {
	r := newRig(t, nil)
	c, _ := r.hello(nil)
	c.send(map[string]any{"type": "turn", "text": "wait"})
	started := c.next("turn_started")
	c.send(map[string]any{"type": "cancel", "turn_id": "another"})
	c.next("reply")
	c.send(map[string]any{"type": "cancel", "turn_id": started["turn_id"]})
	if end := c.next("turn_cancelled"); end["turn_id"] != started["turn_id"] {
		t.Errorf("ended %v", end)
	}
}

// TestEachEventOnce reconnects at every event of a run: with after_seq a client
// misses none and hears none twice, whether it is kept or must be read.
func TestEachEventOnce(t *testing.T) {
	for _, source := range []string{"memory", "log"} {
		t.Run(source, func(t *testing.T) {
			r := newRig(t, nil)
			first, _ := r.hello(map[string]any{"events": "all"})
			first.send(map[string]any{"type": "turn", "text": "a job"})
			first.next("turn_completed")
			if source == "log" {
				r.server.story.forget()
			}
			for after := range r.session.events() {
				c, welcome := r.hello(map[string]any{"events": "all", "after_seq": after, "run_id": "run-1"})
				if welcome["resumed"] != true {
					t.Errorf("not resumed after %d", after)
				}
				for seq := after + 1; seq <= len(r.session.events()); seq++ {
					m, err := c.read()
					if err != nil || m["seq"] != float64(seq) {
						t.Fatalf("after %d: want event %d, got %v, %v", after, seq, m, err)
					}
				}
				c.ws.CloseNow()
			}
			_, welcome := r.hello(map[string]any{"after_seq": 3, "run_id": "another"})
			if welcome["resumed"] != false {
				t.Error("the events of another run were taken up")
			}
		})
	}
}

// forget drops what is kept, as a long run does.
func (s *story) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = nil
}

func TestLateJoinersGetTheState(t *testing.T) {
	r := newRig(t, nil)
	c, _ := r.hello(map[string]any{"events": "all", "approvals": true})
	c.send(map[string]any{"type": "turn", "text": "first"})
	c.next("turn_completed")
	c.ask(map[string]any{"type": "mode", "mode": "ask"})
	c.send(map[string]any{"type": "turn", "text": "ask me"})
	asked := c.next("approval_requested")
	_, welcome := r.hello(nil)
	state := welcome["state"].(map[string]any)
	if turn, ok := state["turn"].(map[string]any); !ok || turn["text"] != "ask me" {
		t.Errorf("the running turn is %v", state["turn"])
	}
	pending, _ := state["pending"].([]any)
	if len(pending) != 1 || pending[0].(map[string]any)["id"] != asked["request_id"] {
		t.Errorf("pending are %v", pending)
	}
	if state["screen"] == nil || state["mode"] != "ask" || welcome["holder"] != "other" {
		t.Errorf("welcomed with %v", welcome)
	}
}

func TestGapIsTold(t *testing.T) {
	r := newRig(t, func(o *Options) { o.History = nil })
	first, _ := r.hello(nil)
	first.send(map[string]any{"type": "turn", "text": "a job"})
	first.next("turn_completed")
	r.server.story.forget()
	c, _ := r.hello(map[string]any{"after_seq": 2})
	gap := c.next("gap")
	if last := len(r.session.events()); gap["from"] != 3.0 || gap["to"] != float64(last) {
		t.Errorf("told %v of %d events", gap, last)
	}
	first.send(map[string]any{"type": "turn", "text": "another"})
	if started := c.next("turn_started"); started["text"] != "another" {
		t.Errorf("went on with %v", started)
	}
}

func TestOneHolder(t *testing.T) {
	r := newRig(t, nil)
	a, welcome := r.hello(map[string]any{"approvals": true, "events": "none"})
	if welcome["holder"] != "you" {
		t.Errorf("the first that asked: %v", welcome["holder"])
	}
	b, welcome := r.hello(map[string]any{"approvals": true, "events": "none"})
	if welcome["holder"] != "other" {
		t.Errorf("the second: %v", welcome["holder"])
	}
	watcher, _ := r.hello(map[string]any{"events": "none"})
	for _, m := range []map[string]any{
		{"type": "approve", "request_id": "q1", "decision": "once"},
		{"type": "act", "tool": "tap", "arguments": map[string]any{}},
		{"type": "mode", "mode": "medium"},
	} {
		for _, c := range []*raw{b, watcher} {
			if answer := c.ask(m); answer["code"] != codeNotHolder {
				t.Errorf("%s was answered %v", m["type"], answer)
			}
		}
	}
	if r.session.Mode() != permissions.ModeAsk || len(r.session.acts) != 0 {
		t.Error("something was done for a client that may not")
	}
	watcher.ask(map[string]any{"type": "claim"})
	a.ws.CloseNow()
	if told := b.next("approvals"); told["holder"] != "you" {
		t.Errorf("after the first left, the second is told %v", told)
	}
	b.ws.CloseNow()
	if told := watcher.next("approvals"); told["holder"] != "you" {
		t.Errorf("then the third is told %v", told)
	}
	if answer := watcher.ask(map[string]any{"type": "act", "tool": "tap", "arguments": map[string]any{}}); answer["ok"] != true {
		t.Errorf("its act was answered %v", answer)
	}
}

// TestClientThatComesBack keeps the approvals, and starts no turn twice.
func TestClientThatComesBack(t *testing.T) {
	r := newRig(t, nil)
	me := map[string]any{"client": "me", "approvals": true, "events": "none"}
	first, _ := r.hello(me)
	other, _ := r.hello(map[string]any{"approvals": true, "events": "none"})
	first.send(map[string]any{"type": "turn", "id": "1", "text": "a job"})
	first.next("reply")
	again, welcome := r.hello(me)
	if welcome["holder"] != "you" {
		t.Errorf("came back as %v", welcome["holder"])
	}
	first.end() // its connection has been closed
	again.send(map[string]any{"type": "turn", "id": "1", "text": "a job"})
	again.next("reply")
	again.send(map[string]any{"type": "turn", "id": "2", "text": "a job"})
	again.next("reply")
	if r.session.nextTurn != 2 {
		t.Errorf("%d turns were started, want 2", r.session.nextTurn)
	}
	again.ws.CloseNow()
	if told := other.next("approvals"); told["holder"] != "you" {
		t.Errorf("told %v", told)
	}
}

func TestLiveWhileSomebodyWatches(t *testing.T) {
	r := newRig(t, nil)
	a, _ := r.hello(map[string]any{"events": "none"})
	b, _ := r.hello(map[string]any{"events": "none"})
	a.ask(map[string]any{"type": "watch", "live": true})
	b.ask(map[string]any{"type": "watch", "live": true})
	a.ask(map[string]any{"type": "watch"})
	b.ws.CloseNow()
	wait(t, "the live screen is off", func() bool {
		r.session.mu.Lock()
		defer r.session.mu.Unlock()
		return len(r.session.watched) == 2 && r.session.watched[0] && !r.session.watched[1]
	})
}

// wait waits until something is so.
func wait(t *testing.T, what string, so func() bool) {
	t.Helper()
	deadline := time.After(patience)
	for !so() {
		select {
		case <-deadline:
			t.Fatalf("it never came about that %s", what)
		case <-time.After(time.Millisecond):
		}
	}
}

func TestCalls(t *testing.T) {
	r := newRig(t, nil)
	c, _ := r.hello(map[string]any{"events": "none"})
	c.send(map[string]any{"type": "call", "id": "1", "tool": "press_back", "arguments": map[string]any{}})
	if told := c.next("progress"); told["id"] != "1" || told["message"] != "Press Back" {
		t.Errorf("told %v", told)
	}
	if answer := c.next("reply"); answer["result"].(map[string]any)["screen"] != "3 switch Wi-Fi [on]" {
		t.Errorf("answered %v", answer)
	}
	if answer := c.ask(map[string]any{"type": "call", "tool": "screenshot"}); answer["image"] != "iVBORw==" {
		t.Errorf("the picture came as %v", answer)
	}
	c.send(map[string]any{"type": "call", "id": "2", "tool": "wait_for_ui"})
	c.send(map[string]any{"type": "cancel", "call": "2"})
	for range 2 {
		if answer := c.next("reply"); answer["id"] == "2" && answer["result"].(map[string]any)["message"] != "cancelled" {
			t.Errorf("the cancelled call: %v", answer)
		}
	}
}

func TestRefusedAtTheDoor(t *testing.T) {
	r := newRig(t, nil)
	tests := map[string]struct {
		host, origin string
		want         int
	}{
		"no origin":                   {"", "", http.StatusSwitchingProtocols},
		"own origin":                  {"", "http://" + r.addr, http.StatusSwitchingProtocols},
		"through a tunnel":            {"localhost:9000", "", http.StatusSwitchingProtocols},
		"foreign origin":              {"", "https://evil.example", http.StatusForbidden},
		"another port":                {"", "http://127.0.0.1:1", http.StatusForbidden},
		"no origin to speak of":       {"", "null", http.StatusForbidden},
		"a name that leads here":      {"evil.example", "", http.StatusForbidden},
		"its page, under that name":   {"evil.example", "http://evil.example", http.StatusForbidden},
		"an address that is not ours": {"192.0.2.1:8222", "", http.StatusForbidden},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := r.get(test.host, test.origin); got != test.want {
				t.Errorf("answered %d, want %d", got, test.want)
			}
		})
	}
}

func TestRefusedAfterHello(t *testing.T) {
	r := newRig(t, nil)
	tests := map[string]struct {
		hello string
		want  string
	}{
		"wrong token":       {`{"type":"hello","version":1,"token":"the-right-tokem"}`, codeToken},
		"no token":          {`{"type":"hello","version":1}`, codeToken},
		"version 2":         {`{"type":"hello","version":2,"token":"` + token + `"}`, codeVersion},
		"no version":        {`{"type":"hello","token":"` + token + `"}`, codeVersion},
		"turn before hello": {`{"type":"turn","text":"go"}`, codeMessage},
		"no JSON":           {`hello`, codeMessage},
		"other events":      {`{"type":"hello","version":1,"token":"` + token + `","events":"some"}`, codeMessage},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := r.dial()
			if err := c.ws.Write(t.Context(), websocket.MessageText, []byte(test.hello)); err != nil {
				t.Fatal(err)
			}
			if code := c.end(); code != test.want {
				t.Errorf("refused with %v, want %s", code, test.want)
			}
		})
	}
	if r.session.nextTurn != 0 {
		t.Error("a turn was started for a stranger")
	}
	for _, line := range r.logs.all() {
		if strings.Contains(line, token) {
			t.Errorf("the log holds the token: %s", line)
		}
	}
}

func TestHandshakeHasAnEnd(t *testing.T) {
	r := newRig(t, func(o *Options) { o.Handshake = 50 * time.Millisecond })
	r.dial().end()
	conn, err := net.Dial("tcp", r.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Error("a connection that asks for nothing is answered")
	} else if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("a connection that asks for nothing stays open")
	}
}

func TestOnlyLoopback(t *testing.T) {
	l, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	err = NewServer(newFakeSession(t, 0), Options{Token: token}).Serve(t.Context(), l)
	if err == nil || !strings.Contains(err.Error(), "ssh -L") {
		t.Errorf("served everybody: %v", err)
	}
	for _, url := range []string{"ws://192.0.2.1:8222", "http://127.0.0.1:8222", "127.0.0.1:8222", "ws://127.0.0.1", "wss://example.org:1"} {
		if _, err := Dial(t.Context(), Config{URL: url, Token: token}); err == nil {
			t.Errorf("%s was called", url)
		}
	}
}
