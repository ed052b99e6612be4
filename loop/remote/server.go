package remote

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// Session is what a Server serves, usually a loop.Session.
type Session interface {
	Subscribe(f func(event.Event)) (unsubscribe func())
	Send(text string) (queued bool, err error)
	Unqueue() (text string, ok bool)
	Cancel()
	Resolve(requestID string, a permissions.Answer) error
	Act(c tools.Call) error
	Call(ctx context.Context, c tools.Call, tell func(event.Event)) (tools.Result, error)
	Mode() permissions.Mode
	SetMode(m permissions.Mode) error
	Watch(live bool)
}

// Options say what a Server tells of itself, and bound what it takes. Token is
// required; a zero bound means its default.
type Options struct {
	Token  string   // what a client must show; NewToken makes one
	RunID  string   // of the run that is served
	Device string   // the name of the phone
	Model  string   // the name of the model
	Tools  []string // names of the tools that the session has

	Guidance Guidance // of the person for the model, for clients to show

	// History reads up to most events of the run that follow the one with the
	// sequence number seq, the oldest first: those that are too old to be kept
	// in memory. Nil has none.
	History func(seq int64, most int) ([]event.Event, error)
	// Log hears, a line each, of clients that come and go. Nil logs nothing.
	Log func(line string)

	Clients   int           // at a time; 32. As many may be on their way in
	FrameSize int64         // bytes of a message of a client, at most; 256 KiB
	Rate      int           // messages a second of one client; 50, four times as many at once
	Handshake time.Duration // in which a client must have said hello; 5 s
	Stall     time.Duration // for which a client may leave a message unread; 10 s
	Ping      time.Duration // between two looks whether a client is still there; 15 s
}

func (o *Options) setDefaults() {
	if o.Log == nil {
		o.Log = func(string) {}
	}
	o.Clients = cmp.Or(o.Clients, 32)
	o.FrameSize = cmp.Or(o.FrameSize, 256<<10)
	o.Rate = cmp.Or(o.Rate, 50)
	o.Handshake = cmp.Or(o.Handshake, 5*time.Second)
	o.Stall = cmp.Or(o.Stall, 10*time.Second)
	o.Ping = cmp.Or(o.Ping, 15*time.Second)
}

// Server lets clients watch and steer one session. It owns no session: closing
// the one leaves the other as it is.
type Server struct {
	session Session
	options Options
	story   *story

	unsubscribe func()

	mu       sync.Mutex
	clients  map[*peer]bool    // that have said hello
	desk     []*peer           // want the approvals; the first has them
	answered map[string]string // the ids of peers, by those of the requests that they answered
	coming   int               // connections that have not said hello yet
	live     bool              // the screen is watched, because a client wants it

	sending sync.Mutex // held while a turn is sent and its answer remembered
	sent    answers

	reading sync.Mutex // held while the run log is read
}

// NewServer returns a Server of s, which has just begun: it takes down what
// happens from now on. Serve lets clients in, and is to be called.
func NewServer(s Session, o Options) *Server {
	o.setDefaults()
	server := &Server{
		session: s, options: o, clients: map[*peer]bool{}, answered: map[string]string{},
		story: newStory(State{Mode: string(s.Mode())}),
	}
	server.unsubscribe = s.Subscribe(server.story.add)
	return server
}

// ErrNotLoopback is what Serve and Dial refuse.
var ErrNotLoopback = errors.New("only addresses of this machine are served: carry them further with a tunnel, " +
	"such as `ssh -L 8222:127.0.0.1:8222 HOST`")

// Serve lets clients in at l until ctx ends or l fails. When it returns all
// clients have left. It is to be called once.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	defer s.unsubscribe()
	if addr, ok := l.Addr().(*net.TCPAddr); !ok || !addr.IP.IsLoopback() {
		return errors.Join(ErrNotLoopback, l.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	door := newDoor(l, 4*s.options.Clients)
	web := &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.admit(ctx, w, r) }),
		ReadHeaderTimeout: s.options.Handshake,
		IdleTimeout:       s.options.Handshake,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // what strangers send is no news
	}
	defer context.AfterFunc(ctx, func() { _ = web.Close() })()
	err := web.Serve(door)
	cancel()
	_ = web.Close()
	door.inside.Wait() // the web server loses sight of connections that became WebSockets
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
