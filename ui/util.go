package ui

import (
	"strconv"
	"strings"
	"time"

	"adroit/device/text"
	"adroit/theme"
)

func itoa(n int) string { return strconv.Itoa(n) }

// spell writes a duration as people say it: "0.8 s", "12 s", "3 min".
func spell(d time.Duration) string {
	switch {
	case d < 10*time.Second && d%time.Second != 0:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	case d < time.Minute:
		return itoa(int(d.Seconds())) + " s"
	case d < time.Hour:
		return itoa(int(d.Minutes())) + " min"
	default:
		return itoa(int(d.Hours())) + " h"
	}
}

// count writes a number of things in at most four characters: "950", "1.2k".
func count(n int) string {
	switch {
	case n < 1000:
		return itoa(n)
	case n < 100_000:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + "k"
	case n < 1_000_000:
		return itoa(n/1000) + "k"
	default:
		return strconv.FormatFloat(float64(n)/1_000_000, 'f', 1, 64) + "M"
	}
}

// divider is a horizontal line that says something at its ends. The line of
// the part that has the keys is heavy, not only of another colour.
func divider(width int, focused bool, left, right string, th theme.Theme) string {
	style, dash := th.Rule, "─"
	if focused {
		style, dash = th.Accent, "━"
	}
	r := newRow(width)
	if left != "" {
		r.add(style, dash+dash+" ").add(th.Muted, text.Truncate(left, r.left-1)).add(style, " ")
	}
	if gap := r.left - text.Width(right) - 4; right != "" && gap > 0 {
		r.add(style, strings.Repeat(dash, gap)+" ").add(th.Accent, right).add(style, " ")
	}
	return r.fill(style, dash).String()
}
