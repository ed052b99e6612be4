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
	if err == nil && seen.raced() {
		seen, err = p.dump(ctx)
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
	status  int    // of uiautomator; 128 + the signal when it was killed
	holders string // who may hold the automation connection
}

// dump reads the screen with one script, in one adb round trip.
func (p *Phone) dump(ctx context.Context) (dump, error) {
	ctx, cancel := context.WithTimeout(ctx, observeTimeout)
	defer cancel()
	script, mark := newObserveScript()
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
	if !strings.Contains(part["dump"], "dumped to:") {
		d.XML = []byte(part["dump"]) // says why there is no tree
	}
	d.AppLabel = p.appLabel(d.PackageName)
	return d, nil
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
		cause = CauseLocked
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
	case CauseLocked:
		return "unlock the phone"
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
func (d dump) raced() bool {
	m := firstPackage.FindSubmatch(d.XML)
	return m != nil && d.PackageName != "" && string(m[1]) != d.PackageName
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
		probe += "; dumpsys gfxinfo " + Quote(last.PackageName) + " | grep 'Total frames rendered'"
	}
	result, err := p.shell(ctx, probe, nil)
	return string(result.Stdout), p.wrap("probe", err)
}
