package adbd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"adroit/device/sim/shell"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for what must come at once.
const patience = 10 * time.Second

// fakePhone runs one function for every command line.
type fakePhone struct {
	identity Identity
	files    *shell.FS
	run      func(ctx context.Context, c Command) int

	mu     sync.Mutex
	state  State
	down   chan struct{}
	served []string
}

func newFakePhone(run func(ctx context.Context, c Command) int) *fakePhone {
	return &fakePhone{
		identity: Identity{Serial: "demo", Product: "p", Model: "Simulated Phone", Device: "d", Features: []string{"shell_v2", "cmd"}, MaxPayload: 1 << 20},
		files:    shell.NewFS(time.Now), run: run, state: StateDevice, down: make(chan struct{}),
	}
}

func (f *fakePhone) Identity() Identity { return f.identity }

func (f *fakePhone) Link() (State, <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state, f.down
}

func (f *fakePhone) set(state State) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state = state
	close(f.down)
	f.down = make(chan struct{})
}

// Socket has one socket, which answers each line in capitals.
func (f *fakePhone) Socket(name string) (func(io.ReadWriter), bool) {
	return func(conn io.ReadWriter) {
		line, _ := bufio.NewReader(conn).ReadString('\n')
		io.WriteString(conn, strings.ToUpper(line))
	}, name == "shout"
}

func (f *fakePhone) Serving(name string) func() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.served = append(f.served, name)
	return func() {}
}

func (f *fakePhone) Shell(ctx context.Context, c Command) int { return f.run(ctx, c) }
func (f *fakePhone) Files() *shell.FS                         { return f.files }

// speak is a command that writes to both outputs, repeats its input, and ends
// with status 3.
func speak(_ context.Context, c Command) int {
	fmt.Fprintf(c.Stdout, "out:%s\n", c.Line)
	fmt.Fprint(c.Stderr, "err\n")
	io.Copy(c.Stdout, c.Stdin)
	return 3
}

// hang is a command that ends only when it is hung up, and says so.
func hang(hungUp chan<- struct{}) func(context.Context, Command) int {
	return func(ctx context.Context, c Command) int {
		fmt.Fprint(c.Stdout, "begun\n")
		<-ctx.Done()
		hungUp <- struct{}{}
		return 1
	}
}

// startServer serves phone and returns the address.
func startServer(t *testing.T, phone Device) string {
	t.Helper()
	s, err := ServeServer(t.Context(), phone, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s.Addr()
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(patience))
	return conn
}

// ask sends one smart-socket request and returns the failure, if it is one.
func ask(t *testing.T, conn net.Conn, request string) (failure string) {
	t.Helper()
	fmt.Fprintf(conn, "%04x%s", len(request), request)
	switch status := read(t, conn, 4); status {
	case "OKAY":
		return ""
	case "FAIL":
		return readBlock(t, conn)
	default:
		t.Fatalf("%q answered %q", request, status)
		return ""
	}
}

func readBlock(t *testing.T, r io.Reader) string {
	t.Helper()
	n, err := strconv.ParseUint(read(t, r, 4), 16, 16)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, r, int(n))
}

func read(t *testing.T, r io.Reader, n int) string {
	t.Helper()
	buf := make([]byte, n)
	if _, err := io.ReadFull(r, buf); err != nil {
		t.Fatalf("read %d bytes: %v", n, err)
	}
	return string(buf)
}

func readAll(t *testing.T, r io.Reader) string {
	t.Helper()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// openService attaches to the phone and opens a service there.
func openService(t *testing.T, addr, service string) net.Conn {
	t.Helper()
	conn := dial(t, addr)
	if failure := ask(t, conn, "host:transport:demo"); failure != "" {
		t.Fatal(failure)
	}
	if failure := ask(t, conn, service); failure != "" {
		t.Fatal(failure)
	}
	return conn
}

// shellPacket is one packet of the shell protocol.
func shellPacket(kind byte, data string) string {
	return string(kind) + string(binary.LittleEndian.AppendUint32(nil, uint32(len(data)))) + data
}

// readPackets joins the packets of r by kind.
func readPackets(t *testing.T, r io.Reader) map[byte]string {
	t.Helper()
	got := map[byte]string{}
	for {
		kind, data, err := readPacket(r)
		if errors.Is(err, io.EOF) {
			return got
		}
		if err != nil {
			t.Fatal(err)
		}
		got[kind] += string(data)
	}
}

// syncRequest is a sync request: an id and what it is about.
func syncRequest(id, arg string) string {
	return id + string(binary.LittleEndian.AppendUint32(nil, uint32(len(arg)))) + arg
}

func word(s string) uint32 { return binary.LittleEndian.Uint32([]byte(s)) }

// repeat is a text longer than any of adb's old message limits.
func repeat() string { return strings.Repeat("0123456789", 1000) }
