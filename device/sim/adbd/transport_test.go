package adbd

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// startDevice serves phone's device side and returns the address.
func startDevice(t *testing.T, phone Device) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- ServeDevice(ctx, phone, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("ServeDevice: %v", err)
		}
	})
	return l.Addr().String()
}

// adbServer is the other end of a transport, as an adb server is.
type adbServer struct {
	t    *testing.T
	conn net.Conn
}

// send writes a packet whose checksum is wrong, as a redialling server's is.
func (s adbServer) send(command, arg0, arg1 uint32, data string) {
	s.t.Helper()
	buf := make([]byte, 0, headerLength+len(data))
	for _, w := range []uint32{command, arg0, arg1, uint32(len(data)), 0, ^command} {
		buf = binary.LittleEndian.AppendUint32(buf, w)
	}
	if _, err := s.conn.Write(append(buf, data...)); err != nil {
		s.t.Fatal(err)
	}
}

func (s adbServer) receive() packet {
	s.t.Helper()
	h := read(s.t, s.conn, headerLength)
	if word(h[20:]) != ^word(h) {
		s.t.Fatalf("magic %#x of command %#x", word(h[20:]), word(h))
	}
	return packet{command: word(h), arg0: word(h[4:]), arg1: word(h[8:]), data: []byte(read(s.t, s.conn, int(word(h[12:]))))}
}

func (s adbServer) expect(command uint32) packet {
	s.t.Helper()
	p := s.receive()
	if p.command != command {
		s.t.Fatalf("got command %#x %q, want %#x", p.command, p.data, command)
	}
	return p
}

func (s adbServer) silent() {
	s.t.Helper()
	s.conn.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if n, err := s.conn.Read(make([]byte, 1)); n > 0 || err == nil {
		s.t.Error("the phone spoke out of turn")
	}
	s.conn.SetReadDeadline(time.Now().Add(patience))
}

func connectTo(t *testing.T, phone Device) adbServer {
	t.Helper()
	s := adbServer{t, dial(t, startDevice(t, phone))}
	s.send(cmdCnxn, versionSkipChecksum, 1<<20, "host::features=shell_v2,cmd")
	return s
}

func TestHandshake(t *testing.T) {
	p := connectTo(t, newFakePhone(speak)).expect(cmdCnxn)
	if p.arg0 != versionSkipChecksum || p.arg1 != 1<<20 {
		t.Errorf("version %#x, payload %d", p.arg0, p.arg1)
	}
	want := "device::ro.product.name=p;ro.product.model=Simulated Phone;ro.product.device=d;features=shell_v2,cmd"
	if string(p.data) != want {
		t.Errorf("banner %q", p.data)
	}
}

func TestOldPhoneSumsAndSplits(t *testing.T) {
	phone := newFakePhone(func(_ context.Context, c Command) int {
		io.WriteString(c.Stdout, strings.Repeat("x", 5000))
		return 0
	})
	phone.identity.MaxPayload = minPayload
	s := connectTo(t, phone)
	if p := s.expect(cmdCnxn); p.arg0 != versionMin || p.arg1 != minPayload {
		t.Errorf("version %#x, payload %d", p.arg0, p.arg1)
	}
	s.send(cmdOpen, 7, 0, "exec:x\x00")
	local := s.expect(cmdOkay).arg0
	h := read(t, s.conn, headerLength)
	if n := word(h[12:]); n != minPayload {
		t.Fatalf("packet of %d bytes", n)
	}
	if check := word(h[16:]); check != minPayload*'x' {
		t.Errorf("checksum %d, want the sum of the bytes", check)
	}
	read(t, s.conn, minPayload)
	s.send(cmdOkay, 7, local, "")
	if p := s.expect(cmdWrte); len(p.data) != 5000-minPayload {
		t.Errorf("second packet of %d bytes", len(p.data))
	}
}

func TestStreamWaitsForEachOkay(t *testing.T) {
	phone := newFakePhone(func(_ context.Context, c Command) int {
		fmt.Fprint(c.Stdout, "one")
		fmt.Fprint(c.Stdout, "two")
		return 0
	})
	s := connectTo(t, phone)
	s.expect(cmdCnxn)
	s.send(cmdOpen, 7, 0, "exec:x\x00")
	local := s.expect(cmdOkay).arg0
	if p := s.expect(cmdWrte); string(p.data) != "one" || p.arg0 != local || p.arg1 != 7 {
		t.Errorf("first packet %+v", p)
	}
	s.silent()
	s.send(cmdOkay, 7, local, "")
	if p := s.expect(cmdWrte); string(p.data) != "two" {
		t.Errorf("second packet %q", p.data)
	}
	s.send(cmdOkay, 7, local, "")
	if p := s.expect(cmdClse); p.arg0 != local || p.arg1 != 7 {
		t.Errorf("close %+v", p)
	}
}

