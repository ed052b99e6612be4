// Package view is the simulated phone's screen: a declared tree of views laid
// out in pixels, from which everything else about the screen follows, so that
// the dump, a touch and the picture can never disagree.
//
// It imitates Android's classic widgets as far as automation sees them. It
// knows no app and does no I/O.
package view

import (
	"image"
	"image/color"
	"strings"
)

// Sizes of a view, besides a number of pixels.
const (
	Wrap = 0  // as large as its content
	Fill = -1 // as large as its parent has room for; several share the room
)

// Axis says how a view places its children.
type Axis int

// The ways to place children: below each other, beside each other, or on top
// of each other, the later above the earlier.
const (
	Down Axis = iota
	Across
	Over
)

// View is one view and what is in it. The zero value is an empty layout that
// wraps its content. A tree is built afresh for every frame; what must outlast
// one is in its Field and Scroll.
type View struct {
	Class string // fully qualified class name
	ID    string // resource id with its package
	Text  string
	Desc  string // content description
	Hint  string
	Pkg   string // package, inherited from the parent where empty

	Clickable, LongClickable bool
	Checkable, Checked       bool
	Disabled, Selected       bool
	Password                 bool

	OnClick, OnLongClick func()
	// OnTouch takes a touch that no clickable view took, such as a game's
	// surface does; to a dump such a view is not clickable.
	OnTouch func(at image.Point)
	Field   *Field  // makes the view an editable text
	Scroll  *Scroll // makes the view scroll along its axis
	// OnSwipe takes a swipe that begins in the view and that no scroll takes.
	OnSwipe func(from, to image.Point)
	// OnDrag takes a drag that begins in the view after a long press.
	OnDrag func(from, to image.Point)

	Axis          Axis
	Width, Height int
	Pad, Gap      int             // pixels around and between the children
	Center        bool            // children centred across the axis
	Place         image.Rectangle // where within an Over parent; empty fills it
	Children      []*View

	Background color.Color
	TextColor  color.Color
	TextSize   int // pixels; 0 is DefaultTextSize

	// Bounds is where layout put the view, Visible the part that is not cut
	// off by its ancestors. Both are in display pixels.
	Bounds, Visible image.Rectangle
}

// DefaultTextSize is Android's 14sp at 420 dpi, in pixels.
const DefaultTextSize = 37

// Field is the state of an editable text: what outlasts a frame.
type Field struct {
	text     []rune
	cursor   int
	selected bool // everything is
	// Submit is called when Enter is pressed in a single-line field.
	Submit func()
	// Multiline fields take Enter as a line break.
	Multiline bool
}

// Text returns the field's content.
func (f *Field) Text() string { return string(f.text) }

// SetText replaces the content and puts the cursor after it.
func (f *Field) SetText(s string) {
	f.text, f.selected = []rune(s), false
	f.cursor = len(f.text)
}

// Insert types s at the cursor, over the selection.
func (f *Field) Insert(s string) {
	if f.selected {
		f.SetText("")
	}
	typed := []rune(s)
	f.text = append(f.text[:f.cursor:f.cursor], append(typed, f.text[f.cursor:]...)...)
	f.cursor += len(typed)
}

// Delete removes the selection, or n characters before the cursor; with a
// negative n, after it.
func (f *Field) Delete(n int) {
	if f.selected {
		f.SetText("")
		return
	}
	from, to := max(0, f.cursor-n), f.cursor
	if n < 0 {
		from, to = f.cursor, min(len(f.text), f.cursor-n)
	}
	f.text = append(f.text[:from:from], f.text[to:]...)
	f.cursor = from
}

// Move moves the cursor by n characters, within the text.
func (f *Field) Move(n int) {
	f.selected = false
	f.cursor = min(max(0, f.cursor+n), len(f.text))
}

// SelectAll selects the whole content.
func (f *Field) SelectAll() { f.selected = true }

// Scroll is the state of a scrolling view: what outlasts a frame.
type Scroll struct {
	Offset int // pixels scrolled
	max    int
	// Page makes it a pager: it rests only at multiples of its size.
	Page bool
}

// By scrolls by delta pixels, as far as there is content, and reports whether
// anything moved.
func (s *Scroll) By(delta int) bool {
	before := s.Offset
	s.Offset = min(max(0, s.Offset+delta), s.max)
	return s.Offset != before
}

// Layout places root and all in it within screen.
func Layout(root *View, screen image.Rectangle) {
	root.place(screen, screen)
}

// lineHeight and charWidth approximate the fonts of a phone. Layout must not
// depend on which are drawn with.
func (v *View) lineHeight() int { return v.textSize() * 4 / 3 }
func (v *View) charWidth() int  { return v.textSize() * 11 / 20 }

func (v *View) textSize() int {
	if v.TextSize > 0 {
		return v.TextSize
	}
	return DefaultTextSize
}

// shown is the text as it stands on the screen, and the text of the dump: an
// empty field shows its hint, a password its bullets.
func (v *View) shown() string {
	text := v.Text
	if v.Field != nil {
		text = v.Field.Text()
	}
	switch {
	case text == "":
		return v.Hint
	case v.Password:
		return strings.Repeat("•", len([]rune(text)))
	}
	return text
}

