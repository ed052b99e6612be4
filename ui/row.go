package ui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"adroit/device/text"
)

// row builds one line of the screen, exactly as wide as asked. What does not
// fit is cut with a mark.
type row struct {
	b    strings.Builder
	left int // cells that are still free
}

func newRow(width int) *row { return &row{left: max(width, 0)} }

// add appends s, which holds no styles of its own and no line breaks.
func (r *row) add(style lipgloss.Style, s string) *row {
	if s == "" || r.left == 0 {
		return r
	}
	s = text.Apart(s)
	w := text.Width(s)
	if w > r.left {
		s = text.Truncate(s, r.left)
		w = text.Width(s)
	}
	r.left -= w
	r.b.WriteString(style.Render(s))
	return r
}

// styled appends s, which carries its own styles.
func (r *row) styled(s string) *row {
	s = text.Apart(s)
	w := lipgloss.Width(s)
	if w > r.left {
		s = text.Truncate(s, r.left)
		w = lipgloss.Width(s)
	}
	r.left -= w
	r.b.WriteString(s)
	return r
}

// end appends s at the right edge, if a gap of two cells is left before it.
func (r *row) end(style lipgloss.Style, s string) *row {
	if gap := r.left - text.Width(s); s != "" && gap >= 2 {
		r.b.WriteString(strings.Repeat(" ", gap))
		r.left = text.Width(s)
		r.add(style, s)
	}
	return r
}

// fill repeats the one-cell s up to the right edge.
func (r *row) fill(style lipgloss.Style, s string) *row {
	if r.left > 0 {
		r.b.WriteString(style.Render(strings.Repeat(s, r.left)))
		r.left = 0
	}
	return r
}

// String is the line, padded with spaces.
func (r *row) String() string { return r.b.String() + strings.Repeat(" ", r.left) }

// fit makes every line exactly width cells and the whole exactly height lines.
func fit(lines []string, width, height int) []string {
	out := make([]string, height)
	for i := range out {
		r := newRow(width)
		if i < len(lines) {
			r.styled(lines[i])
		}
		out[i] = r.String()
	}
	return out
}
