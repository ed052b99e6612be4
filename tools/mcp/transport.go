package mcp

import (
	"bufio"
	"context"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lastAnswers is how long the calls that are going on may take when the
// client's input ends: it may be a pipe that said all it had to say, or a
// client that is gone. A client that leaves in order ends the process itself if
// that is too long for it.
const lastAnswers = 30 * time.Second

// transport is that of a client which writes to in and reads from out.
func transport(in io.Reader, out io.Writer, within time.Duration) mcp.Transport {
	answers := &shared{out: out}
	said := &heard{in: bufio.NewReaderSize(in, 64<<10), answer: answers}
	return answering{&mcp.IOTransport{Reader: io.NopCloser(said), Writer: answers}, within}
}

// answering is a transport on which the end of the input is heard only when
// what was asked before has been answered, or cannot be in time.
type answering struct {
	mcp.Transport
	within time.Duration
}

func (t answering) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &answeringConn{Connection: c, within: t.within, closed: make(chan struct{}), answered: make(chan struct{}, 1)}, nil
}

type answeringConn struct {
	mcp.Connection
	within time.Duration

	once   sync.Once
	closed chan struct{}

	mu       sync.Mutex
	open     int           // calls without an answer
	answered chan struct{} // told after each answer; holds one
}

func (c *answeringConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.count(1)
	}
	if err != nil {
		c.finish(ctx)
	}
	return m, err
}

// finish waits until nothing is unanswered.
func (c *answeringConn) finish(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, c.within)
	defer cancel()
	for c.count(0) > 0 {
		select {
		case <-c.answered:
		case <-c.closed:
			return
		case <-ctx.Done():
			return
		}
	}
}

func (c *answeringConn) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if _, ok := m.(*jsonrpc.Response); ok {
		c.count(-1)
		select {
		case c.answered <- struct{}{}:
		default:
		}
	}
	return err
}

func (c *answeringConn) count(more int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open += more
	return c.open
}

func (c *answeringConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Connection.Close()
}
