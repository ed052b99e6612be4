package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/coder/websocket"

	"adroit/device/text"
	"adroit/loop/event"
	"adroit/permissions"
)

// errAskAnew ends a connection after a gap of which the server must be asked.
var errAskAnew = errors.New("events are missing: asking how things stand")

// listen hears what the server sends until the connection breaks, and says why
// it did.
func (c *Client) listen(ctx context.Context, ws *websocket.Conn) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pinging := make(chan struct{})
	go func() {
		defer close(pinging)
		ping(ctx, ws)
	}()
	defer func() { cancel(); <-pinging }()
	for {
		_, raw, err := ws.Read(ctx)
		if err != nil {
			return err
		}
		if err := c.hear(raw); err != nil {
			return err
		}
	}
}

// ping ends a connection on which nobody answers any more.
func ping(ctx context.Context, ws *websocket.Conn) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		within, cancel := context.WithTimeout(ctx, writeWithin)
		err := ws.Ping(within)
		cancel()
		if err != nil {
			_ = ws.CloseNow()
			return
		}
	}
}

// hear takes in one message. An error means that the connection is over.
func (c *Client) hear(raw []byte) error {
	var n notice
	if err := json.Unmarshal(raw, &n); err != nil {
		return fmt.Errorf("the server sent what is no message: %w", err)
	}
	switch n.Type {
	case typeReply, typeProgress:
		return c.answer(n, raw)
	case typeError:
		return refused(n)
	case typeWelcome:
		return errors.New("the server said welcome twice")
	}
	c.hearing.Lock()
	defer c.hearing.Unlock()
	switch n.Type {
	case typeApprovals:
		c.emit(c.teller.holds(n.Holder))
	case typeGap:
		c.emit(c.teller.gap(n.To))
		if c.teller.state.Seq > c.teller.goal.Seq {
			return errAskAnew
		}
	default:
		var d decided // whose fields other events leave empty
		if err := json.Unmarshal(raw, &d); err != nil {
			c.config.Log("skipped a message: " + text.Line(err.Error()))
			return nil
		}
		if d.Seq == 0 {
			c.config.Log("skipped a message of an unknown type: " + text.Line(n.Type))
			return nil
		}
		if d.By == permissions.ByPerson && d.AnsweredBy == holderOther {
			d.By = permissions.ByOther
		}
		c.emit(c.teller.hear(d.Event))
	}
	return nil
}

// answer hands a reply, or what is told on the way to it, to whoever waits.
func (c *Client) answer(n notice, raw []byte) error {
	c.mu.Lock()
	q := c.waiting[n.ID]
	c.mu.Unlock()
	if q == nil {
		return nil // nobody waits any more
	}
	if n.Type == typeProgress {
		if q.told != nil {
			q.told(n.Message)
		}
		return nil
	}
	var r reply
	if err := json.Unmarshal(raw, &r); err != nil {
		return fmt.Errorf("the server sent a reply that cannot be read: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting[n.ID] == q {
		delete(c.waiting, n.ID)
		q.answer <- r
	}
	return nil
}

// emit tells the subscribers. c.hearing is held, or nothing is heard.
func (c *Client) emit(events []event.Event) {
	c.mu.Lock()
	subscribers := c.subscribers
	c.mu.Unlock()
	for _, e := range events {
		for _, f := range subscribers {
			(*f)(e)
		}
	}
}
