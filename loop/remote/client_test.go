package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// gate is a way to a server that can be shut: what is connected then breaks.
type gate struct {
	listener net.Listener
	work     sync.WaitGroup

	mu     sync.Mutex
	target string
	shut   bool
	mute   bool // what clients send goes nowhere
	conns  []net.Conn
}

func newGate(t *testing.T, target string) *gate {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{listener: l, target: target}
	g.work.Go(g.accept)
	t.Cleanup(func() {
		l.Close()
		g.set(func() { g.shut = true })
		g.work.Wait()
	})
	return g
}

func (g *gate) url() string { return "ws://" + g.listener.Addr().String() }

func (g *gate) accept() {
	for {
		in, err := g.listener.Accept()
		if err != nil {
			return
		}
		g.mu.Lock()
		target := g.target
		g.mu.Unlock()
		out, err := net.Dial("tcp", target)
		if err != nil {
			in.Close()
			continue
		}
		g.mu.Lock()
		g.conns = append(g.conns, in, out)
		if g.shut {
			in.Close()
			out.Close()
		}
		g.mu.Unlock()
		g.work.Go(func() { _, _ = io.Copy(in, out); in.Close(); out.Close() })
		g.work.Go(func() { _, _ = io.Copy(muteable{g, out}, in); in.Close(); out.Close() })
	}
}

// muteable is what clients write to.
type muteable struct {
	gate *gate
	net.Conn
}

func (m muteable) Write(b []byte) (int, error) {
	m.gate.mu.Lock()
	mute := m.gate.mute
	m.gate.mu.Unlock()
	if mute {
		return len(b), nil
	}
	return m.Conn.Write(b)
}

// set changes the gate. Shut, it breaks all connections.
func (g *gate) set(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	change()
	if g.shut {
		for _, c := range g.conns {
			c.Close()
		}
		g.conns = nil
	}
}

// behindGate is a client that hears what happens on a server, and the gate that
// it came through.
func behindGate(t *testing.T) (*rig, *gate, *heard, *Client) {
	t.Helper()
	r := newRig(t, nil)
	g, h := newGate(t, r.addr), &heard{}
	return r, g, h, r.client(g.url(), true, h.hear)
}

func send(t *testing.T, c *Client, words string) {
	t.Helper()
	if _, err := c.Send(words); err != nil {
		t.Fatal(err)
	}
}

// heard is a list of events that a test waits on.
type heard struct {
	mu     sync.Mutex
	events []event.Event
}

func (h *heard) hear(e event.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.events = append(h.events, e)
}

// count is how many events fit.
func (h *heard) count(fits func(event.Event) bool) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for _, e := range h.events {
		if fits(e) {
			n++
		}
	}
	return n
}

func (h *heard) await(t *testing.T, what string, fits func(event.Event) bool) {
	t.Helper()
	wait(t, what, func() bool { return h.count(fits) > 0 })
}

// question is the id of the question that came last.
func (h *heard) question() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range slices.Backward(h.events) {
		if e.Type == event.ApprovalRequested {
			return e.RequestID
		}
	}
	return ""
}

func ofType(kind event.Type) func(event.Event) bool {
	return func(e event.Event) bool { return e.Type == kind }
}

func inState(state string) func(event.Event) bool {
	return func(e event.Event) bool { return e.Type == event.DeviceState && e.State == state }
}

// TestAwayAndBack breaks the connection in a turn: the person is told, nothing
// can be asked meanwhile, and the story goes on where it was.
func TestAwayAndBack(t *testing.T) {
	r, g, h, c := behindGate(t)
	send(t, c, "ask me")
	h.await(t, "a question comes", ofType(event.ApprovalRequested))
	g.set(func() { g.shut = true })
	h.await(t, "the loss is told", inState("out of reach"))
	once := permissions.Answer{Verdict: permissions.Once, By: permissions.ByPerson}
	if err := c.Resolve(h.question(), once); !errors.Is(err, ErrDisconnected) {
		t.Errorf("an answer into the void: %v", err)
	}
	if err := c.Act(tools.Call{Name: "press_back"}); !errors.Is(err, ErrDisconnected) {
		t.Errorf("an act into the void: %v", err)
	}
	g.set(func() { g.shut = false })
	h.await(t, "the return is told", inState("device"))
	if len(r.session.granted) != 0 {
		t.Error("the answer that failed was given after all")
	}
	if err := c.Resolve(h.question(), once); err != nil {
		t.Error(err)
	}
	h.await(t, "the turn ends", ofType(event.TurnCompleted))
	if n := h.count(ofType(event.TurnStarted)); n != 1 {
		t.Errorf("the turn began %d times", n)
	}
}

