package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// wheelLines is how far one notch of the wheel scrolls.
const wheelLines = 3

// mouseAtFirst reports whether the cockpit takes the mouse from the start. Over
// ssh it leaves it to the terminal: pieces of the reports that a slow line
// tears apart would be typed.
func mouseAtFirst(environ []string) bool {
	return !slices.ContainsFunc(environ, func(s string) bool {
		return strings.HasPrefix(s, "SSH_CONNECTION=") || strings.HasPrefix(s, "SSH_TTY=")
	})
}

func (a *app) toggleMouse() tea.Cmd {
	a.mouse = !a.mouse
	if a.mouse {
		return a.say("the wheel scrolls and a click selects; f9 lets the terminal select text")
	}
	return a.say("the terminal has the mouse, to select text; f9 takes it back")
}

// wheel scrolls what is under the pointer. In a question it only reads on.
func (a *app) wheel(msg tea.MouseWheelMsg) {
	n := wheelLines
	switch msg.Button {
	case tea.MouseWheelUp:
		n = -n
	case tea.MouseWheelDown:
	default:
		return
	}
	switch {
	case a.dialog != nil:
		a.dialog.page.scrollBy(n)
	case a.form != nil:
	case a.picker != nil:
		a.picker.move(n)
	case a.reader != nil:
		a.reader.page.scrollBy(n)
	case a.overPhone(msg.X):
		a.phone.move(n)
	default:
		a.chat.scroll(n)
	}
}

// click gives the keys to the part under the pointer, and selects the element
// there. It never acts on the phone and never answers.
func (a *app) click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft || a.layout == tiny || a.dialog != nil || a.form != nil || a.picker != nil || a.reader != nil {
		return nil
	}
	at := onChat
	line := msg.Y - len(a.banners())
	switch {
	case a.overPhone(msg.X):
		at = onPhone
		if row := a.phone.top + line - headerHeight; line >= headerHeight && line < headerHeight+a.phone.height && !a.phone.drawn {
			a.phone.move(row - a.phone.selected)
		}
	case line > a.chatHeight():
		at = onComposer
	}
	return a.nextFocus(int(at - a.focus + anywhere))
}

// overPhone reports whether column x is one of the phone pane.
func (a *app) overPhone(x int) bool {
	if a.layout == split {
		return x > a.chatWidth()
	}
	return a.focus == onPhone
}
