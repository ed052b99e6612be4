package ui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/sahilm/fuzzy"

	"adroit/device/text"
	"adroit/permissions"
	"adroit/theme"
)

// picker lets the person choose one of several things by parts of their words.
type picker struct {
	title  string
	prompt string // stands before what is searched for
	none   string // what is said when nothing fits
	items  []item
	chosen int // index of the item that is selected before anything is searched for
	// unnamed: the names only tell the items apart for programs, and are searched
	// but not shown.
	unnamed bool

	leastName int // width that names keep where rows are too long; 0 for pickerName

	// leave is called with what was searched for when nothing was picked; nil
	// for nothing to do.
	leave func(a *app, query string)

	input    textinput.Model
	found    []int // indices of items that fit, the best first
	selected int   // index into found
}

// item is one thing to choose. Its words are safe to show.
type item struct {
	name string // comes first where it is exactly what is searched for
	what string
	note string // at the right edge
	run  func(*app) tea.Cmd
}

// The size of a picker, where there is room for it, the least and the greatest
// width of the names in it, and the least of a description beside a note.
const (
	pickerWidth, pickerHeight = 72, 20
	pickerName, pickerNameMax = 10, 24
	pickerWhat                = 12
)

func (a *app) openPicker(p picker) tea.Cmd {
	p.input = textinput.New()
	p.input.SetVirtualCursor(false)
	p.input.Focus()
	p.leastName = p.apart()
	p.find()
	a.picker = &p
	return nil
}

// openPalette offers all commands.
func (a *app) openPalette() tea.Cmd {
	p := picker{title: "Commands", prompt: "/", none: "no command fits"}
	for _, c := range a.keymap.commands() {
		p.items = append(p.items, item{name: c.name, what: c.help, note: c.keyNames(), run: c.run})
	}
	return a.openPicker(p)
}

// mention offers the elements of the screen, to put one into the words that
// are being written.
func (a *app) mention() tea.Cmd {
	if a.phone.view == nil {
		a.composer.insert("@")
		return a.say("no screen has been seen yet")
	}
	p := picker{
		title: "Elements of the screen", prompt: "@", none: "no element fits: enter keeps the words as they are",
		leave: func(a *app, query string) { a.composer.insert("@" + query) },
	}
	for _, r := range a.phone.view.rows {
		p.items = append(p.items, item{name: r.id, what: strings.TrimSpace(r.role + " " + r.label), note: r.state, run: func(a *app) tea.Cmd {
			a.composer.insert(r.mention() + " ")
			a.relayout()
			return nil
		}})
	}
	return a.openPicker(p)
}

// mention is how a person's words name an element to the model.
func (r viewRow) mention() string {
	if r.label == "" {
		return "node " + r.id
	}
	return "node " + r.id + " “" + text.Truncate(r.label, longestMention) + "”"
}

// longestMention is how much of a label stands in a mention, in cells.
const longestMention = 60

// chooseMode offers the modes. The one in force is selected at first, so that
// enter alone changes nothing.
func (a *app) chooseMode() tea.Cmd {
	p := picker{title: "What acts without asking", none: "no mode fits"}
	what := map[permissions.Mode]string{
		permissions.ModeAsk:      "everything that changes the phone asks first",
		permissions.ModeReadOnly: "nothing acts on the phone, whoever wants it",
		permissions.ModeMedium:   "medium risk acts without asking, high risk asks",
	}
	for i, m := range permissions.Modes() {
		note := ""
		if m == a.mode {
			p.chosen, note = i, "now"
		}
		p.items = append(p.items, item{name: string(m), what: what[m], note: note, run: func(a *app) tea.Cmd {
			if m == a.mode {
				return nil
			}
			return attempt(func() error { return a.session.SetMode(m) })
		}})
	}
	return a.openPicker(p)
}

// pressPicker edits what is searched for, chooses, runs or closes.
func (a *app) pressPicker(msg tea.KeyPressMsg) tea.Cmd {
	p := a.picker
	switch msg.String() {
	case "esc", "ctrl+c":
		a.leavePicker()
	case "up":
		p.move(-1)
	case "down":
		p.move(+1)
	case "pgup":
		p.move(-pickerHeight / 2)
	case "pgdown":
		p.move(+pickerHeight / 2)
	case "enter", "tab":
		if p.selected < len(p.found) {
			a.picker = nil
			return p.items[p.found[p.selected]].run(a)
		}
		if p.leave != nil {
			a.leavePicker()
		}
	case "backspace":
		if p.input.Value() == "" {
			a.picker = nil
			return nil
		}
		p.edit(msg)
	default:
		p.edit(msg)
	}
	return nil
}

