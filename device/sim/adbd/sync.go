package adbd

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"adroit/device/sim/shell"
)

// Limits of the sync protocol (file_sync_protocol.h).
const (
	syncMaxPath = 1024
	syncMaxData = 64 << 10
)

// serveSync serves file transfers (SYNC.TXT, and file_sync_protocol.h for the
// v2 forms) until the peer quits or breaks the protocol.
func serveSync(files *shell.FS, s stream) {
	y := &syncSession{files: files, r: bufio.NewReaderSize(s, syncMaxData), w: bufio.NewWriterSize(s, syncMaxData)}
	for {
		id, arg, err := y.request()
		if err != nil || id == "QUIT" {
			return
		}
		if err := y.serve(id, arg); err != nil || y.w.Flush() != nil {
			return
		}
	}
}

type syncSession struct {
	files *shell.FS
	r     *bufio.Reader
	w     *bufio.Writer
}

// request reads a request id and the path that follows it.
func (y *syncSession) request() (id, arg string, err error) {
	id, n, err := y.header()
	if err != nil {
		return "", "", err
	}
	if n > syncMaxPath {
		y.fail("path too long")
		return "", "", errors.Join(errors.New("path too long"), y.w.Flush())
	}
	name := make([]byte, n)
	_, err = io.ReadFull(y.r, name)
	return id, string(name), err
}

func (y *syncSession) header() (id string, n uint32, err error) {
	var h [8]byte
	_, err = io.ReadFull(y.r, h[:])
	return string(h[:4]), binary.LittleEndian.Uint32(h[4:]), err
}

func (y *syncSession) serve(id, arg string) error {
	switch id {
	case "STAT":
		info, err := y.files.Stat(arg, false)
		if err == nil {
			y.put("STAT", info.StatMode(), uint32(info.Size()), uint32(info.ModTime().Unix()))
		} else {
			y.put("STAT", uint32(0), uint32(0), uint32(0)) // v1 has no other word for missing
		}
	case "LST2", "STA2":
		info, err := y.files.Stat(arg, id == "STA2")
		y.put(id)
		y.putStat(info, err)
	case "LIST", "LIS2":
		y.list(id, arg)
	case "RECV":
		return y.recv(arg)
	case "SEND":
		return y.send(arg)
	default:
		y.fail("unknown command " + id)
		return fmt.Errorf("unknown sync request %q", id)
	}
	return nil
}

// put writes a four-letter id and little-endian fields. The writer keeps its
// first error for Flush.
func (y *syncSession) put(id string, fields ...any) {
	y.text(id)
	for _, f := range fields {
		_ = binary.Write(y.w, binary.LittleEndian, f)
	}
}

func (y *syncSession) text(s string) { _, _ = y.w.WriteString(s) }

// zeros writes n bytes of nothing, for fields that an answer leaves empty.
func (y *syncSession) zeros(n int) { _, _ = y.w.Write(make([]byte, n)) }

// putStat writes the body of a v2 stat answer.
func (y *syncSession) putStat(info shell.Info, err error) {
	if err != nil {
		code := shell.ENOENT
		errors.As(err, &code)
		_ = binary.Write(y.w, binary.LittleEndian, uint32(code))
		y.zeros(64)
		return
	}
	uid, gid := info.Owner()
	at := info.ModTime().Unix()
	_ = binary.Write(y.w, binary.LittleEndian, struct {
		Error               uint32
		Dev, Ino            uint64
		Mode, Nlink         uint32
		UID, GID            uint32
		Size                uint64
		Atime, Mtime, Ctime int64
	}{0, 1, 1, info.StatMode(), 1, uid, gid, uint64(info.Size()), at, at, at})
}

func (y *syncSession) list(id, name string) {
	// A directory that cannot be read lists as empty, in adbd too.
	infos, _ := y.files.ReadDir(name)
	for _, info := range infos {
		if id == "LIST" {
			y.put("DENT", info.StatMode(), uint32(info.Size()), uint32(info.ModTime().Unix()), uint32(len(info.Name())))
		} else {
			y.put("DNT2")
			y.putStat(info, nil)
			_ = binary.Write(y.w, binary.LittleEndian, uint32(len(info.Name())))
		}
		y.text(info.Name())
	}
	y.text("DONE")
	if id == "LIST" {
		y.zeros(16)
	} else {
		y.zeros(72)
	}
}

func (y *syncSession) fail(message string) {
	y.put("FAIL", uint32(len(message)))
	y.text(message)
}

func (y *syncSession) recv(name string) error {
	info, err := y.files.Stat(name, true)
	if err == nil && info.IsDir() {
		y.fail("read failed: " + shell.EISDIR.Error())
		return nil
	}
	var data []byte
	if err == nil {
		data, err = y.files.ReadFile(name)
	}
	if err != nil {
		y.fail("open failed: " + cause(err))
		return nil
	}
	for len(data) > 0 {
		n := min(len(data), syncMaxData)
		y.put("DATA", uint32(n))
		if _, err := y.w.Write(data[:n]); err != nil {
			return err
		}
		data = data[n:]
	}
	y.put("DONE", uint32(0))
	return nil
}

// send receives a file whole, then puts it in place and answers: an error
// reaches the peer after its last byte, where it looks for it.
func (y *syncSession) send(arg string) error {
	name, modeText, ok := cutLast(arg, ",")
	mode, err := strconv.ParseUint(modeText, 10, 32)
	if !ok || err != nil {
		y.fail("missing mode")
		return errors.New("missing mode")
	}
	var data []byte
	for {
		id, n, err := y.header()
		switch {
		case err != nil:
			return err
		case id == "DATA" && n <= syncMaxData:
			chunk := make([]byte, n)
			if _, err := io.ReadFull(y.r, chunk); err != nil {
				return err
			}
			if len(data) <= shell.MaxFileSize { // more cannot be stored, and storing says so
				data = append(data, chunk...)
			}
			continue
		case id != "DONE":
			y.fail("invalid data message")
			return fmt.Errorf("invalid data message %q", id)
		}
		if err := y.store(name, data, fs.FileMode(mode).Perm(), time.Unix(int64(n), 0)); err != nil {
			y.fail(cause(err))
			return nil
		}
		y.put("OKAY", uint32(0))
		return nil
	}
}

// store writes a pushed file, which replaces one that stands there, and makes
// the directories above it.
func (y *syncSession) store(name string, data []byte, mode fs.FileMode, modTime time.Time) error {
	if err := y.files.Mkdir(path.Dir(name), true); err != nil {
		return fmt.Errorf("secure_mkdirs failed: %w", err)
	}
	if err := y.files.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("couldn't create file: %w", err)
	}
	if err := y.files.WriteFile(name, data, mode); err != nil {
		return fmt.Errorf("couldn't create file: %w", err)
	}
	return y.files.Chtimes(name, modTime)
}

// cause words err as adbd does: what failed, then the reason alone.
func cause(err error) string {
	pe, ok := errors.AsType[*fs.PathError](err)
	if !ok {
		return err.Error()
	}
	return strings.TrimSuffix(err.Error(), pe.Error()) + pe.Err.Error()
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
