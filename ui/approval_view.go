package ui

import (
	"cmp"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"adroit/device/text"
	"adroit/permissions"
	"adroit/theme"
)

// box is where a dialog stands on the screen.
type box struct {
	x, y, width, height int
	border              bool
	titled              bool // a title stands above the text, without a border
	terse               bool // too low for a footer: the keys stand before the text
}

// The widest dialog, and the sizes under which one takes the whole screen.
const (
	widestDialog = 96
	wholeScreenW = 80
	wholeScreenH = 24
	lowestDialog = 14 // lines of the chat from which one fits into it
	lowestFooter = 4
	lowestTitle  = 10
	terseWidth   = 8  // of the keys before the text
	narrowestMap = 56 // inner width from which there is room for the map
	mapWidth     = 20
	mapHeight    = 13
)

// place lays the dialog out in a space of width × height, as a box with a
// border or over all of it. The body must be read to its end again where it
// does not fit.
func (d *dialog) place(width, height int, border bool, th theme.Theme) box {
	b := box{width: width, height: height, border: border, titled: !border && height >= lowestTitle, terse: height < lowestFooter}
	if b.border {
		b.width = min(width-2, widestDialog)
	}
	inner := b.inner()
	d.inner, d.theme = inner, th
	d.words.SetWidth(max(inner-len(wordsPrompt)-1, 1))
	if d.stage == editing {
		d.arguments.area.SetWidth(inner)
		d.arguments.area.SetStyles(areaStyles(th))
	}
	chrome := len(d.footer(inner, true, th))
	switch {
	case b.terse:
		chrome = 0
	case b.titled:
		chrome++
	case b.border:
		chrome += 4 // the border, and an empty line above and below the body
	}
	room := max(height-chrome, 1)
	body := d.body(inner, room, th)
	if b.border {
		room = min(room, len(body))
		b.height = room + chrome
		b.x = 1
	}
	d.page.set(body, room)
	return b
}

func (b box) inner() int {
	switch {
	case b.border:
		return b.width - 6
	case b.terse:
		return max(b.width-terseWidth, 1)
	default:
		return b.width
	}
}

// body says everything that is going to happen, in the order of importance,
// with the map beside it.
func (d *dialog) body(width, room int, th theme.Theme) []string {
	sketch := d.sketch(width, room, th)
	if len(sketch) == 0 {
		return d.facts(width, th)
	}
	left := width - lipgloss.Width(sketch[0]) - 2
	facts := d.facts(left, th)
	lines := make([]string, max(len(facts), len(sketch)))
	for i := range lines {
		r := newRow(left)
		if i < len(facts) {
			r.styled(facts[i])
		}
		lines[i] = r.String()
		if i < len(sketch) {
			lines[i] += "  " + sketch[i]
		}
	}
	return lines
}

// sketch is the drawn map of the screen, where there is a target and room. It
// never makes the body longer than what can be seen at once.
func (d *dialog) sketch(width, room int, th theme.Theme) []string {
	if width < narrowestMap || d.about == nil || d.request.TargetBounds == nil {
		return nil
	}
	_, style := riskWords(d.request.Risk, th)
	return minimap(d.about.screen, *d.request.TargetBounds, mapWidth, min(mapHeight, room), style, th)
}

// facts are the parts of the request as lines.
func (d *dialog) facts(width int, th theme.Theme) []string {
	var lines []string
	for _, line := range text.Wrap(text.Line(d.request.Action), width) {
		lines = append(lines, th.Strong.Render(line))
	}
	risk, style := riskWords(d.request.Risk, th)
	lines = append(lines, style.Render(risk), "")
	styles := map[factKind]lipgloss.Style{
		plainFact: th.Text, stressedFact: th.Strong, changedFact: th.Warn, reasonFact: style, commandFact: th.Code, addedFact: th.Good, removedFact: th.Danger,
	}
	for _, f := range factsOf(d.request) {
		lines = append(lines, f.lines(width, th.Muted, styles[f.kind])...)
	}
	return lines
}

// lines draws a fact in two columns, where there is room for them.
func (f fact) lines(width int, nameStyle, style lipgloss.Style) []string {
	var lines []string
	if width < 2*nameWidth {
		for _, line := range text.Wrap(strings.TrimSpace(f.name+" "+f.value), width) {
			lines = append(lines, style.Render(line))
		}
		return lines
	}
	name := f.name
	for _, line := range text.Wrap(f.value, width-nameWidth) {
		lines = append(lines, newRow(width).add(nameStyle, pad(name, nameWidth)).add(style, line).String())
		name = ""
	}
	return lines
}

const (
	nameWidth   = 9
	wordsPrompt = "to the model: "
)

// title says who asks.
func (d *dialog) title() string {
	switch d.origin {
	case byHand:
		if d.shared {
			return "Asked for by hand"
		}
		return "You asked for this"
	case byProgram:
		return "Another program asks"
	default:
		return "The model asks"
	}
}

func pad(s string, width int) string { return s + strings.Repeat(" ", max(width-text.Width(s), 0)) }