// TestUnconfirmedAnswer breaks the connection after an answer was sent and
// before it arrived: it is not sent again by itself, and the question stands.
func TestUnconfirmedAnswer(t *testing.T) {
	r, g, h, c := behindGate(t)
	send(t, c, "ask me")
	h.await(t, "a question comes", ofType(event.ApprovalRequested))
	g.set(func() { g.mute = true })
	answered := make(chan error, 1)
	go func() {
		answered <- c.Resolve(h.question(), permissions.Answer{Verdict: permissions.Once, By: permissions.ByPerson})
	}()
	wait(t, "the answer is on its way", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.waiting) == 1
	})
	g.set(func() { g.shut = true })
	if err := <-answered; !errors.Is(err, ErrUnconfirmed) {
		t.Errorf("answered %v", err)
	}
	g.set(func() { g.shut, g.mute = false, false })
	h.await(t, "the return is told", inState("device"))
	if _, err := c.Send("a job"); err != nil { // whatever the client still had to say has been said
		t.Fatal(err)
	}
	if len(r.session.granted) != 0 || r.server.story.now().Pending == nil {
		t.Error("the answer was sent again")
	}
	c.Cancel()
}

// TestCancelIsMadeUpFor cancels while there is no connection.
func TestCancelIsMadeUpFor(t *testing.T) {
	_, g, h, c := behindGate(t)
	send(t, c, "wait")
	h.await(t, "the turn begins", ofType(event.TurnStarted))
	g.set(func() { g.shut = true })
	h.await(t, "the loss is told", inState("out of reach"))
	c.Cancel()
	g.set(func() { g.shut = false })
	h.await(t, "the turn is cancelled", ofType(event.TurnCancelled))
	if c.Phase() != Idle {
		t.Errorf("then the client is %v", c.Phase())
	}
}

// TestSendDoesNotGetLost sends a turn whose reply a broken connection takes
// with it: it begins, and only once.
func TestSendDoesNotGetLost(t *testing.T) {
	r, g, h, c := behindGate(t)
	h.mu.Lock() // nothing more is heard: the reply waits behind the first event
	sent := make(chan error, 1)
	go func() {
		_, err := c.Send("a job")
		sent <- err
	}()
	wait(t, "the turn runs", func() bool { return ended(r.session.events()) == 1 })
	g.set(func() { g.shut = true })
	h.mu.Unlock()
	g.set(func() { g.shut = false })
	if err := <-sent; err != nil {
		t.Error(err)
	}
	h.await(t, "the turn ends", ofType(event.TurnCompleted))
	if r.session.nextTurn != 1 {
		t.Errorf("%d turns were started", r.session.nextTurn)
	}
}

// TestAnotherToken has a server that was started anew in the place of the first:
// the client says that it wants the new token, and does nothing until it has it.
func TestAnotherToken(t *testing.T) {
	first, second := newRig(t, nil), newRig(t, func(o *Options) { o.Token, o.RunID = "another", "run-2" })
	g := newGate(t, first.addr)
	var h heard
	c := first.client(g.url(), true, h.hear)
	g.set(func() { g.shut, g.target = true, second.addr })
	g.set(func() { g.shut = false })
	locked := func(e event.Event) bool {
		return inState("out of reach")(e) && strings.Contains(e.Reason, "started anew")
	}
	h.await(t, "the new token is asked for", locked)
	if _, err := c.Send("a job"); !errors.Is(err, ErrToken) || !c.WantsToken() {
		t.Errorf("sent without a token: %v", err)
	}
	c.SetToken("a wrong one")
	wait(t, "it is asked for again", func() bool { return h.count(locked) == 2 })
	c.SetToken("another")
	h.await(t, "the return is told", inState("device"))
	if _, err := c.Send("a job"); err != nil || c.WantsToken() {
		t.Errorf("with the new token: %v", err)
	}
	h.await(t, "the turn ends", ofType(event.TurnCompleted))
}

// TestTokenThatIsFound goes on by itself with a new token that can be found out.
func TestTokenThatIsFound(t *testing.T) {
	first, second := newRig(t, nil), newRig(t, func(o *Options) { o.Token, o.RunID = "another", "run-2" })
	g := newGate(t, first.addr)
	var h heard
	first.clientWith(Config{URL: g.url(), Renew: func() string { return "another" }}, h.hear)
	g.set(func() { g.shut, g.target = true, second.addr })
	g.set(func() { g.shut = false })
	h.await(t, "the return is told", inState("device"))
}

// TestAnotherVersion has a server in the place of the first that the client
// cannot talk to: it gives up.
func TestAnotherVersion(t *testing.T) {
	r := newRig(t, nil)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		ws, err := websocket.Accept(w, req, nil)
		if err != nil {
			t.Error(err)
			return
		}
		sendAway(req.Context(), ws, &refusal{codeVersion, "this server speaks another version"}, Options{Handshake: patience})
	}))
	t.Cleanup(other.Close)
	g := newGate(t, r.addr)
	c := r.client(g.url(), true, func(event.Event) {})
	g.set(func() { g.shut, g.target = true, other.Listener.Addr().String() })
	g.set(func() { g.shut = false })
	select {
	case <-c.Done():
	case <-time.After(patience):
		t.Fatal("the client tries for ever")
	}
	if err := c.Err(); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("gave up with %v", err)
	}
	if _, err := c.Send("a job"); err == nil {
		t.Error("a turn was sent nowhere")
	}
}

