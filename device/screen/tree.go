package screen

// tree is a dump as it was parsed: the elements of one display, in document
// order, and the windows to which they belong.
type tree struct {
	elements []element
	windows  []window
	rotation int // -1 where the dump does not say
	width    int // 0 where the dump does not say
	height   int
	partial  bool     // cut short
	warnings []string // what is peculiar, in words
	leftOut  []bool   // the elements that Without left out; nil for none
}

// window is one window of a dump. A dump of the active window alone has one;
// several roots side by side are several windows, listed from the top down.
type window struct {
	id      string
	title   string
	kind    string // TYPE_APPLICATION, TYPE_INPUT_METHOD, … where the dump says
	layer   int    // higher is nearer to the viewer
	focused bool

	// What derive finds out.
	pkg      string // of its root
	bounds   Rect   // of its root
	keyboard bool   // it is an input method
	keys     Rect   // around all keys
	elements int
}

// element is one node of a dump.
type element struct {
	class, pkg, viewID string
	text, desc, hint   string
	bounds             Rect
	flags              flags
	parent             int // index of the parent, -1 for a root
	end                int // index after the last descendant
	depth              int // of the root: 0
	window             int // index in tree.windows
	drawing            int // drawing-order among its siblings, 0 where unknown
}

// flags are the boolean attributes of an element.
type flags uint32

const (
	clickable flags = 1 << iota
	longClickable
	scrollable
	checkable
	checked
	disabled // inverted: what a dump does not say is enabled
	focusable
	focused
	selected
	password
	heading
	showingHint // the text is the hint
	unseen      // the dump says that the person cannot see it
	editable    // derived: it takes text
	slides      // derived: it is set by sliding
)

// has reports whether any of the flags g is set.
func (f flags) has(g flags) bool { return f&g != 0 }

// touchable are the flags of what reacts to a finger of its own.
const touchable = clickable | longClickable | checkable | editable

// actionable are the flags of what can be acted upon.
const actionable = touchable | scrollable

// visible reports whether any pixel of the element can be on the display.
func (e *element) visible() bool { return !e.bounds.Empty() }
