//go:build unix

package record

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes from writing to the log, until it is closed or
// this process ends, however it ends.
func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}
