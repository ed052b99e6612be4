//go:build !unix

package ui

// holdStderr does nothing where file descriptors cannot be exchanged.
func holdStderr() (release func() error, err error) {
	return func() error { return nil }, nil
}
