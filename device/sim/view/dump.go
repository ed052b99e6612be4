package view

import (
	"fmt"
	"image"
	"strconv"
	"strings"
)

// Dialect is what differs between the dumps of Android's releases.
type Dialect struct {
	// Hints is set where nodes carry drawing-order and hint.
	Hints bool
	// Compressed leaves out layouts that hold nothing of their own, as
	// `uiautomator dump --compressed` does.
	Compressed bool
}

const xmlHeader = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"

// Dump writes the tree as `uiautomator dump` does (AOSP's
// AccessibilityNodeInfoDumper over KXmlSerializer): on one line, invisible
// views left out, bounds cut to what is visible. focused is the field that has
// the input focus.
func Dump(root *View, focused *Field, rotation int, d Dialect) string {
	w := &dumper{dialect: d, focused: focused}
	w.out.WriteString(xmlHeader)
	w.hierarchy(root, rotation)
	return w.out.String()
}

// Window is one window of a dump of several.
type Window struct {
	Title  string
	Type   string // as AccessibilityWindowInfo names it, such as TYPE_APPLICATION
	Active bool   // has the input focus
	Root   *View
}

// Display is a display of a dump of several windows.
type Display struct {
	ID, Rotation int
	Windows      []Window // the uppermost first
}

// DumpDisplays writes what displays show, as `uiautomator dump --windows` does
// (AOSP AccessibilityNodeInfoDumper.dumpWindowsToFile).
func DumpDisplays(displays []Display, focused *Field, d Dialect) string {
	w := &dumper{dialect: d, focused: focused}
	w.out.WriteString(xmlHeader + "<displays>")
	id := 0 // of windows, which count over all displays
	for _, display := range displays {
		fmt.Fprintf(&w.out, `<display id="%d">`, display.ID)
		w.windows(display, id)
		id += len(display.Windows)
		w.out.WriteString("</display>")
	}
	w.out.WriteString("</displays>")
	return w.out.String()
}

// windows writes those of one display; before is how many there were already.
func (w *dumper) windows(display Display, before int) {
	for i, window := range display.Windows {
		w.out.WriteString("<window")
		w.attr("index", strconv.Itoa(i))
		w.attr("title", window.Title)
		w.attr("bounds", bounds(window.Root.Visible))
		w.attr("active", strconv.FormatBool(window.Active))
		w.attr("focused", strconv.FormatBool(window.Active))
		w.attr("id", strconv.Itoa(before+i+1))
		w.attr("layer", strconv.Itoa(len(display.Windows)-1-i))
		w.attr("type", window.Type)
		w.out.WriteString(">")
		w.hierarchy(window.Root, display.Rotation)
		w.out.WriteString("</window>")
	}
}

func bounds(r image.Rectangle) string {
	return fmt.Sprintf("[%d,%d][%d,%d]", r.Min.X, r.Min.Y, r.Max.X, r.Max.Y)
}

type dumper struct {
	out     strings.Builder
	dialect Dialect
	focused *Field
}

func (w *dumper) hierarchy(root *View, rotation int) {
	fmt.Fprintf(&w.out, "<hierarchy rotation=\"%d\">", rotation)
	if !root.Visible.Empty() {
		w.node(root, 0, 0, root.Pkg)
	}
	w.out.WriteString("</hierarchy>")
}

func (w *dumper) node(v *View, index, drawingOrder int, pkg string) {
	if v.Pkg != "" {
		pkg = v.Pkg
	}
	w.out.WriteString("<node")
	if v.notFriendly() {
		w.attr("NAF", "true")
	}
	w.attr("index", strconv.Itoa(index))
	w.attr("text", v.shown())
	w.attr("resource-id", v.ID)
	w.attr("class", v.class())
	w.attr("package", pkg)
	w.attr("content-desc", v.Desc)
	for _, a := range []struct {
		name string
		is   bool
	}{
		{"checkable", v.Checkable},
		{"checked", v.Checked},
		{"clickable", v.Clickable || v.Field != nil},
		{"enabled", !v.Disabled},
		{"focusable", v.focusable()},
		{"focused", v.Field != nil && v.Field == w.focused},
		{"scrollable", v.Scroll != nil && v.Scroll.max > 0},
		{"long-clickable", v.LongClickable || v.Field != nil},
		{"password", v.Password},
		{"selected", v.Selected},
	} {
		w.attr(a.name, strconv.FormatBool(a.is))
	}
	w.attr("bounds", bounds(v.Visible))
	if w.dialect.Hints {
		w.attr("drawing-order", strconv.Itoa(drawingOrder))
		w.attr("hint", v.Hint)
	}
	children := w.children(v)
	if len(children) == 0 {
		w.out.WriteString(" />")
		return
	}
	w.out.WriteString(">")
	for i, child := range children {
		w.node(child, i, i+1, pkg)
	}
	w.out.WriteString("</node>")
}

// children returns the visible children of v; compressed, a layout that says
// and does nothing gives its place to its own.
func (w *dumper) children(v *View) []*View {
	var out []*View
	for _, child := range v.Children {
		switch {
		case child.Visible.Empty():
		case w.dialect.Compressed && child.unimportant():
			out = append(out, w.children(child)...)
		default:
			out = append(out, child)
		}
	}
	return out
}

func (v *View) unimportant() bool {
	return len(v.Children) > 0 && v.shown() == "" && v.Desc == "" && v.ID == "" && !v.focusable() && !v.Checkable
}

func (v *View) focusable() bool {
	return v.Clickable || v.LongClickable || v.Field != nil || v.Scroll != nil
}

// class is the widget's class; a view without one is a layout.
func (v *View) class() string {
	switch {
	case v.Class != "":
		return v.Class
	case v.Field != nil:
		return "android.widget.EditText"
	case v.Axis == Over:
		return "android.widget.FrameLayout"
	}
	return "android.widget.LinearLayout"
}

// notFriendly is AOSP's NAF, "not accessibility friendly": an enabled
// clickable view with no text or description on it or in it.
func (v *View) notFriendly() bool {
	if !(v.Clickable && !v.Disabled) || v.shown() != "" || v.Desc != "" {
		return false
	}
	friendly := false
	v.Walk(func(in *View) { friendly = friendly || in.shown() != "" || in.Desc != "" })
	return !friendly
}

func (w *dumper) attr(name, value string) {
	quote := byte('"')
	if strings.Contains(value, `"`) {
		quote = '\''
	}
	w.out.WriteString(" " + name + "=")
	w.out.WriteByte(quote)
	for _, r := range value {
		switch {
		case r == rune(quote):
			w.out.WriteString("&apos;")
		case r == '&':
			w.out.WriteString("&amp;")
		case r == '<':
			w.out.WriteString("&lt;")
		case r == '>':
			w.out.WriteString("&gt;")
		case illegal(r):
			w.out.WriteByte('.')
		case r == '\n', r == '\r', r == '\t', r > 0xffff:
			fmt.Fprintf(&w.out, "&#%d;", r)
		default:
			w.out.WriteRune(r)
		}
	}
	w.out.WriteByte(quote)
}

// illegal is the range the dumper's stripInvalidXMLChars replaces with a dot.
func illegal(r rune) bool {
	return r >= 0x0 && r <= 0x8 || r == 0xb || r == 0xc || r >= 0xe && r <= 0x1f ||
		r >= 0x7f && r <= 0x84 || r >= 0x86 && r <= 0x9f || r >= 0xfdd0 && r <= 0xfddf || r&0xfffe == 0xfffe
}
