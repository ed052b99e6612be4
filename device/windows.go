package device

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adroit/device/screen"
)

// window is one window of the window manager.
type window struct {
	handle   string
	title    string // "package/class" for an activity's main window
	user     int
	pkg      string // of the app that owns it
	secure   bool   // FLAG_SECURE
	frame    screen.Rect
	insets   screen.Rect // what the keyboard leaves free of its frame, on each side
	touch    screen.Rect // where it takes touches, empty where not told
	onScreen shown
}

// display is one display with what is in front on it.
type display struct {
	width, height int // in the current rotation
	focus         window
	focused       bool
	app           activity
}

// windows is what `dumpsys window` tells.
type windows struct {
	all      []window
	displays map[int]*display
	top      int // the display that has the focus
}

var (
	windowHeader = regexp.MustCompile(`^\s*Window #\d+ (Window\{.*\}):`)
	windowText   = regexp.MustCompile(`Window\{(\S+) (?:u(\d+) )?(.*?)(?: (?:paused|type)=\w+)? ?(?:EXITING)?\}`)
	displayLine  = regexp.MustCompile(`^\s*Display: mDisplayId=(\d+)`)
	topDisplay   = regexp.MustCompile(`mTopFocusedDisplayId=(\d+)`)
	currentSize  = regexp.MustCompile(`\bcur=(\d+)x(\d+)`)
	focusedApp   = regexp.MustCompile(`mFocusedApp=.*ActivityRecord\{` + record)
	owner        = regexp.MustCompile(`\bpackage=([\w.]+)`)
	frame        = regexp.MustCompile(`\b(?:mFrame|frame)=` + corners)
	givenInsets  = regexp.MustCompile(`mGivenContentInsets=` + corners)
	touchRegion  = regexp.MustCompile(`\((-?\d+),(-?\d+),(-?\d+),(-?\d+)\)`)
	flags        = regexp.MustCompile(`\bfl=(#?)(.*)`)
	isOnScreen   = regexp.MustCompile(`\b(?:isOnScreen|isVisible)=(\w+)|isReadyForDisplay\(\)=(\w+)`)
)

const corners = `\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]`

// parseWindows reads `dumpsys window`, the whole or the lines that
// windowLines picks, of Android 8 to 16.
func parseWindows(text string) windows {
	r := windowReader{windows: windows{displays: map[int]*display{}}}
	for line := range strings.Lines(text) {
		r.read(strings.TrimRight(line, "\r\n"))
	}
	return r.windows
}

// windowReader reads line by line: lines belong to the display or the window
// whose header came last.
type windowReader struct {
	windows
	display int
	window  *window
}

func (r *windowReader) read(line string) {
	if strings.HasPrefix(line, "WINDOW MANAGER") {
		r.display, r.window = 0, nil
		return
	}
	if m := displayLine.FindStringSubmatch(line); m != nil {
		r.display, r.window = number(m[1]), nil
	}
	if m := windowHeader.FindStringSubmatch(line); m != nil {
		w, _ := parseWindow(m[1])
		r.all = append(r.all, w)
		r.window = &r.all[len(r.all)-1]
		return
	}
	if r.readDisplay(line) {
		r.window = nil
	} else if r.window != nil {
		r.window.read(line)
	}
}

// readDisplay reads a line about a display, and reports whether it was one.
func (r *windowReader) readDisplay(line string) bool {
	if m := topDisplay.FindStringSubmatch(line); m != nil {
		r.top = number(m[1])
		return true
	}
	d := r.displays[r.display]
	if d == nil {
		d = &display{}
		r.displays[r.display] = d
	}
	if _, focus, ok := strings.Cut(line, "mCurrentFocus="); ok {
		if w, ok := parseWindow(focus); ok && !d.focused {
			d.focus, d.focused = w, true
		}
		return true
	}
	if strings.Contains(line, "mFocusedApp=") {
		// Dumps without display headers list those of all displays: the last
		// is the main one's.
		if m := focusedApp.FindStringSubmatch(line); m != nil {
			d.app = activityOf(m)
		}
		return true
	}
	if m := currentSize.FindStringSubmatch(line); m != nil && strings.Contains(line, "init=") {
		d.width, d.height = number(m[1]), number(m[2])
		return true
	}
	return false
}

func (w *window) read(line string) {
	if m := owner.FindStringSubmatch(line); m != nil && w.pkg == "" {
		w.pkg = m[1]
	}
	if m := frame.FindStringSubmatch(line); m != nil && w.frame.Empty() {
		w.frame = rect(m)
	}
	if m := givenInsets.FindStringSubmatch(line); m != nil {
		w.insets = rect(m)
	}
	if _, region, ok := strings.Cut(line, "touchable region="); ok {
		w.touch = boundingBox(region)
	}
	if m := flags.FindStringSubmatch(line); m != nil {
		w.secure = w.secure || isSecure(m[1] == "#", m[2])
	}
	if m := isOnScreen.FindStringSubmatch(line); m != nil {
		w.onScreen = hidden
		if m[1]+m[2] == "true" {
			w.onScreen = visible
		}
	}
}

