package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"adroit/theme"
)

// Changed is what the configuration says anew while the cockpit runs.
type Changed struct {
	Theme         theme.Name          // "" leaves it as it is
	Keys          map[string][]string // nil leaves them as they are; else all that are not the usual ones
	ReducedMotion *bool               // nil leaves it as it is
	Said          string              // in words: what was taken over, and what must wait
	Err           error               // why nothing was taken over, of a file a line for each mistake; the rest is then empty
}

// changedMsg: the configuration has changed.
type changedMsg struct{ Changed }

// awaitChange waits for the configuration to change. The wait ends with the
// channel.
func (a *app) awaitChange() tea.Cmd {
	changes := a.options.Changes
	if changes == nil {
		return nil
	}
	return func() tea.Msg {
		if c, ok := <-changes; ok {
			return changedMsg{c}
		}
		return nil
	}
}

// changed takes over what can be taken over at once, and says so.
func (a *app) changed(c Changed) tea.Cmd {
	if c.Err != nil {
		return tea.Batch(a.unchanged(c.Err), a.awaitChange())
	}
	if c.Theme != "" {
		a.themeName = c.Theme
		a.restyle()
	}
	if c.Keys != nil {
		a.keymap = keymapWith(c.Keys)
		a.relayout()
	}
	if c.ReducedMotion != nil {
		a.options.ReducedMotion = *c.ReducedMotion
		a.chat.setCalm(*c.ReducedMotion)
	}
	return tea.Batch(a.say(c.Said), a.awaitChange())
}

// unchanged says why the configuration was not taken over: the first line of it,
// and where all are.
func (a *app) unchanged(err error) tea.Cmd {
	lines := strings.Split(err.Error(), "\n")
	for _, line := range slices.Backward(lines) { // the list of errors begins with the last
		a.remember(line)
	}
	return a.say("The settings stay as they were (/errors says why): " + lines[0])
}