// TestAnotherRun is served where the first was, with the same token: the turn
// that ran is told as ended, and the new run from its beginning.
func TestAnotherRun(t *testing.T) {
	first, second := newRig(t, nil), newRig(t, func(o *Options) { o.RunID = "run-2" })
	if _, err := second.session.Send("a job"); err != nil {
		t.Fatal(err)
	}
	g := newGate(t, first.addr)
	var h heard
	c := first.client(g.url(), true, h.hear)
	send(t, c, "wait")
	h.await(t, "the turn begins", ofType(event.TurnStarted))
	g.set(func() { g.shut, g.target = true, second.addr })
	g.set(func() { g.shut = false })
	h.await(t, "the turn is given up", ofType(event.TurnFailed))
	h.await(t, "the other run is told", func(e event.Event) bool { return e.Type == event.TurnCompleted && e.Text == "done: a job" })
}

// TestErrorsKeepTheirIdentity compares as the local session's do.
func TestErrorsKeepTheirIdentity(t *testing.T) {
	r := newRig(t, nil)
	holder := r.client("ws://"+r.addr, true, func(event.Event) {})
	watcher := r.client("ws://"+r.addr, false, func(event.Event) {})
	once := permissions.Answer{Verdict: permissions.Once}
	if err := holder.Resolve("q9", once); !errors.Is(err, permissions.ErrNotPending) || errors.Is(err, permissions.ErrWrongWord) {
		t.Errorf("got %v", err)
	}
	if err := watcher.Resolve("q9", once); err == nil || errors.Is(err, permissions.ErrNotPending) {
		t.Errorf("a watcher got %v", err)
	}
	if _, ok := watcher.Unqueue(); ok {
		t.Error("took back what was not there")
	}
	if text, ok := holder.Reveal("1"); ok {
		t.Errorf("revealed %q", text)
	}
}

// TestCallOfAClient is carried out, told of, and cut short.
func TestCallOfAClient(t *testing.T) {
	r := newRig(t, nil)
	c := r.client("ws://"+r.addr, false, func(event.Event) {})
	var told journal
	result, err := c.Call(t.Context(), tools.Call{Name: "press_back"}, told.add)
	if err != nil || !result.OK || result.Screen != "3 switch Wi-Fi [on]" {
		t.Errorf("got %+v, %v", result, err)
	}
	if lines := told.all(); len(lines) != 1 || lines[0] != "Press Back" {
		t.Errorf("told %q", lines)
	}
	if result, err := c.Call(t.Context(), tools.Call{Name: "screenshot"}, nil); err != nil || string(result.Image) != "\x89PNG" {
		t.Errorf("the picture: %+v, %v", result, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := c.Call(ctx, tools.Call{Name: "wait_for_ui"}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cut short with %v", err)
	}
}

// TestBackOff grows, varies, and has a bound.
func TestBackOff(t *testing.T) {
	for attempt := 1; attempt < 100; attempt++ {
		mean := min(firstWait<<min(attempt-1, 10), longestWait)
		if got := backOff(attempt); got < mean/2 || got > mean*3/2 {
			t.Errorf("attempt %d waits %v", attempt, got)
		}
	}
}

// TestGuidanceReachesTheClient carries what the person has written down for the
// model.
func TestGuidanceReachesTheClient(t *testing.T) {
	want := Guidance{Notes: "notes.md", Skills: []Skill{
		{ID: "send", Title: "Send a message", Risk: permissions.High, Tools: []string{"tap"}, Criteria: []string{"app=Messages"}, Path: "skills/send.md"},
		{ID: "look", Title: "Look around", Path: "skills/look.md"},
	}}
	r := newRig(t, func(o *Options) { o.Guidance = want })
	r.hello(nil) // holds the message against the schema
	c := r.client("ws://"+r.addr, false, func(event.Event) {})
	if got := c.Welcome().Guidance; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestLossIsInPlainWords(t *testing.T) {
	for want, err := range map[string]error{
		"the other side closed it": fmt.Errorf("failed to get reader: %w", fmt.Errorf("failed to read frame header: %w", io.EOF)),
		"connection reset by peer": fmt.Errorf("failed to get reader: %w", &net.OpError{Op: "read", Err: syscall.ECONNRESET}),
		"a ⟨U+001B⟩[2J":            errors.New("a \x1b[2J"),
	} {
		if got := lossWords(err); got != want {
			t.Errorf("%v is told as %q, want %q", err, got, want)
		}
	}
}
