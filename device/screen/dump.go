package screen

import (
	"fmt"
	"strings"
	"time"

	"adroit/device/redact"
)

// Raw is one observation as the device gave it: the tree, and what the window
// manager said about the screen at the same moment.
type Raw struct {
	XML []byte // what uiautomator wrote, with whatever stood around it
	State
	Source     string        // how the tree was got: "uiautomator"
	CapturedAt time.Time     // when, zero where unknown
	Duration   time.Duration // how long it took
}

// State is what is known about the screen besides its tree. The zero value
// means that nothing is known, as for a dump read from a file.
type State struct {
	PackageName     string // of the window in front
	Activity        string
	WindowTitle     string
	AppLabel        string
	Home            bool // it shows the home screen
	User            int  // Android user id of the app in front
	Display         int  // that has the focus; 0 is the phone's own, the only one that is touched
	Width           int  // pixels, in the current rotation
	Height          int
	Rotation        int // 0-3
	KeyboardVisible bool
	KeyboardBounds  Rect      // empty where unknown
	TypesPassword   bool      // what is typed now is a password, whatever its field says of itself
	Overlays        []Overlay // windows over the one in front
	Underneath      string    // package of the activity in front, where the window in front is another app's
	Locked          bool
	LockSecure      bool // only a person can unlock: it asks for a PIN, a pattern or the like
	Secure          bool // FLAG_SECURE: screenshots of the window are black
	Awake           bool
}

// Cause says why an observation gave no tree.
type Cause string

// The causes of a failed dump, by what uiautomator and its surroundings print.
const (
	CauseIdle       Cause = "idle"       // the screen never came to rest
	CauseNullRoot   Cause = "null_root"  // no window could be read: transition, locked, screen off
	CauseRegistered Cause = "registered" // another automation client is connected
	CauseKilled     Cause = "killed"     // the dumping process was killed
	CauseCrashed    Cause = "crashed"    // the dumping process threw an exception
	CauseEmpty      Cause = "empty"      // nothing came back
	CauseNoTree     Cause = "no_tree"    // something came back, no tree in it
	CauseElsewhere  Cause = "elsewhere"  // what is in front stands on another display than the phone's own
)

// DumpError says that a dump holds no tree, and why. A dump that holds a part
// of one is no error: its Context has Complete false.
type DumpError struct {
	Cause  Cause
	Detail string // the first line of what came back instead, redacted and made short
}

func (e *DumpError) Error() string {
	what := map[Cause]string{
		CauseIdle:       "the screen did not come to rest within the time that uiautomator waits",
		CauseNullRoot:   "no window could be read (in transition, locked or switched off)",
		CauseRegistered: "another automation client holds the connection",
		CauseKilled:     "uiautomator was killed",
		CauseCrashed:    "uiautomator crashed",
		CauseEmpty:      "the dump is empty",
		CauseNoTree:     "the dump holds no tree",
		CauseElsewhere:  "another display than the phone's own has what is in front",
	}[e.Cause]
	if e.Detail == "" {
		return "read the screen: " + what
	}
	return fmt.Sprintf("read the screen: %s: %q", what, e.Detail)
}

// diagnose turns output without a tree into an error. The phrases are those of
// AOSP's uiautomator (DumpCommand, UiAutomationShellWrapper), of
// UiAutomationManager and of the shell.
func diagnose(out string) *DumpError {
	trimmed := strings.TrimSpace(out)
	if trimmed == "" {
		return &DumpError{Cause: CauseEmpty}
	}
	lower := strings.ToLower(trimmed)
	cause := CauseNoTree
	for _, c := range []struct {
		phrase string
		cause  Cause
	}{
		{"could not get idle state", CauseIdle},
		{"null root node", CauseNullRoot},
		{"already registered", CauseRegistered},
		{"exception", CauseCrashed},
		{"androidruntime", CauseCrashed},
		{"killed", CauseKilled},
	} {
		if strings.Contains(lower, c.phrase) {
			cause = c.cause
			break
		}
	}
	first, _, _ := strings.Cut(trimmed, "\n")
	return &DumpError{Cause: cause, Detail: strings.TrimSpace(first)}
}

// redact masks what secrets calls secret in the error, before it is made short:
// of a secret that was cut, nothing tells what it was.
func (e *DumpError) redact(secrets *redact.Registry) {
	masked, _ := secrets.Find("", e.Detail)
	e.Detail = clip(masked, 120)
}
