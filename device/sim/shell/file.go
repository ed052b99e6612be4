package shell

import (
	"crypto/rand"
	"io"
	"io/fs"
	"os"
	"time"
)

// The character devices of the file system.
const (
	devNull   = "/dev/null"
	devZero   = "/dev/zero"
	devRandom = "/dev/urandom"
	devTTY    = "/dev/tty"
)

// MaxFileSize is the largest a file can grow, in bytes. The files are the
// host's memory, which a runaway script must not eat.
const MaxFileSize = 64 << 20

// Info describes a file. It is an fs.FileInfo and an fs.DirEntry.
type Info struct {
	name     string
	size     int64
	mode     fs.FileMode
	modTime  time.Time
	uid, gid uint32
	link     string
}

func (n *node) info(name string) Info {
	in := Info{name: name, size: int64(len(n.data)), mode: n.mode, modTime: n.modTime, uid: n.uid, gid: n.gid}
	if n.mode&fs.ModeSymlink != 0 {
		in.link = string(n.data)
	}
	return in
}

// Name is the file's own name, without its directory.
func (i Info) Name() string { return i.name }

// Size is the length in bytes.
func (i Info) Size() int64 { return i.size }

// Mode is the file's type and permission bits.
func (i Info) Mode() fs.FileMode { return i.mode }

// Type is the type bits of Mode.
func (i Info) Type() fs.FileMode { return i.mode.Type() }

// ModTime is when the content was last changed.
func (i Info) ModTime() time.Time { return i.modTime }

// IsDir reports whether it is a directory.
func (i Info) IsDir() bool { return i.mode.IsDir() }

// Info returns itself: a directory entry is described whole.
func (i Info) Info() (fs.FileInfo, error) { return i, nil }

// Sys returns nil: there is no system beneath this file.
func (i Info) Sys() any { return nil }

// Owner returns the user and group ids.
func (i Info) Owner() (uid, gid uint32) { return i.uid, i.gid }

// StatMode returns the mode as st_mode, the form adb's sync protocol carries
// (type bits of Linux's include/uapi/linux/stat.h).
func (i Info) StatMode() uint32 {
	m := uint32(i.mode.Perm())
	switch {
	case i.mode.IsDir():
		return m | 0o040000
	case i.mode&fs.ModeSymlink != 0:
		return m | 0o120000
	case i.mode&fs.ModeCharDevice != 0:
		return m | 0o020000
	}
	return m | 0o100000
}

// File is an open file. Like a descriptor it keeps its content after the file
// is removed, and is for one user at a time.
type File struct {
	fs     *FS
	node   *node
	name   string
	flag   int
	offset int
}

// Open opens name with the flags of package os. A file made by it has the
// permission bits perm and belongs to the shell user. /dev/tty cannot be
// opened here: only a process that has a terminal can.
func (f *FS) Open(name string, flag int, perm fs.FileMode) (*File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.openNode(name, flag, perm)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &File{fs: f, node: n, name: name, flag: flag}, nil
}

func (f *FS) openNode(name string, flag int, perm fs.FileMode) (*node, error) {
	n, dir, base, err := f.walk(name, true, 0)
	if err != nil {
		return nil, err
	}
	writing := flag&(os.O_WRONLY|os.O_RDWR) != 0
	if n == nil {
		if flag&os.O_CREATE == 0 {
			return nil, ENOENT
		}
		if err := dir.writableDir(); err != nil {
			return nil, err
		}
		n = f.newNode(perm.Perm(), UIDShell, dir.gid)
		dir.children[base] = n
		return n, nil
	}
	switch {
	case name == devTTY:
		return nil, ENXIO
	case flag&os.O_EXCL != 0:
		return nil, EEXIST
	case n.mode.IsDir() && writing:
		return nil, EISDIR
	case writing && n.readOnly:
		return nil, EROFS
	case writing && !n.allows(2), flag&os.O_WRONLY == 0 && !n.allows(4):
		return nil, EACCES
	}
	if flag&os.O_TRUNC != 0 && n.mode.IsRegular() {
		n.data, n.modTime = nil, f.now()
	}
	return n, nil
}

// Stat describes the open file.
func (h *File) Stat() Info {
	h.fs.mu.RLock()
	defer h.fs.mu.RUnlock()
	return h.node.info(h.name)
}

func (h *File) Read(p []byte) (int, error) {
	switch {
	case h.name == devZero:
		clear(p)
		return len(p), nil
	case h.name == devRandom:
		return rand.Read(p)
	}
	h.fs.mu.RLock()
	defer h.fs.mu.RUnlock()
	if h.node.mode.IsDir() {
		return 0, &fs.PathError{Op: "read", Path: h.name, Err: EISDIR}
	}
	if h.offset >= len(h.node.data) {
		return 0, io.EOF
	}
	n := copy(p, h.node.data[h.offset:])
	h.offset += n
	return n, nil
}

func (h *File) Write(p []byte) (int, error) {
	if h.node.mode&fs.ModeCharDevice != 0 {
		return len(p), nil
	}
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	n := h.node
	if h.flag&os.O_APPEND != 0 {
		h.offset = len(n.data)
	}
	if h.offset+len(p) > MaxFileSize {
		return 0, &fs.PathError{Op: "write", Path: h.name, Err: ENOSPC}
	}
	if missing := h.offset + len(p) - len(n.data); missing > 0 {
		n.data = append(n.data, make([]byte, missing)...)
	}
	copy(n.data[h.offset:], p)
	h.offset += len(p)
	n.modTime = h.fs.now()
	return len(p), nil
}

// Close releases the file.
func (h *File) Close() error { return nil }

// ReadFile returns the content of the file at name.
func (f *FS) ReadFile(name string) ([]byte, error) {
	h, err := f.Open(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(h)
}

// WriteFile replaces the content of the file at name, making it if need be.
func (f *FS) WriteFile(name string, data []byte, perm fs.FileMode) error {
	h, err := f.Open(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = h.Write(data)
	return err
}