// flagSecure is WindowManager.LayoutParams.FLAG_SECURE.
const flagSecure = 0x2000

// isSecure reads the flags of a window: a hexadecimal number up to Android 8,
// names since.
func isSecure(hex bool, text string) bool {
	first, _, _ := strings.Cut(text, " ")
	if hex {
		n, err := strconv.ParseUint(first, 16, 64)
		return err == nil && n&flagSecure != 0
	}
	for name := range strings.FieldsSeq(text) {
		if name == "SECURE" {
			return true
		}
	}
	return false
}

func parseWindow(text string) (window, bool) {
	m := windowText.FindStringSubmatch(text)
	if m == nil {
		return window{}, false
	}
	return window{handle: m[1], user: number(m[2]), title: m[3]}, true
}

// front is the display that has the focus, or the first with a focused window.
func (w *windows) front() *display {
	if d := w.displays[w.top]; d != nil && (d.focused || d.app.pkg != "") {
		return d
	}
	for _, id := range slices.Sorted(maps.Keys(w.displays)) {
		if w.displays[id].focused {
			return w.displays[id]
		}
	}
	return &display{}
}

// focus is the window in front, with everything that is known about it.
func (w *windows) focus() (window, bool) {
	focus := w.front()
	for _, known := range w.all {
		if known.handle == focus.focus.handle {
			return known, true
		}
	}
	return focus.focus, focus.focused
}

// focusedApp is the activity in front. Where no line says so it is that of the
// topmost window on the screen that is an activity's.
func (w *windows) focusedApp() activity {
	front := w.front()
	if front.app.pkg != "" || front.focused {
		return front.app
	}
	for _, win := range w.all {
		if app := parseComponent(win.title); app.pkg != "" && win.onScreen != hidden {
			app.user = win.user
			return app
		}
	}
	return activity{}
}

func (w *windows) size() (width, height int) {
	if d := w.displays[w.top]; d != nil {
		return d.width, d.height
	}
	return 0, 0
}

// packageOf is the app that a window belongs to, "" where that is unknown.
func (w *windows) packageOf(win window) string {
	switch app := parseComponent(win.title); {
	case win.pkg != "":
		return win.pkg
	case app.pkg != "":
		return app.pkg
	case strings.Contains(win.title, ".") && isPackage(win.title):
		return win.title
	case systemWindow[win.title]:
		return "com.android.systemui"
	}
	return ""
}

// systemWindow are the titles under which com.android.systemui takes the focus
// (AOSP SystemUI).
var systemWindow = map[string]bool{"StatusBar": true, "NotificationShade": true, "Keyguard": true}

// keyboard is what the keyboard covers, and whether it is there. The input
// method says that it is shown also where its window draws nothing, with a
// hardware keyboard, so that both must agree.
func (w *windows) keyboard(input shown) (screen.Rect, bool) {
	for _, win := range w.all {
		if win.title != "InputMethod" {
			continue
		}
		covers := win.touch
		if covers.Empty() {
			covers = screen.Rect{
				Left: win.frame.Left + win.insets.Left, Top: win.frame.Top + win.insets.Top,
				Right: win.frame.Right - win.insets.Right, Bottom: win.frame.Bottom - win.insets.Bottom,
			}
		}
		agreed := input == visible && win.onScreen != hidden || input == unknown && win.onScreen == visible
		if !agreed || covers.Empty() && !win.frame.Empty() {
			return screen.Rect{}, false
		}
		return covers, true
	}
	return screen.Rect{}, input == visible
}

// boundingBox is the smallest rectangle around the rectangles of a printed
// SkRegion, empty for an empty region.
func boundingBox(region string) screen.Rect {
	var box screen.Rect
	for _, m := range touchRegion.FindAllStringSubmatch(region, -1) {
		r := rect(m)
		if box.Empty() {
			box = r
			continue
		}
		box = screen.Rect{Left: min(box.Left, r.Left), Top: min(box.Top, r.Top), Right: max(box.Right, r.Right), Bottom: max(box.Bottom, r.Bottom)}
	}
	return box
}

// rect makes a rectangle of the four numbers of a match.
func rect(m []string) screen.Rect {
	return screen.Rect{Left: number(m[1]), Top: number(m[2]), Right: number(m[3]), Bottom: number(m[4])}
}

// number is the value of digits that a pattern matched, 0 for none.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
