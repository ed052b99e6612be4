package shell

import "io/fs"

// Errno is a Linux error number, as adb's sync protocol carries it and as
// Android's tools spell it (bionic's strerror).
type Errno uint32 //nolint:errname // as in package syscall

// The error numbers the virtual file system reports; the values are Linux's
// (include/uapi/asm-generic/errno-base.h and errno.h).
const (
	ENOENT    Errno = 2
	ENXIO     Errno = 6
	EACCES    Errno = 13
	EEXIST    Errno = 17
	ENOTDIR   Errno = 20
	EISDIR    Errno = 21
	EINVAL    Errno = 22
	ENOSPC    Errno = 28
	EROFS     Errno = 30
	ENOTEMPTY Errno = 39
	ELOOP     Errno = 40
)

func (e Errno) Error() string {
	switch e {
	case ENOENT:
		return "No such file or directory"
	case ENXIO:
		return "No such device or address"
	case EACCES:
		return "Permission denied"
	case EEXIST:
		return "File exists"
	case ENOTDIR:
		return "Not a directory"
	case EISDIR:
		return "Is a directory"
	case EINVAL:
		return "Invalid argument"
	case ENOSPC:
		return "No space left on device"
	case EROFS:
		return "Read-only file system"
	case ENOTEMPTY:
		return "Directory not empty"
	case ELOOP:
		return "Too many symbolic links encountered"
	}
	return "Unknown error"
}

// Is lets errors.Is match the portable errors of io/fs.
func (e Errno) Is(target error) bool {
	switch target {
	case fs.ErrNotExist:
		return e == ENOENT
	case fs.ErrExist:
		return e == EEXIST || e == ENOTEMPTY
	case fs.ErrPermission:
		return e == EACCES || e == EROFS
	}
	return false
}
