package adbd

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

func TestHostRequests(t *testing.T) {
	addr := startServer(t, newFakePhone(speak))
	for _, tt := range []struct {
		request, want, failure string
	}{
		{request: "host:version", want: "0029"},
		{request: "host:devices", want: "demo\tdevice\n"},
		{request: "host:devices-l", want: "demo                   device product:p model:Simulated_Phone device:d transport_id:1\n"},
		{request: "host:host-features", want: "shell_v2,cmd"},
		{request: "host:get-state", want: "device"},
		{request: "host-serial:demo:get-state", want: "device"},
		{request: "host-serial:demo:get-serialno", want: "demo"},
		{request: "host-serial:demo:features", want: "shell_v2,cmd"},
		{request: "host-transport-id:1:get-state", want: "device"},
		{request: "host-serial:127.0.0.1:5555:get-state", failure: "device '127.0.0.1:5555' not found"},
		{request: "host:transport:other", failure: "device 'other' not found"},
		{request: "host:transport-id:9", failure: "device '9' not found"},
		{request: "host:forward:tcp:1;tcp:2", failure: "unknown host service"},
		{request: "nonsense", failure: "unknown host service"},
	} {
		t.Run(tt.request, func(t *testing.T) {
			conn := dial(t, addr)
			if got := ask(t, conn, tt.request); got != tt.failure {
				t.Fatalf("failure %q, want %q", got, tt.failure)
			}
			if tt.failure == "" {
				if got := readBlock(t, conn); got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			}
		})
	}
}

func TestTransportRequests(t *testing.T) {
	addr := startServer(t, newFakePhone(speak))
	for _, request := range []string{"host:transport:demo", "host:transport-any", "host:transport-local", "host:transport-id:1"} {
		conn := dial(t, addr)
		if failure := ask(t, conn, request); failure != "" {
			t.Errorf("%s: %s", request, failure)
		}
		if failure := ask(t, conn, "root:"); failure != "" {
			t.Errorf("%s, then a service: %s", request, failure)
		}
	}
	for _, request := range []string{"host:tport:any", "host:tport:serial:demo"} {
		conn := dial(t, addr)
		if failure := ask(t, conn, request); failure != "" {
			t.Errorf("%s: %s", request, failure)
		}
		if id := read(t, conn, 8); id != "\x01\x00\x00\x00\x00\x00\x00\x00" {
			t.Errorf("%s: transport id %q", request, id)
		}
	}
}

func TestSocketOfThePhone(t *testing.T) {
	addr := startServer(t, newFakePhone(speak))
	conn := dial(t, addr)
	ask(t, conn, "host:transport:demo")
	if failure := ask(t, conn, "localabstract:shout"); failure != "" {
		t.Fatal(failure)
	}
	io.WriteString(conn, "hello\n")
	if got := read(t, conn, 6); got != "HELLO\n" {
		t.Errorf("the socket answers %q", got)
	}
	conn = dial(t, addr)
	ask(t, conn, "host:transport:demo")
	if failure := ask(t, conn, "localabstract:nobody"); failure != "closed" {
		t.Errorf("a socket nobody listens on: %q", failure)
	}
}

func TestPhoneThatCannotServe(t *testing.T) {
	for _, tt := range []struct {
		state           State
		listed, failure string
	}{
		{StateOffline, "demo\toffline\n", "device offline"},
		{StateUnauthorized, "demo\tunauthorized\n", "device unauthorized."},
		{StateAbsent, "", "device 'demo' not found"},
	} {
		t.Run(string("state "+tt.state), func(t *testing.T) {
			phone := newFakePhone(speak)
			phone.state = tt.state
			addr := startServer(t, phone)
			list := dial(t, addr)
			ask(t, list, "host:devices")
			if got := readBlock(t, list); got != tt.listed {
				t.Errorf("listed %q, want %q", got, tt.listed)
			}
			if got := ask(t, dial(t, addr), "host:transport:demo"); !strings.HasPrefix(got, tt.failure) {
				t.Errorf("transport: %q, want %q", got, tt.failure)
			}
		})
	}
}

func TestTrackDevicesSendsEveryChange(t *testing.T) {
	phone := newFakePhone(speak)
	conn := dial(t, startServer(t, phone))
	ask(t, conn, "host:track-devices")
	for _, step := range []struct {
		state State
		want  string
	}{{StateDevice, "demo\tdevice\n"}, {StateOffline, "demo\toffline\n"}, {StateAbsent, ""}, {StateDevice, "demo\tdevice\n"}} {
		if step.state != phone.state {
			phone.set(step.state)
		}
		if got := readBlock(t, conn); got != step.want {
			t.Fatalf("list %q, want %q", got, step.want)
		}
	}
}

func TestWaitForState(t *testing.T) {
	phone := newFakePhone(speak)
	phone.state = StateAbsent
	conn := dial(t, startServer(t, phone))
	if failure := ask(t, conn, "host-serial:demo:wait-for-any-device"); failure != "" {
		t.Fatal(failure)
	}
	phone.set(StateDevice)
	if got := read(t, conn, 4); got != "OKAY" {
		t.Errorf("after the wait: %q", got)
	}
}

func TestRawServicesMergeOutputs(t *testing.T) {
	addr := startServer(t, newFakePhone(func(_ context.Context, c Command) int {
		fmt.Fprint(c.Stdout, "out\n")
		fmt.Fprint(c.Stderr, "err\n")
		fmt.Fprintf(c.Stdout, "terminal %t %s", c.Terminal, c.Line)
		return 3
	}))
	for _, service := range []string{"shell:echo", "exec:echo"} {
		if got, want := readAll(t, openService(t, addr, service)), "out\nerr\nterminal true echo"; got != want {
			t.Errorf("%s: %q, want %q", service, got, want)
		}
	}
}

