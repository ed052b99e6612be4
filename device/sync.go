package device

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	adb "github.com/zach-klippenstein/goadb"
	"github.com/zach-klippenstein/goadb/wire"
)

// maxPath is the longest path that the sync service takes, in bytes (AOSP
// adb/SYNC.TXT).
const maxPath = 1024

func errLongPath(path string) error {
	return &FaultError{fmt.Sprintf("the path has %d bytes", len(path)), fmt.Sprintf("use one of at most %d", maxPath)}
}

// Push writes what it reads from r to the file at path on the phone, with the
// permission bits of mode. It returns when the phone has confirmed the whole
// file, after two minutes at most. The error wraps fs.ErrNotExist or
// fs.ErrPermission where the phone says so.
func (p *Phone) Push(ctx context.Context, r io.Reader, path string, mode fs.FileMode, mtime time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, transferTimeout)
	defer cancel()
	return p.wrapFile("push", path, p.push(ctx, r, path, mode, mtime))
}

func (p *Phone) push(ctx context.Context, r io.Reader, path string, mode fs.FileMode, mtime time.Time) error {
	if len(path) > maxPath {
		return errLongPath(path)
	}
	c, err := p.open(ctx, "sync:")
	if err != nil {
		return err
	}
	defer c.Close()
	sc := c.NewSyncConn()
	target := fmt.Sprintf("%s,%d", path, regularFile|mode.Perm())
	if err := errors.Join(sc.SendOctetString("SEND"), sc.SendBytes([]byte(target))); err != nil {
		return c.link.fault(err)
	}
	if err := sendData(c.link, r); err != nil && c.link.failed == nil {
		return err // r failed: closing the connection makes the phone drop the file
	}
	// A phone that refuses may have stopped reading: what it says comes first.
	sent := errors.Join(sc.SendOctetString(wire.StatusSyncDone), sc.SendTime(mtime))
	if _, err := sc.ReadStatus("push"); err != nil {
		return c.link.fault(err)
	}
	return c.link.fault(sent)
}

// sendData sends r in the chunks of the sync service: "DATA", a little-endian
// length of four bytes, up to 64 KiB (AOSP adb/SYNC.TXT).
func sendData(w io.Writer, r io.Reader) error {
	chunk := make([]byte, 8+wire.SyncMaxChunkSize)
	copy(chunk, wire.StatusSyncData)
	for {
		n, err := io.ReadFull(r, chunk[8:])
		if n > 0 {
			binary.LittleEndian.PutUint32(chunk[4:], uint32(n))
			if _, err := w.Write(chunk[:8+n]); err != nil {
				return err
			}
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Pull copies the file at path on the phone to w and returns its length, after
// two minutes at most. A file that came in part is an error.
func (p *Phone) Pull(ctx context.Context, path string, w io.Writer) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, transferTimeout)
	defer cancel()
	n, err := p.pull(ctx, path, w)
	return n, p.wrapFile("pull", path, err)
}

func (p *Phone) pull(ctx context.Context, path string, w io.Writer) (int64, error) {
	client, d, err := p.hub.server.client(ctx)
	if err != nil {
		return 0, err
	}
	file, err := client.Device(adb.DeviceWithSerial(p.info.Serial)).OpenRead(path)
	defer d.link.Close() // goadb leaves it open when OpenRead fails
	if err != nil {
		return 0, d.link.fault(err)
	}
	n, err := io.Copy(w, file)
	return n, d.link.fault(err)
}

// fileError turns the phone's refusal of a file into an error. Its texts are
// those of strerror(3).
func fileError(text string) error {
	for _, known := range []struct {
		text string
		err  error
	}{
		{"No such file or directory", fs.ErrNotExist},
		{"Permission denied", fs.ErrPermission},
		{"Read-only file system", fs.ErrPermission},
	} {
		if strings.Contains(text, known.text) {
			return fmt.Errorf("%w (phone: %s)", known.err, text)
		}
	}
	return &FaultError{fmt.Sprintf("the phone answered %q", text), "check the path, and the room that is left on the phone"}
}

func (p *Phone) wrapFile(operation, path string, err error) error {
	return p.wrap(fmt.Sprintf("%s %q on", operation, path), err)
}
