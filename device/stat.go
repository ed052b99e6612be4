package device

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"time"

	adb "github.com/zach-klippenstein/goadb"
)

// FileInfo is what Stat tells of a file on the phone.
type FileInfo struct {
	Mode    fs.FileMode
	Size    int64 // bytes
	ModTime time.Time
}

// Stat tells about the file at path on the phone, and about a symbolic link
// itself. The error wraps fs.ErrNotExist or fs.ErrPermission where the phone
// says so. A phone before Android 8 knows only the lower 32 bits of a size.
func (p *Phone) Stat(ctx context.Context, path string) (FileInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	info, err := p.stat(ctx, path)
	return info, p.wrapFile("stat", path, err)
}

func (p *Phone) stat(ctx context.Context, path string) (FileInfo, error) {
	features, err := p.knownFeatures(ctx)
	switch {
	case err != nil:
		return FileInfo{}, err
	case len(path) > maxPath:
		return FileInfo{}, errLongPath(path)
	case features["stat_v2"]:
		return p.statV2(ctx, path)
	}
	return p.statV1(ctx, path)
}

// statAnswer is the answer to LST2 (AOSP adb/file_sync_protocol.h, sync_stat_v2).
type statAnswer struct {
	ID                  [4]byte
	Errno               uint32
	Dev, Ino            uint64
	Mode, Links         uint32
	UID, GID            uint32
	Size                uint64
	Atime, Mtime, Ctime int64
}

func (p *Phone) statV2(ctx context.Context, path string) (FileInfo, error) {
	c, err := p.open(ctx, "sync:")
	if err != nil {
		return FileInfo{}, err
	}
	defer c.Close()
	sc := c.NewSyncConn()
	var answer statAnswer
	err = errors.Join(sc.SendOctetString("LST2"), sc.SendBytes([]byte(path)))
	if err == nil {
		err = binary.Read(c.link, binary.LittleEndian, &answer)
	}
	switch {
	case err != nil:
		return FileInfo{}, c.link.fault(err)
	case string(answer.ID[:]) != "LST2":
		return FileInfo{}, fmt.Errorf("answer %q: %w", answer.ID, errGarbled)
	case answer.Errno != 0:
		return FileInfo{}, errnoError(answer.Errno)
	}
	return FileInfo{fileMode(answer.Mode), int64(answer.Size), time.Unix(answer.Mtime, 0)}, nil
}

// errnoError turns a number of Linux's errno.h into an error.
func errnoError(errno uint32) error {
	switch errno {
	case 2: // ENOENT
		return fs.ErrNotExist
	case 1, 13: // EPERM, EACCES
		return fs.ErrPermission
	}
	return fileError(fmt.Sprintf("error number %d", errno)) // of Linux, whatever runs here
}

// The kinds of files in a mode of Linux's stat.h.
const (
	kindMask    = 0o170000
	socket      = 0o140000
	symlink     = 0o120000
	regularFile = 0o100000
	blockDevice = 0o060000
	directory   = 0o040000
	charDevice  = 0o020000
	fifo        = 0o010000
)

func fileMode(mode uint32) fs.FileMode {
	kind := map[uint32]fs.FileMode{
		socket: fs.ModeSocket, symlink: fs.ModeSymlink, blockDevice: fs.ModeDevice, directory: fs.ModeDir,
		charDevice: fs.ModeDevice | fs.ModeCharDevice, fifo: fs.ModeNamedPipe,
	}[mode&kindMask]
	return kind | fs.FileMode(mode).Perm()
}

func (p *Phone) statV1(ctx context.Context, path string) (FileInfo, error) {
	client, d, err := p.hub.server.client(ctx)
	if err != nil {
		return FileInfo{}, err
	}
	entry, err := client.Device(adb.DeviceWithSerial(p.info.Serial)).Stat(path)
	defer d.link.Close()
	if adb.HasErrCode(err, adb.FileNoExistError) {
		return FileInfo{}, fs.ErrNotExist
	}
	if err != nil {
		return FileInfo{}, d.link.fault(err)
	}
	return FileInfo{entry.Mode, int64(uint32(entry.Size)), entry.ModifiedAt}, nil
}
