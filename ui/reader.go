package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"adroit/device/text"
	"adroit/theme"
)

// reader shows a long text over the whole screen: the help, one entry of the
// chat, what has gone wrong.
type reader struct {
	title string
	text  func(width int, th theme.Theme) []string
	page  page
}

func (a *app) openReader(title string, text func(width int, th theme.Theme) []string) tea.Cmd {
	a.reader = &reader{title: title, text: text}
	a.relayout()
	return nil
}

// pressReader scrolls the text, copies it, or closes it.
func (a *app) pressReader(name string) tea.Cmd {
	if act, ok := a.keymap.keyed(name, anywhere); ok && act.name == "help" {
		name = "esc"
	}
	switch name {
	case "esc", "?", "q", "ctrl+c", "enter":
		a.reader = nil
	case "y":
		return a.copy(plainText(a.reader.page.lines))
	case "space":
		a.reader.page.scroll("pgdown")
	default:
		a.reader.page.scroll(name)
	}
	return nil
}

// place lays the text out for a terminal of width × height.
func (r *reader) place(width, height int, th theme.Theme) {
	r.page.set(r.text(width, th), max(height-1, 1))
}

func (r *reader) render(width, height int, th theme.Theme) []string {
	right := "y copies · esc closes"
	if n := r.page.hidden(); n > 0 {
		right = text.Count(n, "more line") + ": pgdown · " + right
	}
	return fit(append([]string{divider(width, true, r.title, right, th)}, r.page.window()...), width, height)
}

// copy puts words into the clipboard of the person's terminal (OSC 52), which
// works over ssh too.
func (a *app) copy(words string) tea.Cmd {
	return tea.Batch(tea.SetClipboard(text.Unparted(words)), a.say("copied "+text.Count(len(words), "byte")))
}

// plainText is drawn lines without their styles.
func plainText(lines []string) string {
	plain := make([]string, len(lines))
	for i, line := range lines {
		plain[i] = strings.TrimRight(ansi.Strip(line), " ")
	}
	return strings.Trim(strings.Join(plain, "\n"), "\n")
}
