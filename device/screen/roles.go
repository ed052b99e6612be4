package screen

import "strings"

// role says what an element is, from its class, its flags and its place.
func (t *tree) role(i int) Role {
	e := &t.elements[i]
	class := e.class[strings.LastIndexByte(e.class, '.')+1:]
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(class, p) {
				return true
			}
		}
		return false
	}
	leaf := e.end == i+1
	switch {
	case e.flags.has(editable):
		return Input
	case has("Switch", "ToggleButton"):
		return Switch
	case has("RadioButton"):
		return Radio
	case has("CheckBox", "CheckedTextView"):
		return Checkbox
	case e.flags.has(checkable):
		return Checkbox
	case has("SeekBar", "Slider", "RatingBar"):
		return Slider
	case has("TabView", "TabWidget$") || (class == "Tab"):
		return Tab
	case has("WebView"):
		return WebView
	case has("SurfaceView", "TextureView", "GLSurface"):
		return Opaque
	case e.flags.has(heading):
		return Heading
	case has("Button"):
		return Button
	case e.flags.has(scrollable):
		return List
	case has("ImageView", "Image"):
		if e.flags.has(clickable) {
			return Button
		}
		return Image
	case e.flags.has(clickable | longClickable):
		if leaf {
			return Button
		}
		return Item
	case e.text != "" || e.desc != "":
		return Text
	case has("RecyclerView", "ListView", "GridView"):
		return List
	case !leaf:
		return Container
	}
	return Other
}

// takesText reports whether an element is a text field.
func takesText(e *element) bool {
	class := e.class[strings.LastIndexByte(e.class, '.')+1:]
	return strings.Contains(class, "EditText") || strings.Contains(class, "AutoComplete") || class == "SearchAutoComplete"
}
