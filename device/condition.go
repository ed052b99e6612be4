package device

import (
	"context"
	"slices"
	"strings"
)

// Condition is what stands in the way of working with a phone, or was left
// behind on it by other programs. What a phone does not tell is empty.
type Condition struct {
	Awake      bool
	Locked     bool // the lock screen is shown
	LockSecure bool // only a person can unlock it

	// Touch says why adb may not touch the screen, nil where it may.
	Touch error

	Keyboard  string   // the component of the keyboard in use
	Keyboards []string // those that are switched on

	AutoRotate    bool // the screen turns with the phone
	FixedRotation int  // quarter turns where it does not
	NoAnimations  bool // all of Android's animation scales are 0

	// Automation are the programs that hold, or will want, the one automation
	// connection that Android has, as "PID command line".
	Automation []string

	Files []string // what dumps and automation servers leave on the phone
}

// conditionScript prints sections, each under a line of the mark and its name.
// Key code 0, KEYCODE_UNKNOWN, does nothing, but needs the same permission as
// a touch (android.Manifest.permission INJECT_EVENTS).
const conditionScript = `echo MARK power
dumpsys power | grep mWakefulness=
echo MARK window
dumpsys window | grep -E 'WINDOWLINES'
echo MARK touch
input keyevent 0 2>&1
echo MARK keyboard
settings get secure default_input_method
echo MARK keyboards
ime list -s
echo MARK rotation
settings get system accelerometer_rotation
settings get system user_rotation
echo MARK animations
settings get global window_animation_scale
settings get global transition_animation_scale
settings get global animator_duration_scale
echo MARK automation
ps -A -o PID,ARGS | grep -E 'HOLDERS'
echo MARK files
ls -d DIR/*.jar DIR/*.xml DIR/minitouch* DIR/u2.jar DIR/scrcpy* /sdcard/window_dump.xml 2>/dev/null
echo MARK end
`

// Condition examines the phone, in one round trip and without doing anything
// to it.
func (p *Phone) Condition(ctx context.Context) (Condition, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	script, mark := newScript(conditionScript)
	result, err := p.script(ctx, script)
	if err != nil {
		return Condition{}, p.wrap("examine", err)
	}
	part := sections(string(result.Stdout), mark)
	if _, ok := part["end"]; !ok {
		return Condition{}, p.wrap("examine", ErrDeviceLost)
	}
	return parseCondition(part), nil
}

func parseCondition(part map[string]string) Condition {
	c := Condition{
		Awake:      parseAwake(part["power"]),
		Locked:     parseLocked(part["window"]),
		LockSecure: parseLockSecure(part["window"]),
		Keyboard:   storedSetting(part["keyboard"]),
		Keyboards:  strings.Fields(part["keyboards"]),
		Automation: lines(part["automation"]),
		Files:      lines(part["files"]),
	}
	if strings.Contains(part["touch"], "INJECT_EVENTS") {
		c.Touch = ErrInjection
	}
	if rotation := strings.Fields(part["rotation"]); len(rotation) == 2 {
		c.AutoRotate = rotation[0] == "1"
		c.FixedRotation = number(rotation[1]) % 4
	}
	scales := strings.Fields(part["animations"])
	c.NoAnimations = len(scales) == 3 && !slices.ContainsFunc(scales, func(s string) bool { return s != "0" && s != "0.0" })
	return c
}

// storedSetting is the value that `settings get` printed, "" for none.
func storedSetting(out string) string {
	if out = strings.TrimSpace(out); out == "null" {
		return ""
	}
	return out
}

// lines are those of out that are not empty, without the space around them.
func lines(out string) []string {
	var all []string
	for line := range strings.Lines(out) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// TypesUnicode reports whether TypeText can type more than printable ASCII.
func (c Condition) TypesUnicode() bool { return slices.Contains(c.Keyboards, adbKeyboard) }
