package device

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adroit/device/screen"
)

// parseState reads the sections of an observation into what is known about the
// screen. What a phone does not print stays unknown.
func parseState(part map[string]string) screen.State {
	windows := parseWindows(part["window"])
	app := cmp.Or(parseResumed(part["activity"]), windows.focusedApp())
	state := screen.State{
		Display: windows.inFront(),
		User:    app.user,
		Awake:   parseAwake(part["power"] + "\n" + part["window"]),
		Locked:  parseLocked(part["window"] + "\n" + part["activity"]),
	}
	state.LockSecure = state.Locked && parseLockSecure(part["window"])
	state.PackageName, state.Activity = app.pkg, app.class
	if focus, ok := windows.focus(); ok {
		state.User = focus.user
		state.Secure = focus.secure
		if !strings.Contains(focus.title, "/") {
			state.WindowTitle = focus.title
		}
		if pkg := windows.packageOf(focus); pkg != "" && pkg != app.pkg {
			state.PackageName, state.Activity = pkg, parseComponent(focus.title).class
			if !strings.Contains(focus.title, "/") { // no activity of its own
				state.Underneath = app.pkg
			}
		}
		state.Overlays = windows.overlays(focus)
	}
	state.Rotation = parseRotation(part["tree"], part["window"])
	state.Width, state.Height = windows.size()
	if state.Width == 0 {
		state.Width, state.Height = parseSize(part["size"])
		if state.Rotation%2 == 1 { // wm size tells that of the upright phone
			state.Width, state.Height = state.Height, state.Width
		}
	}
	state.KeyboardBounds, state.KeyboardVisible = windows.keyboard(parseInputShown(part["input"]))
	state.TypesPassword = parseTypesPassword(part["input"])
	return state
}

// activity is an activity as "user package/class" names it.
type activity struct {
	user       int
	pkg, class string // class begins with "." where it is in the package
}

func parseComponent(s string) activity {
	pkg, class, ok := strings.Cut(s, "/")
	if !ok {
		return activity{}
	}
	return activity{pkg: pkg, class: shortClass(pkg, class)}
}

// shortClass leaves the package out of the name of a class that is in it.
func shortClass(pkg, class string) string {
	if short, ok := strings.CutPrefix(class, pkg+"."); ok {
		return "." + short
	}
	return class
}

// fullClass is the name of the class with its package.
func (a activity) fullClass() string {
	if strings.HasPrefix(a.class, ".") {
		return a.pkg + a.class
	}
	return a.class
}

// The ways in which Android names the activity in front, the surest first:
// since 12L, since 10, up to 14 for each stack, up to 7.1.
var resumed = []*regexp.Regexp{
	regexp.MustCompile(`topResumedActivity=ActivityRecord\{` + record),
	regexp.MustCompile(`(?m)^\s*ResumedActivity: ?ActivityRecord\{` + record),
	regexp.MustCompile(`mResumedActivity: ?ActivityRecord\{` + record),
	regexp.MustCompile(`mFocusedActivity: ?ActivityRecord\{` + record),
}

// record is what stands in an ActivityRecord{…}: a handle, the user (since
// Android 4.2) and the component.
const record = `\S+ (?:u(\d+) )?([\w.]+/[\w.$]+)`

func parseResumed(text string) activity {
	for _, re := range resumed {
		if m := re.FindStringSubmatch(text); m != nil {
			return activityOf(m)
		}
	}
	return activity{}
}

func activityOf(match []string) activity {
	a := parseComponent(match[2])
	a.user, _ = strconv.Atoi(match[1])
	return a
}

var (
	wakefulness = regexp.MustCompile(`mWakefulness=(\w+)`)
	screenOff   = regexp.MustCompile(`mScreenOnFully=false|screenState=SCREEN_STATE_OFF`)
)

