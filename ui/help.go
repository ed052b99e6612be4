package ui

import (
	tea "charm.land/bubbletea/v2"

	"adroit/permissions"
	"adroit/theme"
)

// scopes are the parts of the screen that keys belong to, in the order of the
// help.
var scopes = []focus{anywhere, onComposer, onChat, onPhone, onRecording}

var focusNames = map[focus]string{
	anywhere: "Anywhere", onComposer: "Composer", onChat: "Chat", onPhone: "Phone", onRecording: "While a recording plays",
}

// openHelp lists every key, from the one table of actions.
func (a *app) openHelp() tea.Cmd { return a.openReader("Help", a.keymap.help) }

// help lists the keys and commands, a line each.
func (m keymap) help(width int, th theme.Theme) []string {
	width = min(width, helpWidth)
	var lines []string
	for _, at := range scopes {
		lines = append(lines, "", th.Strong.Render(" "+focusNames[at]))
		for _, a := range m {
			if a.at != at {
				continue
			}
			name := ""
			if a.slash {
				name = "/" + a.name
			}
			lines = append(lines, helpLine(a.keyNames(), a.help, name, width, th))
		}
	}
	lines = append(lines, "", th.Strong.Render(" When the model asks"))
	for _, c := range choices(permissions.Request{Grantable: true}) {
		lines = append(lines, helpLine(c.key, c.label, "", width, th))
	}
	return append(lines,
		helpLine("up / down / pgdn", "read on; nothing can be approved before its last line was shown", "", width, th),
		"",
		newRow(width).add(th.Muted, " Enter, space, pasted text and keys in a burst never approve. What can do harm").String(),
		newRow(width).add(th.Muted, " is approved by typing the word that is shown.").String(),
	)
}

const helpKeyWidth = 32

// helpWidth keeps what a line says and the command at its end in one glance.
const helpWidth = 100

func helpLine(keys, what, name string, width int, th theme.Theme) string {
	keyWidth := min(helpKeyWidth, width/2)
	r := newRow(width).add(th.Text, "   ").add(th.Accent, pad(keys, keyWidth)+"  ").add(th.Text, what)
	return r.end(th.Muted, name+" ").String()
}
