package device

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// FaultError is a cause of failure that a person can mend, with what to do. The
// sentinel errors of this package are of this type: compare them with errors.Is, or
// get at the cure with errors.As.
type FaultError struct {
	Cause string // what is wrong, lower case, without a full stop
	Cure  string // what to do about it
}

// Error is the cause followed by the cure.
func (f *FaultError) Error() string { return f.Cause + ": " + f.Cure }

// The ways in which an adb server or a phone refuses to work.
var (
	ErrNoADB error = &FaultError{"adb is not installed",
		"install Android's platform-tools and put adb in PATH"}
	ErrNoServer error = &FaultError{"no adb server is reachable",
		"run `adb start-server`, or name the server's address"}
	ErrNoDevice error = &FaultError{"no such phone",
		"plug it in with a data cable and USB debugging on, or `adb connect HOST:PORT` (wireless debugging needs `adb pair` first)"}
	ErrNoneConnected error = &FaultError{"no phone is connected",
		"plug one in with a data cable and USB debugging on, or `adb connect HOST:PORT` (wireless debugging needs `adb pair` first)"}
	ErrAmbiguous error = &FaultError{"more than one phone is connected",
		"name one by its serial"}
	ErrUnauthorized error = &FaultError{"the phone has not allowed this computer",
		"unlock it and accept the question about USB debugging; if none comes, revoke the authorizations in Developer options and plug it in again"}
	ErrOffline error = &FaultError{"the phone is offline",
		"plug it in again, or run `adb reconnect offline`; to a phone at an address connect anew"}
	ErrNoPermissions error = &FaultError{"this computer may not open the phone's USB device",
		"install the Android udev rules, join the group plugdev, and plug the phone in again"}
	ErrNotReady error = &FaultError{"the phone is still connecting",
		"wait a moment; unlock it and look for a question on its screen"}
	ErrNotAndroid error = &FaultError{"the phone is not running Android",
		"leave recovery, sideload or the bootloader: `adb reboot`"}
	ErrRefused error = &FaultError{"the phone refused the service",
		"check that USB debugging is still on; an old Android may lack the service"}
	ErrDeviceLost error = &FaultError{"the phone or the adb server went away in the middle of the call",
		"check the cable or the network; what the call had begun may have happened"}
	ErrTimeout error = &FaultError{"no answer in time",
		"check that the phone is awake and still connected, then try again"}
	ErrCommandTooLong error = &FaultError{"the command is too long for one adb request",
		"send it as a script"}
	ErrOutputTooLong error = &FaultError{"the phone sent more output than is accepted",
		"ask for less"}
)

// serverErrors maps what an adb server says after FAIL to its sentinel, first
// match wins. The texts stand in AOSP's adb/transport.cpp (acquire_one_transport)
// and adb/adb.cpp.
var serverErrors = []struct {
	text string
	err  error
}{
	{"more than one", ErrAmbiguous},
	{"unauthorized", ErrUnauthorized},
	{"still authorizing", ErrNotReady},
	{"still connecting", ErrNotReady},
	{"no permissions", ErrNoPermissions},
	{"insufficient permissions", ErrNoPermissions},
	{"offline", ErrOffline},
	{"not found", ErrNoDevice},
	{"no devices", ErrNoDevice},
	{"no such device", ErrNoDevice},
	{"unknown host service", errUnknownService},
	{"closed", ErrRefused},
}

// errGarbled is an answer that does not follow the protocol.
var errGarbled error = &FaultError{"the answer is none that adb gives",
	"check that an adb server listens at this address, and update adb on both sides"}

var errUnknownService error = &FaultError{"the adb server does not know the request",
	"update adb"}

// serverError turns the text that an adb server sent after FAIL into an error
// that wraps the matching sentinel.
func serverError(text string) error {
	text = strings.TrimSpace(text)
	for _, known := range serverErrors {
		if strings.Contains(text, known.text) {
			first, _, _ := strings.Cut(text, "\n")
			return fmt.Errorf("%w (adb: %s)", known.err, first)
		}
	}
	return &FaultError{"the adb server answered " + strconv.Quote(text), "try again; if it stays, plug the phone in again"}
}

// ErrNotSent marks errors of calls that failed before anything reached the
// phone, so that they may be repeated whatever they do.
var ErrNotSent = errors.New("nothing was sent to the phone")

// notSentError is an error that is ErrNotSent too, without saying so in its text.
type notSentError struct{ error }

func (e notSentError) Unwrap() []error { return []error{e.error, ErrNotSent} }

// lost reports whether err says that the connection to the phone is gone, so
// that what was known about the phone may no longer hold.
func lost(err error) bool {
	for _, target := range []error{ErrDeviceLost, ErrNoServer, ErrNoDevice, ErrOffline, ErrNotReady, ErrNotAndroid} {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}
