package command

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"adroit/device/sim/android"
)

// dumpWindow is the window manager's dump: whole, or one of its sections.
func dumpWindow(sys *android.System, args []string) string {
	d := windowDump{sys: sys}
	sections := []struct {
		names []string
		write func()
	}{
		{[]string{"lastanr", "l"}, func() {
			d.line("WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n")
		}},
		{[]string{"policy", "p"}, d.policy},
		{[]string{"displays", "d"}, d.displays},
		{[]string{"windows", "w", "visible", "visible-apps", "all", "a"}, d.windows},
	}
	for _, s := range sections {
		if len(args) == 0 || args[0] == "-a" || slices.Contains(s.names, args[0]) {
			s.write()
		}
	}
	if d.out.Len() == 0 { // a window's name
		d.windows()
	}
	return d.out.String()
}

// windowDump writes one dump.
type windowDump struct {
	sys *android.System
	out strings.Builder
}

func (d *windowDump) line(format string, args ...any) { fmt.Fprintf(&d.out, format+"\n", args...) }

// policy tells of the lock screen by its service, and before release 10 by the
// policy itself.
func (d *windowDump) policy() {
	locked := d.sys.Locked()
	d.line("WINDOW MANAGER POLICY STATE (dumpsys window policy)")
	d.line("    mSafeMode=false mSystemReady=true mSystemBooted=true")
	if d.sys.Release < 10 {
		d.line("    mShowingLockscreen=%t mShowingDream=false mDreamingLockscreen=%t", locked, locked)
		d.line("    mScreenOnEarly=%t mScreenOnFully=%t", d.sys.Awake(), d.sys.Awake())
	} else {
		d.line("    mAwake=%t mScreenOnEarly=%t mScreenOnFully=%t", d.sys.Awake(), d.sys.Awake(), d.sys.Awake())
	}
	state := map[bool]string{true: "SCREEN_STATE_ON", false: "SCREEN_STATE_OFF"}[d.sys.Awake()]
	interactive := map[bool]string{true: "INTERACTIVE_STATE_AWAKE", false: "INTERACTIVE_STATE_SLEEP"}[d.sys.Awake()]
	d.line("    KeyguardServiceDelegate")
	d.line("      showing=%t", locked)
	d.line("      showingAndNotOccluded=%t", locked)
	d.line("      inputRestricted=%t", locked)
	d.line("      occluded=false\n      secure=%t\n      dreaming=false\n      systemIsReady=true\n      deviceHasKeyguard=true\n      enabled=true", d.sys.LockSecure())
	d.line("      screenState=%s", state)
	d.line("      interactiveState=%s", interactive)
	d.line("      KeyguardStateMonitor")
	d.line("        mIsShowing=%t", locked)
	d.line("        mSimSecure=false")
	d.line("        mInputRestricted=%t", locked)
	d.line("        mCurrentUserId=0")
	d.line("")
}

// displays tells of each display, the one in focus last.
func (d *windowDump) displays() {
	d.line("WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)")
	second := d.sys.Second != nil
	if second && !d.sys.SecondFocused() {
		d.secondDisplay()
	}
	d.ownDisplay()
	if second && d.sys.SecondFocused() {
		d.secondDisplay()
	}
}

func (d *windowDump) secondDisplay() {
	size := fmt.Sprintf("%dx%d", android.SecondFrame.Dx(), android.SecondFrame.Dy())
	d.line("  Display: mDisplayId=%d%s", android.SecondID, d.organized())
	d.line("    init=%s %ddpi cur=%s app=%s rng=1080x1080-1920x1920", size, secondDensity, size, size)
	d.line("    deferred=false mLayoutNeeded=false")
	if d.sys.Release >= 10 {
		w := d.sys.Second.Window
		d.line("  mCurrentFocus=%s", d.focusOf(d.sys.SecondFocused(), window(w.App.Package+"/"+w.Class, android.Owner)))
		d.line("  mFocusedApp=%s", secondRecord(d.sys))
	}
	d.line("    mCurrentRotation=ROTATION_0\n")
}

// focusOf is the window in focus of a display, which is none where another
// display has it.
func (d *windowDump) focusOf(here bool, window string) string {
	if !here {
		return "null"
	}
	return window
}

// organized marks the displays whose tasks are left to the shell, since Android
// 11.
func (d *windowDump) organized() string {
	if d.sys.Release < 11 {
		return ""
	}
	return " (organized)"
}

