package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"adroit/tools"
)

// How long the client waits for the server: to take a message, and to answer
// it, a connection that must be made again included.
const (
	writeWithin  = 10 * time.Second
	answerWithin = 15 * time.Second
)

// resend says what becomes of a message whose answer a broken connection lost.
type resend int

const (
	once  resend = iota // it fails
	again               // it is sent again: the server does it once all the same
)

// question is a message that waits for its reply.
type question struct {
	request request
	resend  resend
	answer  chan reply   // receives one; closed where none will come
	told    func(string) // hears of its progress; may be nil
}

// Error is what a server said about why it did not do something. It is
// the error of package permissions that the local session would have returned,
// where there is one.
type Error struct {
	Code    string
	Message string
}

func (e *Error) Error() string { return e.Message }

// Is compares with the error that the server had.
func (e *Error) Is(target error) bool {
	return slices.ContainsFunc(codes, func(c coded) bool { return c.err == target && c.code == e.Code })
}

// ask sends a message and waits for the reply.
func (c *Client) ask(r request, how resend) (reply, error) {
	ctx, cancel := context.WithTimeout(context.Background(), answerWithin)
	defer cancel()
	return c.await(ctx, r, &question{resend: how})
}

// await sends r and waits for its reply, for the progress of which q tells,
// until ctx ends.
func (c *Client) await(ctx context.Context, r request, q *question) (reply, error) {
	c.begin()
	q.answer = make(chan reply, 1)
	c.mu.Lock()
	if err := c.unable(q.resend); err != nil {
		c.mu.Unlock()
		return reply{}, err
	}
	c.asked++
	r.ID = strconv.Itoa(c.asked)
	q.request = r
	c.waiting[r.ID] = q
	ws := c.ws
	c.mu.Unlock()
	defer c.forget(r.ID)
	if ws != nil {
		c.write(ws, r) // where that fails the connection ends, and says so
	}
	select {
	case answer, ok := <-q.answer:
		switch {
		case !ok:
			return reply{}, c.why(ErrUnconfirmed)
		case !answer.OK && answer.Error == "": // there was nothing to be done
			return answer, errors.New("there was nothing to be done")
		case !answer.OK:
			return answer, &Error{Code: answer.Code, Message: answer.Error}
		}
		return answer, nil
	case <-ctx.Done():
		if r.Type == typeCall {
			c.tell(request{Type: typeCancel, Call: r.ID})
			return reply{}, context.Cause(ctx)
		}
		return reply{}, c.why(ErrUnconfirmed)
	}
}

// unable says why nothing can be asked now. c.mu is held.
func (c *Client) unable(how resend) error {
	switch {
	case c.err != nil:
		return c.err
	case c.locked:
		return ErrToken
	case c.ws == nil && how == once:
		return ErrDisconnected
	}
	return nil
}

// why is the error of a message without a reply: err, unless there is a better
// reason.
func (c *Client) why(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return cmp.Or(c.err, err)
}

func (c *Client) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, id)
}

// tell sends a message whose reply nobody waits for, if there is a connection.
func (c *Client) tell(r request) {
	c.begin()
	c.mu.Lock()
	ws := c.ws
	c.mu.Unlock()
	if ws != nil {
		c.write(ws, r)
	}
}

// write sends r. A connection that does not take it in time ends.
func (c *Client) write(ws *websocket.Conn, r request) {
	ctx, cancel := context.WithTimeout(context.Background(), writeWithin)
	defer cancel()
	if err := wsjson.Write(ctx, ws, r); err != nil {
		_ = ws.CloseNow()
	}
}

// Call carries out a tool call on the server's phone, under its policy: what
// asks is asked of the person who holds the approvals there. told, unless nil,
// hears how far it is. The end of ctx cuts it short. The call has no id of the
// caller's.
func (c *Client) Call(ctx context.Context, call tools.Call, told func(message string)) (tools.Result, error) {
	answer, err := c.await(ctx, request{Type: typeCall, Tool: call.Name, Arguments: call.Arguments}, &question{told: told})
	if err != nil {
		return tools.Result{}, err
	}
	var result tools.Result
	if err := json.Unmarshal(answer.Result, &result); err != nil {
		return tools.Result{}, err
	}
	result.Image = answer.Image
	return result, nil
}
