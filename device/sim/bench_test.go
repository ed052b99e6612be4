package sim_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"testing"

	"adroit/device/sim"
)

// BenchmarkRoundTrip is one command through the embedded adb server, and
// BenchmarkDump one dump of the screen in it.
func BenchmarkRoundTrip(b *testing.B) { benchmarkShell(b, "true") }

func BenchmarkDump(b *testing.B) {
	benchmarkShell(b, "f=/data/local/tmp/x; trap 'rm -f $f' EXIT HUP; uiautomator dump $f >&2; cat $f; dumpsys window | grep mCurrentFocus; wm size")
}

func benchmarkShell(b *testing.B, command string) {
	server, err := sim.New(sim.Options{}).ServeServer(b.Context(), "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer server.Close()
	for b.Loop() {
		conn, err := net.Dial("tcp", server.Addr())
		if err != nil {
			b.Fatal(err)
		}
		var status [4]byte
		for _, request := range []string{"host:transport-any", "shell,v2,raw:" + command} {
			fmt.Fprintf(conn, "%04x%s", len(request), request)
			if _, err := io.ReadFull(conn, status[:]); err != nil || string(status[:]) != "OKAY" {
				b.Fatal(string(status[:]), err)
			}
		}
		out, err := io.ReadAll(conn)
		if err != nil || len(out) < 6 || binary.LittleEndian.Uint32(out[len(out)-5:]) != 1 {
			b.Fatalf("%d bytes, %v", len(out), err)
		}
		conn.Close()
	}
}
