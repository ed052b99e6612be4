package shell

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// The user adb's shell runs as (AOSP system/core/libcutils/include/private/
// android_filesystem_config.h), and the group that owns shared storage.
const (
	UIDRoot  = 0
	UIDShell = 2000
	gidMedia = 1015 // sdcard_rw
)

// maxLinks bounds the symbolic links followed in one path, as Linux does.
const maxLinks = 40

// FS is the phone's file system, held in memory. Every path is absolute and
// slash separated. Unless a method says otherwise it acts as the shell user
// and is refused what Android refuses that user. Its errors are *fs.PathError
// values around an [Errno]. It is safe for concurrent use.
type FS struct {
	now  func() time.Time
	mu   sync.RWMutex
	root *node
}

// node is one file, directory, link or device. FS.mu guards it.
type node struct {
	mode     fs.FileMode
	uid, gid uint32
	modTime  time.Time
	data     []byte           // content of a file, target of a link
	children map[string]*node // of a directory
	readOnly bool             // on a file system mounted read-only
}

// NewFS returns a file system with the directories of an Android phone. Files
// are stamped with now.
func NewFS(now func() time.Time) *FS {
	f := &FS{now: now}
	f.root = f.newNode(fs.ModeDir|0o755, UIDRoot, UIDRoot)
	for _, dir := range []struct {
		path     string
		mode     fs.FileMode
		uid, gid uint32
	}{
		{"/data", 0o771, 1000, 1000},
		{"/data/app", 0o771, 1000, 1000},
		{"/data/data", 0o771, 1000, 1000},
		{"/data/local", 0o751, UIDRoot, UIDRoot},
		{"/data/local/tmp", 0o771, UIDShell, UIDShell},
		{"/dev", 0o755, UIDRoot, UIDRoot},
		{"/proc", 0o555, UIDRoot, UIDRoot},
		{"/storage", 0o755, UIDRoot, gidMedia},
		{"/storage/emulated", 0o771, UIDRoot, gidMedia},
		{"/storage/emulated/0", 0o771, UIDRoot, gidMedia},
		{"/storage/emulated/0/DCIM", 0o771, UIDRoot, gidMedia},
		{"/storage/emulated/0/Download", 0o771, UIDRoot, gidMedia},
		{"/storage/emulated/0/Pictures", 0o771, UIDRoot, gidMedia},
		{"/system", 0o755, UIDRoot, UIDRoot},
		{"/system/bin", 0o755, UIDRoot, UIDShell},
	} {
		f.install(dir.path, f.newNode(fs.ModeDir|dir.mode, dir.uid, dir.gid))
	}
	for link, target := range map[string]string{
		"/bin":    "/system/bin",
		"/etc":    "/system/etc",
		"/sdcard": "/storage/emulated/0",
	} {
		n := f.newNode(fs.ModeSymlink|0o777, UIDRoot, UIDRoot)
		n.data = []byte(target)
		f.install(link, n)
	}
	for _, dev := range []string{devNull, devZero, devRandom, devTTY} {
		f.install(dev, f.newNode(fs.ModeDevice|fs.ModeCharDevice|0o666, UIDRoot, UIDRoot))
	}
	return f
}

func (f *FS) newNode(mode fs.FileMode, uid, gid uint32) *node {
	n := &node{mode: mode, uid: uid, gid: gid, modTime: f.now()}
	if mode.IsDir() {
		n.children = map[string]*node{}
	}
	return n
}

// install puts a node of the system's own in place, whatever the shell user may
// do there, and makes the directories it needs.
func (f *FS) install(name string, n *node) {
	f.mu.Lock()
	defer f.mu.Unlock()
	dir := f.root
	parts := strings.Split(strings.Trim(name, "/"), "/")
	for _, part := range parts[:len(parts)-1] {
		next := dir.children[part]
		if next == nil {
			next = f.newNode(fs.ModeDir|0o755, UIDRoot, UIDRoot)
			dir.children[part] = next
		}
		dir = next
	}
	n.readOnly = n.readOnly || strings.HasPrefix(name, "/system")
	dir.children[parts[len(parts)-1]] = n
}

// InstallFile puts a file of the system's own in place, which everybody may read
// and only the system may write. data must not be changed afterwards.
func (f *FS) InstallFile(name string, data []byte) {
	n := f.newNode(0o644, UIDRoot, UIDRoot)
	n.data = data
	f.install(name, n)
}

// lookup finds the node at name. With follow unset a link at the end is
// returned itself. The caller holds f.mu.
func (f *FS) lookup(name string, follow bool) (*node, error) {
	n, _, _, err := f.walk(name, follow, 0)
	if err == nil && n == nil {
		err = ENOENT
	}
	return n, err
}

// walk resolves name to its node (nil when only the last element is missing),
// the directory that holds or would hold it, and the name there.
func (f *FS) walk(name string, follow bool, links int) (n, dir *node, base string, err error) {
	if links > maxLinks {
		return nil, nil, "", ELOOP
	}
	if !strings.HasPrefix(name, "/") || strings.ContainsRune(name, 0) {
		return nil, nil, "", ENOENT
	}
	clean := path.Clean(name)
	if clean == "/" {
		return f.root, f.root, ".", nil
	}
	parts := strings.Split(clean[1:], "/")
	dir = f.root
	for i, part := range parts {
		last := i == len(parts)-1
		if !dir.mode.IsDir() {
			return nil, nil, "", ENOTDIR
		}
		if !dir.allows(1) {
			return nil, nil, "", EACCES
		}
		child := dir.children[part]
		switch {
		case child == nil && last:
			return nil, dir, part, nil
		case child == nil:
			return nil, nil, "", ENOENT
		case child.mode&fs.ModeSymlink != 0 && (follow || !last):
			rest := path.Join(append([]string{string(child.data)}, parts[i+1:]...)...)
			return f.walk(rest, follow, links+1)
		case last:
			return child, dir, part, nil
		}
		dir = child
	}
	return nil, nil, "", ENOENT
}

