package device

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	adb "github.com/zach-klippenstein/goadb"
	"github.com/zach-klippenstein/goadb/wire"
)

// The deadlines of one call, unless its context ends earlier.
const (
	hostTimeout     = 5 * time.Second  // a question to the adb server itself
	commandTimeout  = 30 * time.Second // a command on the phone
	transferTimeout = 2 * time.Minute  // a file to or from the phone
)

// server is an adb server.
type server struct {
	addr string // "host:port"
}

func (s *server) split() (host string, port int, err error) {
	host, text, err := net.SplitHostPort(s.addr)
	if err != nil {
		return "", 0, fmt.Errorf("adb server address %q: want host:port", s.addr)
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 {
		return "", 0, fmt.Errorf("adb server address %q: the port must be 1 to 65535", s.addr)
	}
	return host, int(n), nil
}

// client returns goadb's client, with connections that end with ctx.
//
// goadb insists on the path of an executable, which it runs as `adb
// start-server` when a dial fails. dialer.Dial never fails, so it is never
// run, and the path of our own program satisfies the check.
func (s *server) client(ctx context.Context) (*adb.Adb, *dialer, error) {
	host, port, err := s.split()
	if err != nil {
		return nil, nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, nil, fmt.Errorf("adb client: %w", err)
	}
	d := &dialer{ctx: ctx, addr: s.addr}
	client, err := adb.NewWithConfig(adb.ServerConfig{PathToAdb: program, Host: host, Port: port, Dialer: d})
	return client, d, err
}

// dial opens one connection to the adb server. It ends when ctx ends.
func (s *server) dial(ctx context.Context) (*conn, error) {
	client, d, err := s.client(ctx)
	if err != nil {
		return nil, err
	}
	w, err := client.Dial()
	if err != nil {
		return nil, err
	}
	if d.link.dialErr != nil {
		return nil, d.link.fault(d.link.dialErr)
	}
	return &conn{Conn: w, link: d.link}, nil
}

// dialer opens connections for goadb. It carries the context because goadb's
// Dialer interface has no room for one.
type dialer struct {
	ctx  context.Context //nolint:containedctx // of one call; see above
	addr string
	link *link // of the last dial
}

// Dial never fails: goadb panics on an error that is not its own and starts an
// adb server on one that is. A link that could not be dialled fails at its
// first use instead.
func (d *dialer) Dial(string) (*wire.Conn, error) {
	l := &link{dialer: d}
	d.link = l
	l.nc, l.dialErr = new(net.Dialer).DialContext(d.ctx, "tcp", d.addr)
	if l.dialErr == nil {
		l.stop = context.AfterFunc(d.ctx, func() { l.nc.Close() })
	}
	return wire.NewConn(scanner{wire.NewScanner(l), l}, sender{wire.NewSender(l), l}), nil
}

// link is the byte stream under a goadb connection. It remembers why it broke,
// since goadb's errors do not unwrap.
type link struct {
	dialer  *dialer
	nc      net.Conn
	stop    func() bool
	dialErr error
	close   sync.Once
	failed  error // first error of the stream below, nil while it works
	refusal error // what the server or the phone said after FAIL
}

func (l *link) Read(b []byte) (int, error) {
	if l.dialErr != nil {
		return 0, l.dialErr
	}
	n, err := l.nc.Read(b)
	l.note(err)
	return n, err
}

func (l *link) Write(b []byte) (int, error) {
	if l.dialErr != nil {
		return 0, l.dialErr
	}
	n, err := l.nc.Write(b)
	l.note(err)
	return n, err
}

func (l *link) note(err error) {
	if l.failed == nil {
		l.failed = err
	}
}

// Close may be called more than once, as goadb does.
func (l *link) Close() error {
	l.close.Do(func() {
		if l.nc != nil {
			l.stop()
			l.nc.Close()
		}
	})
	return nil
}

// fault says why a call over this link failed with err: the context, the
// server's own words, or the broken stream, in this order.
func (l *link) fault(err error) error {
	ctx := l.dialer.ctx
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%w (%w)", ErrTimeout, context.DeadlineExceeded)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case l.refusal != nil:
		return l.refusal
	case l.dialErr != nil:
		return fmt.Errorf("%w (%w)", ErrNoServer, l.dialErr)
	case l.failed != nil:
		return fmt.Errorf("%w (%w)", ErrDeviceLost, l.failed)
	}
	return err
}
