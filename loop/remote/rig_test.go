package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/jsonschema-go/jsonschema"

	"adroit/loop/event"
)

// patience is how long a test waits for what is bound to come.
const patience = 20 * time.Second

const token = "the-right-token"

// rig is a server on a fake session.
type rig struct {
	t       *testing.T
	session *fakeSession
	server  *Server
	addr    string
	logs    journal
}

// journal is a list that goroutines add to.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) add(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, line)
}

func (j *journal) all() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]string(nil), j.lines...)
}

func newRig(t *testing.T, change func(*Options)) *rig {
	t.Helper()
	return newRigOn(t, newFakeSession(t, 0), change)
}

func newRigOn(t *testing.T, session *fakeSession, change func(*Options)) *rig {
	t.Helper()
	r := &rig{t: t, session: session}
	o := Options{
		Token: token, RunID: "run-1", Device: "a phone", Model: "a model", Tools: []string{"tap", "press_back"},
		History: r.session.history, Log: r.logs.add,
	}
	if change != nil {
		change(&o)
	}
	var config net.ListenConfig
	l, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.addr = l.Addr().String()
	r.server = NewServer(r.session, o)
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- r.server.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-served:
			if err != nil {
				t.Errorf("the server failed: %v", err)
			}
		case <-time.After(patience):
			t.Error("the server does not end")
		}
	})
	return r
}

// raw is a client made of a WebSocket alone. What it receives is held against
// the schema.
type raw struct {
	t       *testing.T
	ws      *websocket.Conn
	skipped []map[string]any // by next
	asked   int
}

func (r *rig) dial() *raw {
	r.t.Helper()
	ws, _, err := websocket.Dial(r.t.Context(), "ws://"+r.addr, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	ws.SetReadLimit(largestFrame)
	r.t.Cleanup(func() { ws.CloseNow() })
	return &raw{t: r.t, ws: ws}
}

// hello dials, says hello with the right token and extra fields, and returns
// the welcome.
func (r *rig) hello(extra map[string]any) (*raw, map[string]any) {
	r.t.Helper()
	c := r.dial()
	hello := map[string]any{"type": "hello", "version": Version, "token": token}
	maps.Copy(hello, extra)
	c.send(hello)
	return c, c.next("welcome")
}

func (c *raw) send(message map[string]any) {
	c.t.Helper()
	check(c.t, "fromClient", message)
	data, err := json.Marshal(message)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.ws.Write(c.t.Context(), websocket.MessageText, data); err != nil {
		c.t.Fatalf("send %s: %v", data, err)
	}
}

// read returns the next message.
func (c *raw) read() (map[string]any, error) {
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	_, data, err := c.ws.Read(ctx)
	if err != nil {
		return nil, err
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		c.t.Fatalf("no JSON object: %s", data)
	}
	check(c.t, "fromServer", m)
	return m, nil
}

// next returns the next message of that type. Others wait for their own next.
func (c *raw) next(kind string) map[string]any {
	c.t.Helper()
	for i, m := range c.skipped {
		if m["type"] == kind {
			c.skipped = slices.Delete(c.skipped, i, i+1)
			return m
		}
	}
	for {
		m, err := c.read()
		if err != nil {
			c.t.Fatalf("waiting for %s: %v", kind, err)
		}
		if m["type"] == kind {
			return m
		}
		c.skipped = append(c.skipped, m)
	}
}

// ask sends a message with an id of its own and returns its reply.
func (c *raw) ask(message map[string]any) map[string]any {
	c.t.Helper()
	c.asked++
	id := fmt.Sprintf("ask-%d", c.asked)
	message["id"] = id
	c.send(message)
	for {
		if answer := c.next("reply"); answer["id"] == id {
			return answer
		}
	}
}

// end reads until the server ends the connection, and returns the code of its
// error message.
func (c *raw) end() (code any) {
	c.t.Helper()
	for {
		m, err := c.read()
		if err != nil {
			if errors.Is(err, context.DeadlineExceeded) {
				c.t.Fatal("the connection does not end")
			}
			return code
		}
		if m["type"] == "error" {
			code = m["code"]
		}
	}
}

var schemas = sync.OnceValues(func() (map[string]*jsonschema.Resolved, error) {
	data, err := os.ReadFile("protocol.schema.json")
	if err != nil {
		return nil, err
	}
	resolved := map[string]*jsonschema.Resolved{}
	for _, side := range []string{"fromClient", "fromServer"} {
		var s jsonschema.Schema
		if err := json.Unmarshal(data, &s); err != nil {
			return nil, err
		}
		s.AnyOf = []*jsonschema.Schema{{Ref: "#/$defs/" + side}}
		if resolved[side], err = s.Resolve(nil); err != nil {
			return nil, err
		}
	}
	return resolved, nil
})

// check holds a message against the schema of one side.
func check(t *testing.T, side string, message map[string]any) {
	t.Helper()
	all, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(data, &plain); err != nil {
		t.Fatal(err)
	}
	if err := all[side].Validate(plain); err != nil {
		t.Errorf("%s: %v", data, err)
	}
}

// client connects a Client, of which hear is told everything.
func (r *rig) client(url string, approvals bool, hear func(event.Event)) *Client {
	r.t.Helper()
	return r.clientWith(Config{URL: url, Approvals: approvals}, hear)
}

func (r *rig) clientWith(config Config, hear func(event.Event)) *Client {
	r.t.Helper()
	config.Token, config.Events = token, true
	config.Wait = func(int) time.Duration { return time.Millisecond }
	c, err := Dial(r.t.Context(), config)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := c.Close(ctx); err != nil {
			r.t.Error(err)
		}
	})
	c.Subscribe(hear)
	return c
}

// get makes a plain HTTP request with the headers of a WebSocket handshake.
func (r *rig) get(host, origin string) int {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, "http://"+r.addr, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Connection", "Upgrade")
	req.Header.Set("Upgrade", "websocket")
	req.Header.Set("Sec-WebSocket-Version", "13")
	req.Header.Set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
	if origin != "" {
		req.Header.Set("Origin", origin)
	}
	if host != "" {
		req.Host = host
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode
}
