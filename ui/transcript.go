package ui

import (
	"slices"

	"adroit/theme"
)

// transcript is the list of blocks and the window onto it. It follows the end
// until the person scrolls away, and then holds its place whatever comes.
//
// Only blocks near the window are ever drawn, and a block is drawn anew only
// when it, the width or the theme has changed.
type transcript struct {
	entries       []*entry
	theme         theme.Theme
	calm          bool // what streams in shows no line before it is complete
	width, height int

	follow   bool
	top      int // index of the first entry in the window, while not following
	skip     int // lines of it above the window
	unseen   int // entries that came since the person scrolled away
	selected int // index of the selected entry; -1 for none
}

// entry is a block with its drawing.
type entry struct {
	block block
	drawn []string
	width int // that drawn is for; 0: to be drawn anew
}

func newTranscript(th theme.Theme) *transcript {
	return &transcript{theme: th, follow: true, selected: -1}
}

// add appends b and returns its entry.
func (t *transcript) add(b block) *entry {
	if streamed, ok := b.(*answer); ok {
		streamed.still = t.calm
	}
	e := &entry{block: b}
	t.entries = append(t.entries, e)
	if !t.follow {
		t.unseen++
	}
	return e
}

// setCalm has what streams in shown by the line, or as it comes.
func (t *transcript) setCalm(calm bool) {
	t.calm = calm
	if len(t.entries) == 0 {
		return
	}
	last := t.entries[len(t.entries)-1]
	if streamed, ok := last.block.(*answer); ok {
		streamed.still = calm
		last.changed()
	}
}

// changed has e drawn anew.
func (e *entry) changed() { e.width = 0 }

// restyle has everything drawn anew in another theme.
func (t *transcript) restyle(th theme.Theme) {
	t.theme = th
	for _, e := range t.entries {
		e.changed()
	}
}

// clear empties the transcript. The run log keeps everything.
func (t *transcript) clear() {
	*t = transcript{theme: t.theme, width: t.width, height: t.height, follow: true, selected: -1}
}

// resize says how large the window is. The first line in it stays in it.
func (t *transcript) resize(width, height int) {
	t.width, t.height = width, height
	if !t.follow {
		t.settle()
	}
}

// at is the drawing of entry i, with the empty line that divides it from the
// entry before.
func (t *transcript) at(i int) []string {
	e := t.entries[i]
	if e.width != t.width {
		lines := e.block.lines(t.width, t.theme)
		if i > 0 && (!e.block.tight() || !t.entries[i-1].block.tight()) {
			lines = append([]string{""}, lines...)
		}
		e.drawn, e.width = lines, t.width
	}
	return e.drawn
}

// view is the window: height lines or fewer.
func (t *transcript) view() []string {
	if t.follow {
		return t.tail()
	}
	var lines []string
	for i := t.top; i < len(t.entries) && len(lines) < t.height+t.skip; i++ {
		lines = append(lines, t.mark(i)...)
	}
	lines = lines[min(t.skip, len(lines)):]
	return lines[:min(t.height, len(lines))]
}

// tail is the last lines.
func (t *transcript) tail() []string {
	var parts [][]string
	n := 0
	for i := len(t.entries) - 1; i >= 0 && n < t.height; i-- {
		part := t.mark(i)
		parts = append(parts, part)
		n += len(part)
	}
	slices.Reverse(parts)
	lines := slices.Concat(parts...)
	return lines[max(0, len(lines)-t.height):]
}

// mark is the drawing of entry i, with a bar beside it where it is selected.
func (t *transcript) mark(i int) []string {
	lines := t.at(i)
	if i != t.selected {
		return lines
	}
	marked := slices.Clone(lines)
	for j, line := range marked {
		if line != "" && line[0] == ' ' {
			marked[j] = t.theme.Accent.Render("▌") + line[1:]
		}
	}
	return marked
}

// scroll moves the window by n lines, up where n is negative.
func (t *transcript) scroll(n int) {
	if t.follow {
		if n >= 0 {
			return
		}
		t.leaveEnd()
	}
	t.skip += n
	t.settle()
}

// leaveEnd stops following with the window where it is.
func (t *transcript) leaveEnd() {
	t.follow, t.unseen = false, 0
	t.top, t.skip = t.placeOfEnd()
}

// placeOfEnd is the place from which the window shows exactly the last lines.
func (t *transcript) placeOfEnd() (top, skip int) {
	n := 0
	for i := range slices.Backward(t.entries) {
		n += len(t.at(i))
		if n >= t.height {
			return i, n - t.height
		}
	}
	return 0, 0
}

// settle brings top and skip back to where there is something to see, and
// follows again when the window has reached the end.
func (t *transcript) settle() {
	for t.skip < 0 && t.top > 0 {
		t.top--
		t.skip += len(t.at(t.top))
	}
	t.skip = max(t.skip, 0)
	for t.top < len(t.entries)-1 && t.skip >= len(t.at(t.top)) {
		t.skip -= len(t.at(t.top))
		t.top++
	}
	endTop, endSkip := t.placeOfEnd()
	if t.top > endTop || t.top == endTop && t.skip >= endSkip {
		t.toEnd()
	}
}

// toEnd follows the end again.
func (t *transcript) toEnd() { t.follow, t.unseen = true, 0 }

// toStart shows the first lines.
func (t *transcript) toStart() {
	t.leaveEnd()
	t.top, t.skip = 0, 0
	t.settle()
}

// selectBy moves the selection by n entries and brings it into the window.
func (t *transcript) selectBy(n int) {
	if len(t.entries) == 0 {
		return
	}
	if t.selected < 0 {
		t.selected = len(t.entries)
	}
	t.selected = min(max(t.selected+n, 0), len(t.entries)-1)
	t.reveal(t.selected)
}

// reveal scrolls as little as needed to show entry i.
func (t *transcript) reveal(i int) {
	if t.follow {
		t.leaveEnd()
	}
	if i < t.top || i == t.top && t.skip > 0 {
		t.top, t.skip = i, 0
	} else {
		lines := -t.skip
		for j := t.top; j <= i; j++ {
			lines += len(t.at(j))
		}
		if over := lines - t.height; over > 0 {
			t.skip += over
		}
	}
	t.settle()
}
