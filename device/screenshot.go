package device

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"slices"

	"adroit/device/screen"
)

// Why there is no picture of a screen.
var (
	// ErrProtected: Android shows protected windows black to others.
	ErrProtected error = &FaultError{"the app protects this window from pictures",
		"read its text instead"}
	// ErrBlack: a protected window that does not say so, or a display that is off.
	ErrBlack error = &FaultError{"the picture is all black: the window is protected, or the display shows nothing",
		"read the screen's text instead; unfold the phone, or switch its screen on"}
	// ErrMoving: what was read does not tell where the secrets in the picture are.
	ErrMoving error = &FaultError{"the screen changed while its picture was taken",
		"wait until it rests and try again"}
	// ErrUnread: the screen holds what could not be read, and may be secret.
	ErrUnread error = &FaultError{"the screen could be read only in part, so that nobody knows what a picture would give away",
		"read its text, or take the picture once all of the screen can be read"}
	// ErrNoPicture: what the phone answered is none.
	ErrNoPicture error = &FaultError{"the phone gave no picture that can be read",
		"try again; if it stays, restart the phone"}
	// ErrOtherDisplay: nobody knows where on another display the secrets of this
	// one are.
	ErrOtherDisplay error = &FaultError{"the picture is not of the display in use",
		"unfold the phone, or bring the app to the phone's own display"}
)

// Screenshot is a picture of the screen that gives no secret away.
type Screenshot struct {
	PNG           []byte
	Width, Height int             // of the picture, in pixels; not those of the screen
	Covered       int             // how many places were painted over, in magenta
	Screen        *screen.Context // what the picture shows
	Apps          []string        // packages of the apps that have a window on it
}

// screenshotTries is how often a picture is taken of a screen that moves.
const screenshotTries = 3

// Screenshot takes a picture of the screen, at most 1568 pixels long. What is
// masked in the screen's text, password fields, and all that lies over the app
// in front and was not read with it, such as notifications and the keyboard, is
// painted over before the picture is returned. It is one of the errors above
// where there is none, or an *ObserveError.
func (p *Phone) Screenshot(ctx context.Context) (Screenshot, error) {
	var shot Screenshot
	var err error
	for range screenshotTries {
		if shot, err = p.screenshot(ctx); !errors.Is(err, ErrMoving) {
			break
		}
	}
	if _, unseen := errors.AsType[*ObserveError](err); unseen {
		return Screenshot{}, err // which says all there is to say
	}
	return shot, p.wrap("screenshot of", err)
}

// screenshot takes one picture between two observations, which must agree: the
// screen was at rest then, and what they know of it holds for the picture.
func (p *Phone) screenshot(ctx context.Context) (Screenshot, error) {
	before, err := p.Observe(ctx)
	if err != nil {
		return Screenshot{}, err
	}
	out, err := p.capture(ctx, before)
	if err != nil {
		return Screenshot{}, err
	}
	above, apps, err := p.windowsShown(ctx)
	if err != nil {
		return Screenshot{}, err
	}
	p.Touch() // an observation that began before the picture does not count
	after, err := p.Observe(ctx)
	if err != nil {
		return Screenshot{}, err
	}
	if !sameLayout(before, after) {
		return Screenshot{}, ErrMoving
	}
	secret := above
	for _, c := range []*screen.Context{before, after} {
		private, ok := c.Private()
		if !ok || c.Stale {
			return Screenshot{}, ErrUnread
		}
		secret = append(secret, private...)
		if c.KeyboardBounds != nil {
			secret = append(secret, *c.KeyboardBounds) // it may suggest what was typed elsewhere
		}
	}
	shot, err := develop(out, after, secret)
	shot.Apps = apps
	return shot, err
}

// capture is what screencap prints of the display that c was read from. With
// several displays it takes any of them and warns, unless told which one (AOSP
// frameworks/base/cmds/screencap).
func (p *Phone) capture(ctx context.Context, c *screen.Context) ([]byte, error) {
	var out bytes.Buffer
	if _, err := p.Exec(ctx, "screencap -p", &out); err != nil {
		return nil, err
	}
	if bytes.Index(out.Bytes(), pngSignature) <= 0 {
		return out.Bytes(), nil
	}
	list, err := p.Shell(ctx, displaysCommand)
	if err != nil {
		return nil, err
	}
	physical := inUse(parseDisplays(string(list.Stdout)), c.Width, c.Height)
	if physical == 0 {
		return out.Bytes(), nil
	}
	out.Reset()
	_, err = p.Exec(ctx, fmt.Sprintf("screencap -p -d %d", physical), &out)
	return out.Bytes(), err
}

// develop makes the picture that may be shown of what screencap printed.
func develop(out []byte, c *screen.Context, secret []screen.Rect) (Screenshot, error) {
	raw, err := cutPNG(out)
	if err != nil {
		return Screenshot{}, err
	}
	picture, err := decode(raw, c.Width, c.Height)
	switch {
	case err != nil:
		return Screenshot{}, err
	case isBlack(picture):
		return Screenshot{}, ErrBlack
	}
	slices.SortFunc(secret, func(a, b screen.Rect) int { return slices.Compare(corners(a), corners(b)) })
	secret = slices.Compact(secret)
	cover(picture, secret, c.Width, c.Height)
	picture = shrink(picture)
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, picture); err != nil {
		return Screenshot{}, fmt.Errorf("encode the picture: %w", err)
	}
	size := picture.Bounds().Size()
	return Screenshot{PNG: encoded.Bytes(), Width: size.X, Height: size.Y, Covered: len(secret), Screen: c}, nil
}

func corners(r screen.Rect) []int { return []int{r.Top, r.Left, r.Bottom, r.Right} }

// windowsShown tells what the windows over the one in front cover, such as the
// notifications: a dump holds nothing of them; and which apps have windows on the
// screen. It is ErrProtected where the one in front may not be seen.
func (p *Phone) windowsShown(ctx context.Context) (above []screen.Rect, apps []string, err error) {
	result, err := p.Shell(ctx, "dumpsys window | grep -E '"+windowLines+"'")
	if err != nil {
		return nil, nil, err
	}
	found := parseWindows(string(result.Stdout))
	focus, ok := found.focus()
	switch {
	case !ok:
		return nil, nil, ErrMoving // no window has the focus while they change
	case focus.secure:
		return nil, nil, ErrProtected
	}
	return found.above(focus), found.apps(), nil
}

// apps are the packages of the windows that may be seen.
func (w *windows) apps() []string {
	var found []string
	for _, win := range w.all {
		if pkg := w.packageOf(win); win.onScreen != hidden && pkg != "" && !slices.Contains(found, pkg) {
			found = append(found, pkg)
		}
	}
	return found
}

// above is what the windows over another one cover. Those that take no touches
// are corners and shadows.
func (w *windows) above(lower window) []screen.Rect {
	var covers []screen.Rect
	for _, win := range w.all { // listed from the top down
		if win.handle == lower.handle {
			break
		}
		if win.onScreen != hidden && !win.touch.Empty() {
			covers = append(covers, win.touch)
		}
	}
	return covers
}

// sameLayout reports whether two observations found the same things in the
// same places.
func sameLayout(a, b *screen.Context) bool {
	return a.PackageName == b.PackageName && a.Activity == b.Activity && a.WindowTitle == b.WindowTitle &&
		a.Rotation == b.Rotation && a.KeyboardVisible == b.KeyboardVisible &&
		slices.EqualFunc(a.Nodes, b.Nodes, func(m, n screen.Node) bool { return m.ID == n.ID && m.Bounds == n.Bounds })
}
