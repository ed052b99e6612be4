package device

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var programVersion = regexp.MustCompile(`(?m)^Android Debug Bridge version \d+\.\d+\.(\d+)`)

// ProgramVersion is the internal version of the adb program in PATH, to be
// compared with that of the server: 41 for "1.0.41" (AOSP adb/client/commandline.cpp,
// adb_version). The error is ErrNoADB where there is none. No server is asked
// or started.
func ProgramVersion(ctx context.Context) (int, error) {
	version := exec.CommandContext(ctx, "adb", "version")
	version.WaitDelay = time.Second // what it started may keep its output open
	out, err := version.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return 0, ErrNoADB
	}
	if err != nil {
		return 0, fmt.Errorf("adb version: %w", err)
	}
	m := programVersion.FindSubmatch(out)
	if m == nil {
		return 0, errors.New("`adb version` prints no version: is it Android's adb?")
	}
	return strconv.Atoi(string(m[1]))
}

// fatal matches the line of the adb server's log that tells why it ended
// (AOSP libbase/logging.cpp, StderrLogger).
var fatal = regexp.MustCompile(`(?m)^adb F .*?\] (.+)$`)

// startFailure says why the adb program started no server, by what it printed:
// its log's last words where it shows them, else its own last line.
func startFailure(err error, out string) error {
	cause := err.Error()
	if m := fatal.FindStringSubmatch(out); m != nil {
		cause = m[1]
	} else if last := lines(out); len(last) > 0 {
		cause = strings.TrimPrefix(last[len(last)-1], "error: ")
	}
	return &FaultError{"the adb server does not start: " + cause, "run `adb start-server` and mend what it says"}
}
