package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Width is the number of terminal cells that s takes, styling sequences not
// counted. It is the one width function of the product.
func Width(s string) int { return ansi.StringWidth(s) }

// Truncate shortens s to at most width cells, marking a cut with … . Styling
// sequences are kept.
func Truncate(s string, width int) string {
	if width <= 0 {
		return ""
	}
	return ansi.Truncate(s, width, "…")
}

// Cut returns the cells of s from left on and before right. Styling sequences are
// kept.
func Cut(s string, left, right int) string { return Apart(ansi.Cut(s, left, right)) }

// Quote is s as Line shows it, cut to at most width cells, in double quotes. Of
// all that strconv.Quote would escape it escapes the quotes and the backslash:
// Line has seen to what could deceive, and leaves the joiners with which words
// of some scripts are spelled.
func Quote(s string, width int) string {
	return `"` + quoting.Replace(Truncate(Line(s), width)) + `"`
}

var quoting = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// Wrap breaks s into lines of at most width cells, between words where it can
// and inside them where it must. A width under 1 is taken as 1.
func Wrap(s string, width int) []string {
	width = max(width, 1)
	// ansi.Wrap lets a line that begins with spaces run over by some cells.
	lines := strings.Split(ansi.Hardwrap(ansi.Wrap(s, width, ""), width, true), "\n")
	for i := range lines {
		lines[i] = Apart(lines[i])
	}
	return lines
}
