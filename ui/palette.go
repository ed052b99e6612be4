package ui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/sahilm/fuzzy"

	"adroit/device/text"
	"adroit/theme"
)

// palette finds a command by parts of its name or description.
type palette struct {
	input    textinput.Model
	found    []action
	selected int
}

// The size of the palette, where there is room for it.
const paletteWidth, paletteHeight = 72, 20

func (a *app) openPalette() tea.Cmd {
	input := textinput.New()
	input.Prompt = "/"
	input.SetVirtualCursor(false)
	input.Focus()
	a.palette = &palette{input: input, found: commands()}
	return nil
}

// pressPalette edits what is searched for, chooses, runs or closes.
func (a *app) pressPalette(msg tea.KeyPressMsg) tea.Cmd {
	p := a.palette
	switch msg.String() {
	case "esc", "ctrl+c":
		a.palette = nil
	case "up":
		p.selected = max(p.selected-1, 0)
	case "down":
		p.selected = min(p.selected+1, max(len(p.found)-1, 0))
	case "backspace":
		if p.input.Value() == "" {
			a.palette = nil
			return nil
		}
		p.edit(msg)
	case "enter", "tab":
		a.palette = nil
		if p.selected < len(p.found) {
			return p.found[p.selected].run(a)
		}
		return a.say("there is no command /" + text.Line(p.input.Value()))
	default:
		p.edit(msg)
	}
	return nil
}

// edit changes what is searched for. The exact name of a command comes first.
func (p *palette) edit(msg tea.KeyPressMsg) {
	p.input, _ = p.input.Update(msg)
	p.selected = 0
	query := strings.TrimSpace(p.input.Value())
	if query == "" {
		p.found = commands()
		return
	}
	list := commands()
	p.found = nil
	for _, m := range fuzzy.FindFrom(query, searchable(list)) {
		p.found = append(p.found, list[m.Index])
	}
	if i := slices.IndexFunc(p.found, func(a action) bool { return a.name == query }); i > 0 {
		exact := p.found[i]
		p.found = slices.Insert(slices.Delete(p.found, i, i+1), 0, exact)
	}
}

// searchable is what the search looks at.
type searchable []action

func (s searchable) String(i int) string { return s[i].name + " " + s[i].help }
func (s searchable) Len() int            { return len(s) }

// render draws the palette in at most width × height cells.
func (p *palette) render(width, height int, th theme.Theme) []string {
	inner := width - 6
	lines := []string{newRow(inner).add(th.Accent, "/").add(th.Strong, text.Line(p.input.Value())+"▏").String(), ""}
	room := max(height-4, 1)
	first := max(p.selected-room+1, 0)
	for i := first; i < len(p.found) && i < first+room; i++ {
		name, what := th.Accent, th.Text
		if i == p.selected {
			name, what = th.Selected, th.Selected
		}
		r := newRow(inner).add(name, pad("/"+p.found[i].name, 12)).add(what, p.found[i].help)
		if i == p.selected {
			r.fill(th.Selected, " ")
		}
		lines = append(lines, r.end(th.Muted, p.found[i].keyNames()).String())
	}
	if len(p.found) == 0 {
		lines = append(lines, newRow(inner).add(th.Muted, "no command fits").String())
	}
	return framed("Commands", lines, width, lipgloss.RoundedBorder(), th.Accent)
}
