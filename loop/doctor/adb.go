package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"time"

	"adroit/device"
	"adroit/device/text"
)

const (
	hostTimeout  = 10 * time.Second // of what is asked of the adb server
	startTimeout = 30 * time.Second // of its start, too
)

// examineADB examines the adb server, and, where there is one, the phones that
// it knows.
func examineADB(ctx context.Context, s *Subject, tell func(Finding)) {
	if s.ADB.Simulated {
		tell(skipped("adb.server", "the simulated phone needs no adb"))
		examinePhone(ctx, s, tell)
		return
	}
	serverVersion, found := findServer(ctx, s.ADB)
	tell(found)
	if found.Severity == Failure {
		tell(skipped("phone.list", "without an adb server there is no phone to be seen"))
		return
	}
	tell(compareVersions(ctx, serverVersion))
	if f, known := findOwner(s.ADB.Addr); known {
		tell(f)
	}
	examinePhones(ctx, s, tell)
}

// findServer reaches the adb server, and starts one where adb is installed and
// none runs.
func findServer(ctx context.Context, adb ADB) (version int, _ Finding) {
	const check = "adb.server"
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	version, err := adb.Hub.Version(ctx)
	if errors.Is(err, device.ErrNoServer) {
		if err := adb.Hub.StartServer(ctx); err != nil {
			return 0, fromError(check, "no adb server runs at "+adb.Addr+", and none can be started", err)
		}
		if version, err = adb.Hub.Version(ctx); err == nil {
			return version, note(check, fmt.Sprintf("no adb server ran at %s: one was started, version %d", adb.Addr, version), "")
		}
	}
	if err != nil {
		f := fromError(check, "the adb server at "+adb.Addr+" does not answer", err)
		if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
			f.Cure = "another program may listen there: check --adb; if it is adb that hangs, end it with `adb kill-server`"
		}
		return 0, f
	}
	return version, ok(check, fmt.Sprintf("the adb server at %s answers, version %d", adb.Addr, version))
}

// compareVersions compares the server with the adb program in PATH. One that is
// of another version ends the server and starts its own when it is run.
func compareVersions(ctx context.Context, server int) Finding {
	const check = "adb.version"
	ctx, cancel := context.WithTimeout(ctx, hostTimeout)
	defer cancel()
	program, err := device.ProgramVersion(ctx)
	switch {
	case errors.Is(err, device.ErrNoADB):
		return note(check, "the server runs, but there is no adb program in PATH",
			"install Android's platform-tools to be able to start the server again")
	case err != nil:
		return fromError(check, "the adb program in PATH does not tell its version", err)
	case program != server:
		return warning(check, fmt.Sprintf("the adb program in PATH has version %d, the server %d: each ends the other's server", program, server),
			"use one adb for everything: remove the older from PATH, or point the other tool (Android Studio, scrcpy) at the same one")
	}
	return ok(check, fmt.Sprintf("the adb program in PATH has the server's version, %d", program))
}

// findOwner tells whose the adb server is, where the system says so. The key
// that phones have allowed is that of the server's user.
func findOwner(addr string) (_ Finding, known bool) {
	const check = "adb.owner"
	uid, known := listenerOwner(addr)
	if !known {
		return Finding{}, false
	}
	if uid == os.Getuid() {
		return ok(check, "the adb server is yours"), true
	}
	name := fmt.Sprintf("user %d", uid)
	if u, err := user.LookupId(fmt.Sprint(uid)); err == nil {
		name = u.Username
	}
	return warning(check, fmt.Sprintf("the adb server was started by %s: phones see that user's key, and files go by their rights", text.Line(name)),
		"end it as that user (`adb kill-server`) and start your own, or use another port: --adb 127.0.0.1:5038"), true
}
