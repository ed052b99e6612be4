package command

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
	"time"

	"adroit/device/sim/android"
	"adroit/device/sim/fault"
	"adroit/device/sim/shell"
)

// defaultSwipe is how long a swipe lasts when not told, as in AOSP's
// InputShellCommand.
const defaultSwipe = 300 * time.Millisecond

// What input answers where it does not understand.
const (
	errArguments = complaint("Invalid arguments for command")
	errUnknown   = complaint("Unknown command")
)

// input injects touches, keys and text, as AOSP's InputShellCommand does.
func (c *commands) input(_ context.Context, p *shell.Proc) int {
	args, display := inputArgs(p.Args[1:])
	if len(args) == 0 {
		fmt.Fprintln(p.Stderr, inputUsage)
		return exitException
	}
	if c.phone.Has(fault.InjectDenied) {
		return c.throw(p, args[0], "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission",
			"android.os.Parcel.createException(Parcel.java:2075)",
			"android.hardware.input.InputManager.injectInputEvent(InputManager.java:886)")
	}
	if !c.reaches(args[0], display) {
		return 0 // it goes to another display, or to one that is not there, which drops it
	}
	err := c.inject(args[0], args[1:])
	switch {
	case err == nil:
		return 0
	case errors.Is(err, android.ErrUnmappable):
		return c.throw(p, "text", "java.lang.NullPointerException: Attempt to get length of null array",
			"com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:319)",
			"com.android.server.input.InputShellCommand.runText(InputShellCommand.java:291)")
	case errors.Is(err, errUnknown):
		fmt.Fprintf(p.Stderr, "Error: Unknown command: %s\n%s\n", args[0], inputUsage)
	default:
		fmt.Fprintf(p.Stderr, "Error: %v: %s\n%s\n", err, args[0], inputUsage)
	}
	return exitException
}

const inputUsage = `Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The commands and default sources are:
      text <string> (Default: touchscreen)
      keyevent [--longpress|--doubletap] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      keycombination <key code 1> <key code 2> ... (Default: keyboard)`

// reaches reports whether what is injected reaches the phone's own display. What
// names no display is meant for it where it touches, and for the one in focus
// where it is typed (AOSP InputShellCommand). A touch gives the focus.
func (c *commands) reaches(command, display string) bool {
	typed := slices.Contains([]string{"text", "keyevent", "keycombination"}, command)
	switch display {
	case "", "INVALID_DISPLAY":
		if typed {
			return !read(c, (*android.System).SecondFocused)
		}
	case "0", "DEFAULT_DISPLAY":
	default:
		return false
	}
	if !typed {
		c.phone.Do((*android.System).FocusOwnDisplay)
	}
	return true
}

// inputArgs strips the source and the display from input's arguments; display
// is empty where none is named.
func inputArgs(args []string) (rest []string, display string) {
	if len(args) > 0 {
		switch args[0] {
		case "keyboard", "touchscreen", "touchpad", "mouse", "dpad", "stylus", "trackball", "gamepad":
			args = args[1:]
		}
	}
	if len(args) > 1 && args[0] == "-d" {
		display, args = args[1], args[2:]
	}
	return args, display
}

func (c *commands) inject(name string, args []string) error {
	switch name {
	case "text":
		return c.injectText(args)
	case "keyevent":
		return c.injectKeys(args)
	case "keycombination":
		if c.release() < 12 {
			return errUnknown
		}
		return c.injectChord(args)
	case "tap":
		n, err := numbers(args, 2, 2)
		if err == nil {
			c.phone.Do(func(sys *android.System) { sys.Tap(image.Pt(n[0], n[1])) })
		}
		return err
	case "swipe", "draganddrop":
		return c.injectSwipe(name, args)
	case "motionevent":
		if c.release() < 11 {
			return errUnknown
		}
		return c.injectMotion(args)
	}
	return errUnknown
}

// injectText types its first argument, %s standing for a space. Since Android
// 10 further arguments are ignored; before, they were an error.
func (c *commands) injectText(args []string) error {
	if len(args) == 0 || len(args) > 1 && c.release() < 10 {
		return errArguments
	}
	return read(c, func(sys *android.System) error {
		return sys.Type(strings.ReplaceAll(args[0], "%s", " "))
	})
}

func (c *commands) injectKeys(args []string) error {
	for len(args) > 0 && strings.HasPrefix(args[0], "--") {
		args = args[1:]
	}
	codes, err := keyCodes(args)
	if err != nil {
		return err
	}
	c.phone.Do(func(sys *android.System) {
		for _, code := range codes {
			sys.Key(code)
		}
	})
	return nil
}

