package device

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"

	"adroit/device/redact"
)

// fakeADB is an adb server with one phone, "fake", that answers as a test
// says. Its fields may be changed between calls of the Hub under test.
type fakeADB struct {
	addr string

	mu       sync.Mutex
	devices  string                              // answer to host:devices-l
	features string                              // answer to host-serial:fake:features
	answers  map[string]string                   // answers to other host services
	fail     map[string]string                   // what is refused, with the server's text
	serve    func(conn net.Conn, service string) // a service on the phone, after OKAY
	trackers map[chan struct{}]bool              // told of each change of devices
	requests []string                            // every request, in order
	conns    map[net.Conn]bool
}

const oneDevice = "fake                   device product:p model:Fake_Phone device:d transport_id:1\n"

func newFakeADB() *fakeADB {
	return &fakeADB{
		devices:  oneDevice,
		features: "shell_v2,cmd,stat_v2",
		answers:  map[string]string{},
		fail:     map[string]string{},
		trackers: map[chan struct{}]bool{},
		conns:    map[net.Conn]bool{},
	}
}

func startADB(t *testing.T) *fakeADB {
	t.Helper()
	f := newFakeADB()
	f.listen(t, "127.0.0.1:0")
	return f
}

// listen serves until the test ends or stop is called.
func (f *fakeADB) listen(t *testing.T, addr string) (stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	f.addr = l.Addr().String()
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			f.hold(conn, true)
			serving.Go(func() {
				defer f.hold(conn, false)
				defer conn.Close()
				f.converse(conn)
			})
		}
	})
	stop = sync.OnceFunc(func() {
		l.Close()
		f.hangUp()
		serving.Wait()
	})
	t.Cleanup(stop)
	return stop
}

func (f *fakeADB) hold(conn net.Conn, held bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if held {
		f.conns[conn] = true
	} else {
		delete(f.conns, conn)
	}
}

// hangUp breaks every connection, as a server that is killed does.
func (f *fakeADB) hangUp() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for conn := range f.conns {
		conn.Close()
	}
}

// set changes what the server answers, and tells those who track devices.
func (f *fakeADB) set(change func(*fakeADB)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
	for changed := range f.trackers {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
}

// converse answers the requests on one connection.
func (f *fakeADB) converse(conn net.Conn) {
	r := bufio.NewReader(conn)
	for {
		request, err := readMessage(r)
		if err != nil {
			return
		}
		f.mu.Lock()
		f.requests = append(f.requests, request)
		refusal, refused := f.fail[request]
		answer, answered := f.answers[request]
		devices, features, serve := f.devices, f.features, f.serve
		f.mu.Unlock()
		switch {
		case refused:
			fmt.Fprintf(conn, "FAIL%04x%s", len(refusal), refusal)
			return
		case answered:
		case request == "host:devices-l":
			answer = devices
		case strings.HasSuffix(request, ":features"):
			answer = features
		case request == "host:track-devices":
			f.track(conn, r)
			return
		case strings.HasPrefix(request, "host:transport:"):
			send(conn, "OKAY")
			continue
		case strings.HasPrefix(request, "host"):
			refusal = "unknown host service"
			fmt.Fprintf(conn, "FAIL%04x%s", len(refusal), refusal)
			return
		default:
			send(conn, "OKAY")
			serve(&buffered{conn, r}, request)
			return
		}
		fmt.Fprintf(conn, "OKAY%04x%s", len(answer), answer)
		return
	}
}

func (f *fakeADB) track(conn net.Conn, r io.Reader) {
	changed := make(chan struct{}, 1)
	f.mu.Lock()
	f.trackers[changed] = true
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		delete(f.trackers, changed)
		f.mu.Unlock()
	}()
	gone := make(chan struct{})
	go func() {
		drain(r)
		close(gone)
	}()
	send(conn, "OKAY")
	for {
		send(conn, "0000")
		select {
		case <-changed:
		case <-gone:
			return
		}
	}
}

// requested counts the requests that begin with prefix.
func (f *fakeADB) requested(prefix string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, request := range f.requests {
		if strings.HasPrefix(request, prefix) {
			n++
		}
	}
	return n
}

// buffered is a connection of which a part was read ahead.
type buffered struct {
	net.Conn
	r *bufio.Reader
}

func (b *buffered) Read(p []byte) (int, error) { return b.r.Read(p) }

func readMessage(r io.Reader) (string, error) {
	digits := make([]byte, 4)
	if _, err := io.ReadFull(r, digits); err != nil {
		return "", err
	}
	n, err := strconv.ParseUint(string(digits), 16, 16)
	if err != nil {
		return "", err
	}
	msg := make([]byte, n)
	_, err = io.ReadFull(r, msg)
	return string(msg), err
}

// send writes to a connection that may have been given up, as many are here.
func send(w io.Writer, data string) { fmt.Fprint(w, data) }

// drain reads until the other end has hung up.
func drain(r io.Reader) { _, _ = io.Copy(io.Discard, r) }

// writePacket sends one packet of the shell protocol.
func writePacket(w io.Writer, id byte, data string) {
	send(w, string(packet(id, len(data)))+data)
}

// readStdin reads the packets of the shell protocol up to the end of input.
func readStdin(r io.Reader) string {
	var input strings.Builder
	for {
		var head [5]byte
		if _, err := io.ReadFull(r, head[:]); err != nil || head[0] == packetCloseStdin {
			return input.String()
		}
		if _, err := io.CopyN(&input, r, int64(binary.LittleEndian.Uint32(head[1:]))); err != nil {
			return input.String()
		}
	}
}

// prints serves a shell command that prints and ends with a status.
func prints(stdout, stderr string, exit byte) func(net.Conn, string) {
	return func(conn net.Conn, _ string) {
		writePacket(conn, packetStdout, stdout)
		writePacket(conn, packetStderr, stderr)
		writePacket(conn, packetExit, string([]byte{exit}))
	}
}

// openPhone opens the only phone of the fake server.
func openPhone(t *testing.T, f *fakeADB) *Phone {
	t.Helper()
	p, err := NewHub(f.addr).Open(t.Context(), "", redact.NewRegistry(redact.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