// leavePicker closes the picker with nothing picked.
func (a *app) leavePicker() {
	p := a.picker
	a.picker = nil
	if p.leave != nil {
		p.leave(a, text.Line(p.input.Value()))
		a.relayout()
	}
}

func (p *picker) move(n int) {
	p.selected = min(max(p.selected+n, 0), max(len(p.found)-1, 0))
}

func (p *picker) edit(msg tea.KeyPressMsg) {
	p.input, _ = p.input.Update(msg)
	makeLineSafe(&p.input)
	p.find()
}

// find looks for the items that fit. One whose name is exactly what is searched
// for comes first.
func (p *picker) find() {
	p.found, p.selected = p.found[:0], 0
	query := strings.TrimSpace(valueOf(p.input))
	if query == "" {
		for i := range p.items {
			p.found = append(p.found, i)
		}
		p.selected = p.chosen
		return
	}
	for _, m := range fuzzy.FindFrom(query, searchable(p.items)) {
		p.found = append(p.found, m.Index)
	}
	if i := slices.IndexFunc(p.found, func(i int) bool { return text.Unparted(p.items[i].name) == query }); i > 0 {
		exact := p.found[i]
		p.found = slices.Insert(slices.Delete(p.found, i, i+1), 0, exact)
	}
}

// searchable is what the search looks at.
type searchable []item

func (s searchable) String(i int) string { return text.Unparted(s[i].name + " " + s[i].what) }
func (s searchable) Len() int            { return len(s) }

// render draws the picker in at most width × height cells.
func (p *picker) render(width, height int, th theme.Theme) []string {
	inner := width - 6
	room := max(height-4, 1)
	first := max(p.selected-room+1, 0)
	query := newRow(inner).add(th.Accent, p.prompt).add(th.Strong, text.Line(p.input.Value())+"▏")
	lines := []string{query.end(th.Muted, p.part(first, room)).String(), ""}
	names := p.nameColumn(inner)
	for i := first; i < len(p.found) && i < first+room; i++ {
		lines = append(lines, p.item(p.items[p.found[i]], i == p.selected, names, inner, th))
	}
	if len(p.found) == 0 {
		lines = append(lines, newRow(inner).add(th.Muted, p.none).String())
	}
	return framed(p.title, lines, width, lipgloss.RoundedBorder(), th.Accent)
}

// part says which of the items are in sight; "" for all of them.
func (p *picker) part(first, room int) string {
	if len(p.found) <= room {
		return ""
	}
	return itoa(first+1) + "–" + itoa(min(first+room, len(p.found))) + " of " + itoa(len(p.found))
}

// nameColumn is how wide the names are in rows of width cells. They are the
// first to give way where a row is too long for its note.
func (p *picker) nameColumn(width int) int {
	if p.unnamed {
		return 0
	}
	widest, rest := 0, 0
	for _, it := range p.items {
		widest = max(widest, text.Width(p.prompt+it.name))
		if it.note != "" {
			rest = max(rest, text.Width(it.what)+text.Width(it.note)+4)
		}
	}
	return max(min(widest, pickerNameMax, width-rest), pickerName, p.leastName)
}

// apart is the least width at which no two of the names look alike, as far as
// there is one.
func (p *picker) apart() int {
	for width := pickerName; width < pickerNameMax; width++ {
		seen := map[string]bool{}
		for _, it := range p.items {
			seen[text.Truncate(p.prompt+it.name, width)] = true
		}
		if len(seen) == len(p.items) {
			return width
		}
	}
	return 0
}

func (p *picker) item(it item, selected bool, names, width int, th theme.Theme) string {
	name, what, note := th.Accent, th.Text, th.Muted
	if selected {
		name, what, note = th.Selected, th.Selected, th.Selected
	}
	r := newRow(width)
	if names > 0 {
		r.add(name, pad(text.Truncate(p.prompt+it.name, names), names)+"  ")
	}
	description := it.what
	if room := r.left - text.Width(it.note) - 2; it.note != "" && room >= pickerWhat {
		description = text.Truncate(description, room)
	}
	r.add(what, description)
	if !selected {
		return r.end(note, it.note).String()
	}
	if gap := r.left - text.Width(it.note); it.note != "" && gap >= 2 {
		r.add(what, strings.Repeat(" ", gap)).add(note, it.note)
	}
	return r.fill(what, " ").String()
}
