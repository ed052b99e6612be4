package remote

import (
	"context"
	"encoding/json"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/coder/websocket"

	"adroit/loop/event"
)

// works runs a turn on the server, which whatever happened before must not
// have harmed.
func (r *rig) works() {
	r.t.Helper()
	c, _ := r.hello(nil)
	defer c.ws.CloseNow()
	c.send(map[string]any{"type": "turn", "text": "a job"})
	c.next("turn_completed")
}

func TestHostileFrames(t *testing.T) {
	r := newRig(t, func(o *Options) { o.FrameSize = 8 << 10 })
	tests := map[string]struct {
		kind  websocket.MessageType
		frame string
		want  any // the code that it is sent away with; nil: without a word
	}{
		"oversized":   {websocket.MessageText, `{"type":"turn","text":"` + strings.Repeat("x", 9<<10) + `"}`, nil},
		"binary":      {websocket.MessageBinary, `{"type":"claim"}`, codeMessage},
		"no JSON":     {websocket.MessageText, `{"type":`, codeMessage},
		"a list":      {websocket.MessageText, `[]`, codeMessage},
		"deep":        {websocket.MessageText, strings.Repeat("[", 8000), codeMessage},
		"not UTF-8":   {websocket.MessageText, "\xff\xfe", codeMessage},
		"wrong kind":  {websocket.MessageText, `{"type":"turn","text":7}`, codeMessage},
		"hello twice": {websocket.MessageText, `{"type":"hello","version":1,"token":"` + token + `"}`, codeMessage},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, _ := r.hello(nil)
			if err := c.ws.Write(t.Context(), test.kind, []byte(test.frame)); err != nil {
				t.Fatal(err)
			}
			if code := c.end(); code != test.want {
				t.Errorf("sent away with %v, want %v", code, test.want)
			}
		})
	}
	t.Run("hello too long", func(t *testing.T) {
		c := r.dial()
		_ = c.ws.Write(t.Context(), websocket.MessageText, []byte(`{"type":"hello","name":"`+strings.Repeat("x", 5<<10)+`"}`))
		c.end()
	})
	t.Run("no WebSocket", func(t *testing.T) {
		conn, err := net.Dial("tcp", r.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, _ = conn.Write([]byte("\x16\x03\x01\x02\x00nonsense\r\n\r\n"))
		_, _ = conn.Read(make([]byte, 100))
	})
	c, _ := r.hello(nil)
	c.send(map[string]any{"type": "claim"})
	if err := c.ws.Write(t.Context(), websocket.MessageText, []byte(`{"type":"of_the_future","x":[1]}`)); err != nil {
		t.Fatal(err)
	}
	if answer := c.ask(map[string]any{"type": "claim"}); answer["ok"] != true {
		t.Errorf("after a message of an unknown type: %v", answer)
	}
	r.works()
}

// TestRefusalsAreInTheWordsOfTheProtocol holds that what is wrong with a message
// is told by its fields, and not by what this program calls them.
func TestRefusalsAreInTheWordsOfTheProtocol(t *testing.T) {
	r := newRig(t, nil)
	for message, want := range map[string]string{
		`{"type":"turn","id":7,"text":"go"}`: "id of a message must not be of the JSON type number",
		`[{"type":"claim"}]`:                 "a message is one JSON object, not of the JSON type array",
		`{"type":`:                           "a message is one JSON object: unexpected end of JSON input",
	} {
		c, _ := r.hello(nil)
		if err := c.ws.Write(t.Context(), websocket.MessageText, []byte(message)); err != nil {
			t.Fatal(err)
		}
		if got := c.next("error")["message"]; got != want {
			t.Errorf("%s is refused with %q, want %q", message, got, want)
		}
	}
}

func TestTooManyMessages(t *testing.T) {
	r := newRig(t, func(o *Options) { o.Rate = 5 })
	c, _ := r.hello(map[string]any{"events": "none"})
	for range 100 {
		if c.ws.Write(t.Context(), websocket.MessageText, []byte(`{"type":"claim"}`)) != nil {
			break // it has been sent away
		}
	}
	if code := c.end(); code != codeRate {
		t.Errorf("sent away with %v, want %s", code, codeRate)
	}
	r.works()
}

func TestTooManyClients(t *testing.T) {
	r := newRig(t, nil)
	in, full := 0, 0
	for range 100 {
		c := r.dial()
		c.send(map[string]any{"type": "hello", "version": Version, "token": token})
		m, err := c.read()
		switch {
		case err != nil:
			t.Fatal(err)
		case m["type"] == "welcome":
			in++
			defer c.ws.CloseNow()
		case m["code"] == codeFull:
			full++
			c.end()
		}
	}
	if in != 32 || full != 68 {
		t.Errorf("%d were let in and %d refused, want 32 and 68", in, full)
	}
	if _, err := r.session.Send("a job"); err != nil {
		t.Fatal(err)
	}
	wait(t, "the turn ends", func() bool { return ended(r.session.events()) == 1 })
}

