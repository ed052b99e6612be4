// Package adbd serves a simulated phone over adb's own protocols: as a device
// that an adb server connects to, and as an adb server that has the phone
// attached. It knows nothing of what runs on the phone.
//
// The formats are those of AOSP's packages/modules/adb: protocol.txt,
// SERVICES.TXT, SYNC.TXT (docs/dev in newer trees) and shell_protocol.h. Only
// features that are served are advertised, so that newer servers fall back to
// what is here. It opens no connection of its own and forwards no ports.
package adbd

import (
	"context"
	"io"

	"adroit/device/sim/shell"
)

// State is a device's state as `adb devices` names it.
type State string

// The states a simulated phone can be in.
const (
	StateDevice       State = "device"
	StateOffline      State = "offline"
	StateUnauthorized State = "unauthorized"
	StateAbsent       State = "" // unplugged: listed nowhere
)

// Identity is what a phone says of itself when it connects.
type Identity struct {
	Serial                 string
	Product, Model, Device string
	Features               []string // of adb's feature list (AOSP transport.cpp)
	// MaxPayload is the largest packet the phone takes, in bytes: 4096 for an
	// old one (MAX_PAYLOAD_V1 of adb.h), 1 MiB now.
	MaxPayload int
}

// Device is the phone behind the wire. Its methods may be called from many
// goroutines.
type Device interface {
	Identity() Identity
	// Link returns the phone's present state, and a channel that is closed
	// when that state ends or the phone's connections break. A connection
	// lives no longer than its link.
	Link() (State, <-chan struct{})
	// Serving is told of each service that is opened, and returns a function
	// to call when it ends.
	Serving(service string) (done func())
	// Shell runs a command line to its end and returns its exit status. It
	// returns soon after ctx ends.
	Shell(ctx context.Context, c Command) int
	Files() *shell.FS
	// Socket returns what serves a connection to an abstract Unix socket of
	// the phone's, and whether anything listens there. What it returns ends
	// with the stream.
	Socket(name string) (serve func(io.ReadWriter), ok bool)
}

// Command is a command line and its open files.
type Command struct {
	Line   string // empty for an interactive shell
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	// Terminal says whether the command has a controlling terminal, so that
	// /dev/tty is there: adbd gives one to shell: and exec:, and to shell,v2
	// when asked for pty.
	Terminal bool
	// Interactive says that a person types on the terminal and wants a prompt.
	Interactive bool
	// Interrupts tells an interactive shell of each ctrl+c.
	Interrupts <-chan struct{}
}
