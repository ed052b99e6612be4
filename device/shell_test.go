package device

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

func TestShellDemandsTheExitStatus(t *testing.T) {
	for name, serve := range map[string]func(net.Conn, string){
		"nothing":          func(net.Conn, string) {},
		"output alone":     func(c net.Conn, _ string) { writePacket(c, packetStdout, "begun\n") },
		"half a header":    func(c net.Conn, _ string) { send(c, string([]byte{packetStdout, 1, 0})) },
		"half a packet":    func(c net.Conn, _ string) { send(c, string(packet(packetStdout, 9))+"begun") },
		"exit without one": func(c net.Conn, _ string) { send(c, string(packet(packetExit, 1))) },
	} {
		t.Run(name, func(t *testing.T) {
			f := startADB(t)
			f.set(func(f *fakeADB) { f.serve = serve })
			_, err := openPhone(t, f).Shell(t.Context(), "true")
			if !errors.Is(err, ErrDeviceLost) {
				t.Errorf("error %v, want ErrDeviceLost", err)
			}
			if errors.Is(err, ErrNotSent) {
				t.Error("the error says that nothing was sent")
			}
		})
	}
}

// A phone without the shell protocol whose output ends before the mark was lost.
func TestOldShellDemandsTheExitStatus(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) {
		f.features = "cmd"
		f.serve = func(c net.Conn, _ string) { send(c, "begun\n") }
	})
	if _, err := openPhone(t, f).Shell(t.Context(), "true"); !errors.Is(err, ErrDeviceLost) {
		t.Errorf("error %v, want ErrDeviceLost", err)
	}
}

func TestShellSkipsUnknownPackets(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) {
		f.serve = func(c net.Conn, s string) {
			writePacket(c, 77, "from the future")
			prints("out", "", 4)(c, s)
		}
	})
	got, err := openPhone(t, f).Shell(t.Context(), "true")
	if err != nil || string(got.Stdout) != "out" || got.Exit != 4 {
		t.Errorf("got %+v, error %v", got, err)
	}
}

func TestCancelledCommandReturnsAndHangsUp(t *testing.T) {
	f := startADB(t)
	begun, ended := make(chan struct{}), make(chan struct{})
	f.set(func(f *fakeADB) {
		f.serve = func(c net.Conn, _ string) {
			readStdin(c)
			close(begun)
			drain(c) // returns when the client hangs up
			close(ended)
		}
	})
	p := openPhone(t, f)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-begun
		cancel()
	}()
	if _, err := p.Shell(ctx, "sleep 1000"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	<-ended
}

func TestCommandHasADeadline(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = func(c net.Conn, _ string) { drain(c) } })
	p := openPhone(t, f)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Shell(ctx, "sleep 1000"); !errors.Is(err, ErrTimeout) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want ErrTimeout", err)
	}
}

func TestOutputIsCapped(t *testing.T) {
	endless := func(c net.Conn, _ string) {
		block := strings.Repeat("y\n", 32<<10)
		for {
			if _, err := c.Write(append(packet(packetStdout, len(block)), block...)); err != nil {
				return
			}
		}
	}
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = endless })
	p := openPhone(t, f)
	if _, err := p.Shell(t.Context(), "yes"); !errors.Is(err, ErrOutputTooLong) {
		t.Errorf("shell: error %v, want ErrOutputTooLong", err)
	}
	if n, err := p.Exec(t.Context(), "yes", io.Discard); !errors.Is(err, ErrOutputTooLong) || n > maxOutput+1 {
		t.Errorf("exec: %d bytes, error %v, want ErrOutputTooLong", n, err)
	}
}

func TestLongServiceIsNeverSent(t *testing.T) {
	f := startADB(t)
	p := openPhone(t, f)
	_, err := p.Shell(t.Context(), strings.Repeat("x", maxService))
	if !errors.Is(err, ErrCommandTooLong) || !errors.Is(err, ErrNotSent) {
		t.Errorf("error %v, want ErrCommandTooLong that is ErrNotSent", err)
	}
	if n := f.requested("host:transport"); n != 0 {
		t.Errorf("%d connections to the phone, want none", n)
	}
}

func TestExecCopiesBytes(t *testing.T) {
	want := strings.Repeat("\x00\r\n\xff", 100_000)
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = func(c net.Conn, _ string) { send(c, want) } })
	var got bytes.Buffer
	n, err := openPhone(t, f).Exec(t.Context(), "cat /x", &got)
	if err != nil || n != int64(len(want)) || got.String() != want {
		t.Errorf("%d bytes, equal %v, error %v", n, got.String() == want, err)
	}
	if f.requested("exec:cat /x") != 1 {
		t.Errorf("requests %q", f.requests)
	}
}

func TestExecReportsTheWriter(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = func(c net.Conn, _ string) { send(c, "bytes") } })
	full := errors.New("disk full")
	_, err := openPhone(t, f).Exec(t.Context(), "cat", failingWriter{full})
	if !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}

// Features are asked once, and again after the list of devices has changed or
// the phone was lost.
func TestFeaturesAreForgotten(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = prints("", "", 0) })
	p := openPhone(t, f)
	ask := func(want int) {
		t.Helper()
		if _, err := p.Shell(t.Context(), "true"); err != nil {
			t.Fatal(err)
		}
		if got := f.requested("host-serial:fake:features"); got != want {
			t.Errorf("features asked %d times, want %d", got, want)
		}
	}
	ask(1)
	ask(1)
	f.set(func(f *fakeADB) { f.fail["host:transport:fake"] = "device offline" })
	if _, err := p.Shell(t.Context(), "true"); !errors.Is(err, ErrOffline) {
		t.Fatalf("error %v, want ErrOffline", err)
	}
	f.set(func(f *fakeADB) { delete(f.fail, "host:transport:fake") })
	ask(2)
	p.hub.changes.Add(1) // as Track does
	ask(3)
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