// wrapText breaks the shown text into lines that fit width pixels.
func (v *View) wrapText(width int) []string {
	perLine := max(1, width/v.charWidth())
	var out []string
	for paragraph := range strings.SplitSeq(v.shown(), "\n") {
		line := ""
		for _, word := range strings.SplitAfter(paragraph, " ") {
			if line != "" && len([]rune(line))+len([]rune(strings.TrimRight(word, " "))) > perLine {
				out = append(out, line)
				line = ""
			}
			line += word
		}
		out = append(out, line)
	}
	return out
}

// textExtent is the room the shown text takes within width pixels.
func (v *View) textExtent(width int) image.Point {
	if v.shown() == "" {
		return image.Point{}
	}
	var size image.Point
	for _, line := range v.wrapText(width) {
		size.X = max(size.X, len([]rune(line))*v.charWidth())
		size.Y += v.lineHeight()
	}
	size.X = min(size.X, width)
	return size
}

// measure returns the size v wants within room.
func (v *View) measure(room image.Point) image.Point {
	inner := room.Sub(image.Pt(2*v.Pad, 2*v.Pad))
	if v.Width > 0 {
		inner.X = v.Width - 2*v.Pad
	}
	content := v.textExtent(inner.X)
	for i, child := range v.Children {
		gap := 0
		if i > 0 {
			gap = v.Gap
		}
		size := child.measure(inner)
		switch v.Axis {
		case Down:
			content.X = max(content.X, size.X)
			content.Y += gap + size.Y
		case Across:
			content.X += gap + size.X
			content.Y = max(content.Y, size.Y)
			inner.X -= gap + size.X
		case Over:
			if !child.Place.Empty() {
				size = child.Place.Max
			}
			content.X, content.Y = max(content.X, size.X), max(content.Y, size.Y)
		}
	}
	size := content.Add(image.Pt(2*v.Pad, 2*v.Pad))
	return image.Pt(extent(v.Width, size.X, room.X), extent(v.Height, size.Y, room.Y))
}

func extent(want, content, room int) int {
	switch want {
	case Wrap:
		return content
	case Fill:
		return room
	}
	return want
}

// place puts v at r, and its children within.
func (v *View) place(r, clip image.Rectangle) {
	v.Bounds = r
	v.Visible = r.Intersect(clip)
	inner := r.Inset(v.Pad)
	if v.Axis == Over {
		for _, child := range v.Children {
			at := inner
			if !child.Place.Empty() {
				at = child.Place.Add(inner.Min)
			}
			child.place(at, v.Visible)
		}
		return
	}
	sizes := v.childSizes(inner)
	at := inner.Min
	if v.Scroll != nil {
		at = v.scrolled(inner, sizes)
	}
	for i, child := range v.Children {
		size := sizes[i]
		origin := at
		if v.Axis == Down {
			if v.Center {
				origin.X += (inner.Dx() - size.X) / 2
			}
			at.Y += size.Y + v.Gap
		} else {
			if v.Center {
				origin.Y += (inner.Dy() - size.Y) / 2
			}
			at.X += size.X + v.Gap
		}
		child.place(image.Rectangle{origin, origin.Add(size)}, v.Visible)
	}
}

// childSizes measures the children and shares out what room those that fill
// the axis have left.
func (v *View) childSizes(inner image.Rectangle) []image.Point {
	along := func(p *image.Point) *int {
		if v.Axis == Across {
			return &p.X
		}
		return &p.Y
	}
	sizes := make([]image.Point, len(v.Children))
	room := inner.Size()
	left := *along(&room) - max(0, len(v.Children)-1)*v.Gap
	var filling []int
	for i, child := range v.Children {
		want := image.Pt(child.Width, child.Height)
		// In a pager a page fills the view; elsewhere what fills shares.
		if *along(&want) == Fill && !(v.Scroll != nil && v.Scroll.Page) {
			filling = append(filling, i)
			continue
		}
		available := inner.Size()
		if v.Scroll == nil {
			*along(&available) = max(0, left)
		}
		sizes[i] = child.measure(available)
		left -= *along(&sizes[i])
	}
	for n, i := range filling {
		available := inner.Size()
		*along(&available) = max(0, left/len(filling))
		if n == len(filling)-1 {
			*along(&available) = max(0, left-left/len(filling)*n)
		}
		sizes[i] = v.Children[i].measure(available)
		*along(&sizes[i]) = *along(&available)
	}
	return sizes
}

// scrolled returns where the first child of a scrolling view stands, and
// settles how far it can scroll.
func (v *View) scrolled(inner image.Rectangle, sizes []image.Point) image.Point {
	content := max(0, len(sizes)-1) * v.Gap
	for _, size := range sizes {
		if v.Axis == Across {
			content += size.X
		} else {
			content += size.Y
		}
	}
	room, back := inner.Dy(), image.Pt(0, 1)
	if v.Axis == Across {
		room, back = inner.Dx(), image.Pt(1, 0)
	}
	v.Scroll.max = max(0, content-room)
	v.Scroll.By(0) // what was scrolled past the end comes back to it
	return inner.Min.Sub(back.Mul(v.Scroll.Offset))
}
