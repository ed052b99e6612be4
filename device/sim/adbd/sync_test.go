package adbd

import (
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"

	"adroit/device/sim/shell"
)

func startSync(t *testing.T) (net.Conn, *shell.FS) {
	phone := newFakePhone(speak)
	return openService(t, startServer(t, phone), "sync:"), phone.files
}

// push sends content as a file and returns the answer's id and message.
func push(t *testing.T, conn net.Conn, path, content string) (id, message string) {
	t.Helper()
	io.WriteString(conn, syncRequest("SEND", path+",33188"))
	for rest := content; rest != ""; {
		n := min(len(rest), syncMaxData)
		io.WriteString(conn, syncRequest("DATA", rest[:n]))
		rest = rest[n:]
	}
	io.WriteString(conn, "DONE"+string(binary.LittleEndian.AppendUint32(nil, 1_700_000_000)))
	h := read(t, conn, 8)
	return h[:4], read(t, conn, int(word(h[4:])))
}

func TestPushThenPull(t *testing.T) {
	conn, files := startSync(t)
	content := strings.Repeat("0123456789abcdef", 10_000) // more than two packets
	if id, message := push(t, conn, "/data/local/tmp/new/dir/f", content); id != "OKAY" {
		t.Fatalf("push: %s %s", id, message)
	}
	if stored, err := files.ReadFile("/data/local/tmp/new/dir/f"); err != nil || string(stored) != content {
		t.Errorf("stored %d bytes, %v", len(stored), err)
	}
	io.WriteString(conn, syncRequest("STAT", "/data/local/tmp/new/dir/f"))
	h := read(t, conn, 16)
	if h[:4] != "STAT" || word(h[4:]) != 0o100644 || word(h[8:]) != uint32(len(content)) || word(h[12:]) != 1_700_000_000 {
		t.Errorf("STAT %q", h)
	}
	io.WriteString(conn, syncRequest("RECV", "/data/local/tmp/new/dir/f"))
	var got strings.Builder
	for {
		h := read(t, conn, 8)
		if h[:4] == "DONE" {
			break
		}
		if h[:4] != "DATA" || word(h[4:]) > syncMaxData {
			t.Fatalf("got %q", h)
		}
		got.WriteString(read(t, conn, int(word(h[4:]))))
	}
	if got.String() != content {
		t.Errorf("pulled %d bytes, want %d", got.Len(), len(content))
	}
}

func TestPushAnswersFailureAfterLastByte(t *testing.T) {
	conn, files := startSync(t)
	for _, path := range []string{"/system/f", "/data/f"} {
		id, message := push(t, conn, path, "content")
		if id != "FAIL" || !strings.HasPrefix(message, "couldn't create file: ") && !strings.HasPrefix(message, "secure_mkdirs failed: ") {
			t.Errorf("push to %s: %s %q", path, id, message)
		}
		if _, err := files.Stat(path, false); err == nil {
			t.Errorf("%s was made", path)
		}
	}
	if id, _ := push(t, conn, "/sdcard/f", "the stream goes on"); id != "OKAY" {
		t.Errorf("after failures: %s", id)
	}
}

func TestStatOfMissing(t *testing.T) {
	conn, _ := startSync(t)
	io.WriteString(conn, syncRequest("STAT", "/nope"))
	if got := read(t, conn, 16); got != "STAT"+strings.Repeat("\x00", 12) {
		t.Errorf("STAT %q", got)
	}
	for _, id := range []string{"STA2", "LST2"} {
		io.WriteString(conn, syncRequest(id, "/nope"))
		if got := read(t, conn, 72); got[:4] != id || word(got[4:]) != uint32(shell.ENOENT) {
			t.Errorf("%s: %q", id, got[:8])
		}
	}
	io.WriteString(conn, syncRequest("RECV", "/nope"))
	h := read(t, conn, 8)
	if message := read(t, conn, int(word(h[4:]))); h[:4] != "FAIL" || message != "open failed: No such file or directory" {
		t.Errorf("RECV: %s %q", h[:4], message)
	}
}

func TestStat2AndList(t *testing.T) {
	conn, _ := startSync(t)
	push(t, conn, "/sdcard/Download/f", "abc")
	io.WriteString(conn, syncRequest("STA2", "/sdcard/Download/f"))
	if got := read(t, conn, 72); word(got[4:]) != 0 || word(got[24:]) != 0o100644 || word(got[40:]) != 3 {
		t.Errorf("STA2 %q", got)
	}
	io.WriteString(conn, syncRequest("LIST", "/sdcard/Download"))
	h := read(t, conn, 20)
	if name := read(t, conn, int(word(h[16:]))); h[:4] != "DENT" || name != "f" {
		t.Errorf("LIST %q %q", h, name)
	}
	if got := read(t, conn, 20); got != "DONE"+strings.Repeat("\x00", 16) {
		t.Errorf("LIST ends with %q", got)
	}
	io.WriteString(conn, syncRequest("QUIT", ""))
	if rest := readAll(t, conn); rest != "" {
		t.Errorf("after QUIT: %q", rest)
	}
}

func TestSyncRefusesLongPath(t *testing.T) {
	conn, _ := startSync(t)
	io.WriteString(conn, syncRequest("STAT", "/"+strings.Repeat("x", syncMaxPath)))
	h := read(t, conn, 8)
	if h[:4] != "FAIL" {
		t.Errorf("got %q, want FAIL", h[:4])
	}
}
