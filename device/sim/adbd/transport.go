package adbd

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
)

// Commands and versions of the device transport (protocol.txt, adb.h).
const (
	cmdSync = 0x434e5953
	cmdCnxn = 0x4e584e43
	cmdAuth = 0x48545541
	cmdOpen = 0x4e45504f
	cmdOkay = 0x59414b4f
	cmdClse = 0x45534c43
	cmdWrte = 0x45545257

	versionMin          = 0x01000000
	versionSkipChecksum = 0x01000001 // from here on data_check is 0

	authToken    = 1
	tokenSize    = 20
	minPayload   = 4096 // what every peer takes
	headerLength = 24
)

// ServeDevice serves dev to the adb servers that connect to l, until ctx ends.
// It closes l, and returns when all it started has ended. The error is nil
// when ctx ended it.
func ServeDevice(ctx context.Context, dev Device, l net.Listener) error {
	return serveConns(ctx, l, func(ctx context.Context, conn net.Conn) {
		state, down := dev.Link()
		if state == StateAbsent {
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		context.AfterFunc(ctx, func() { conn.Close() })
		t := &transport{dev: dev, state: state, conn: conn, maxPayload: minPayload, streams: map[uint32]*muxStream{}}
		go func() {
			select {
			case <-down:
				cancel()
			case <-ctx.Done():
			}
		}()
		// Why a peer went is its own affair; the next one is served anew.
		_ = t.run(ctx)
	})
}

// serveConns runs handle on each connection of l until ctx ends, then closes
// them and waits.
func serveConns(ctx context.Context, l net.Listener, handle func(context.Context, net.Conn)) error {
	ctx, cancel := context.WithCancel(ctx)
	var handlers sync.WaitGroup
	defer handlers.Wait()
	defer cancel()
	defer context.AfterFunc(ctx, func() { l.Close() })()
	for {
		conn, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("accept on %s: %w", l.Addr(), err)
		}
		handlers.Go(func() {
			defer conn.Close()
			handle(ctx, conn)
		})
	}
}

// transport is one connection from an adb server, and the streams on it.
type transport struct {
	dev   Device
	state State
	conn  net.Conn

	writing    sync.Mutex // one packet at a time
	version    uint32
	maxPayload int

	mu      sync.Mutex
	streams map[uint32]*muxStream
	lastID  uint32
	serving sync.WaitGroup
}

type packet struct {
	command, arg0, arg1 uint32
	data                []byte
}

func (t *transport) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer t.serving.Wait()
	defer cancel()
	for {
		p, err := t.read()
		if err != nil {
			return err
		}
		if err := t.handle(ctx, p); err != nil {
			return err
		}
	}
}

func (t *transport) handle(ctx context.Context, p packet) error {
	switch p.command {
	case cmdCnxn:
		return t.greet(p)
	case cmdAuth:
		if p.arg0 == authToken+1 { // a signature, which this phone does not trust
			return t.challenge()
		}
	case cmdOpen:
		return t.open(ctx, p.arg0, strings.TrimRight(string(p.data), "\x00"))
	case cmdOkay:
		if s := t.stream(p.arg1); s != nil {
			s.grant()
		}
	case cmdWrte:
		s := t.stream(p.arg1)
		if s == nil {
			return t.send(packet{command: cmdClse, arg1: p.arg0})
		}
		// adb may send a second packet before the first is acknowledged, when
		// its client closes with bytes pending: it is queued, not refused.
		if _, err := s.in.Write(p.data); errors.Is(err, errFlooded) {
			return err
		}
	case cmdClse:
		if s := t.stream(p.arg1); s != nil {
			s.hangUp()
		}
	case cmdSync:
	default:
		return fmt.Errorf("unknown command %#x", p.command)
	}
	return nil
}

// greet answers the server's CNXN, which comes first.
func (t *transport) greet(p packet) error {
	switch t.state {
	case StateOffline:
		return nil // a phone that hangs never answers
	case StateUnauthorized:
		return t.challenge()
	}
	id := t.dev.Identity()
	ours := uint32(versionSkipChecksum)
	if id.MaxPayload <= minPayload {
		ours = versionMin
	}
	t.writing.Lock()
	t.version = min(ours, p.arg0)
	t.maxPayload = max(minPayload, min(id.MaxPayload, int(p.arg1)))
	t.writing.Unlock()
	banner := fmt.Sprintf("device::ro.product.name=%s;ro.product.model=%s;ro.product.device=%s;features=%s",
		id.Product, id.Model, id.Device, strings.Join(id.Features, ","))
	return t.send(packet{command: cmdCnxn, arg0: ours, arg1: uint32(id.MaxPayload), data: []byte(banner)})
}

