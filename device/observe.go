package device

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"adroit/device/screen"
)

// Causes of a failed observation besides those of package screen.
const (
	CauseLocked    screen.Cause = "locked"     // the lock screen gives no tree
	CauseScreenOff screen.Cause = "screen_off" // nothing is shown
	CauseLost      screen.Cause = "lost"       // the phone, the adb server or the answer went away
	CauseTimeout   screen.Cause = "timeout"    // no answer in time
)

// ObserveError says why the screen could not be read.
type ObserveError struct {
	Cause screen.Cause
	Cure  string // what to do about it
	Err   error  // what happened
}

// Error is what happened, then the cure.
func (e *ObserveError) Error() string {
	if text := e.Err.Error(); strings.Contains(text, e.Cure) {
		return text
	}
	return e.Err.Error() + ": " + e.Cure
}

func (e *ObserveError) Unwrap() error { return e.Err }

// observe reads the screen, and once more where the tree is not of the window
// in front: a dump that raced a change of windows.
func (p *Phone) observe(ctx context.Context) (*screen.Context, error) {
	seen, err := p.dump(ctx)
	if err == nil && seen.raced() && seen.Display == 0 {
		seen, err = p.dump(ctx)
	}
	if err == nil && seen.unwritten {
		err = p.dumpToTerminal(ctx, &seen)
	}
	if err != nil {
		return nil, unreachable(err)
	}
	c, err := p.tracker.Observe(seen.Raw)
	if err != nil {
		return nil, p.explain(err, seen)
	}
	return c, nil
}

// dump is the answer to an observation, with what explains a missing tree.
type dump struct {
	screen.Raw
	status    int    // of uiautomator; 128 + the signal when it was killed
	unwritten bool   // uiautomator tells of a tree in a file that is not there
	holders   string // who may hold the automation connection
}

// dump reads the screen with one script, in one adb round trip.
func (p *Phone) dump(ctx context.Context) (dump, error) {
	ctx, cancel := context.WithTimeout(ctx, observeTimeout)
	defer cancel()
	template := observeScript
	if _, asked := p.knownHome(); !asked {
		template += "echo MARK home\n" + askHome + "\n"
	}
	script, mark := newScript(template)
	began := time.Now()
	result, err := p.script(ctx, script)
	if err != nil {
		return dump{}, err
	}
	ended := time.Now() // the tree is taken after the wait for an idle screen
	part := sections(string(result.Stdout), mark)
	if _, ok := part["end"]; !ok {
		return dump{}, fmt.Errorf("the observation was cut off: %w", ErrDeviceLost)
	}
	d := dump{
		Raw: screen.Raw{
			State:      parseState(part),
			XML:        []byte(part["tree"]),
			Source:     "uiautomator",
			CapturedAt: ended,
			Duration:   ended.Sub(began),
		},
		status:  number(strings.TrimSpace(part["status"])),
		holders: strings.TrimSpace(part["holders"]),
	}
	d.unwritten = part["tree"] == ""
	if !strings.Contains(part["dump"], dumpedTo) {
		d.XML, d.unwritten = []byte(part["dump"]), false // says why there is no tree
	}
	if answer, ok := part["home"]; ok {
		p.learnHome(answer)
	}
	home, _ := p.knownHome()
	d.Home = home != "" && d.PackageName == home
	d.AppLabel = p.knownLabels().app(d.PackageName)
	return d, nil
}

// dumpedTo is what uiautomator says of its success, also where it could not
// write the file (AOSP DumpCommand, AccessibilityNodeInfoDumper).
const dumpedTo = "dumped to:"

// dumpToTerminal reads the tree of a phone that lets uiautomator write no file.
// The exec service has a terminal there, where the shell protocol has none
// (AOSP adb/daemon/shell_service.cpp).
func (p *Phone) dumpToTerminal(ctx context.Context, d *dump) error {
	ctx, cancel := context.WithTimeout(ctx, observeTimeout)
	defer cancel()
	var out bytes.Buffer
	if _, err := p.exec(ctx, "uiautomator dump /dev/tty", &out); err != nil {
		return err
	}
	tree, said, whole := bytes.Cut(out.Bytes(), []byte("</hierarchy>"))
	if whole && bytes.Contains(said, []byte(dumpedTo)) { // on the terminal as well
		tree = append(tree, "</hierarchy>"...)
	} else {
		tree = out.Bytes()
	}
	if bytes.Contains(tree, []byte("<node")) {
		began := d.CapturedAt.Add(-d.Duration)
		d.XML, d.CapturedAt = tree, time.Now()
		d.Duration = d.CapturedAt.Sub(began)
	}
	return nil
}

// unreachable is the error of an observation that got no answer.
func unreachable(err error) error {
	fault := new(FaultError)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, ErrTimeout):
		return &ObserveError{CauseTimeout, "wake the phone and try again", err}
	case errors.As(err, &fault):
		return &ObserveError{CauseLost, fault.Cure, err}
	}
	return &ObserveError{CauseLost, "check the connection to the phone and try again", err}
}

// explain gives an observation without a tree its cause and its cure.
func (p *Phone) explain(err error, seen dump) error {
	failed := new(screen.DumpError)
	cause := screen.CauseNoTree
	if errors.As(err, &failed) {
		cause = failed.Cause
		failed.Detail = p.registry.Text(failed.Detail)
	}
	switch {
	case !seen.Awake:
		cause = CauseScreenOff
	case cause == screen.CauseNullRoot && seen.Locked:
		return &ObserveError{CauseLocked, unlocking(seen.LockSecure), err}
	case seen.status > 128:
		cause = screen.CauseKilled
	case cause == screen.CauseRegistered && seen.holders != "":
		err = fmt.Errorf("%w (perhaps %s)", err, p.registry.Text(seen.holders))
	}
	return &ObserveError{cause, cure(cause), err}
}

func cure(cause screen.Cause) string {
	switch cause {
	case CauseScreenOff:
		return "switch the phone's screen on"
	case screen.CauseIdle:
		return "something on the screen keeps moving (video, map, countdown): pause it, or go to another screen"
	case screen.CauseNullRoot:
		return "wait for the screen to settle and try again; if it stays, restart the phone"
	case screen.CauseRegistered:
		return "end the other automation client (Appium, uiautomator2, Maestro or the like)"
	case screen.CauseElsewhere:
		return "touch the phone's own screen, or close what the other display shows (a desktop mode, a cover screen, a mirror)"
	case screen.CauseKilled:
		return "the phone is short of memory: close apps and try again"
	}
	return "try again; if it stays, restart the phone"
}

// unlocking is the cure for a lock screen.
func unlocking(secure bool) string {
	if secure {
		return "unlock the phone by hand: it asks for what only you can give"
	}
	return "unlock the phone: a swipe up is enough"
}

var firstPackage = regexp.MustCompile(`<node [^>]*?package="([^"]+)"`)

// raced reports whether the tree is of another app than the window in front.
func (d dump) raced() bool {
	m := firstPackage.FindSubmatch(d.XML)
	return m != nil && d.PackageName != "" && string(m[1]) != d.PackageName
}
