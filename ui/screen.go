package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"adroit/device/text"
)

// View implements tea.Model. It is called after every message, so it draws
// only when something has changed.
func (a *app) View() tea.View {
	if !a.dirty && a.frame.Content != "" {
		return a.frame
	}
	a.dirty = false
	v := tea.NewView("")
	v.AltScreen, v.ReportFocus = true, true
	v.WindowTitle = "adroit"
	if a.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if a.width > 0 {
		v.SetContent(a.draw())
		v.Cursor = a.cursor()
	}
	a.frame = v
	a.pacer.wake(a.now())
	return v
}

// draw is the whole screen.
func (a *app) draw() string {
	if a.dialog != nil && !a.box.border {
		return strings.Join(a.dialog.render(a.box, a.now(), a.theme), "\n")
	}
	if a.layout == tiny {
		return a.tinyLine()
	}
	switch base := a.base(); {
	case a.dialog != nil:
		return overlay(base, a.dialog.render(a.box, a.now(), a.theme), a.box.x, a.box.y)
	case a.form != nil:
		b := a.form.box(a.width, a.height)
		return overlay(base, a.form.render(b, a.theme), b.x, b.y)
	case a.picker != nil:
		width, height := min(a.width, pickerWidth), min(a.height, pickerHeight)
		return overlay(base, a.picker.render(width, height, a.theme), (a.width-width)/2, (a.height-height)/3)
	case a.reader != nil:
		return strings.Join(a.reader.render(a.width, a.height, a.theme), "\n")
	default:
		return strings.Join(base, "\n")
	}
}

// base is the screen without dialogs, one string a line.
func (a *app) base() []string {
	var lines []string
	for _, b := range a.banners() {
		lines = append(lines, b.line(a.width, a.theme))
	}
	body := a.bodyHeight()
	switch {
	case a.layout == split:
		left, right := a.chatPane(a.chatWidth(), body), a.phonePane(a.phoneWidth(), body)
		border := a.theme.Rule.Render("│")
		for i := range left {
			lines = append(lines, left[i]+border+right[i])
		}
	case a.focus == onPhone:
		lines = append(lines, a.phonePane(a.width, body)...)
	default:
		lines = append(lines, a.chatPane(a.width, body)...)
	}
	if a.layout == tabs {
		lines = append(lines, a.otherPane())
	}
	return append(lines, a.statusLine())
}

func (a *app) phonePane(width, height int) []string {
	return a.phone.render(width, height, a.focus == onPhone && a.dialog == nil, a.now(), a.theme)
}

// chatPane is the transcript, the line that says what is going on, and the
// composer.
func (a *app) chatPane(width, height int) []string {
	lines := a.chat.view()
	if len(a.chat.entries) == 0 {
		lines = a.welcome(a.textWidth(), a.chatHeight())
	}
	lines = fit(lines, width, a.chatHeight())
	lines = append(lines, divider(width, a.focus != onPhone && a.dialog == nil, a.activity(), a.pill(), a.theme))
	return fit(append(lines, a.composer.render(width, a.theme)...), width, height)
}

// activity says what the turn is waiting for, and for how long.
func (a *app) activity() string {
	switch {
	case a.replaying():
		return a.playing.words()
	case a.turn.stopping:
		return "stopping"
	case a.turn.busy && a.now().Before(a.turn.until):
		return a.turn.doing + " in " + spell((a.turn.until.Sub(a.now()) + progressStep - 1).Truncate(progressStep))
	case a.turn.busy:
		d := a.now().Sub(a.turn.since)
		if a.turn.looking && d >= restKnown {
			return a.turn.doing + dumping(d)
		}
		if d >= max(progressAfter, a.progressStep()) {
			return a.turn.doing + " · " + spell(d.Truncate(a.progressStep()))
		}
		return a.turn.doing
	default:
		return ""
	}
}

// pill says what is below the window.
func (a *app) pill() string {
	switch {
	case a.chat.follow:
		return ""
	case a.chat.unseen > 0:
		return itoa(a.chat.unseen) + " new below · ctrl+end"
	default:
		return "more below · ctrl+end"
	}
}

// otherPane is the line about the pane that is hidden.
func (a *app) otherPane() string {
	if a.focus == onPhone {
		about := "nothing asked yet"
		if n := len(a.chat.entries); n > 0 {
			about = text.Count(n, "entry")
		}
		if s := a.activity(); s != "" {
			about = s
		}
		return newRow(a.width).add(a.theme.Accent, " tab ").add(a.theme.Strong, "Chat ").add(a.theme.Muted, text.Line(about)).String()
	}
	return newRow(a.width).add(a.theme.Accent, " tab ").add(a.theme.Strong, "Phone ").add(a.theme.Muted, a.phone.summary(a.now())).String()
}

// tinyLine is all there is room for. A task cannot be written in it: what is sent
// must be seen whole before, with what it is an answer to.
func (a *app) tinyLine() string {
	if a.held() {
		return newRow(a.width).add(a.theme.Alert, "approval wanted: pause typing").String()
	}
	about := a.phone.summary(a.now())
	if s := a.activity(); s != "" {
		about = s
	}
	r := newRow(a.width).add(a.theme.Strong, "adroit ")
	if s := a.standing(); s != "" {
		r.add(a.theme.Warn, s+" ")
	}
	return r.add(a.theme.Muted, "typing needs 40×10 · "+about).String()
}

// cursor is where the terminal's cursor belongs; nil hides it.
func (a *app) cursor() *tea.Cursor {
	switch {
	case a.dialog != nil:
		c := a.dialog.cursor(a.box)
		if c != nil {
			c.X += a.box.x
			c.Y += a.box.y
		}
		return c
	case a.form != nil && a.layout != tiny:
		return a.form.cursor(a.form.box(a.width, a.height))
	case a.picker != nil || a.reader != nil || a.focus != onComposer || a.layout == tiny:
		return nil
	}
	c := a.composer.cursor()
	if c != nil {
		c.Y += len(a.banners()) + a.chatHeight() + 1
	}
	return c
}
