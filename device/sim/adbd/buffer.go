package adbd

import (
	"errors"
	"io"
	"sync"
)

// maxBuffered bounds what a peer may send ahead of its reader.
const maxBuffered = 8 << 20

var errFlooded = errors.New("peer sent more than its reader takes")

// buffer is a queue of packets between the goroutine that reads a connection,
// which must never block on a slow command, and the command. It is for one
// writer and one reader.
type buffer struct {
	mu      sync.Mutex
	arrived sync.Cond
	packets [][]byte
	size    int
	closed  bool
	// consumed, if set, is called each time a whole packet has been read.
	consumed func()
}

func newBuffer(consumed func()) *buffer {
	b := &buffer{consumed: consumed}
	b.arrived.L = &b.mu
	return b
}

// Write queues p, which the buffer keeps.
func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
		return 0, io.ErrClosedPipe
	case b.size+len(p) > maxBuffered:
		return 0, errFlooded
	case len(p) == 0:
		return 0, nil
	}
	b.packets = append(b.packets, p)
	b.size += len(p)
	b.arrived.Signal()
	return len(p), nil
}

// Close ends the input: what is queued can still be read.
func (b *buffer) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.arrived.Broadcast()
	return nil
}

// Read returns queued bytes, waiting for some, and io.EOF after the last.
func (b *buffer) Read(p []byte) (int, error) {
	n, whole, err := b.take(p)
	if whole && b.consumed != nil {
		b.consumed()
	}
	return n, err
}

func (b *buffer) take(p []byte) (n int, whole bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.packets) == 0 {
		if b.closed {
			return 0, false, io.EOF
		}
		b.arrived.Wait()
	}
	n = copy(p, b.packets[0])
	b.packets[0] = b.packets[0][n:]
	b.size -= n
	if len(b.packets[0]) > 0 {
		return n, false, nil
	}
	b.packets = b.packets[1:]
	return n, true, nil
}
