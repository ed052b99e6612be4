//go:build unix

package ui

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// holdStderr keeps what is written to standard error away from a terminal on
// which the cockpit is drawn: a library's log line would tear the frame. The
// returned function writes it out. Where standard error is no terminal, nothing
// happens.
func holdStderr() (release func() error, err error) {
	if !term.IsTerminal(os.Stderr.Fd()) {
		return func() error { return nil }, nil
	}
	held, err := os.CreateTemp("", "adroit-stderr-")
	if err != nil {
		return nil, fmt.Errorf("hold standard error: %w", err)
	}
	terminal, err := unix.Dup(unix.Stderr)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("hold standard error: %w", err), held.Close(), os.Remove(held.Name()))
	}
	unix.CloseOnExec(terminal)
	if err := unix.Dup2(int(held.Fd()), unix.Stderr); err != nil {
		return nil, errors.Join(fmt.Errorf("hold standard error: %w", err), unix.Close(terminal), held.Close(), os.Remove(held.Name()))
	}
	return func() error {
		err := errors.Join(unix.Dup2(terminal, unix.Stderr), unix.Close(terminal))
		if _, seekErr := held.Seek(0, io.SeekStart); seekErr == nil {
			_, copyErr := io.Copy(os.Stderr, held)
			err = errors.Join(err, copyErr)
		}
		return errors.Join(err, held.Close(), os.Remove(held.Name()))
	}, nil
}