func (c *commands) injectChord(args []string) error {
	if len(args) > 1 && args[0] == "-t" {
		args = args[2:]
	}
	codes, err := keyCodes(args)
	if err != nil {
		return err
	}
	if len(codes) < 2 {
		return errArguments
	}
	c.phone.Do(func(sys *android.System) { sys.Chord(codes) })
	return nil
}

func (c *commands) injectSwipe(name string, args []string) error {
	n, err := numbers(args, 4, 5)
	if err != nil {
		return err
	}
	lasts := defaultSwipe
	if len(n) == 5 {
		lasts = time.Duration(n[4]) * time.Millisecond
	}
	from, to := image.Pt(n[0], n[1]), image.Pt(n[2], n[3])
	c.phone.Do(func(sys *android.System) {
		if name == "draganddrop" {
			sys.Drag(from, to)
		} else {
			sys.Swipe(from, to, lasts)
		}
	})
	return nil
}

func (c *commands) injectMotion(args []string) error {
	if len(args) == 0 {
		return errArguments
	}
	action := strings.ToUpper(args[0])
	var at image.Point
	if action != "CANCEL" {
		n, err := numbers(args[1:], 2, 2)
		if err != nil {
			return err
		}
		at = image.Pt(n[0], n[1])
	}
	known := true
	c.phone.Do(func(sys *android.System) {
		switch action {
		case "DOWN":
			sys.FingerDown(at)
		case "MOVE":
			sys.FingerMove(at)
		case "UP":
			sys.FingerUp(at)
		case "CANCEL":
			sys.FingerCancel()
		default:
			known = false
		}
	})
	if !known {
		return errArguments
	}
	return nil
}

// numbers reads between low and high coordinates, cut to whole pixels.
func numbers(args []string, low, high int) ([]int, error) {
	if len(args) < low || len(args) > high {
		return nil, errArguments
	}
	out := make([]int, len(args))
	for i, arg := range args {
		f, err := strconv.ParseFloat(arg, 32)
		if err != nil {
			return nil, errArguments
		}
		out[i] = int(f)
	}
	return out, nil
}

// keyCodes reads key codes by number or by name, with or without KEYCODE_.
func keyCodes(args []string) ([]int, error) {
	if len(args) == 0 {
		return nil, errArguments
	}
	codes := make([]int, len(args))
	for i, arg := range args {
		if n, err := strconv.Atoi(arg); err == nil {
			codes[i] = n
			continue
		}
		name := strings.TrimPrefix(strings.ToUpper(arg), "KEYCODE_")
		code, ok := keyNames[name]
		switch {
		case len(name) == 1 && name[0] >= '0' && name[0] <= '9':
			code, ok = android.Key0+int(name[0]-'0'), true
		case len(name) == 1 && name[0] >= 'A' && name[0] <= 'Z':
			code, ok = android.KeyA+int(name[0]-'A'), true
		}
		if !ok {
			return nil, fmt.Errorf("%w: unknown key %s", errArguments, arg)
		}
		codes[i] = code
	}
	return codes, nil
}

// keyNames are the names of android.view.KeyEvent, without KEYCODE_, for the
// keys a script is likely to spell.
var keyNames = map[string]int{
	"HOME": android.KeyHome, "BACK": android.KeyBack, "POWER": android.KeyPower, "TAB": android.KeyTab,
	"SPACE": android.KeySpace, "ENTER": android.KeyEnter, "DEL": android.KeyDel, "MENU": android.KeyMenu,
	"ESCAPE": android.KeyEscape, "FORWARD_DEL": android.KeyForwardDel, "CTRL_LEFT": android.KeyCtrlLeft,
	"SHIFT_LEFT": android.KeyShiftLeft, "MOVE_HOME": android.KeyMoveHome, "MOVE_END": android.KeyMoveEnd,
	"APP_SWITCH": android.KeyAppSwitch, "SLEEP": android.KeySleep, "WAKEUP": android.KeyWakeup,
	"CUT": android.KeyCut, "COPY": android.KeyCopy, "PASTE": android.KeyPaste,
	"DPAD_UP": 19, "DPAD_DOWN": 20, "DPAD_LEFT": android.KeyDpadLeft, "DPAD_RIGHT": android.KeyDpadRight,
	"DPAD_CENTER": 23, "VOLUME_UP": 24, "VOLUME_DOWN": 25, "CAMERA": 27, "SEARCH": 84,
}