// allows reports whether the shell user has the permission bits want (1
// execute or search, 2 write, 4 read) on n.
func (n *node) allows(want fs.FileMode) bool {
	perm := n.mode.Perm()
	switch {
	case n.uid == UIDShell:
		perm >>= 6
	case n.gid == UIDShell || n.gid == gidMedia:
		perm >>= 3
	}
	return perm&want == want
}

// writableDir returns why the shell user may not add to or remove from dir.
func (n *node) writableDir() error {
	switch {
	case n.readOnly:
		return EROFS
	case !n.allows(2):
		return EACCES
	}
	return nil
}

// Stat describes the file at name, following a link at its end if asked.
func (f *FS) Stat(name string, follow bool) (Info, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	n, err := f.lookup(name, follow)
	if err != nil {
		return Info{}, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	return n.info(path.Base(name)), nil
}

// Access returns an error unless the shell user has the permission bits want
// (1 execute or search, 2 write, 4 read) on name.
func (f *FS) Access(name string, want fs.FileMode) error {
	f.mu.RLock()
	defer f.mu.RUnlock()
	n, err := f.lookup(name, true)
	if err == nil && !n.allows(want) {
		err = EACCES
	}
	if err == nil && want&2 != 0 && n.readOnly {
		err = EROFS
	}
	if err != nil {
		return &fs.PathError{Op: "access", Path: name, Err: err}
	}
	return nil
}

// ReadDir lists the directory at name, sorted by name.
func (f *FS) ReadDir(name string) ([]Info, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	n, err := f.lookup(name, true)
	switch {
	case err != nil:
	case !n.mode.IsDir():
		err = ENOTDIR
	case !n.allows(4):
		err = EACCES
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	infos := make([]Info, 0, len(n.children))
	for base, child := range n.children {
		infos = append(infos, child.info(base))
	}
	slices.SortFunc(infos, func(a, b Info) int { return strings.Compare(a.name, b.name) })
	return infos, nil
}

// Remove deletes the file or empty directory at name.
func (f *FS) Remove(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, dir, base, err := f.walk(name, false, 0)
	switch {
	case err != nil:
	case n == nil:
		err = ENOENT
	case dir.writableDir() != nil:
		err = dir.writableDir()
	case len(n.children) > 0:
		err = ENOTEMPTY
	default:
		delete(dir.children, base)
		return nil
	}
	return &fs.PathError{Op: "remove", Path: name, Err: err}
}

// Mkdir makes the directory name, and with parents those above it; with
// parents a directory that exists is no error.
func (f *FS) Mkdir(name string, parents bool) error {
	if parents && path.Dir(name) != name {
		if _, err := f.Stat(path.Dir(name), true); err != nil {
			if err := f.Mkdir(path.Dir(name), true); err != nil {
				return err
			}
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	n, dir, base, err := f.walk(name, true, 0)
	switch {
	case err != nil:
	case n != nil && parents && n.mode.IsDir():
		return nil
	case n != nil:
		err = EEXIST
	case dir.writableDir() != nil:
		err = dir.writableDir()
	default:
		dir.children[base] = f.newNode(fs.ModeDir|0o770, UIDShell, dir.gid)
		return nil
	}
	return &fs.PathError{Op: "mkdir", Path: name, Err: err}
}

// Rename moves oldName to newName, over a file that stands there.
func (f *FS) Rename(oldName, newName string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, from, oldBase, err := f.walk(oldName, false, 0)
	if err == nil && n == nil {
		err = ENOENT
	}
	var over, to *node
	var newBase string
	if err == nil {
		over, to, newBase, err = f.walk(newName, true, 0)
	}
	switch {
	case err != nil:
	case from.writableDir() != nil:
		err = from.writableDir()
	case to.writableDir() != nil:
		err = to.writableDir()
	case over != nil && over.mode.IsDir():
		err = EISDIR
	default:
		delete(from.children, oldBase)
		to.children[newBase] = n
		return nil
	}
	return &fs.PathError{Op: "rename", Path: oldName, Err: err}
}

// Chmod sets the permission bits of a file the shell user owns.
func (f *FS) Chmod(name string, mode fs.FileMode) error {
	return f.change("chmod", name, func(n *node) { n.mode = n.mode&^fs.ModePerm | mode.Perm() })
}

// Chtimes sets the modification time of a file the shell user owns.
func (f *FS) Chtimes(name string, t time.Time) error {
	return f.change("chtimes", name, func(n *node) { n.modTime = t })
}

func (f *FS) change(op, name string, apply func(*node)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.lookup(name, true)
	switch {
	case err != nil:
	case n.readOnly:
		err = EROFS
	case n.uid != UIDShell:
		err = EACCES
	default:
		apply(n)
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}
