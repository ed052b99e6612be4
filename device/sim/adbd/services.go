package adbd

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
)

// stream is one open service: a connection of the embedded server or a stream
// of a device transport. Read ends when the peer closes.
type stream interface {
	io.ReadWriter
	// stopReading makes present and later reads end.
	stopReading()
}

// feed runs read, which takes in what the peer sends, until the peer closes
// and then calls hangUp. The returned function ends and awaits it.
func feed(s stream, hangUp func(), read func() error) (stop func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer hangUp()
		for read() == nil {
		}
	}()
	return func() {
		s.stopReading()
		<-done
	}
}

// service serves one stream to its end. It returns soon after ctx ends.
type service func(ctx context.Context, s stream)

// serviceFor finds what serves a service string (SERVICES.TXT, local services),
// and reports whether anything does.
func serviceFor(dev Device, name string) (service, bool) {
	kind, rest, _ := strings.Cut(name, ":")
	options := strings.Split(kind, ",")
	switch {
	case kind == "sync":
		return func(_ context.Context, s stream) { serveSync(dev.Files(), s) }, true
	case kind == "exec":
		return rawShell(dev, rest), true
	case options[0] == "shell" && slices.Contains(options, "v2"):
		if !slices.Contains(dev.Identity().Features, "shell_v2") {
			return nil, false
		}
		return packetShell(dev, rest, slices.Contains(options, "pty")), true
	case options[0] == "shell":
		return rawShell(dev, rest), true
	case kind == "localabstract":
		serve, ok := dev.Socket(rest)
		return func(_ context.Context, s stream) { serve(s) }, ok
	case kind == "root":
		return say("adbd cannot run as root in production builds\n"), true
	case kind == "unroot":
		return say("adbd not running as root\n"), true
	case kind == "remount":
		return say("Not running as root. Try \"adb root\" first.\n"), true
	}
	return nil, false
}

func say(text string) service {
	return func(_ context.Context, s stream) { _, _ = io.WriteString(s, text) }
}

// openInput returns what a command reads, and a context for it. hangUp ends
// both.
func openInput(ctx context.Context) (inner context.Context, stdin *buffer, hangUp func()) {
	ctx, cancel := context.WithCancel(ctx)
	stdin = newBuffer(nil)
	return ctx, stdin, func() {
		cancel()
		stdin.Close()
	}
}

// rawShell serves shell: and exec:, which carry bytes alone: both outputs in
// one, no exit status, and no end of input but the end of the stream.
func rawShell(dev Device, line string) service {
	return func(ctx context.Context, s stream) {
		ctx, stdin, hangUp := openInput(ctx)
		defer hangUp()
		defer feed(s, hangUp, func() error {
			chunk := make([]byte, 32<<10)
			n, err := s.Read(chunk)
			if _, werr := stdin.Write(chunk[:n]); werr != nil {
				return werr
			}
			return err
		})()
		out := &lockedWriter{w: s}
		dev.Shell(ctx, Command{Line: line, Stdin: stdin, Stdout: out, Stderr: out, Terminal: true})
	}
}

// The packet kinds of the shell protocol (shell_protocol.h).
const (
	packetStdin      = 0
	packetStdout     = 1
	packetStderr     = 2
	packetExit       = 3
	packetCloseStdin = 4
)

// maxPacket bounds a shell packet either way.
const maxPacket = 64 << 10

// packetShell serves shell,v2: packets that keep the outputs apart and end
// with the exit status. With a terminal there is one output, and the input is
// typed.
func packetShell(dev Device, line string, terminal bool) service {
	return func(ctx context.Context, s stream) {
		ctx, stdin, hangUp := openInput(ctx)
		defer hangUp()
		out := &lockedWriter{w: s}
		c := Command{
			Line: line, Stdin: stdin, Terminal: terminal, Interactive: terminal,
			Stdout: packetWriter{out, packetStdout}, Stderr: packetWriter{out, packetStderr},
		}
		take := func(data []byte) error {
			_, err := stdin.Write(data)
			return err
		}
		if terminal {
			d := &lineDiscipline{stdin: stdin, echo: c.Stdout, interrupt: hangUp}
			if line == "" {
				c.Interrupts, d.interrupt = interrupts()
			}
			take = d.typed
			c.Stdout = cooked{c.Stdout}
			c.Stderr = c.Stdout
		}
		defer feed(s, hangUp, func() error {
			kind, data, err := readPacket(s)
			switch {
			case err != nil:
				return err
			case kind == packetCloseStdin:
				return stdin.Close()
			case kind != packetStdin: // a window size changes nothing here
				return nil
			}
			if err := take(data); err != nil && !errors.Is(err, io.ErrClosedPipe) {
				return err
			}
			return nil
		})()
		code := dev.Shell(ctx, c)
		if ctx.Err() == nil {
			_, _ = packetWriter{out, packetExit}.Write([]byte{byte(code)})
		}
	}
}

// interrupts returns a function that tells of an interrupt on the channel. Of
// several before the first is heard, one is.
func interrupts() (<-chan struct{}, func()) {
	told := make(chan struct{}, 1)
	return told, func() {
		select {
		case told <- struct{}{}:
		default:
		}
	}
}

func readPacket(r io.Reader) (kind byte, data []byte, err error) {
	var header [5]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(header[1:])
	if n > maxBuffered {
		return 0, nil, errFlooded
	}
	data = make([]byte, n)
	_, err = io.ReadFull(r, data)
	return header[0], data, err
}

// packetWriter writes its bytes as shell packets of one kind.
type packetWriter struct {
	w    *lockedWriter
	kind byte
}

func (w packetWriter) Write(p []byte) (int, error) {
	for chunk := range slices.Chunk(p, maxPacket) {
		packet := make([]byte, 5, 5+len(chunk))
		packet[0] = w.kind
		binary.LittleEndian.PutUint32(packet[1:], uint32(len(chunk)))
		if _, err := w.w.Write(append(packet, chunk...)); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// lockedWriter lets the parts of a script that run at once share a stream.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (w *lockedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.w.Write(p)
}
