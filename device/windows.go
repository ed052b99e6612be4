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
	handle string
	title  string // "package/class" for an activity's main window
	user   int
	pkg    string // of the app that owns it
	// display is the number of the one that it stands on.
	display int
	secure  bool // FLAG_SECURE
	// untouchable: FLAG_NOT_TOUCHABLE, touches go to what is beneath.
	untouchable bool
	frame       screen.Rect
	insets      screen.Rect // what the keyboard leaves free of its frame, on each side
	touch       screen.Rect // where it takes touches, empty where not told
	onScreen    shown
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
	all      []window // on the display in front, listed from the top down
	displays map[int]*display
	top      int // the display that has the focus
}

var (
	windowText = regexp.MustCompile(`^Window\{(\S+) (?:u(\d+) )?(.*?)(?: (?:paused|type)=\w+)? ?(?:EXITING)?\}`)
	focusedApp = regexp.MustCompile(`mFocusedApp=.*ActivityRecord\{` + record)
	fourPoints = regexp.MustCompile(`^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]`)
	fourSides  = regexp.MustCompile(`\((-?\d+),(-?\d+),(-?\d+),(-?\d+)\)`)
	size       = regexp.MustCompile(`^(\d+)x(\d+)`)
)

// parseWindows reads `dumpsys window`, the whole or the lines that
// windowLines picks, of Android 8 to 16.
func parseWindows(text string) windows {
	r := windowReader{windows: windows{displays: map[int]*display{}}}
	for line := range strings.Lines(text) {
		r.read(strings.TrimRight(line, "\r\n"))
	}
	front := r.inFront()
	r.all = slices.DeleteFunc(r.all, func(w window) bool { return w.display != front })
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
	if _, id, ok := strings.Cut(line, "Display: mDisplayId="); ok {
		id, _, _ = strings.Cut(id, " ")
		r.display, r.window = number(id), nil
		return
	}
	if _, header, ok := strings.Cut(line, " Window #"); ok {
		_, header, _ = strings.Cut(header, " ")
		w, _ := parseWindow(header)
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
	d := r.displays[r.display]
	if d == nil {
		d = &display{}
		r.displays[r.display] = d
	}
	if id, ok := field(line, "mTopFocusedDisplayId="); ok {
		r.top = number(id)
		return true
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
	if cur, ok := field(line, " cur="); ok && strings.Contains(line, "init=") {
		if m := size.FindStringSubmatch(cur); m != nil {
			d.width, d.height = number(m[1]), number(m[2])
		}
		return true
	}
	return false
}

func (w *window) read(line string) {
	if id, ok := field(line, " mDisplayId="); ok {
		w.display = number(id)
	}
	if pkg, ok := field(line, " package="); ok && w.pkg == "" {
		w.pkg = pkg
	}
	if _, flags, ok := strings.Cut(line, " fl="); ok {
		w.secure = w.secure || hasFlag(flags, flagSecure, "SECURE")
		w.untouchable = w.untouchable || hasFlag(flags, flagNotTouchable, "NOT_TOUCHABLE")
	}
	for _, key := range []string{" frame=", " mFrame="} {
		if corners, ok := field(line, key); ok && w.frame.Empty() {
			w.frame = parseCorners(corners)
		}
	}
	if corners, ok := field(line, "mGivenContentInsets="); ok {
		w.insets = parseCorners(corners)
	}
	if _, region, ok := strings.Cut(line, "touchable region="); ok {
		w.touch = boundingBox(region)
	}
	for _, key := range []string{"isReadyForDisplay()=", "isOnScreen=", "isVisible="} {
		if value, ok := field(line, key); ok {
			w.onScreen = hidden
			if value == "true" {
				w.onScreen = visible
			}
		}
	}
}

// field is what follows key in a line, up to the next space.
func field(line, key string) (value string, ok bool) {
	_, rest, ok := strings.Cut(line, key)
	value, _, _ = strings.Cut(rest, " ")
	return value, ok
}

// overlays are the windows over the focused one that take touches, those of the
// app in front among them. The system's own bars and the keyboard are no overlays:
// they are where they always are, and known besides.
func (w *windows) overlays(focus window) []screen.Overlay {
	var found []screen.Overlay
	for _, win := range w.all { // listed from the top down
		if win.handle == focus.handle {
			break
		}
		pkg := w.packageOf(win)
		if win.onScreen != visible || win.untouchable || pkg == "" || win.title == "InputMethod" {
			continue
		}
		covers := win.touch
		switch {
		case pkg == "com.android.systemui" && !systemNotice(win.title), pkg == "android":
			continue
		case covers.Empty() && pkg == "com.android.systemui" && w.whole(win.frame):
			continue // the shade's window is as large as the display also where it shows nothing
		case covers.Empty():
			covers = win.frame
		}
		found = append(found, screen.Overlay{PackageName: pkg, Bounds: covers})
	}
	return found
}

// systemNotice reports whether a window of com.android.systemui shows
// notifications (AOSP SystemUI).
func systemNotice(title string) bool {
	return title == "NotificationShade" || strings.Contains(title, "HeadsUp")
}

// whole reports whether a frame is as large as the display.
func (w *windows) whole(frame screen.Rect) bool {
	width, height := w.size()
	return frame.Width() >= width && frame.Height() >= height
}

// Flags of WindowManager.LayoutParams.
const (
	flagNotTouchable = 0x10
	flagSecure       = 0x2000
)

// hasFlag reads the flags of a window: a hexadecimal number up to Android 8,
// names since.
func hasFlag(flags string, bit uint64, known string) bool {
	for name := range strings.FieldsSeq(flags) {
		if hex, ok := strings.CutPrefix(name, "#"); ok {
			n, err := strconv.ParseUint(hex, 16, 64)
			return err == nil && n&bit != 0
		}
		if strings.Trim(name, "{}") == known {
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

// inFront is the number of the display that has the focus, or of the first with
// a focused window; 0, that of the phone's own, where none has. Before Android 10
// only the window in focus tells on which display it stands.
func (w *windows) inFront() int {
	focused := w.focusedDisplay()
	if d := w.displays[focused]; d != nil && d.focused {
		for _, win := range w.all {
			if win.handle == d.focus.handle {
				return win.display
			}
		}
	}
	return focused
}

// focusedDisplay is the number of the display under which the focus is told.
func (w *windows) focusedDisplay() int {
	if d := w.displays[w.top]; d != nil && (d.focused || d.app.pkg != "") {
		return w.top
	}
	for _, id := range slices.Sorted(maps.Keys(w.displays)) {
		if w.displays[id].focused {
			return id
		}
	}
	return 0
}

// front is the display in front.
func (w *windows) front() *display {
	if d := w.displays[w.focusedDisplay()]; d != nil {
		return d
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

// parseCorners reads "[left,top][right,bottom]".
func parseCorners(text string) screen.Rect {
	m := fourPoints.FindStringSubmatch(text)
	if m == nil {
		return screen.Rect{}
	}
	return rect(m)
}

// boundingBox is the smallest rectangle around the rectangles of a printed
// SkRegion, empty for an empty region.
func boundingBox(region string) screen.Rect {
	var box screen.Rect
	for i, m := range fourSides.FindAllStringSubmatch(region, -1) {
		r := rect(m)
		if i == 0 {
			box = r
		}
		box = screen.Rect{Left: min(box.Left, r.Left), Top: min(box.Top, r.Top), Right: max(box.Right, r.Right), Bottom: max(box.Bottom, r.Bottom)}
	}
	return box
}

// rect makes a rectangle of the four numbers of a match.
func rect(m []string) screen.Rect {
	return screen.Rect{Left: number(m[1]), Top: number(m[2]), Right: number(m[3]), Bottom: number(m[4])}
}

// number is the value of digits that a pattern matched, 0 for none and for more
// than an int32 holds, which nothing on a phone is.
func number(digits string) int {
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil {
		return 0
	}
	return int(n)
}
