package remote

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/coder/websocket"

	"adroit/device/text"
	"adroit/loop/event"
)

// How much may wait for a peer to read it: messages beside the events, which
// wait in the story, and calls that are going on.
const (
	mostWaiting = 256
	mostCalls   = 8
)

// peer is a client that has said hello, as the server sees it. One goroutine
// reads from it, one writes to it; nobody else ever waits for it.
type peer struct {
	server *Server
	ws     *websocket.Conn
	key    string // by which a client that comes back is known; "" for none
	id     string // the key, or one of its own
	name   string
	events string // small, all or none

	out     chan []byte   // messages beside the events
	refused chan *refusal // why it is sent away; holds one
	gone    chan struct{} // closed when another connection takes its place

	cursor int64 // the event sent last; the writer's alone

	// Under Server.mu.
	told string // who has the approvals, as it was told last
	live bool   // it wants the live screen
	left bool   // for another connection of the same client

	mu    sync.Mutex
	calls map[string]context.CancelFunc // by the client's own ids
}

// errReplaced ends a connection whose client came back by another one.
var errReplaced = errors.New("its client came back by another connection")

// welcome makes a client of a connection that has said the right hello.
func (s *Server) welcome(ws *websocket.Conn, hello request) (*peer, error) {
	p := &peer{
		server: s, ws: ws, key: hello.Client, id: cmp.Or(hello.Client, rand.Text()), events: hello.Events,
		name:    cmp.Or(text.Truncate(text.Line(hello.Name), longestName), "a client"),
		out:     make(chan []byte, mostWaiting),
		refused: make(chan *refusal, 1),
		gone:    make(chan struct{}),
		calls:   map[string]context.CancelFunc{},
	}
	state := s.story.now()
	resumed := false
	switch after := hello.AfterSeq; {
	case after == nil:
		p.cursor = state.Seq
	case (hello.RunID == "" || hello.RunID == s.options.RunID) && *after >= 0 && *after <= state.Seq:
		p.cursor, resumed = *after, true
	}
	if err := s.register(p, hello.Approvals, func(holder string) {
		p.put(Welcome{
			Type: typeWelcome, Version: Version, RunID: s.options.RunID, Device: s.options.Device, Model: s.options.Model,
			Tools: s.options.Tools, Resumed: resumed, Holder: holder, State: state, Guidance: s.options.Guidance,
		})
	}); err != nil {
		return nil, err
	}
	return p, nil
}

// serve talks with the peer until one of the two ends it, and says why.
func (p *peer) serve(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	var work sync.WaitGroup
	defer work.Wait()
	defer func() { _ = p.ws.CloseNow() }()
	defer cancel(nil)
	work.Go(func() {
		err := p.read(ctx, &work)
		if no, ok := errors.AsType[*refusal](err); ok {
			p.sendAway(no)
			return
		}
		cancel(err)
	})
	work.Go(func() {
		if err := p.keepAlive(ctx); err != nil {
			cancel(err)
		}
	})
	return p.write(ctx)
}

// read handles what the peer sends until that ends.
func (p *peer) read(ctx context.Context, work *sync.WaitGroup) error {
	pace := newPace(p.server.options.Rate, time.Now())
	for {
		kind, raw, err := p.ws.Read(ctx)
		if err != nil {
			return closed(err)
		}
		if !pace.allow(time.Now()) {
			return &refusal{codeRate, "more than " + text.Count(p.server.options.Rate, "message") + " a second"}
		}
		var r request
		if kind != websocket.MessageText {
			return &refusal{codeMessage, "messages are text frames"}
		}
		if err := json.Unmarshal(raw, &r); err != nil {
			return &refusal{codeMessage, unreadable(err)}
		}
		if err := p.handle(ctx, r, work); err != nil {
			return err
		}
	}
}

// unreadable says what is wrong with a message, in the words of the
// specification and not of this program.
func unreadable(err error) string {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return fmt.Sprintf("%s of a message must not be of the JSON type %s", wrong.Field, wrong.Value)
	} else if ok {
		return "a message is one JSON object, not of the JSON type " + wrong.Value
	}
	return "a message is one JSON object: " + err.Error()
}

// closed says in few words why nothing more can be read.
func closed(err error) error {
	if websocket.CloseStatus(err) != -1 {
		return errors.New("it closed the connection")
	}
	return errors.New("the connection ended: " + lossWords(err))
}

// write sends what there is to be told until ctx ends or the peer is to go.
func (p *peer) write(ctx context.Context) error {
	if err := p.send(ctx, <-p.out); err != nil { // the welcome
		return err
	}
	for {
		more := p.server.story.changed() // before looking: what comes after closes it
		sent, err := p.sendEvents(ctx)
		if err != nil {
			return err
		}
		if sent {
			more = closedChannel // go on with the events, after what else there is
		}
		if p.events == eventsNone {
			more = nil
		}
		select {
		case no := <-p.refused:
			sendAway(ctx, p.ws, no, p.server.options)
			return no
		case <-p.gone:
			return errReplaced
		case raw := <-p.out:
			if err := p.send(ctx, raw); err != nil {
				return err
			}
		case <-more:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

var closedChannel = func() <-chan struct{} { c := make(chan struct{}); close(c); return c }()

// send writes one message. A peer that does not take it in time is dropped.
func (p *peer) send(ctx context.Context, raw []byte) error {
	ctx, cancel := context.WithTimeout(ctx, p.server.options.Stall)
	defer cancel()
	err := p.ws.Write(ctx, websocket.MessageText, raw)
	if errors.Is(err, context.DeadlineExceeded) {
		return &refusal{codeSlow, "it does not read what it is sent"}
	}
	return err
}

// sendEvents sends the next events, and reports whether there were any.
func (p *peer) sendEvents(ctx context.Context) (sent bool, err error) {
	if p.events == eventsNone {
		return false, nil
	}
	events, missing := p.server.next(p.cursor)
	if missing != nil {
		raw, err := json.Marshal(missing)
		if err != nil {
			return false, err
		}
		p.cursor = missing.To
		return true, p.send(ctx, raw)
	}
	for _, e := range events {
		answeredBy := ""
		if e.Type == event.ApprovalDecided {
			answeredBy = p.server.answeredBy(p, e.RequestID)
		}
		raw, err := encodeEvent(e, p.events, answeredBy)
		if err != nil {
			return true, err
		}
		if raw != nil {
			if err := p.send(ctx, raw); err != nil {
				return true, err
			}
		}
		p.cursor = e.Seq
	}
	return len(events) > 0, nil
}

// put hands the peer a message beside the events. It never waits: a peer that
// leaves too many unread is sent away.
func (p *peer) put(message any) {
	raw, err := json.Marshal(message)
	if err != nil {
		p.sendAway(&refusal{codeFailed, "a message could not be written: " + err.Error()})
		return
	}
	select {
	case p.out <- raw:
	default:
		p.sendAway(&refusal{codeSlow, "it does not read what it is sent"})
	}
}

// sendAway has the writer tell the peer why it must go, and end.
func (p *peer) sendAway(no *refusal) {
	select {
	case p.refused <- no:
	default:
	}
}

// keepAlive finds out whether the peer is still there, until it is not.
func (p *peer) keepAlive(ctx context.Context) error {
	tick := time.NewTicker(p.server.options.Ping)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
		if err := p.ping(ctx); err != nil {
			return fmt.Errorf("it does not answer a ping: %w", err)
		}
	}
}

func (p *peer) ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, p.server.options.Stall)
	defer cancel()
	return p.ws.Ping(ctx)
}