func TestShellProtocolKeepsOutputsApart(t *testing.T) {
	addr := startServer(t, newFakePhone(speak))
	conn := openService(t, addr, "shell,v2,TERM=xterm,raw:"+repeat())
	io.WriteString(conn, shellPacket(packetStdin, "in")+shellPacket(packetCloseStdin, ""))
	got := readPackets(t, conn)
	if want := "out:" + repeat() + "\nin"; got[packetStdout] != want {
		t.Errorf("stdout has %d bytes, want %d", len(got[packetStdout]), len(want))
	}
	if got[packetStderr] != "err\n" || got[packetExit] != "\x03" {
		t.Errorf("stderr %q, exit %q", got[packetStderr], got[packetExit])
	}
}

func TestTerminalEchoesAndEdits(t *testing.T) {
	addr := startServer(t, newFakePhone(func(_ context.Context, c Command) int {
		typed, _ := io.ReadAll(c.Stdin)
		fmt.Fprintf(c.Stderr, "%t %q\n", c.Interactive, typed)
		return 0
	}))
	conn := openService(t, addr, "shell,v2,TERM=xterm,pty:")
	for _, keys := range []string{"ls x", "\x7f\x7f-l\r", "junk\x15", "q\n", "\x04"} {
		io.WriteString(conn, shellPacket(packetStdin, keys))
	}
	got := readPackets(t, conn)
	want := "ls x\b \b\b \b-l\r\njunk\r\nq\r\ntrue \"ls-l\\nq\\n\"\r\n"
	if got[packetStdout] != want || got[packetStderr] != "" || got[packetExit] != "\x00" {
		t.Errorf("stdout %q, want %q; stderr %q", got[packetStdout], want, got[packetStderr])
	}
}

func TestInterruptEndsTheCommandOfATerminal(t *testing.T) {
	hungUp := make(chan struct{}, 1)
	conn := openService(t, startServer(t, newFakePhone(hang(hungUp))), "shell,v2,pty:sleep")
	io.WriteString(conn, shellPacket(packetStdin, "\x03"))
	awaitSignal(t, hungUp, "the command")
}

func TestInterruptIsTheInteractiveShells(t *testing.T) {
	addr := startServer(t, newFakePhone(func(ctx context.Context, c Command) int {
		select {
		case <-c.Interrupts:
		case <-ctx.Done():
			return 1
		}
		typed, _ := io.ReadAll(c.Stdin)
		fmt.Fprintf(c.Stdout, "%q\n", typed)
		return 0
	}))
	conn := openService(t, addr, "shell,v2,pty:")
	io.WriteString(conn, shellPacket(packetStdin, "junk\x03q\n\x04"))
	if got, want := readPackets(t, conn)[packetStdout], "junk^C\r\nq\r\n\"q\\n\"\r\n"; got != want {
		t.Errorf("stdout %q, want %q", got, want)
	}
}

func TestRefusedServices(t *testing.T) {
	phone := newFakePhone(speak)
	addr := startServer(t, phone)
	for _, service := range []string{"tcp:80", "localabstract:x", "reverse:forward:tcp:1;tcp:2", "jdwp:1", "abb_exec:package", "nonsense"} {
		conn := dial(t, addr)
		ask(t, conn, "host:transport-any")
		if got := ask(t, conn, service); got != "closed" {
			t.Errorf("%s: %q, want closed", service, got)
		}
	}
	phone.identity.Features = nil
	conn := dial(t, addr)
	ask(t, conn, "host:transport-any")
	if got := ask(t, conn, "shell,v2,raw:id"); got != "closed" {
		t.Errorf("shell v2 on an old phone: %q, want closed", got)
	}
}

func TestClosingClientHangsUpItsCommand(t *testing.T) {
	hungUp := make(chan struct{}, 1)
	addr := startServer(t, newFakePhone(hang(hungUp)))
	for _, service := range []string{"shell:sleep", "exec:sleep", "shell,v2,raw:sleep"} {
		conn := openService(t, addr, service)
		read(t, conn, 6)
		conn.Close()
		awaitSignal(t, hungUp, service)
	}
}

func TestLostPhoneEndsStreamWithoutExitStatus(t *testing.T) {
	hungUp := make(chan struct{}, 1)
	phone := newFakePhone(hang(hungUp))
	conn := openService(t, startServer(t, phone), "shell,v2,raw:sleep")
	read(t, conn, 5+len("begun\n"))
	phone.set(StateAbsent)
	awaitSignal(t, hungUp, "the phone's command")
	if rest, _ := io.ReadAll(conn); len(rest) > 0 {
		t.Errorf("after the phone was gone came %q", rest)
	}
}

func TestCloseEndsEverything(t *testing.T) {
	hungUp := make(chan struct{}, 1)
	s, err := ServeServer(t.Context(), newFakePhone(hang(hungUp)), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	conn := openService(t, s.Addr(), "shell:sleep")
	read(t, conn, 6)
	s.Close()
	select {
	case <-hungUp:
	default:
		t.Error("Close returned before the command had ended")
	}
	if _, err := net.DialTimeout("tcp", s.Addr(), time.Second); err == nil {
		t.Error("still listening after Close")
	}
}

func TestServerRefusesOtherAddresses(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "nonsense"} {
		if s, err := ServeServer(t.Context(), newFakePhone(speak), addr); err == nil {
			s.Close()
			t.Errorf("serves on %q", addr)
		}
	}
}

func awaitSignal(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		t.Fatalf("%s was not hung up", what)
	}
}
