package ui

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"adroit/device/screen"
	"adroit/device/text"
	"adroit/theme"
)

// drawing is the phone's screen drawn over the whole pane: the outline of each
// element that can be acted upon, with its number and label in it, the other
// texts where there is room, and what the keyboard covers.
type drawing struct {
	*canvas
	words [][]caption // per row of cells, from the left
	fills []fill
}

// caption is words on the drawing.
type caption struct {
	x, width int // cells
	text     string
	style    lipgloss.Style
}

// fill is a style for the cells of a rectangle.
type fill struct {
	area  screen.Rect // cells; Right and Bottom are the last ones inside
	style lipgloss.Style
}

// drawing draws the shown rows as wide as the pane and as high as its window, so
// not to scale, with the selected one in words below.
func (p *phone) drawing(width int, focused bool, now time.Time, th theme.Theme) []string {
	height := max(p.height-1, 1)
	if p.view == nil {
		return p.rows(width, focused, now, th)
	}
	if p.view.screen.Width <= 0 || p.view.screen.Height <= 0 {
		return []string{"", th.Muted.Render(" There is no screen to draw.")}
	}
	d := &drawing{canvas: &canvas{cols: width, rows: height, screen: p.view.screen}, words: make([][]caption, height)}
	d.cells = make([][]rune, height)
	for y := range d.cells {
		d.cells[y] = make([]rune, width)
	}
	for i, at := range p.shown {
		r := p.view.rows[at]
		switch {
		case focused && i == p.selected:
			d.fill(r, th.Selected)
		case r.id == p.pending:
			d.fill(r, th.Alert)
		}
		if r.act {
			d.outline(r.node.Bounds)
		}
	}
	d.keyboard(th)
	for _, acting := range []bool{true, false} { // what can be acted upon has the first claim
		for _, at := range p.shown {
			if r := p.view.rows[at]; r.act == acting {
				d.write(p, r, th)
			}
		}
	}
	lines := d.render(th)
	if r, ok := p.current(); ok {
		lines = append(lines, p.row(r, width, focused, th))
	}
	return lines
}

// keyboard draws what the keyboard covers, with its name in its top left corner.
func (d *drawing) keyboard(th theme.Theme) {
	covers := d.screen.KeyboardBounds
	if !d.screen.KeyboardVisible || covers == nil || covers.Empty() {
		return
	}
	d.outline(*covers)
	a := d.area(*covers)
	x := min(a.Left+1, a.Right)
	if words := text.Truncate(screen.Keyboard, a.Right-x+1); words != "" {
		d.words[a.Top] = append(d.words[a.Top], caption{x, text.Width(words), words, th.Muted})
	}
}

func (d *drawing) area(r screen.Rect) screen.Rect {
	dots := d.dots(r)
	return screen.Rect{Left: dots.Left / 2, Top: dots.Top / 4, Right: dots.Right / 2, Bottom: dots.Bottom / 4}
}

func (d *drawing) fill(r viewRow, style lipgloss.Style) {
	if !r.node.Bounds.Empty() {
		d.fills = append(d.fills, fill{d.area(r.node.Bounds), style})
	}
}

// write puts number and label of r into its area, in the row nearest to its
// middle in which there is room.
func (d *drawing) write(p *phone, r viewRow, th theme.Theme) {
	if r.node.Bounds.Empty() || !r.act && r.label == "" {
		return
	}
	words, style := strings.TrimSpace(r.id+" "+cmp.Or(p.revealed[r.id], r.label)), th.Accent
	switch {
	case r.change != same:
		style = th.Changed
	case !r.act:
		words, style = cmp.Or(p.revealed[r.id], r.label), th.Muted
	}
	a := d.area(r.node.Bounds)
	middle := (a.Top + a.Bottom) / 2
	for _, y := range []int{middle, middle - 1, middle + 1} {
		if y < a.Top || y > a.Bottom {
			continue
		}
		x := a.Left
		if a.Right-a.Left > 2 && r.act {
			x++ // beside the outline
		}
		if room := d.room(y, x, a.Right); room >= min(text.Width(words), len(r.id)) && room > 0 {
			words = text.Truncate(words, room)
			d.words[y] = append(d.words[y], caption{x, text.Width(words), words, style})
			return
		}
	}
}

// room is how many cells of row y are free from x on, up to last.
func (d *drawing) room(y, x, last int) int {
	for _, s := range d.words[y] {
		if s.x+s.width < x {
			continue
		}
		if s.x <= x {
			return 0
		}
		last = min(last, s.x-2)
	}
	return last - x + 1
}

func (d *drawing) render(th theme.Theme) []string {
	lines := make([]string, d.rows)
	for y := range lines {
		slices.SortFunc(d.words[y], func(a, b caption) int { return a.x - b.x })
		var b strings.Builder
		x := 0
		for _, s := range d.words[y] {
			d.line(&b, y, x, s.x, th)
			b.WriteString(d.style(s.x, y, s.style).Render(s.text))
			x = s.x + s.width
		}
		d.line(&b, y, x, d.cols, th)
		lines[y] = b.String()
	}
	return lines
}

// line writes the outlines in row y, from one cell up to another.
func (d *drawing) line(b *strings.Builder, y, from, to int, th theme.Theme) {
	for from < to {
		style, end := d.style(from, y, th.Rule), from+1
		for end < to && d.filled(end, y) == d.filled(from, y) {
			end++
		}
		b.WriteString(style.Render(dotted(d.cells[y][from:end])))
		from = end
	}
}

// filled is the index of the fill that a cell is in, the last one on top; -1
// for none.
func (d *drawing) filled(x, y int) int {
	for i, f := range slices.Backward(d.fills) {
		if x >= f.area.Left && x <= f.area.Right && y >= f.area.Top && y <= f.area.Bottom {
			return i
		}
	}
	return -1
}

// style is the style of a cell: that of its fill, else its own.
func (d *drawing) style(x, y int, own lipgloss.Style) lipgloss.Style {
	if i := d.filled(x, y); i >= 0 {
		return d.fills[i].style
	}
	return own
}
