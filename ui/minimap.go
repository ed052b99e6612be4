package ui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"adroit/device/screen"
	"adroit/theme"
)

// A cell of the map holds 2×4 dots, the bits of a Braille pattern (Unicode
// block U+2800, where bit n-1 is dot n).
const braille = 0x2800

var brailleDots = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// minimap draws the outlines of what can be acted upon on the screen c, and
// the target as a solid block in the given style, in at most width × height
// cells. It is empty where there is no room or no size to draw to scale.
func minimap(c *screen.Context, target screen.Rect, width, height int, style lipgloss.Style, th theme.Theme) []string {
	if c == nil || c.Width <= 0 || c.Height <= 0 {
		return nil
	}
	m := newCanvas(c, width-2, height-2)
	if m.cols < 6 || m.rows < 4 {
		return nil
	}
	for i := range c.Nodes {
		if n := &c.Nodes[i]; n.Clickable || n.Checkable || n.IsInput {
			m.outline(n.Bounds)
		}
	}
	return m.framed(target, style, th)
}

// canvas is a grid of dots onto which a screen is scaled.
type canvas struct {
	cols, rows int // cells
	screen     *screen.Context
	cells      [][]rune // the dots that are set
}

// newCanvas is the largest canvas of the screen's shape within cols × rows.
func newCanvas(c *screen.Context, cols, rows int) *canvas {
	// A dot is about as wide as it is high: a cell is twice as high as wide.
	if byHeight := rows * 4 * c.Width / c.Height / 2; byHeight < cols {
		cols = byHeight
	} else {
		rows = max(cols*2*c.Height/c.Width/4, 0)
	}
	m := &canvas{cols: max(cols, 0), rows: max(rows, 0), screen: c}
	m.cells = make([][]rune, m.rows)
	for y := range m.cells {
		m.cells[y] = make([]rune, m.cols)
	}
	return m
}

// dots scales a rectangle to dots; Right and Bottom are the last ones inside.
func (m *canvas) dots(r screen.Rect) screen.Rect {
	w, h := m.cols*2, m.rows*4
	x := func(v int) int { return min(max(v*w/m.screen.Width, 0), w-1) }
	y := func(v int) int { return min(max(v*h/m.screen.Height, 0), h-1) }
	return screen.Rect{Left: x(r.Left), Top: y(r.Top), Right: x(r.Right - 1), Bottom: y(r.Bottom - 1)}
}

func (m *canvas) outline(r screen.Rect) {
	d := m.dots(r)
	for x := d.Left; x <= d.Right; x++ {
		m.set(x, d.Top)
		m.set(x, d.Bottom)
	}
	for y := d.Top; y <= d.Bottom; y++ {
		m.set(d.Left, y)
		m.set(d.Right, y)
	}
}

func (m *canvas) set(x, y int) { m.cells[y/4][x/2] |= brailleDots[y%4][x%2] }

// dotted writes cells. One without dots is a space: fonts do not agree on how
// wide the empty Braille pattern is.
func dotted(cells []rune) string {
	var b strings.Builder
	for _, dots := range cells {
		if dots == 0 {
			b.WriteByte(' ')
		} else {
			b.WriteRune(braille | dots)
		}
	}
	return b.String()
}

// framed is the canvas with a border, and the target solid.
func (m *canvas) framed(target screen.Rect, style lipgloss.Style, th theme.Theme) []string {
	d := m.dots(target)
	lines := []string{th.Rule.Render("╭" + strings.Repeat("─", m.cols) + "╮")}
	for y, cells := range m.cells {
		line := th.Rule.Render("│")
		if y < d.Top/4 || y > d.Bottom/4 || target.Empty() {
			line += th.Muted.Render(dotted(cells))
		} else {
			from, to := d.Left/2, d.Right/2+1
			line += th.Muted.Render(dotted(cells[:from])) +
				style.Render(strings.Repeat("█", to-from)) +
				th.Muted.Render(dotted(cells[to:]))
		}
		lines = append(lines, line+th.Rule.Render("│"))
	}
	return append(lines, th.Rule.Render("╰"+strings.Repeat("─", m.cols)+"╯"))
}