func (d *windowDump) ownDisplay() {
	size := fmt.Sprintf("%dx%d", d.sys.Screen().Dx(), d.sys.Screen().Dy())
	natural := d.sys.NaturalSize()
	d.line("  Display: mDisplayId=0%s", d.organized())
	d.line("    init=%dx%d %ddpi cur=%s app=%s rng=1080x938-2337x2209", natural.X, natural.Y, android.Density, size, size)
	d.line("    deferred=false mLayoutNeeded=false")
	if d.sys.Release >= 10 {
		d.focus()
		d.line("    mAwake=%t mScreenOnEarly=%t mScreenOnFully=%t", d.sys.Awake(), d.sys.Awake(), d.sys.Awake())
		d.line("    isKeyguardShowing=%t", d.sys.Locked())
	}
	d.line("    mCurrentRotation=ROTATION_%d", 90*d.sys.Rotation())
	if d.sys.Release >= 11 {
		d.line("    InsetsSourceProvider\n      mSource=InsetsSource: {mType=ITYPE_IME mFrame=%s mVisible=%t}", rect(d.sys.KeyboardFrame()), d.sys.KeyboardShown())
	}
	d.line("")
}

// focus is the two lines that name what is in front. Releases before 10 print
// them among the windows, later ones under the display.
func (d *windowDump) focus() {
	focused, app := d.focusOf(!d.sys.SecondFocused(), d.focused()), record(d.sys)
	if d.sys.Release < 10 { // which name what is in front of all displays
		if d.sys.SecondFocused() {
			w := d.sys.Second.Window
			focused, app = window(w.App.Package+"/"+w.Class, android.Owner), secondRecord(d.sys)
		}
		app = "AppWindowToken{4c6f1d9 token=Token{2f8c7a0 " + app + "}}"
	}
	d.line("  mCurrentFocus=%s", focused)
	d.line("  mFocusedApp=%s", app)
}

func (d *windowDump) focused() string {
	title := d.sys.FocusedWindow()
	if title == android.ShadeTitle {
		return window(d.shade(), android.Owner)
	}
	return window(title, d.sys.Active().User)
}

// shade is the title of the window of notifications and lock screen, which was
// one with the status bar before Android 11.
func (d *windowDump) shade() string {
	if d.sys.Release < 11 {
		return "StatusBar"
	}
	return android.ShadeTitle
}

// perUser is the range of user ids that an Android user's apps have
// (UserHandle.PER_USER_RANGE).
const perUser = 100_000

// listed is a window as the dump lists it.
type listed struct {
	display          int
	title, pkg, kind string
	uid, user        int
	frame            image.Rectangle
	touchable        image.Rectangle // where it takes touches; empty is all of it
	visible, secure  bool
	passive          bool // takes no input focus
	untouchable      bool
}

// stack is every window, the uppermost first.
func (d *windowDump) stack() []listed {
	sys := d.sys
	screen := sys.Screen()
	shade := listed{title: d.shade(), pkg: android.SystemUI, kind: android.TypeShade, uid: 10120, visible: sys.Locked(), frame: screen}
	var above []listed
	for _, w := range sys.Floating() {
		if w.Type == android.TypeShade { // in a window that is there anyway
			shade.visible, shade.passive, shade.touchable = true, !w.TakesFocus, w.Frame
			continue
		}
		above = append(above, listed{
			title: w.Title, pkg: w.App.Package, kind: w.Type, uid: w.App.UID, frame: w.Frame,
			visible: true, passive: !w.TakesFocus, untouchable: w.Untouchable,
		})
	}
	windows := []listed{
		{title: "NavigationBar0", pkg: android.SystemUI, kind: "NAVIGATION_BAR", uid: 10120, visible: true, passive: true,
			frame: image.Rect(0, screen.Max.Y-android.NavigationBar, screen.Max.X, screen.Max.Y)},
		shade,
	}
	if sys.Release >= 11 {
		windows = append(windows, listed{title: "StatusBar", pkg: android.SystemUI, kind: "STATUS_BAR", uid: 10120, visible: true,
			frame: image.Rect(0, 0, screen.Max.X, android.StatusBar)})
	}
	windows = append(windows, listed{title: "InputMethod", pkg: sys.KeyboardPackage(), kind: "INPUT_METHOD", uid: 10133,
		visible: sys.KeyboardShown(), passive: true, frame: sys.KeyboardFrame()})
	windows = append(windows, above...)
	front := sys.Front()
	for _, task := range slices.Backward(sys.Tasks()) {
		for _, w := range slices.Backward(task.Windows) {
			frame := w.Frame
			if frame.Empty() {
				frame = screen
			}
			windows = append(windows, listed{
				title: w.App.Package + "/" + w.Class, pkg: w.App.Package, kind: "BASE_APPLICATION", uid: w.App.UID,
				user: w.User, frame: frame, secure: w.Secure, visible: w == front && sys.Awake() && !sys.Locked(),
			})
		}
	}
	windows = append(windows, listed{title: "com.android.systemui.wallpapers.ImageWallpaper", pkg: android.SystemUI, kind: "WALLPAPER", uid: 10120, frame: screen})
	if sys.Second == nil {
		return windows
	}
	w := sys.Second.Window
	second := listed{
		display: android.SecondID, title: w.App.Package + "/" + w.Class, pkg: w.App.Package, kind: "BASE_APPLICATION", uid: w.App.UID,
		frame: w.Frame, visible: sys.Awake() && !sys.Locked(),
	}
	if sys.SecondFocused() { // a display in focus lies above the others
		return append([]listed{second}, windows...)
	}
	return append(windows, second)
}

