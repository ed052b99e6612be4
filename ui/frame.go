package ui

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"adroit/device/text"
)

// framed puts a border with a title around lines.
func framed(title string, lines []string, width int, border lipgloss.Border, style lipgloss.Style) []string {
	top := newRow(width).add(style, border.TopLeft+border.Top+border.Top+" "+title+" ")
	top.add(style, strings.Repeat(border.Top, max(top.left-1, 0))+border.TopRight)
	out := []string{top.String()}
	for _, line := range lines {
		r := newRow(width-3).add(style, border.Left).styled("  " + line)
		out = append(out, r.String()+"  "+style.Render(border.Right))
	}
	return append(out, style.Render(border.BottomLeft+strings.Repeat(border.Bottom, max(width-2, 0))+border.BottomRight))
}

// overlay puts one drawing over another, its top left corner at x, y. A wide
// character that is half covered makes way.
func overlay(base, top []string, x, y int) string {
	lines := slices.Clone(base)
	for i, line := range top {
		if at := y + i; at >= 0 && at < len(lines) {
			lines[at] = overlaid(lines[at], line, x)
		}
	}
	return strings.Join(lines, "\n")
}

// overlaid is one line over another from cell x on.
func overlaid(below, above string, x int) string {
	width := lipgloss.Width(below)
	end := x + lipgloss.Width(above)
	left := newRow(x).styled(ansi.Truncate(below, x, "")).String()
	right := text.Cut(below, end, width)
	if over := lipgloss.Width(right) - (width - end); over > 0 { // the half of a wide character
		right = text.Cut(below, end+1, width)
	}
	gap := max(width-end-lipgloss.Width(right), 0)
	return left + above + strings.Repeat(" ", gap) + right
}
