//go:build unix

package doctor

import "golang.org/x/sys/unix"

// freeSpace is what this user may still write to the file system of dir, in
// bytes.
func freeSpace(dir string) (bytes uint64, known bool) {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return 0, false
	}
	return uint64(stat.Bavail) * uint64(stat.Bsize), true //nolint:unconvert // the types differ between systems
}
