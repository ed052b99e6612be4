package doctor

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"adroit/device"
	"adroit/device/text"
)

const (
	phoneTimeout  = 15 * time.Second // of what is asked of the phone
	screenTimeout = 45 * time.Second // of its screen, which Android's own tool may wait for thrice
)

// noAnswer is why the rest is left out.
const noAnswer = "the phone has told nothing of itself"

// examinePhone examines the phone that a run would use.
func examinePhone(ctx context.Context, s *Subject, tell func(Finding)) (left string) {
	s.looking("the phone")
	asking, cancel := s.within(ctx, phoneTimeout)
	defer cancel()
	phone, err := s.Phone.Open(asking, s.Phone.Serial)
	if err != nil {
		tell(fromError("phone.open", "the phone cannot be opened", err))
		return noAnswer
	}
	condition, err := phone.Condition(asking)
	if err != nil {
		tell(fromError("phone.open", "the phone does not answer", err))
		return noAnswer
	}
	about, err := phone.About(asking)
	if err != nil {
		tell(fromError("phone.open", "the phone does not tell what it is", err))
		return noAnswer
	}
	tell(opened(phone, about, s.ADB.Simulated))
	tell(displays(about))
	for _, check := range []func(device.Condition) Finding{
		screenState, touch, automation, keyboard, typing, rotation, animations, files,
	} {
		tell(check(condition))
	}
	s.looking("the screen, which takes a second or two")
	reading, cancel := s.within(ctx, screenTimeout)
	defer cancel()
	tell(observe(reading, phone))
	return ""
}

// opened says which phone it is.
func opened(phone *device.Phone, about device.About, simulated bool) Finding {
	message := fmt.Sprintf("%s answers, Android %s (API level %d)", text.Line(phone.Model()), text.Line(about.Release), about.SDK)
	if simulated {
		message += ", and is simulated"
	}
	return ok("phone.open", message)
}

func displays(about device.About) Finding {
	const check = "phone.displays"
	lit := 0
	for _, d := range about.Displays {
		if d.On {
			lit++
		}
	}
	switch {
	case len(about.Displays) == 0:
		return skipped(check, "the phone does not list its displays")
	case lit == 0:
		return skipped(check, "no display is on")
	case lit > 1:
		return note(check, fmt.Sprintf("%d displays are on: what is read and touched is the phone's own", lit),
			"keep the app under test there, and close what the others show where it takes the focus")
	}
	return ok(check, "one display is on")
}

func screenState(c device.Condition) Finding {
	const check = "phone.screen"
	switch {
	case !c.Awake:
		return failure(check, "the screen is off", "switch it on; Developer options have \"Stay awake\" for a phone that charges")
	case c.Locked && c.LockSecure:
		return failure(check, "the phone is locked, and asks for a PIN, a pattern or the like", "unlock it by hand")
	case c.Locked:
		return warning(check, "the lock screen is shown", "swipe it up")
	}
	return ok(check, "the screen is on and unlocked")
}

func touch(c device.Condition) Finding {
	if c.Touch != nil {
		return fromError("phone.touch", "adb may look and not touch", c.Touch)
	}
	return ok("phone.touch", "adb may touch the screen")
}

func automation(c device.Condition) Finding {
	const check = "phone.automation"
	if len(c.Automation) == 0 {
		return ok(check, "no other automation client runs on the phone")
	}
	names := make([]string, len(c.Automation))
	for i, line := range c.Automation {
		names[i] = text.Line(line)
	}
	pid, _, _ := strings.Cut(names[0], " ")
	return warning(check, "another automation client may hold the one connection that Android has: "+strings.Join(names, "; "),
		"end it (Appium, uiautomator2, Maestro or the like), or on the phone: adb shell kill "+pid)
}

// testKeyboards matches the keyboards that automation tools put in the place of
// the person's own.
var testKeyboards = regexp.MustCompile(`(?i)adbkeyboard|unicodeime|appium|uiautomator|nullkeyboard|droidrun|mobilerun|devicekit|fastinput`)

func keyboard(c device.Condition) Finding {
	const check = "phone.keyboard"
	switch {
	case c.Keyboard == "":
		return note(check, "the phone names no keyboard in use", "choose one in its settings if typing fails")
	case testKeyboards.MatchString(c.Keyboard):
		return warning(check, "an automation tool has left its own keyboard in use: "+text.Line(c.Keyboard),
			"choose yours in the phone's settings, Languages & input; or: adb shell ime reset")
	}
	return ok(check, "the keyboard in use is "+text.Line(c.Keyboard))
}

func typing(c device.Condition) Finding {
	const check = "phone.typing"
	if c.TypesUnicode() {
		return ok(check, "any text can be typed: ADBKeyboard is switched on")
	}
	return note(check, "only printable ASCII can be typed; other text is refused before a field is touched",
		"for emoji and other scripts install ADBKeyboard (https://github.com/senzhk/ADBKeyBoard) and switch it on beside your own keyboard")
}

func rotation(c device.Condition) Finding {
	const check = "phone.rotation"
	switch {
	case c.AutoRotate:
		return ok(check, "auto-rotate is on; if you had locked it, another tool has lifted the lock")
	case c.FixedRotation != 0:
		return note(check, fmt.Sprintf("the screen is locked at %d°, as automation tools leave it", 90*c.FixedRotation),
			"switch auto-rotate on or turn the lock upright, if you did not want that")
	}
	return ok(check, "the screen is locked upright")
}

func animations(c device.Condition) Finding {
	const check = "phone.animations"
	if c.NoAnimations {
		return note(check, "animations are off, as automation tools leave them", "they can stay off: screens settle faster; Developer options switch them on")
	}
	return ok(check, "animations are on")
}

func files(c device.Condition) Finding {
	const check = "phone.files"
	if len(c.Files) == 0 {
		return ok(check, "no files of dumps or automation servers lie on the phone")
	}
	names := make([]string, len(c.Files))
	for i, name := range c.Files {
		names[i] = text.Line(name)
	}
	return note(check, "other tools have left files on the phone: "+strings.Join(names, ", "), "they may hold what stood on the screen: remove them with adb shell rm")
}

// observe reads the screen once, as a run does.
func observe(ctx context.Context, phone *device.Phone) Finding {
	const check = "phone.observe"
	seen, err := phone.Observe(ctx)
	if err != nil {
		return fromError(check, "the screen cannot be read", err).late(err, "wake the phone and try again; if it stays, restart the phone")
	}
	message := fmt.Sprintf("the screen was read in %.1f s: %s of %s", float64(seen.DurationMS)/1000, text.Count(len(seen.Nodes), "element"), text.Line(seen.Place()))
	if seen.Stale {
		return warning(check, message+", which is not the app in front", "wait for the screen to settle; if it stays, restart the phone")
	}
	return ok(check, message)
}
