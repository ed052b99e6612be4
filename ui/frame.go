package ui

import (
	"strings"

	"charm.land/lipgloss/v2"
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

// overlay puts one drawing over another, its top left corner at x, y.
func overlay(base, top []string, x, y int) string {
	below := lipgloss.NewLayer(strings.Join(base, "\n"))
	above := lipgloss.NewLayer(strings.Join(top, "\n")).X(x).Y(y).Z(1)
	return lipgloss.NewCompositor(below, above).Render()
}
