package device

import (
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
func (e *ObserveError) Error() string { return e.Err.Error() + ": " + e.Cure }

func (e *ObserveError) Unwrap() error { return e.Err }

// observe reads the screen, and once more where the tree is not of the window
// in front: a dump that raced a change of windows.
func (p *Phone) observe(ctx context.Context) (*screen.Context, error) {
	raw, err := p.observeOnce(ctx)
	if err == nil && raced(raw) {
		raw, err = p.observeOnce(ctx)
	}
	if err != nil {
		return nil, explain(err, raw.State)
	}
	seen, err := p.tracker.Observe(raw)
	if err != nil {
		return nil, explain(err, raw.State)
	}
	return seen, nil
}

// observeOnce reads the screen with one script, in one adb round trip.
func (p *Phone) observeOnce(ctx context.Context) (screen.Raw, error) {
	ctx, cancel := context.WithTimeout(ctx, observeTimeout)
	defer cancel()
	script, mark := newObserveScript()
	began := time.Now()
	result, err := p.script(ctx, script)
	if err != nil {
		return screen.Raw{}, err
	}
	part := sections(string(result.Stdout), mark)
	if _, ok := part["end"]; !ok {
		return screen.Raw{}, fmt.Errorf("the observation was cut off: %w", ErrDeviceLost)
	}
	raw := screen.Raw{Source: "uiautomator", CapturedAt: began, Duration: time.Since(began)}
	raw.State = parseState(part)
	raw.XML = []byte(part["tree"])
	if !strings.Contains(part["dump"], "dumped to:") {
		raw.XML = []byte(part["dump"])
	}
	return raw, nil
}

// explain gives a failed observation its cause and its cure.
func explain(err error, state screen.State) error {
	var dump *screen.DumpError
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, ErrTimeout):
		return &ObserveError{CauseTimeout, "wake the phone and try again", err}
	case !errors.As(err, &dump):
		return &ObserveError{CauseLost, "check the connection to the phone and try again", err}
	case !state.Awake:
		return &ObserveError{CauseScreenOff, "switch the phone's screen on", err}
	case dump.Cause == screen.CauseNullRoot && state.Locked:
		return &ObserveError{CauseLocked, "unlock the phone", err}
	}
	return &ObserveError{dump.Cause, cures(dump.Cause), err}
}

func cures(cause screen.Cause) string {
	switch cause {
	case screen.CauseIdle:
		return "something on the screen keeps moving (video, map, countdown): pause it, or go to another screen"
	case screen.CauseNullRoot:
		return "wait for the screen to settle and try again; if it stays, restart the phone"
	case screen.CauseRegistered:
		return "end the other automation client (Appium, uiautomator2, Maestro or the like)"
	case screen.CauseKilled:
		return "the phone is short of memory: close apps and try again"
	}
	return "try again; if it stays, restart the phone"
}

var firstPackage = regexp.MustCompile(`<node [^>]*?package="([^"]+)"`)

// raced reports whether the tree is of another app than the window in front.
func raced(raw screen.Raw) bool {
	m := firstPackage.FindSubmatch(raw.XML)
	return m != nil && raw.PackageName != "" && string(m[1]) != raw.PackageName
}

// Probe returns a fingerprint of the screen that costs the phone far less than
// an observation: the window in front, the keyboard, and how many frames the
// app in front has drawn. As long as it stays the same, the screen probably
// does.
func (p *Phone) Probe(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, hostTimeout)
	defer cancel()
	probe := "dumpsys window | grep -E 'mCurrentFocus|mFocusedApp|isOnScreen='; dumpsys input_method | grep -E 'mInputShown|mImeWindowVis'"
	if last := p.Last(); last != nil && isPackage(last.PackageName) {
		probe += "; dumpsys gfxinfo " + Quote(last.PackageName) + " | grep -E 'Total frames rendered'"
	}
	result, err := p.Shell(ctx, probe)
	return string(result.Stdout), err
}
