package device

import (
	"fmt"
	"strconv"
	"strings"

	"adroit/device/screen"
)

// Command is a complete command line for the phone's shell that acts on the
// phone. The constructors below are the only way to make one from values; what
// a person approves and what Run executes are the same Commands.
type Command string

// Key codes of android.view.KeyEvent.
const (
	KeyHome      = 3
	KeyBack      = 4
	KeyEnter     = 66
	KeyDelete    = 67 // KEYCODE_DEL: deletes before the cursor
	KeyEscape    = 111
	KeyMoveEnd   = 123
	KeyAppSwitch = 187
	KeyPaste     = 279 // puts in what lies on the phone's clipboard
)

// Tap touches the screen at p.
func Tap(p screen.Point) Command {
	return inputf("tap %d %d", p.X, p.Y)
}

// DoubleTap touches the screen at p twice in one shell, since the two touches
// must come within 300 ms (android.view.ViewConfiguration, DOUBLE_TAP_TIMEOUT).
func DoubleTap(p screen.Point) Command {
	return Tap(p) + "; " + Tap(p)
}

// LongPress holds a finger at p for ms milliseconds, see Phone.LongPressMS.
func LongPress(p screen.Point, ms int) Command {
	return Swipe(p, p, ms)
}

// Swipe moves a finger from one point to another within ms milliseconds. From
// about 500 the content stops where the finger does; a faster one flings.
func Swipe(from, to screen.Point, ms int) Command {
	return inputf("swipe %d %d %d %d %d", from.X, from.Y, to.X, to.Y, ms)
}

// DragAndDrop holds what lies at from until it is lifted, moves it to the
// other point within ms milliseconds, and drops it. Android 7 or newer.
func DragAndDrop(from, to screen.Point, ms int) Command {
	return inputf("draganddrop %d %d %d %d %d", from.X, from.Y, to.X, to.Y, ms)
}

// Keys presses the keys with the given codes, one after the other.
func Keys(codes ...int) Command {
	words := make([]string, len(codes))
	for i, code := range codes {
		words[i] = strconv.Itoa(code)
	}
	return inputf("keyevent %s", strings.Join(words, " "))
}

// inputf formats a call of Android's input command. Its arguments are numbers
// or quoted.
func inputf(format string, args ...any) Command {
	return Command("input " + fmt.Sprintf(format, args...))
}
