package screen

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// derive fills in what a dump does not say outright: which elements take text
// or slide, how large the display is, and which window is which.
func (t *tree) derive(s State) {
	for i := range t.elements {
		e := &t.elements[i]
		e.put(editable, takesText(e))
		if s.TypesPassword && e.flags.has(editable) && e.flags.has(focused) {
			e.flags |= password
		}
		e.put(slides, sliderClass(simpleClass(e)))
	}
	t.measure(s)
	for i := range t.elements {
		e := &t.elements[i]
		w := &t.windows[e.window]
		if e.parent < 0 && w.pkg == "" {
			w.pkg = e.pkg
			w.bounds = e.bounds
		}
		if keyboardClass(e) || w.kind == "TYPE_INPUT_METHOD" {
			w.keyboard = true
		}
		if w.keyboard && e.flags.has(touchable) && e.visible() {
			w.keys = union(w.keys, e.bounds)
		}
		w.elements++
	}
	for i := range t.windows {
		if w := &t.windows[i]; w.keyboard {
			w.id = keyboardPrefix + strings.TrimPrefix(w.id, "w")
		}
	}
}

// keyboardPrefix begins the ids of keyboard windows; those of others begin
// with "w".
const keyboardPrefix = "k"

// measure completes the size and rotation of the display from what is known
// besides, and from the largest root.
func (t *tree) measure(s State) {
	if s.Width > 0 && s.Height > 0 {
		t.width, t.height = s.Width, s.Height
	}
	if t.rotation < 0 {
		t.rotation = s.Rotation
	}
	if t.width > 0 {
		return
	}
	for i := range t.elements {
		if e := &t.elements[i]; e.parent < 0 {
			t.width, t.height = max(t.width, e.bounds.Right), max(t.height, e.bounds.Bottom)
		}
	}
}

// keyboardClass reports whether an element belongs to an input method: by the
// frames that AOSP's InputMethodService puts around every keyboard
// (input_method.xml), and by the package name that most have.
func keyboardClass(e *element) bool {
	switch e.viewID {
	case "android:id/inputArea", "android:id/candidatesArea":
		return true
	}
	return strings.Contains(e.pkg, "inputmethod") || strings.Contains(e.class, "inputmethodservice")
}

func union(a, b Rect) Rect {
	if a.Empty() {
		return b
	}
	return Rect{min(a.Left, b.Left), min(a.Top, b.Top), max(a.Right, b.Right), max(a.Bottom, b.Bottom)}
}

// frontWindow is the index of the window that the person works in: the focused one,
// else the one of the app that is known to be in front, else the largest that
// is no keyboard.
func (t *tree) frontWindow(pkg string) int {
	best, rank := 0, -1
	for i := range t.windows {
		w := &t.windows[i]
		got := min(w.elements, 1000)
		switch {
		case w.elements == 0:
			got = -1
		case w.focused && !w.keyboard:
			got += 1 << 40
		case pkg != "" && w.pkg == pkg:
			got += 1 << 30
		case !w.keyboard:
			got += w.bounds.Width() * w.bounds.Height() / 64 % (1 << 29)
		}
		if got > rank {
			best, rank = i, got
		}
	}
	return best
}

// drawingRanks returns for each element when it is drawn: windows by layer,
// siblings by drawing order, else as they are listed. It is nil where that is
// the order in which they are listed anyway.
func (t *tree) drawingRanks() []int {
	if len(t.windows) < 2 && !slices.ContainsFunc(t.elements, func(e element) bool { return e.drawing > 0 }) {
		return nil
	}
	children := make([][]int, len(t.elements)+1) // the roots last
	for i := range t.elements {
		p := t.elements[i].parent
		if p < 0 {
			p = len(t.elements)
		}
		children[p] = append(children[p], i)
	}
	ranks := make([]int, len(t.elements))
	next := 0
	var visit func(of int)
	visit = func(of int) {
		list := children[of]
		if of == len(t.elements) {
			slices.SortStableFunc(list, t.compareWindows)
		} else {
			slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(t.elements[a].drawing, t.elements[b].drawing) })
		}
		for _, i := range list {
			ranks[i] = next
			next++
			visit(i)
		}
	}
	visit(len(t.elements))
	return ranks
}

// compareWindows orders two roots from the back to the front: keyboards are on
// top, then by layer where the dump tells it, then small windows (bars, bubbles,
// dialogs) above large ones.
func (t *tree) compareWindows(a, b int) int {
	wa, wb := &t.windows[t.elements[a].window], &t.windows[t.elements[b].window]
	area := func(i int) int { return t.elements[i].bounds.Width() * t.elements[i].bounds.Height() }
	return cmp.Or(
		cmp.Compare(one(wa.keyboard), one(wb.keyboard)),
		cmp.Compare(wa.layer, wb.layer),
		cmp.Compare(area(b), area(a)),
	)
}

// windowID names a window in the order of the dump.
func windowID(n int) string { return "w" + strconv.Itoa(n+1) }