// riskWords is the risk in words and in its style.
func riskWords(r permissions.Risk, th theme.Theme) (string, lipgloss.Style) {
	if r >= permissions.High {
		return "▲▲ HIGH RISK", th.Danger
	}
	return "▲ medium risk", th.Warn
}

// footer says which keys answer. While keys do not count, it says so.
func (d *dialog) footer(width int, open bool, th theme.Theme) []string {
	switch d.stage {
	case wording:
		line := newRow(width).add(th.Muted, wordsPrompt)
		return []string{line.styled(d.words.View()).String(), newRow(width).add(th.Muted, "enter denies with these words · esc back").String()}
	case spelling:
		line := newRow(width).add(th.Text, "type ").add(th.Danger, d.request.Word).add(th.Text, " to approve: ").add(th.Strong, d.spelled+"▏")
		return []string{line.String(), newRow(width).add(th.Muted, d.hintOr("esc back")).String()}
	case editing:
		lines := []string{newRow(width).add(th.Muted, "other arguments, to be asked about anew:").String()}
		lines = append(lines, strings.Split(d.arguments.area.View(), "\n")...)
		return append(lines, newRow(width).add(th.Muted, d.hintOr("enter asks anew · esc back")).String())
	case choosing:
	}
	var parts []string
	for _, c := range choices(d.request) {
		key, label := th.Accent, th.Text
		if !open || c.verdict.Approves() && !d.page.read {
			key, label = th.Muted, th.Muted
		}
		if d.pressed != nil && d.pressed.choice.key == c.key {
			key, label = th.Selected, th.Selected
		}
		parts = append(parts, key.Render(c.key)+" "+label.Render(c.label))
	}
	return append(flow(parts, "   ", width), newRow(width).add(th.Muted, d.state(open)).String())
}

func (d *dialog) hintOr(usual string) string { return cmp.Or(d.hint, usual) }

const idleHint = "enter and space do nothing here"

// state is the last line of the footer.
func (d *dialog) state(open bool) string {
	switch {
	case d.hint != "":
		return d.hint
	case !d.page.read:
		return text.Count(d.page.hidden(), "more line") + " to read: pgdn"
	case !open && d.early:
		return "that key came a little too soon: pause for a moment, then press it again"
	case !open:
		return "one moment: keys count when you have paused"
	case d.early:
		return idleHint + " · keys count now"
	default:
		return idleHint
	}
}

// flow puts parts side by side in lines of at most width cells.
func flow(parts []string, gap string, width int) []string {
	var lines []string
	line := ""
	for _, p := range parts {
		switch {
		case line == "":
			line = p
		case lipgloss.Width(line+gap+p) <= width:
			line += gap + p
		default:
			lines = append(lines, line)
			line = p
		}
	}
	return append(lines, line)
}

// render draws the dialog into its box.
func (d *dialog) render(b box, now time.Time, th theme.Theme) []string {
	inner, open := b.inner(), d.gate.open(now)
	if b.terse {
		return d.renderTerse(b, th)
	}
	footer := d.footer(inner, open, th)
	_, style := riskWords(d.request.Risk, th)
	if !b.border {
		var lines []string
		if b.titled {
			lines = append(lines, newRow(b.width).add(style, "── "+d.title()+" ").fill(style, "─").String())
		}
		lines = append(lines, fit(d.page.window(), inner, max(b.height-len(lines)-len(footer), 1))...)
		return fit(append(lines, footer...), b.width, b.height)
	}
	border := lipgloss.RoundedBorder()
	if d.request.Risk >= permissions.High {
		border = lipgloss.DoubleBorder()
	}
	lines := append([]string{""}, fit(d.page.window(), inner, d.page.height)...)
	lines = append(append(lines, ""), footer...)
	return framed(d.title(), lines, b.width, border, style)
}

// renderTerse draws the dialog where there is no room for its footer.
func (d *dialog) renderTerse(b box, th theme.Theme) []string {
	lead := "y n"
	switch {
	case d.stage == wording:
		return fit([]string{d.words.View()}, b.width, b.height)
	case d.stage == editing:
		return fit(strings.Split(d.arguments.area.View(), "\n"), b.width, b.height)
	case d.stage == spelling:
		lead = d.request.Word
	case !d.page.read:
		lead = itoa(d.page.hidden()) + " more"
	}
	lines := make([]string, 0, b.height)
	for i, line := range d.page.window() {
		if i > 0 {
			lead = ""
		}
		lines = append(lines, newRow(terseWidth-1).add(th.Accent, lead).String()+" "+line)
	}
	return fit(lines, b.width, b.height)
}

// cursor is where text is being written, relative to the dialog's box.
func (d *dialog) cursor(b box) *tea.Cursor {
	var c *tea.Cursor
	below := 2 // lines from the first one of the text to the end of the box
	switch d.stage {
	case wording:
		if c = d.words.Cursor(); c != nil && !b.terse {
			c.X += len(wordsPrompt)
		}
	case editing:
		c = d.arguments.area.Cursor()
		below = d.arguments.area.Height() + 1
	}
	if c == nil || b.terse {
		return c
	}
	if b.border {
		c.X += 3
		below++
	}
	c.Y += b.height - below
	return c
}