func (d *windowDump) windows() {
	d.line("WINDOW MANAGER WINDOWS (dumpsys window windows)")
	for i, w := range d.stack() {
		frame := rect(w.frame)
		flags := "LAYOUT_IN_SCREEN"
		if w.secure {
			flags += " SECURE"
		}
		if w.untouchable {
			flags = "NOT_TOUCHABLE " + flags
		}
		if w.passive {
			flags = "NOT_FOCUSABLE " + flags
		}
		d.line("  Window #%d %s:", i, window(w.title, w.user))
		d.line("    mDisplayId=%d mSession=Session{a939d1 1719:u%da%d} mClient=android.os.BinderProxy@%s", w.display, w.user, w.uid-10000, handle(w.title))
		d.line("    mOwnerUid=%d showForAllUsers=%t package=%s appop=NONE", w.user*perUser+w.uid, w.pkg == android.SystemUI, w.pkg)
		d.line("    mAttrs={(0,0)(fillxfill) sim={adjust=pan} ty=%s fmt=TRANSLUCENT\n      fl=%s}", w.kind, flags)
		d.line("    mViewVisibility=%s mHaveFrame=true mObscured=false", map[bool]string{true: "0x0", false: "0x8"}[w.visible])
		d.line("    mGivenContentInsets=[0,0][0,0] mGivenVisibleInsets=[0,0][0,0]")
		if t := w.touchable; !t.Empty() {
			d.line("    touchable region=SkRegion((%d,%d,%d,%d))", t.Min.X, t.Min.Y, t.Max.X, t.Max.Y)
		}
		d.line("    mHasSurface=%t isReadyForDisplay()=%t mWindowRemovalAllowed=false", w.visible, w.visible)
		if d.sys.Release < 11 {
			d.line("    Frames: containing=%s parent=%s", frame, frame)
			d.line("    mFrame=%s last=%s", frame, frame)
		} else {
			d.line("    Frames: parent=%s display=%s frame=%s last=%s insetsChanged=false", frame, frame, frame, frame)
		}
		d.line("    isOnScreen=%t", w.visible)
		d.line("    isVisible=%t", w.visible)
	}
	d.line("")
	d.line("  mGlobalConfiguration={1.0 ?mcc?mnc [en_US] ldltr sw411dp w411dp h914dp 420dpi nrml long port finger -keyb/v/h -nav/h}")
	if d.sys.Release < 10 {
		d.focus()
	}
	top := 0
	if d.sys.SecondFocused() {
		top = android.SecondID
	}
	d.line("  mTopFocusedDisplayId=%d", top)
	d.line("  mInputMethodWindow=%s", window("InputMethod", android.Owner))
	d.line("  mSystemBooted=true mDisplayEnabled=true")
	d.line("  mRotation=%d", d.sys.Rotation())
}

// window prints a window with a handle that stays the same for a title.
func window(title string, user int) string {
	return fmt.Sprintf("Window{%s u%d %s}", handle(fmt.Sprint(title, user)), user, title)
}

// handle makes an object's hash code out of its name (FNV-1a, 28 bits).
func handle(name string) string {
	h := uint32(2166136261)
	for _, b := range []byte(name) {
		h = (h ^ uint32(b)) * 16777619
	}
	return fmt.Sprintf("%x", h&0xfffffff)
}

// record prints the activity in front.
func record(sys *android.System) string {
	tasks := sys.Tasks()
	return taskRecord(tasks[len(tasks)-1])
}

// secondRecord prints the activity on the second display.
func secondRecord(sys *android.System) string {
	w := sys.Second.Window
	return fmt.Sprintf("ActivityRecord{%s u%d %s t%d}", handle(w.Component()), w.User, w.Component(), secondTask)
}

func taskRecord(task *android.Task) string {
	w := task.Top()
	return fmt.Sprintf("ActivityRecord{%s u%d %s t%d}", handle(w.Component()), w.User, w.Component(), task.ID)
}

func rect(r image.Rectangle) string {
	return fmt.Sprintf("[%d,%d][%d,%d]", r.Min.X, r.Min.Y, r.Max.X, r.Max.Y)
}
