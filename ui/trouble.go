package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"adroit/device/text"
	"adroit/theme"
)

// trouble is something that went wrong.
type trouble struct {
	at   time.Time
	what string
}

// mostTroubles is how many of them are kept; the oldest go first.
const mostTroubles = 200

// remember keeps what went wrong for the list of errors.
func (a *app) remember(what string) {
	a.troubles = append(a.troubles, trouble{a.now(), text.Line(what)})
	a.troubles = a.troubles[max(len(a.troubles)-mostTroubles, 0):]
}

// fail remembers what went wrong and says it for a moment.
func (a *app) fail(what string) tea.Cmd {
	a.remember(what)
	return a.say(what)
}

// openErrors lists what went wrong, the newest first.
func (a *app) openErrors() tea.Cmd {
	troubles := slices.Clone(a.troubles)
	slices.Reverse(troubles)
	return a.openReader("Errors", func(width int, th theme.Theme) []string {
		if len(troubles) == 0 {
			return []string{"", th.Muted.Render(margin + "Nothing has gone wrong.")}
		}
		var lines []string
		for _, t := range troubles {
			lines = append(lines, "")
			lines = append(lines, hanging(t.at.Format(time.TimeOnly), th.Muted, t.what, th.Text, width)...)
		}
		return lines
	})
}
