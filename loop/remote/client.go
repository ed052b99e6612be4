package remote

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// What a Client refuses.
var (
	ErrDisconnected = errors.New("the server is out of reach now: try again when the connection is back")
	ErrUnconfirmed  = errors.New("the connection broke before the server confirmed it: look whether it happened")
	ErrClosed       = errors.New("this client has left the server")
	ErrURL          = errors.New("want the address that `adroit serve` printed, such as ws://127.0.0.1:8222")
)

// Config says how a Client connects. URL and Token are required.
type Config struct {
	URL   string // ws://127.0.0.1:8222; of this machine alone
	Token string // as the server printed it
	Name  string // under which the server's log knows the client

	Approvals bool // wants to answer what is asked
	Events    bool // wants to hear what happens

	// Renew returns the token of the server that is there now, as far as it can
	// be found out, else "": one that was started anew has another. Nil finds
	// none.
	Renew func() string

	// Log hears of messages that were skipped, a line each. Nil logs nothing.
	Log func(line string)

	// Wait is how long to wait before the connection is tried again, from
	// attempt 1 on; nil backs off from 0.1 to 5 s, with jitter.
	Wait func(attempt int) time.Duration
}

// Client is a session on a Server. It has the methods of a local one, so that
// whatever shows the one can show the other. A connection that breaks is made
// again, and what was missed is told then; a run goes on without it. Where the
// server was started anew with another token, the client tells that it is out of
// reach, and waits for SetToken.
type Client struct {
	config Config // its Token and its Approvals change, under mu
	key    string // by which the server knows this client when it comes back
	first  Welcome
	begin  func()        // starts the goroutine that keeps the connection, the first time
	end    func()        // and ends it
	ended  chan struct{} // closed when it has

	unlocked chan struct{} // holds an element when SetToken was called

	hearing sync.Mutex // held while events are told, so that they are in order
	teller  *teller
	away    bool // it was told that the server is out of reach

	mu          sync.Mutex
	ws          *websocket.Conn // nil while there is none
	err         error           // why there will be none any more
	asked       int             // questions to the server so far
	waiting     map[string]*question
	locked      bool   // the server refuses the token, and another is awaited
	live        bool   // the screen is wanted live
	stop        string // the turn that is to be cancelled when there is a connection
	subscribers []*func(event.Event)
}

// Dial connects to a server. The client hears of nothing before it is
// subscribed to, and misses nothing by that. It ends with Close.
func Dial(ctx context.Context, config Config) (*Client, error) {
	if err := checkURL(config.URL); err != nil {
		return nil, err
	}
	if config.Log == nil {
		config.Log = func(string) {}
	}
	if config.Renew == nil {
		config.Renew = func() string { return "" }
	}
	if config.Wait == nil {
		config.Wait = backOff
	}
	c := &Client{
		config: config, key: rand.Text(), teller: newTeller(),
		ended: make(chan struct{}), unlocked: make(chan struct{}, 1), waiting: map[string]*question{},
	}
	ws, welcome, err := c.connect(ctx, 0)
	if err != nil {
		return nil, err
	}
	c.first = welcome
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	c.end = end
	c.begin = sync.OnceFunc(func() {
		c.take(ws, welcome)
		go func() {
			defer close(c.ended)
			c.run(life, ws)
		}()
	})
	return c, nil
}

// checkURL refuses addresses to which a token must not be sent.
func checkURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "ws" || u.Port() == "" {
		return fmt.Errorf("%q: %w", address, ErrURL)
	}
	if !loopbackHost(u.Host) {
		return fmt.Errorf("%s: %w", u.Host, ErrNotLoopback)
	}
	return nil
}

// Welcome is what the server said of itself when the client came.
func (c *Client) Welcome() Welcome { return c.first }

// Phase is what the turn is doing, as far as it was heard.
func (c *Client) Phase() Phase {
	c.hearing.Lock()
	defer c.hearing.Unlock()
	return c.teller.phase
}

// Subscribe has f called with each event of the run, from its beginning on for
// the first subscriber. f must return at once and must not call the client.
func (c *Client) Subscribe(f func(event.Event)) (unsubscribe func()) {
	c.mu.Lock()
	c.subscribers = append(c.subscribers, &f)
	c.mu.Unlock()
	c.begin()
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.subscribers = slices.DeleteFunc(slices.Clone(c.subscribers), func(have *func(event.Event)) bool { return have == &f })
	}
}

// Send starts a turn with the person's words, or queues them while one runs. A
// connection that breaks meanwhile starts no second one.
func (c *Client) Send(text string) (queued bool, err error) {
	r, err := c.ask(request{Type: typeTurn, Text: text}, again)
	return r.Queued, err
}

// Unqueue takes back the words that were queued last.
func (c *Client) Unqueue() (text string, ok bool) {
	r, err := c.ask(request{Type: typeUnqueue}, once)
	return r.Text, err == nil
}

// Cancel ends the running turn. Without a connection that is made up for when
// it is back, if the turn still runs then.
func (c *Client) Cancel() {
	c.hearing.Lock()
	running := c.teller.state.Turn
	c.hearing.Unlock()
	r := request{Type: typeCancel}
	if running != nil {
		r.TurnID = running.ID
	}
	c.mu.Lock()
	c.stop = r.TurnID
	c.mu.Unlock()
	c.tell(r)
}

// Resolve answers an approval request. An answer that the server did not
// confirm is never sent again by itself.
func (c *Client) Resolve(requestID string, a permissions.Answer) error {
	_, err := c.ask(request{
		Type: typeApprove, RequestID: requestID, Decision: string(a.Verdict), Message: a.Message,
		Arguments: a.Arguments, Word: a.Word, ShownMS: a.ShownMS,
	}, once)
	return err
}

// Claim takes the approvals from whoever has them, who is told. From then on the
// client asks for them whenever it comes back.
func (c *Client) Claim() error {
	if _, err := c.ask(request{Type: typeClaim, Take: true}, once); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.config.Approvals = true
	return nil
}

// Act does something on the phone by the person's own hand.
func (c *Client) Act(call tools.Call) error {
	_, err := c.ask(request{Type: typeAct, Tool: call.Name, Arguments: call.Arguments}, once)
	return err
}

// SetMode changes how much passes without a question.
func (c *Client) SetMode(m permissions.Mode) error {
	_, err := c.ask(request{Type: typeMode, Mode: string(m)}, once)
	return err
}

// Watch turns the live screen on or off.
func (c *Client) Watch(live bool) {
	c.mu.Lock()
	c.live = live
	c.mu.Unlock()
	c.tell(request{Type: typeWatch, Live: live})
}

// Reveal finds nothing: what was masked does not leave the server.
func (c *Client) Reveal(string) (text string, ok bool) { return "", false }

// Close leaves the server. The run goes on there, and a question that is open
// stays open.
func (c *Client) Close(ctx context.Context) error {
	c.mu.Lock()
	if c.err == nil {
		c.err = ErrClosed
	}
	c.mu.Unlock()
	c.end()
	c.begin() // or nobody would close the connection
	select {
	case <-c.ended:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("leave the server: %w", ctx.Err())
	}
}

// Done is closed when the client has left, or has given up for the reason that
// Err gives.
func (c *Client) Done() <-chan struct{} { return c.ended }

// Err is why the client gave up connecting; nil while it has not, and after
// Close.
func (c *Client) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if errors.Is(c.err, ErrClosed) {
		return nil
	}
	return c.err
}
