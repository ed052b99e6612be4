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
func examineADB(ctx context.Context, s *Subject, tell func(Finding)) (left string) {
	if s.ADB.Simulated {
		for _, check := range []string{"adb.server", "adb.version", "adb.owner", "phone.state", "phone.list"} {
			tell(skipped(check, "the simulated phone needs no adb"))
		}
		return examinePhone(ctx, s, tell)
	}
	s.looking("the adb server at " + s.ADB.Addr)
	serverVersion, found := findServer(ctx, s)
	tell(found)
	if found.Severity == Failure {
		return "without an adb server there is no phone to be seen"
	}
	tell(compareVersions(ctx, s, serverVersion))
	tell(findOwner(s))
	return examinePhones(ctx, s, tell)
}

// findServer reaches the adb server, and starts one where adb is installed and
// none runs.
func findServer(ctx context.Context, s *Subject) (version int, _ Finding) {
	const check = "adb.server"
	addr := text.Line(s.ADB.Addr)
	ctx, cancel := s.within(ctx, startTimeout)
	defer cancel()
	version, err := s.ADB.Hub.Version(ctx)
	if errors.Is(err, device.ErrNoServer) {
		if s.ADB.Given {
			return 0, failure(check, "no adb server runs at "+addr, "correct --adb, or start one there with `"+device.StartCommand(addr)+"`")
		}
		s.looking("a new adb server at " + addr)
		if err := s.ADB.Hub.StartServer(ctx); err != nil {
			f := fromError(check, "no adb server runs at "+addr+", and none can be started", err)
			if errors.Is(err, device.ErrNoADB) {
				f.Cure = installADB.on(s.System)
			}
			return 0, f
		}
		if version, err = s.ADB.Hub.Version(ctx); err == nil {
			return version, note(check, fmt.Sprintf("no adb server ran at %s: one was started, version %d", addr, version), "")
		}
	}
	if err != nil {
		f := fromError(check, "the adb server at "+addr+" does not answer", err)
		return 0, f.late(err, "another program may listen there: check --adb; if it is adb that hangs, end it with `adb kill-server`")
	}
	return version, ok(check, fmt.Sprintf("the adb server at %s answers, version %d", addr, version))
}

// compareVersions compares the server with the adb program in PATH. One that is
// of another version ends the server and starts its own when it is run.
func compareVersions(ctx context.Context, s *Subject, server int) Finding {
	const check = "adb.version"
	ctx, cancel := s.within(ctx, hostTimeout)
	defer cancel()
	program, err := device.ProgramVersion(ctx)
	switch {
	case errors.Is(err, device.ErrNoADB):
		return note(check, "the server runs, but there is no adb program in PATH to start it again with", installADB.on(s.System))
	case err != nil:
		f := fromError(check, "the adb program in PATH does not tell its version", err)
		f.Severity, f.Cure = Warning, oneADB.on(s.System) // the server that runs will do
		return f
	case program != server:
		return warning(check, fmt.Sprintf("the adb program in PATH has version %d, the server %d: each ends the other's server", program, server),
			oneADB.on(s.System))
	}
	return ok(check, fmt.Sprintf("the adb program in PATH has the server's version, %d", program))
}

// findOwner tells whose the adb server is, where the system says so. The key
// that phones have allowed is that of the server's user.
func findOwner(s *Subject) Finding {
	const check = "adb.owner"
	uid, known := listenerOwner(s.ADB.Addr)
	if !known {
		return skipped(check, "this computer does not tell whose the adb server is")
	}
	if uid == os.Getuid() {
		return ok(check, "the adb server is yours")
	}
	name := fmt.Sprintf("user %d", uid)
	if u, err := user.LookupId(fmt.Sprint(uid)); err == nil {
		name = u.Username
	}
	s.private = append(s.private, name)
	return warning(check, fmt.Sprintf("the adb server was started by %s: phones see that user's key, and files go by their rights", text.Line(name)),
		"end it as that user (`adb kill-server`) and start your own, or use another port: --adb 127.0.0.1:5038")
}
