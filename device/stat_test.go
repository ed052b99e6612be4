package device

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"net"
	"testing"
	"time"
)

// statPhone answers one STAT or LST2 request of the sync service.
func statPhone(old [3]uint32, answer statAnswer) func(net.Conn, string) {
	return func(conn net.Conn, _ string) {
		var head struct {
			ID  [4]byte
			Len uint32
		}
		if binary.Read(conn, binary.LittleEndian, &head) != nil {
			return
		}
		if _, err := io.CopyN(io.Discard, conn, int64(head.Len)); err != nil {
			return
		}
		// The client may have gone; what it got is checked there.
		switch string(head.ID[:]) {
		case "STAT":
			send(conn, "STAT")
			_ = binary.Write(conn, binary.LittleEndian, old)
		case "LST2":
			copy(answer.ID[:], "LST2")
			_ = binary.Write(conn, binary.LittleEndian, answer)
		}
	}
}

func TestStat(t *testing.T) {
	const now, large = 1_700_000_000, 5 << 30
	for _, test := range []struct {
		name     string
		features string
		old      [3]uint32 // mode, size, time
		answer   statAnswer
		want     FileInfo
		err      error
	}{
		{name: "a large file", features: "stat_v2", answer: statAnswer{Mode: 0o100640, Size: large, Mtime: now},
			want: FileInfo{0o640, large, time.Unix(now, 0)}},
		{name: "a symbolic link", features: "stat_v2", answer: statAnswer{Mode: 0o120777, Size: 7, Mtime: now},
			want: FileInfo{fs.ModeSymlink | 0o777, 7, time.Unix(now, 0)}},
		{name: "a folder", features: "stat_v2", answer: statAnswer{Mode: 0o040771, Mtime: now},
			want: FileInfo{fs.ModeDir | 0o771, 0, time.Unix(now, 0)}},
		{name: "nothing", features: "stat_v2", answer: statAnswer{Errno: 2}, err: fs.ErrNotExist},
		{name: "not for us", features: "stat_v2", answer: statAnswer{Errno: 13}, err: fs.ErrPermission},
		{name: "an old phone", old: [3]uint32{0o100640, 3 << 30, now}, want: FileInfo{0o640, 3 << 30, time.Unix(now, 0)}},
		{name: "nothing on an old phone", err: fs.ErrNotExist},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := startADB(t)
			f.set(func(f *fakeADB) {
				f.features = test.features
				f.serve = statPhone(test.old, test.answer)
			})
			got, err := openPhone(t, f).Stat(t.Context(), "/sdcard/f")
			if !errors.Is(err, test.err) {
				t.Fatalf("error %v, want %v", err, test.err)
			}
			if got.Mode != test.want.Mode || got.Size != test.want.Size || !got.ModTime.Equal(test.want.ModTime) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}