// parseAwake reads `dumpsys power`, and where that says nothing the policy of
// `dumpsys window`. A phone that shows its screen saver is awake, and so is one
// that does not say.
func parseAwake(text string) bool {
	if m := wakefulness.FindStringSubmatch(text); m != nil {
		return m[1] == "Awake" || m[1] == "Dreaming"
	}
	return !screenOff.MatchString(text)
}

// parseLocked reports whether the lock screen is shown. Android's versions say
// it in several places; its delegate's "showing" counts where nothing else
// does, since other things are showing too.
func parseLocked(text string) bool {
	said := false
	for _, key := range []string{"KeyguardShowing=", "mShowingLockscreen=", "mDreamingLockscreen=", "mIsShowing="} {
		if strings.Contains(text, key+"true") {
			return true
		}
		said = said || strings.Contains(text, key)
	}
	return !said && strings.Contains(text, " showing=true")
}

var lockSecure = regexp.MustCompile(`(?m)^\s+secure=(true|false)\s*$`)

// parseLockSecure reports whether the lock screen asks for a PIN, a pattern or
// the like (AOSP KeyguardServiceDelegate.dump). That has nothing to do with
// windows that are secure, which are kept out of pictures.
func parseLockSecure(window string) bool {
	m := lockSecure.FindStringSubmatch(window)
	return m != nil && m[1] == "true"
}

var (
	treeRotation = regexp.MustCompile(`<hierarchy [^>]*?rotation="(\d)"`)
	rotation     = regexp.MustCompile(`\bm(?:Current)?Rotation=(?:ROTATION_)?(\d+)`)
)

// parseRotation prefers the tree's own word, since its bounds are in it.
func parseRotation(tree, window string) int {
	m := treeRotation.FindStringSubmatch(tree)
	if m == nil {
		m = rotation.FindStringSubmatch(window)
	}
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	if n >= 90 {
		n /= 90
	}
	return n % 4
}

var displaySize = regexp.MustCompile(`(Override|Physical) size: (\d+)x(\d+)`)

// parseSize reads `wm size`; an override is what apps see.
func parseSize(text string) (width, height int) {
	for _, m := range displaySize.FindAllStringSubmatch(text, -1) {
		if m[1] == "Override" || width == 0 {
			width, _ = strconv.Atoi(m[2])
			height, _ = strconv.Atoi(m[3])
		}
	}
	return width, height
}

// shown is what the input method says of its own visibility.
type shown int

const (
	unknown shown = iota
	hidden
	visible
)

var inputKeys = regexp.MustCompile(`\b(mInputShown|mImeWindowVis|mWindowVisible|mDecorViewVisible|mInShowWindow)=(\w+)`)

// parseInputShown reads `dumpsys input_method`, the surest key first. Its
// mIsInputViewShown is not asked: it stays true after the keyboard has gone.
func parseInputShown(text string) shown {
	said := make(map[string]shown)
	for _, m := range inputKeys.FindAllStringSubmatch(text, -1) {
		value := hidden
		vis, err := strconv.ParseInt(strings.TrimPrefix(m[2], "0x"), 16, 32)
		if m[2] == "true" || m[1] == "mImeWindowVis" && err == nil && vis&imeVisible != 0 {
			value = visible
		}
		said[m[1]] = max(said[m[1]], value) // one user of several
	}
	return cmp.Or(said["mInputShown"], said["mImeWindowVis"], said["mDecorViewVisible"], said["mWindowVisible"], said["mInShowWindow"])
}

var inputType = regexp.MustCompile(`\binputType=(0x[0-9a-f]+)`)

// parseTypesPassword reads what `dumpsys input_method` says of the field that is
// typed into (AOSP EditorInfo.dump). Toolkits that draw themselves, such as
// Flutter, tell there alone that it is a password's.
func parseTypesPassword(text string) bool {
	return slices.ContainsFunc(inputType.FindAllStringSubmatch(text, -1), func(m []string) bool { return screen.PasswordInput(m[1]) })
}

// imeVisible is InputMethodService.IME_VISIBLE.
const imeVisible = 2
