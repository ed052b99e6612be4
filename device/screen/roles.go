package screen

import "strings"

// simpleClass is the class without its package: "Switch", "ActionBar$Tab".
func simpleClass(e *element) string {
	return e.class[strings.LastIndexByte(e.class, '.')+1:]
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// role says what element i is to a person. The class is what a widget calls
// itself for accessibility; Compose, Flutter and web pages report android.view
// classes there, so that flags and structure decide where the class is mute.
func (l *layout) role(i int) Role {
	e := &l.elements[i]
	if r := roleOfClass(simpleClass(e), e.flags); r != "" {
		return r
	}
	leaf := e.end == i+1
	switch {
	case l.opaque(i):
		return Opaque
	case e.flags.has(scrollable):
		return List
	case e.flags.has(heading):
		return Heading
	case e.flags.has(clickable) && simpleClass(e) == "View" && e.says() && l.inWebPage(i):
		return Link // a page's buttons have a class of their own
	case e.flags.has(clickable | longClickable):
		switch {
		case l.container(i):
			return Container
		case !leaf && (l.count[i].texts > 1 || len(l.parts[i]) > 1):
			return Item
		}
		return Button
	case strings.Contains(simpleClass(e), "Image"):
		return Image
	case e.says():
		return Text
	case leaf:
		return Other
	}
	return Container
}

// inWebPage reports whether element i stands in a web page.
func (l *layout) inWebPage(i int) bool {
	for p := l.elements[i].parent; p >= 0; p = l.elements[p].parent {
		if strings.HasSuffix(l.elements[p].class, "WebView") {
			return true
		}
	}
	return false
}

// roleOfClass is the role that a class name and the flags that go with it give
// away, "" where they do not.
func roleOfClass(class string, f flags) Role {
	switch {
	case f.has(editable):
		return Input
	case containsAny(class, "Switch", "ToggleButton") && !strings.Contains(class, "Switcher"):
		return Switch
	case strings.Contains(class, "RadioButton"):
		return Radio
	case containsAny(class, "CheckBox", "Checkbox", "CheckedTextView"), f.has(checkable):
		return Checkbox
	case sliderClass(class):
		return Slider
	case strings.HasSuffix(class, "Tab"), strings.HasSuffix(class, "TabView"):
		return Tab
	case strings.HasSuffix(class, "WebView"):
		return WebView
	case strings.Contains(class, "Button"):
		return Button
	case containsAny(class, "RecyclerView", "ListView", "GridView"):
		return List
	}
	return ""
}

func sliderClass(class string) bool {
	return containsAny(class, "SeekBar", "Slider", "RatingBar", "NumberPicker")
}

// takesText reports whether an element is a text field. Every toolkit names
// its fields android.widget.EditText or after a kind of it; what is marked as
// a password is one under any name.
func takesText(e *element) bool {
	return e.flags.has(password) || containsAny(simpleClass(e), "EditText", "AutoComplete", "TextInput")
}

// opaqueShare is the share of the display, in percent, from which on a surface
// without readable content is worth telling.
const opaqueShare = 20

// opaque reports whether element i is a surface whose content cannot be read:
// it is large, and nothing in it says anything or can be acted upon. It may
// have a name of its own.
func (l *layout) opaque(i int) bool {
	e := &l.elements[i]
	c := l.count[i]
	if !e.visible() || c.texts+c.touchable+c.scrollable > 0 || !l.large(e.bounds) {
		return false
	}
	if l.partial && e.end == len(l.elements) {
		return false // where the dump was cut, its content may be missing
	}
	class := simpleClass(e)
	if containsAny(class, "SurfaceView", "TextureView", "GLView", "WebView", "FlutterView", "UnityPlayer", "ComposeView", "MapView", "VideoView", "PlayerView") {
		return true
	}
	return class == "View" && e.end == i+1 && i == l.canvas()
}

// canvas is the topmost large bare view of a tree that says nothing at all:
// what a game draws on. It is -1 where the tree says anything.
func (l *layout) canvas() int {
	if l.drawnOn != nil {
		return *l.drawnOn
	}
	found := -1
	for i := range l.elements {
		e := &l.elements[i]
		if simpleClass(e) == "View" && e.end == i+1 && l.large(e.bounds) {
			found = i
		} else if e.says() || e.flags.has(touchable) && e.visible() {
			found = -1
			break
		}
	}
	l.drawnOn = &found
	return found
}

// unplaced reports whether most of what a Compose surface says has no area. Its
// tree is told as it is laid out, and what cannot be seen is left out of it; of
// web pages in it, what is out of view is told without an area.
func (l *layout) unplaced() bool {
	placed, without := 0, 0
	for i := range l.elements {
		if !strings.Contains(l.elements[i].class, "ComposeView") {
			continue
		}
		for j := i + 1; j < l.elements[i].end; j++ {
			e := &l.elements[j]
			switch {
			case strings.Contains(e.class, "WebView"):
				j = e.end - 1
			case !e.says():
			case e.bounds.Empty():
				without++
			default:
				placed++
			}
		}
	}
	return without >= leastUnplaced && without > placed
}

// leastUnplaced is how many elements without an area are not there by chance.
const leastUnplaced = 3

func (l *layout) large(r Rect) bool {
	return int64(r.Width())*int64(r.Height())*100 >= int64(l.width)*int64(l.height)*opaqueShare
}
