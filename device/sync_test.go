package device

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strings"
	"testing"
	"time"
)

// syncPhone serves the sync service (AOSP adb/SYNC.TXT) with one file.
type syncPhone struct {
	file    string // what RECV sends
	refusal string // sent instead of the answer
	cutOff  bool   // the connection ends before DONE
	path    string // what SEND named
	pushed  bytes.Buffer
	mtime   uint32
}

func (s *syncPhone) serve(conn net.Conn, _ string) {
	var head struct {
		ID  [4]byte
		Len uint32
	}
	for binary.Read(conn, binary.LittleEndian, &head) == nil {
		if string(head.ID[:]) == "DONE" {
			s.mtime = head.Len
			s.answer(conn, "OKAY\x00\x00\x00\x00")
			return
		}
		data := make([]byte, head.Len)
		if _, err := io.ReadFull(conn, data); err != nil {
			return
		}
		switch string(head.ID[:]) {
		case "SEND":
			s.path = string(data)
		case "DATA":
			s.pushed.Write(data)
		case "RECV":
			if s.refusal != "" {
				s.answer(conn, "")
				return
			}
			for chunk := range chunks(s.file, 64<<10) {
				send(conn, syncMessage("DATA", chunk))
			}
			if !s.cutOff {
				send(conn, "DONE\x00\x00\x00\x00")
			}
			return
		}
	}
}

func chunks(s string, size int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for len(s) > 0 {
			n := min(size, len(s))
			if !yield(s[:n]) {
				return
			}
			s = s[n:]
		}
	}
}

func (s *syncPhone) answer(conn net.Conn, ok string) {
	if s.refusal == "" {
		send(conn, ok)
		return
	}
	send(conn, syncMessage("FAIL", s.refusal))
}

// syncMessage is an id, a little-endian length and the data.
func syncMessage(id, data string) string {
	return string(binary.LittleEndian.AppendUint32([]byte(id), uint32(len(data)))) + data
}

func startSync(t *testing.T, s *syncPhone) *Phone {
	t.Helper()
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = s.serve })
	return openPhone(t, f)
}

func TestPush(t *testing.T) {
	for _, size := range []int{0, 1, 64 << 10, 64<<10 + 1, 1 << 20} {
		s := &syncPhone{}
		p := startSync(t, s)
		content := strings.Repeat("x", size)
		err := p.Push(t.Context(), strings.NewReader(content), "/data/local/tmp/f", 0o640, time.Unix(1_700_000_000, 0))
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("/data/local/tmp/f,%d", 0o100640); s.path != want {
			t.Errorf("sent to %q, want %q", s.path, want)
		}
		if s.pushed.String() != content || s.mtime != 1_700_000_000 {
			t.Errorf("%d bytes, time %d; want %d, 1700000000", s.pushed.Len(), s.mtime, size)
		}
	}
}

// The phone says only after the last byte whether it could write the file.
func TestPushReadsTheVerdict(t *testing.T) {
	for refusal, want := range map[string]error{
		"couldn't create file: Permission denied":         fs.ErrPermission,
		"couldn't create file: Read-only file system":     fs.ErrPermission,
		"couldn't create file: No such file or directory": fs.ErrNotExist,
	} {
		p := startSync(t, &syncPhone{refusal: refusal})
		err := p.Push(t.Context(), strings.NewReader("x"), "/system/f", 0o644, time.Now())
		if !errors.Is(err, want) || !strings.Contains(err.Error(), refusal) {
			t.Errorf("%q: error %v", refusal, err)
		}
	}
}

func TestPushReportsTheReader(t *testing.T) {
	broken := errors.New("broken reader")
	r := io.MultiReader(strings.NewReader("begun"), failingReader{broken})
	s := &syncPhone{}
	err := startSync(t, s).Push(t.Context(), r, "/data/local/tmp/f", 0o644, time.Now())
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

func TestPull(t *testing.T) {
	for _, size := range []int{0, 1, 64<<10 + 1, 1 << 20} {
		content := strings.Repeat("y", size)
		var got bytes.Buffer
		n, err := startSync(t, &syncPhone{file: content}).Pull(t.Context(), "/sdcard/f", &got)
		if err != nil || n != int64(size) || got.String() != content {
			t.Errorf("%d bytes of %d, equal %v, error %v", n, size, got.String() == content, err)
		}
	}
}

func TestPullFailures(t *testing.T) {
	for name, test := range map[string]struct {
		phone *syncPhone
		want  error
	}{
		"missing":              {&syncPhone{refusal: "open failed: No such file or directory"}, fs.ErrNotExist},
		"missing, old wording": {&syncPhone{refusal: "No such file or directory"}, fs.ErrNotExist},
		"forbidden":            {&syncPhone{refusal: "open failed: Permission denied"}, fs.ErrPermission},
		"cut off":              {&syncPhone{file: "begun", cutOff: true}, ErrDeviceLost},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := startSync(t, test.phone).Pull(t.Context(), "/sdcard/f", io.Discard)
			if !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
		})
	}
}
