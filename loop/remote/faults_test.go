package remote

import (
	"context"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"adroit/loop/event"
	"adroit/permissions"
)

var faultTurns = flag.Int("fault-turns", 1000, "turns of TestFaults")

// proxy carries bytes to a server, late, and cuts connections at any byte.
type proxy struct {
	listener net.Listener
	target   string
	work     sync.WaitGroup
	cuts     journal
}

func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, target: target}
	p.work.Go(p.accept)
	t.Cleanup(func() {
		l.Close()
		p.work.Wait()
	})
	return p
}

func (p *proxy) url() string { return "ws://" + p.listener.Addr().String() }

func (p *proxy) accept() {
	for n := uint64(1); ; n++ {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.target)
		if err != nil {
			conn.Close()
			continue
		}
		both := func() { conn.Close(); server.Close() }
		p.work.Go(func() { p.carry(server, conn, rand.New(rand.NewPCG(n, 1)), both) })
		p.work.Go(func() { p.carry(conn, server, rand.New(rand.NewPCG(n, 2)), both) })
	}
}

// carry copies from one side to the other in pieces, until one side ends or a
// number of bytes has passed that chance chose.
func (p *proxy) carry(to io.Writer, from io.Reader, chance *rand.Rand, end func()) {
	defer end()
	left := 1 + chance.IntN(12_000)
	buf := make([]byte, 4096)
	for {
		n, err := from.Read(buf[:1+chance.IntN(len(buf))])
		if err != nil {
			return
		}
		if chance.IntN(20) == 0 {
			time.Sleep(time.Duration(chance.IntN(2000)) * time.Microsecond) // a slow line
		}
		if n >= left {
			_, _ = to.Write(buf[:left])
			p.cuts.add("cut")
			return
		}
		left -= n
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}

// listener collects what a client is told.
type listener struct {
	mu       sync.Mutex
	events   []event.Event
	terminal map[string]int
	more     chan struct{}
	asked    chan event.Event
}

func newListener() *listener {
	return &listener{terminal: map[string]int{}, more: make(chan struct{}, 1), asked: make(chan event.Event, 4096)}
}

func (l *listener) hear(e event.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.Type == event.DeviceState || e.Type == event.ApprovalsMoved {
		return // the connection's
	}
	l.events = append(l.events, e)
	if e.Type.Terminal() {
		l.terminal[e.TurnID]++
	}
	if e.Type == event.ApprovalRequested {
		l.asked <- e
	}
	select {
	case l.more <- struct{}{}:
	default:
	}
}

// await waits until n turns have ended.
func (l *listener) await(t *testing.T, n int) {
	t.Helper()
	deadline := time.After(patience)
	for {
		l.mu.Lock()
		ended := len(l.terminal)
		l.mu.Unlock()
		if ended >= n {
			return
		}
		select {
		case <-l.more:
		case <-deadline:
			t.Fatalf("%d of %d turns ended", ended, n)
		}
	}
}

// TestFaults runs many turns over connections that are cut again and again:
// each client hears of each event once, in order, each turn ends once, and what
// was granted is what the person granted.
func TestFaults(t *testing.T) {
	turns := *faultTurns
	if testing.Short() {
		turns = min(turns, 100)
	}
	r := newRig(t, nil)
	p := newProxy(t, r.addr)
	listeners := []*listener{newListener(), newListener(), newListener()}
	holder := r.client(p.url(), true, listeners[0].hear)
	r.client(p.url(), false, listeners[1].hear)
	r.client("ws://"+r.addr, false, listeners[2].hear) // undisturbed

	allowed := map[string]bool{}
	ctx, cancel := context.WithCancel(t.Context())
	var person sync.WaitGroup
	person.Go(func() {
		for n := 0; ; n++ {
			select {
			case e := <-listeners[0].asked:
				answerFaultily(ctx, holder, e, n, allowed)
			case <-ctx.Done():
				return
			}
		}
	})
	for n := range turns {
		text := "a job"
		if n%4 == 0 {
			text = "ask me"
		}
		if _, err := holder.Send(text); err != nil {
			t.Fatalf("turn %d was not taken: %v", n, err)
		}
		listeners[0].await(t, n+1)
	}
	for _, l := range listeners {
		l.await(t, turns)
	}
	cancel()
	person.Wait()

	log := r.session.events()
	if ended := len(slices.DeleteFunc(slices.Clone(log), func(e event.Event) bool { return !e.Type.Terminal() })); ended != turns {
		t.Errorf("%d turns ran, %d were sent", ended, turns)
	}
	for i, l := range listeners {
		l.check(t, i, log)
	}
	for _, id := range r.session.granted {
		if !allowed[id] {
			t.Errorf("request %s was granted, and the person never did", id)
		}
	}
	t.Logf("%d turns, %d events, %d cuts, %d grants", turns, len(log), len(p.cuts.all()), len(r.session.granted))
	if len(p.cuts.all()) < turns/10 || len(r.session.granted) == 0 {
		t.Error("the test hardly disturbed anything")
	}
}

// answerFaultily answers a question as a person does: once, no, or by stopping
// the turn; and again where nobody confirmed it.
func answerFaultily(ctx context.Context, c *Client, e event.Event, n int, allowed map[string]bool) {
	for ctx.Err() == nil {
		var err error
		switch n % 3 {
		case 0:
			allowed[e.RequestID] = true
			err = c.Resolve(e.RequestID, permissions.Answer{Verdict: permissions.Once, By: permissions.ByPerson})
		case 1:
			err = c.Resolve(e.RequestID, permissions.Answer{Verdict: permissions.Denied, By: permissions.ByPerson})
		default:
			c.Cancel()
		}
		if err == nil || errors.Is(err, permissions.ErrNotPending) {
			return
		}
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// check holds what a client was told against the log. A question alone may be
// missing: it was answered before the client could be asked.
func (l *listener) check(t *testing.T, client int, log []event.Event) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	told := map[int64]int{}
	last := int64(0)
	for _, e := range l.events {
		told[e.Seq]++
		if e.Type == event.ApprovalRequested {
			continue // it may come late, when the client has the approvals
		}
		if e.Seq <= last {
			t.Errorf("client %d: event %d came after %d", client, e.Seq, last)
		}
		last = e.Seq
	}
	for _, e := range log {
		if n := told[e.Seq]; n > 1 || n == 0 && e.Type != event.ApprovalRequested {
			t.Errorf("client %d was told %s %d times (%d)", client, e.Type, n, e.Seq)
		}
	}
	for turn, n := range l.terminal {
		if n != 1 {
			t.Errorf("client %d: turn %s ended %d times", client, turn, n)
		}
	}
}
