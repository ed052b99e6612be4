package screen

import (
	"strconv"
	"strings"
)

// attributes collects the attributes of one tag, of whatever kind the tag is.
type attributes struct {
	element
	isNode bool // it has the attributes of a node

	id, title, kind, rotation string
	display                   string // its number, where a node tells it
	layer, width, height      int
	focusedWindow             bool
}

// set takes in one attribute. The names are those of AOSP's
// AccessibilityNodeInfoDumper and of Appium's UiAutomator2 server.
func (a *attributes) set(key, value string) {
	switch key {
	case "text":
		a.text = unescape(value)
	case "content-desc":
		a.desc = unescape(value)
	case "hint":
		a.hint = unescape(value)
	case "resource-id":
		a.viewID = unescape(value)
	case "class":
		a.class = value
	case "package":
		a.pkg = value
	case "bounds":
		a.bounds, a.isNode = dumpedBounds(value)
	case "drawing-order":
		a.drawing, _ = strconv.Atoi(value)
	case "input-type", "inputType":
		if PasswordInput(value) {
			a.flags |= password
		}
	case "id":
		a.id = value
	case "display-id":
		a.display = value
	case "title":
		a.title = unescape(value)
	case "type":
		a.kind = value
	case "layer":
		a.layer, _ = strconv.Atoi(value)
	case "rotation":
		a.rotation = value
	case "width":
		a.width, _ = strconv.Atoi(value)
	case "height":
		a.height, _ = strconv.Atoi(value)
	default:
		a.setFlag(key, value == "true")
		return
	}
}

func (a *attributes) setFlag(key string, on bool) {
	switch key {
	case "visible-to-user", "displayed":
		a.put(unseen, !on)
	case "clickable":
		a.put(clickable, on)
	case "long-clickable":
		a.put(longClickable, on)
	case "scrollable":
		a.put(scrollable, on)
	case "checkable":
		a.put(checkable, on)
	case "checked":
		a.put(checked, on)
	case "enabled":
		a.put(disabled, !on)
	case "focusable":
		a.put(focusable, on)
	case "focused":
		a.put(focused, on)
		a.focusedWindow = on
	case "selected":
		a.put(selected, on)
	case "password":
		a.put(password, on)
	case "heading":
		a.put(heading, on)
	case "showing-hint":
		a.put(showingHint, on)
	}
}

func (e *element) put(f flags, on bool) {
	if on {
		e.flags |= f
	}
}

// dumpedBounds reads "[left,top][right,bottom]".
func dumpedBounds(s string) (Rect, bool) {
	var v [4]int
	rest := s
	for i, end := range [4]string{",", "][", ",", "]"} {
		number, tail, ok := strings.Cut(strings.TrimPrefix(rest, "["), end)
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if !ok || err != nil {
			return Rect{}, false
		}
		v[i], rest = n, tail
	}
	return Rect{v[0], v[1], v[2], v[3]}, true
}

// PasswordInput reports whether an android.text.InputType value, such as "0x81", is
// of one of the password variations: text 0x81, visible 0x91, web 0xe1, number
// 0x12.
func PasswordInput(s string) bool {
	n, err := strconv.ParseUint(s, 0, 32)
	if err != nil {
		return false
	}
	switch n & 0xfff {
	case 0x81, 0x91, 0xe1, 0x12:
		return true
	}
	return false
}
