package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"adroit/device/text"
	"adroit/loop/event"
)

// The bounds of what a client waits for and takes in.
const (
	connectWithin = 10 * time.Second
	pingEvery     = 15 * time.Second
	largestFrame  = 32 << 20 // a picture of a screen fits in
)

// The waits between attempts to connect.
const (
	firstWait   = 100 * time.Millisecond
	longestWait = 5 * time.Second
)

// backOff is twice as long each time, and up to half as long again or shorter
// by chance, so that clients of one server do not all come at once.
func backOff(attempt int) time.Duration {
	wait := min(firstWait<<min(attempt-1, 10), longestWait)
	return wait/2 + rand.N(wait)
}

// connect opens a connection and says hello. after is the event heard last.
func (c *Client) connect(ctx context.Context, after int64) (*websocket.Conn, Welcome, error) {
	ctx, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	ws, response, err := websocket.Dial(ctx, c.config.URL, nil) //nolint:bodyclose // the library closes it
	if err != nil {
		if response != nil {
			err = fmt.Errorf("it answers %s", response.Status)
		} else if request, ok := errors.AsType[*url.Error](err); ok {
			err = request.Err // what the library says around it says nothing more
		}
		return nil, Welcome{}, fmt.Errorf("connect to %s: %w", c.config.URL, err)
	}
	ws.SetReadLimit(largestFrame)
	welcome, err := c.hello(ctx, ws, after)
	if err != nil {
		_ = ws.CloseNow()
		return nil, Welcome{}, err
	}
	return ws, welcome, nil
}

func (c *Client) hello(ctx context.Context, ws *websocket.Conn, after int64) (w Welcome, err error) {
	c.mu.Lock()
	hello := request{
		Type: typeHello, Version: Version, Token: c.config.Token, Client: c.key, Name: c.config.Name,
		RunID: c.teller.runID, AfterSeq: &after, Events: eventsNone, Approvals: c.config.Approvals,
	}
	c.mu.Unlock()
	if c.config.Events {
		hello.Events = eventsAll
	}
	raw, err := json.Marshal(hello)
	if err != nil {
		return w, err
	}
	if err := ws.Write(ctx, websocket.MessageText, raw); err != nil {
		return w, fmt.Errorf("say hello to %s: %w", c.config.URL, err)
	}
	_, raw, err = ws.Read(ctx)
	if err != nil {
		return w, fmt.Errorf("say hello to %s: %w", c.config.URL, err)
	}
	var n notice
	if err := json.Unmarshal(raw, &n); err != nil {
		return w, fmt.Errorf("%s does not speak the harness protocol: %w", c.config.URL, err)
	}
	switch n.Type {
	case typeError:
		return w, refused(n)
	case typeWelcome:
		if err := json.Unmarshal(raw, &w); err != nil {
			return w, fmt.Errorf("%s does not speak the harness protocol: %w", c.config.URL, err)
		}
		return w, nil
	}
	return w, fmt.Errorf("%s does not speak the harness protocol: it answers hello with %q", c.config.URL, text.Line(n.Type))
}

// refused is the error that a server sent before it closed the connection.
func refused(n notice) error {
	return &Error{Code: n.Code, Message: "the server refuses: " + text.Line(n.Message)}
}

// hopeless reports whether another attempt to connect would fail as well.
func hopeless(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == codeVersion
}

// run listens to the server, and connects again when the connection breaks,
// until ctx ends or there is no hope.
func (c *Client) run(ctx context.Context, ws *websocket.Conn) {
	defer c.giveUp()
	for {
		err := c.listen(ctx, ws)
		_ = ws.CloseNow()
		c.lose()
		if ctx.Err() != nil {
			return
		}
		ws, err = c.reconnect(ctx, err)
		if err != nil {
			return
		}
	}
}

// reconnect tries until there is a connection. An error means that there will
// be none.
func (c *Client) reconnect(ctx context.Context, lost error) (*websocket.Conn, error) {
	c.tellAway(fmt.Sprintf("the connection to %s is lost and being made again: %s", c.config.URL, lossWords(lost)))
	for attempt := 1; ; attempt++ {
		timer := time.NewTimer(c.config.Wait(attempt))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		}
		ws, welcome, err := c.connect(ctx, c.heard())
		switch {
		case err == nil:
			c.take(ws, welcome)
			return ws, nil
		case refusesToken(err):
			if err := c.awaitToken(ctx); err != nil {
				return nil, err
			}
			attempt = 0
		case hopeless(err):
			c.mu.Lock()
			c.err = cmp.Or(c.err, err)
			c.mu.Unlock()
			c.tellAway(err.Error())
			return nil, err
		}
	}
}

// lossWords are why a connection broke, without what the library says around it.
func lossWords(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || websocket.CloseStatus(err) != -1 {
		return "the other side closed it"
	}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return text.Line(err.Error())
}

// tellAway tells the person that the server is out of reach.
func (c *Client) tellAway(why string) {
	c.hearing.Lock()
	defer c.hearing.Unlock()
	c.away = true
	c.emit([]event.Event{{V: event.Version, Type: event.DeviceState, State: "out of reach", Reason: why}})
}

// heard is the number of the event heard last.
func (c *Client) heard() int64 {
	c.hearing.Lock()
	defer c.hearing.Unlock()
	return c.teller.state.Seq
}

// take takes a connection into use: what was asked and not answered is asked
// again, and what was wanted while there was none is told.
func (c *Client) take(ws *websocket.Conn, w Welcome) {
	c.hearing.Lock()
	out := c.teller.welcome(w)
	if c.away {
		c.away = false
		out = append(out, event.Event{
			V: event.Version, Type: event.DeviceState, Device: w.Device,
			State: cmp.Or(w.State.Phone, "device"), Reason: w.State.Reason,
		})
	}
	c.emit(out)
	c.hearing.Unlock()

	c.mu.Lock()
	c.ws = ws
	var send []request
	if c.live {
		send = append(send, request{Type: typeWatch, Live: true})
	}
	if c.stop != "" && w.State.Turn != nil && w.State.Turn.ID == c.stop {
		send = append(send, request{Type: typeCancel, TurnID: c.stop})
	}
	for _, id := range slices.SortedFunc(maps.Keys(c.waiting), byNumber) {
		send = append(send, c.waiting[id].request)
	}
	c.mu.Unlock()
	for _, r := range send {
		c.write(ws, r)
	}
}

func byNumber(a, b string) int {
	x, _ := strconv.Atoi(a) // the ids are numbers
	y, _ := strconv.Atoi(b)
	return cmp.Compare(x, y)
}

// lose forgets a broken connection, and the questions that may not be asked
// again.
func (c *Client) lose() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ws = nil
	for id, q := range c.waiting {
		if q.resend == once {
			delete(c.waiting, id)
			close(q.answer)
		}
	}
}

// giveUp tells everybody who waits that no answer will come.
func (c *Client) giveUp() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forsake()
}

// forsake leaves everything that was asked without an answer. c.mu is held.
func (c *Client) forsake() {
	for id, q := range c.waiting {
		delete(c.waiting, id)
		close(q.answer)
	}
}