func TestWriteBeforeOkayIsQueued(t *testing.T) {
	phone := newFakePhone(func(_ context.Context, c Command) int {
		got := make([]byte, 6)
		io.ReadFull(c.Stdin, got)
		fmt.Fprintf(c.Stdout, "got %s", got)
		return 0
	})
	s := connectTo(t, phone)
	s.expect(cmdCnxn)
	s.send(cmdOpen, 7, 0, "exec:cat\x00")
	local := s.expect(cmdOkay).arg0
	s.send(cmdWrte, 7, local, "abc")
	s.send(cmdWrte, 7, local, "def") // adb does this when its client closes
	okays := 0
	for p := s.receive(); ; p = s.receive() {
		if p.command == cmdOkay {
			okays++
			continue
		}
		if string(p.data) != "got abcdef" {
			t.Errorf("got %+v", p)
		}
		break
	}
	if okays != 2 {
		t.Errorf("%d packets acknowledged, want 2", okays)
	}
}

func TestCloseHangsUpAndIsAnswered(t *testing.T) {
	hungUp := make(chan struct{}, 1)
	s := connectTo(t, newFakePhone(hang(hungUp)))
	s.expect(cmdCnxn)
	s.send(cmdOpen, 7, 0, "shell,v2,raw:sleep\x00")
	local := s.expect(cmdOkay).arg0
	s.expect(cmdWrte)
	s.send(cmdClse, 7, local, "")
	awaitSignal(t, hungUp, "the command")
	if p := s.expect(cmdClse); p.arg0 != local || p.arg1 != 7 {
		t.Errorf("answered %+v", p)
	}
	s.send(cmdClse, 7, local, "") // a stream that is gone
	s.silent()
}

func TestUnknownServiceIsClosed(t *testing.T) {
	s := connectTo(t, newFakePhone(speak))
	s.expect(cmdCnxn)
	s.send(cmdOpen, 7, 0, "tcp:80\x00")
	if p := s.expect(cmdClse); p.arg0 != 0 || p.arg1 != 7 {
		t.Errorf("got %+v", p)
	}
}

func TestStreamsDoNotWaitForEachOther(t *testing.T) {
	hungUp := make(chan struct{}, 1)
	phone := newFakePhone(nil)
	phone.run = func(ctx context.Context, c Command) int {
		if c.Line == "hang" {
			return hang(hungUp)(ctx, c)
		}
		return speak(ctx, c)
	}
	s := connectTo(t, phone)
	s.expect(cmdCnxn)
	s.send(cmdOpen, 7, 0, "exec:hang\x00")
	s.expect(cmdOkay)
	s.expect(cmdWrte)
	s.send(cmdOpen, 8, 0, "exec:quick\x00")
	if p := s.expect(cmdOkay); p.arg1 != 8 {
		t.Errorf("opened %+v", p)
	}
	if p := s.expect(cmdWrte); string(p.data) != "out:quick\n" {
		t.Errorf("second stream said %q", p.data)
	}
}

func TestUnauthorizedPhoneOnlyChallenges(t *testing.T) {
	phone := newFakePhone(speak)
	phone.state = StateUnauthorized
	s := connectTo(t, phone)
	for range 2 {
		if p := s.expect(cmdAuth); p.arg0 != authToken || len(p.data) != tokenSize {
			t.Errorf("challenge %+v", p)
		}
		s.send(cmdAuth, 2, 0, "signature")
	}
	s.expect(cmdAuth)
	s.send(cmdAuth, 3, 0, "public key\x00")
	s.silent()
}

func TestOfflinePhoneIsSilent(t *testing.T) {
	phone := newFakePhone(speak)
	phone.state = StateOffline
	connectTo(t, phone).silent()
}

func TestBrokenLinkClosesConnection(t *testing.T) {
	hungUp := make(chan struct{}, 1)
	phone := newFakePhone(hang(hungUp))
	s := connectTo(t, phone)
	s.expect(cmdCnxn)
	s.send(cmdOpen, 7, 0, "exec:x\x00")
	s.expect(cmdOkay)
	s.expect(cmdWrte)
	phone.set(StateDevice)
	awaitSignal(t, hungUp, "the command")
	if _, err := io.ReadAll(s.conn); err != nil && !strings.Contains(err.Error(), "reset") {
		t.Errorf("connection ended with %v", err)
	}
}

func FuzzTransport(f *testing.F) {
	f.Add([]byte("CNXN"))
	f.Add(binary.LittleEndian.AppendUint32(nil, cmdOpen))
	f.Fuzz(func(t *testing.T, data []byte) {
		phone := newFakePhone(func(context.Context, Command) int { return 0 })
		ours, theirs := net.Pipe()
		tr := &transport{dev: phone, state: StateDevice, conn: ours, maxPayload: minPayload, streams: map[uint32]*muxStream{}}
		go func() {
			theirs.Write(data)
			theirs.Close()
		}()
		go io.Copy(io.Discard, theirs)
		if err := tr.run(t.Context()); err == nil {
			t.Error("a transport that has ended must say why")
		}
		ours.Close()
	})
}
