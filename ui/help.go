package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"adroit/device/text"
	"adroit/permissions"
	"adroit/theme"
)

// scopes are the parts of the screen that keys belong to, in the order of the
// help.
var scopes = []focus{anywhere, onComposer, onChat, onPhone, onRecording}

var focusNames = map[focus]string{
	anywhere: "Anywhere", onComposer: "Composer", onChat: "Chat", onPhone: "Phone", onRecording: "While a recording plays",
}

// openHelp lists every key, from the one table of actions: while a recording
// plays, those that control it first.
func (a *app) openHelp() tea.Cmd {
	order := scopes
	if a.replaying() {
		order = slices.Insert(slices.DeleteFunc(slices.Clone(scopes), func(at focus) bool { return at == onRecording }), 0, onRecording)
	}
	return a.openReader("Help", func(width int, th theme.Theme) []string { return a.keymap.help(order, width, th) })
}

// help lists the keys and commands of the scopes, a line each.
func (m keymap) help(scopes []focus, width int, th theme.Theme) []string {
	var lines []string
	for _, at := range scopes {
		lines = append(lines, "", th.Strong.Render(" "+focusNames[at]))
		for _, a := range m {
			if a.at != at {
				continue
			}
			lines = append(lines, helpLines(a.keyNames(), a.command(), a.help, width, th)...)
		}
	}
	lines = append(lines, "", th.Strong.Render(" When the model asks"))
	for _, c := range choices(permissions.Request{Grantable: true}) {
		lines = append(lines, helpLines(c.key, "", c.label, width, th)...)
	}
	lines = append(lines, helpLines("up / down / pgdn", "", "read on; nothing can be approved before its last line was shown", width, th)...)
	lines = append(lines, "")
	for _, line := range text.Wrap(harmHelp, width-1) {
		lines = append(lines, " "+th.Muted.Render(line))
	}
	return lines
}

const harmHelp = "Enter, space, pasted text and keys in a burst never approve. What can do harm is approved by typing the word that is shown."

const helpKeyWidth = 32

// helpLines say which keys, and which command, do what. What is too long for
// its column goes on below.
func helpLines(keys, command, what string, width int, th theme.Theme) []string {
	lead := "   " + keys
	switch {
	case keys == "":
		lead, command = lead+command, ""
	case command != "":
		lead += "  "
	}
	column := min(helpKeyWidth, width/2) + 3
	var lines []string
	if text.Width(lead+command) > column {
		lines = append(lines, newRow(width).add(th.Accent, lead).add(th.Muted, command).String())
		lead, command = "", ""
	}
	for _, line := range text.Wrap(what, width-column-3) {
		r := newRow(column+2).add(th.Accent, lead).add(th.Muted, command)
		lines = append(lines, newRow(width).styled(r.String()).add(th.Text, line).String())
		lead, command = "", ""
	}
	return lines
}