func (t *transport) challenge() error {
	token := make([]byte, tokenSize)
	rand.Read(token)
	return t.send(packet{command: cmdAuth, arg0: authToken, data: token})
}

func (t *transport) open(ctx context.Context, remote uint32, name string) error {
	serve, ok := serviceFor(t.dev, name)
	if !ok {
		return t.send(packet{command: cmdClse, arg1: remote})
	}
	s, ctx := t.newStream(ctx, remote)
	if err := t.send(packet{command: cmdOkay, arg0: s.local, arg1: remote}); err != nil {
		return err
	}
	t.serving.Go(func() {
		defer s.close()
		defer t.dev.Serving(name)()
		serve(ctx, s)
	})
	return nil
}

// newStream returns a stream and the context that ends with it.
func (t *transport) newStream(ctx context.Context, remote uint32) (*muxStream, context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastID++
	s := &muxStream{t: t, local: t.lastID, remote: remote, credit: make(chan struct{}, 1)}
	ctx, s.cancel = context.WithCancel(ctx)
	s.ended = ctx.Done()
	s.in = newBuffer(func() {
		// A lost transport ends the stream by its context.
		_ = t.send(packet{command: cmdOkay, arg0: s.local, arg1: remote})
	})
	context.AfterFunc(ctx, func() { s.in.Close() })
	s.grant() // OPEN is the opener's first READY
	t.streams[s.local] = s
	return s, ctx
}

func (t *transport) stream(local uint32) *muxStream {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.streams[local]
}

// read reads one packet. The checksum is not verified: servers send none when
// they redial, before a version is agreed.
func (t *transport) read() (packet, error) {
	var h [headerLength]byte
	if _, err := io.ReadFull(t.conn, h[:]); err != nil {
		return packet{}, err
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(h[4*i:]) }
	p := packet{command: word(0), arg0: word(1), arg1: word(2)}
	if word(5) != p.command^0xffffffff {
		return packet{}, errors.New("bad packet magic")
	}
	if n := word(3); n > uint32(max(minPayload, t.dev.Identity().MaxPayload)) {
		return packet{}, fmt.Errorf("packet of %d bytes", n)
	}
	p.data = make([]byte, word(3))
	_, err := io.ReadFull(t.conn, p.data)
	return p, err
}

func (t *transport) send(p packet) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	buf := make([]byte, headerLength, headerLength+len(p.data))
	check := uint32(0)
	if t.version < versionSkipChecksum {
		for _, b := range p.data {
			check += uint32(b)
		}
	}
	for i, word := range []uint32{p.command, p.arg0, p.arg1, uint32(len(p.data)), check, p.command ^ 0xffffffff} {
		binary.LittleEndian.PutUint32(buf[4*i:], word)
	}
	_, err := t.conn.Write(append(buf, p.data...))
	return err
}

// muxStream is one stream of a transport. A write waits until the peer has
// taken the one before it; a packet read whole is acknowledged.
type muxStream struct {
	t             *transport
	local, remote uint32
	ended         <-chan struct{} // when either side closes
	cancel        context.CancelFunc
	in            *buffer
	credit        chan struct{}
}

func (s *muxStream) grant() {
	select {
	case s.credit <- struct{}{}:
	default: // more READYs than writes: a peer's mistake that harms nobody
	}
}

func (s *muxStream) hangUp() { s.cancel() }

func (s *muxStream) close() {
	s.cancel()
	s.t.mu.Lock()
	delete(s.t.streams, s.local)
	s.t.mu.Unlock()
	_ = s.t.send(packet{command: cmdClse, arg0: s.local, arg1: s.remote})
}

func (s *muxStream) stopReading() { s.in.Close() }

func (s *muxStream) Read(p []byte) (int, error) { return s.in.Read(p) }

func (s *muxStream) Write(p []byte) (int, error) {
	for sent := 0; sent < len(p); {
		select {
		case <-s.credit:
		case <-s.ended:
			return sent, io.ErrClosedPipe
		}
		n := min(len(p)-sent, s.t.maxPayload)
		if err := s.t.send(packet{command: cmdWrte, arg0: s.local, arg1: s.remote, data: p[sent : sent+n]}); err != nil {
			return sent, err
		}
		sent += n
	}
	return len(p), nil
}