// TestTooManyStrangers leaves connections open without a word: those who know
// the token get in when the time of the others is over.
func TestTooManyStrangers(t *testing.T) {
	r := newRig(t, func(o *Options) { o.Handshake = 200 * time.Millisecond })
	for range 100 {
		conn, err := net.Dial("tcp", r.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	r.works()
}

func ended(events []event.Event) int {
	n := 0
	for _, e := range events {
		if e.Type.Terminal() {
			n++
		}
	}
	return n
}

// TestClientThatNeverReads floods 30 of them: they are dropped, the session is
// not held up, and what waits for each is a batch at most beside what is kept
// for all.
func TestClientThatNeverReads(t *testing.T) {
	const clients, screens, size = 30, 1500, 64 << 10 // 96 MB
	r := newRig(t, func(o *Options) { o.Stall = 300 * time.Millisecond })
	for range clients {
		r.hello(map[string]any{"events": "all"})
	}
	screen, err := json.Marshal(map[string]string{"text": strings.Repeat("x", size)})
	if err != nil {
		t.Fatal(err)
	}
	var told []weak.Pointer[byte] // to each screen, nil once nobody has it
	for range screens {
		told = append(told, r.session.emitScreen(screen))
	}
	runtime.GC()
	kept := 0
	for _, screen := range told {
		if screen.Value() != nil {
			kept++
		}
	}
	if most := keptBytes/size + clients*(batchBytes/size+1); kept > most {
		t.Errorf("%d of %d screens are kept, want %d at most", kept, screens, most)
	}
	wait(t, "all of them are dropped", func() bool {
		r.server.mu.Lock()
		defer r.server.mu.Unlock()
		return len(r.server.clients) == 0
	})
	r.works()
}

// emitScreen tells a screen of which the log keeps no copy of its own, so that
// the pointer to it, which it returns, is to the memory of the server alone.
func (s *fakeSession) emitScreen(screen []byte) weak.Pointer[byte] {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := event.Event{V: event.Version, Seq: int64(len(s.log) + 1), RunID: "run-1", Type: event.ScreenObserved, Screen: screen}
	s.log = append(s.log, e)
	e.Screen = slices.Clone(e.Screen)
	for _, f := range s.subs {
		f(e)
	}
	return weak.Make(&e.Screen[0])
}

func TestClientNeedsTheToken(t *testing.T) {
	r := newRig(t, nil)
	_, err := Dial(t.Context(), Config{URL: "ws://" + r.addr, Token: "wrong"})
	if err == nil || !strings.Contains(err.Error(), "the token is not this server's") {
		t.Errorf("let in: %v", err)
	}
}

// FuzzFrames sends anything to a server, before hello and after it: the server
// stays up, and starts no turn and grants nothing for who has not said hello.
func FuzzFrames(f *testing.F) {
	for _, seed := range []string{
		`{"type":"hello","version":1,"token":"x"}`, `{"type":"turn","text":"ask"}`, `{"type":"cancel"}`,
		`{"type":"approve","request_id":"q1","decision":"once"}`, `{"type":"call","id":"1","tool":"tap","arguments":{}}`,
		`{"type":"act","tool":"tap"}`, `{"type":"mode","mode":"medium"}`, `{"type":"watch","live":true}`, `{"type":"claim"}`,
		`{"type":"unqueue"}`, `{}`, `null`, `[`, "",
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, frame string, known bool) {
		r := newRig(t, func(o *Options) { o.Handshake = patience })
		var c *raw
		if known {
			c, _ = r.hello(nil)
		} else {
			c = r.dial()
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		if err := c.ws.Write(ctx, websocket.MessageText, []byte(frame)); err != nil {
			t.Fatal(err)
		}
		if !known {
			c.end()
			if r.session.nextTurn != 0 {
				t.Fatal("a turn was started for a stranger")
			}
		}
		c.ws.CloseNow()
		if len(r.session.granted) != 0 {
			t.Fatal("something was granted that nobody asked for")
		}
		r.answers()
	})
}

// answers asks for something that any state of the session lets be done.
func (r *rig) answers() {
	r.t.Helper()
	c, _ := r.hello(nil)
	defer c.ws.CloseNow()
	c.ask(map[string]any{"type": "claim"})
}
