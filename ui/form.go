package ui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"adroit/device/text"
	"adroit/theme"
)

// form asks for one line of text.
type form struct {
	title string
	hint  string
	input textinput.Model
	done  func(a *app, value string) tea.Cmd
}

// formHeight is the height of a form in lines.
const formHeight = 5

// openForm asks for a line; what is typed is not shown where it is secret.
func (a *app) openForm(title, value string, secret bool, done func(a *app, value string) tea.Cmd) tea.Cmd {
	f := &form{title: title, hint: "enter · esc goes back", input: textinput.New(), done: done}
	f.input.Prompt = ""
	f.input.SetVirtualCursor(false)
	f.input.SetValue(text.Safe(value))
	if secret {
		f.input.EchoMode = textinput.EchoPassword
	}
	f.input.Focus()
	a.form = f
	return nil
}

// pressForm edits the line, takes it, or closes the form.
func (a *app) pressForm(msg tea.KeyPressMsg) tea.Cmd {
	f := a.form
	switch msg.String() {
	case "esc", "ctrl+c":
		a.form = nil
	case "enter":
		a.form = nil
		return f.done(a, valueOf(f.input))
	default:
		f.update(msg)
	}
	return nil
}

func (f *form) paste(s string) { f.update(tea.PasteMsg{Content: text.Line(s)}) }

func (f *form) update(msg tea.Msg) {
	f.input, _ = f.input.Update(msg)
	makeLineSafe(&f.input)
}

// box is where the form stands on a screen of width × height.
func (f *form) box(width, height int) box {
	w := min(width, pickerWidth)
	return box{x: (width - w) / 2, y: max(height-formHeight, 0) / 3, width: w, height: min(formHeight, height), border: true}
}

func (f *form) render(b box, th theme.Theme) []string {
	f.input.SetWidth(max(b.inner()-1, 1))
	lines := []string{f.input.View(), "", newRow(b.inner()).add(th.Muted, f.hint).String()}
	return framed(f.title, lines, b.width, lipgloss.RoundedBorder(), th.Accent)
}

func (f *form) cursor(b box) *tea.Cursor {
	c := f.input.Cursor()
	if c != nil {
		c.X += b.x + 3
		c.Y += b.y + 1
	}
	return c
}
