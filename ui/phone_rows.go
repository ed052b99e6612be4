package ui

import (
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"adroit/device/redact"
	"adroit/device/text"
	"adroit/theme"
)

// rows draws the rows in the window.
func (p *phone) rows(width int, focused bool, now time.Time, th theme.Theme) []string {
	if p.view == nil {
		lines := []string{""}
		for _, line := range text.Wrap(p.noView(now), width-2) {
			lines = append(lines, th.Muted.Render(" "+line))
		}
		return lines
	}
	if len(p.shown) == 0 {
		return []string{"", th.Muted.Render(" " + p.nothing())}
	}
	last := min(p.top+p.height, len(p.shown))
	lines := make([]string, 0, p.height)
	for i := p.top; i < last; i++ {
		lines = append(lines, p.row(p.view.rows[p.shown[i]], width, focused && i == p.selected, th))
	}
	return lines
}

// noView says why there is no screen, or since when it is waited for.
func (p *phone) noView(now time.Time) string {
	switch {
	case p.lost != "":
		return "Nothing to see yet."
	case p.absent:
		return "No phone yet."
	case p.replay:
		return "No screen yet."
	default:
		return "Looking at the phone's screen" + dumping(now.Sub(p.since))
	}
}

// restKnown is how long a dump may take before it is likely that Android waits.
const restKnown = 2 * time.Second

// dumping says how long an observation has taken so far, and what Android's
// uiautomator waits for: a second without an event, for ten seconds at most
// (AOSP, UiAutomation.waitForIdle as DumpCommand calls it).
func dumping(took time.Duration) string {
	switch {
	case took < progressAfter:
		return ""
	case took < restKnown:
		return " · " + spell(took.Truncate(progressStep))
	default:
		return " · " + spell(took.Truncate(progressStep)) + " · Android waits until it rests"
	}
}

// nothing says why there is no row.
func (p *phone) nothing() string {
	switch {
	case p.query != "":
		return "Nothing here contains “" + text.Line(p.query) + "”."
	case p.filter == changed:
		return "Nothing has changed since the last look."
	case p.filter == actionable:
		return "Nothing here can be acted upon."
	default:
		return "The screen is empty."
	}
}

// row draws one element: mark, number, role, label, state.
func (p *phone) row(r viewRow, width int, selected bool, th theme.Theme) string {
	mark, markStyle := p.mark(r, th)
	label, labelStyle := r.label, th.Text
	stateStyle := th.Muted
	switch {
	case p.revealed[r.id] != "":
		label, labelStyle = p.revealed[r.id], th.Warn
	case r.masked:
		labelStyle = th.Masked
	case !r.act:
		labelStyle = th.Muted
	}
	switch {
	case r.id == p.pending:
		labelStyle = th.Warn
	case r.change != same:
		stateStyle, labelStyle = th.Changed, th.Changed
	}
	number := th.Muted
	if r.act {
		number = th.Accent
	}
	role := th.Muted
	if selected {
		markStyle, number, role, labelStyle, stateStyle = th.Selected, th.Selected, th.Selected, th.Selected, th.Selected
	}
	line := newRow(width).
		add(markStyle, mark+" ").
		add(number, fmt.Sprintf("%3s ", r.id)).
		add(role, fmt.Sprintf("%-9s ", r.role)).
		add(labelStyle, strings.Repeat("  ", r.indent)+label)
	return endRow(line, r.state, selected, stateStyle, th)
}

// endRow puts the state at the right edge, behind the label or in its place
// where there is no room for both.
func endRow(line *row, state string, selected bool, style lipgloss.Style, th theme.Theme) string {
	if state != "" {
		state += " "
	}
	if selected {
		if gap := line.left - text.Width(state); gap > 0 {
			line.add(th.Selected, strings.Repeat(" ", gap))
		}
		return line.add(style, state).fill(th.Selected, " ").String()
	}
	if gap := line.left - text.Width(state); gap >= 1 {
		line.add(th.Text, strings.Repeat(" ", gap))
	}
	return line.add(style, state).String()
}

// mark is the sign before a row: what an act is about, and what has changed.
func (p *phone) mark(r viewRow, th theme.Theme) (string, lipgloss.Style) {
	switch {
	case r.id == p.pending:
		return "▶", th.Warn
	case r.id == p.touched:
		return "●", th.Accent
	case r.change == added:
		return "+", th.Changed
	case r.change == altered:
		return "~", th.Changed
	default:
		return " ", th.Text
	}
}

// inspector lists everything that is known about the selected element, in at
// most height lines.
func (p *phone) inspector(width, height int, th theme.Theme) []string {
	r, ok := p.current()
	if !ok {
		return nil
	}
	n := r.node
	lines := []string{divider(width, false, "element "+r.id, "", th)}
	for _, field := range []struct{ name, value string }{
		{"text", n.Text},
		{"description", n.Description},
		{"hint", n.Hint},
		{"value", n.Value},
		{"class", n.ClassName},
		{"view id", n.ViewID},
		{"package", n.PackageName},
		{"bounds", n.Bounds.String()},
		{"can", abilities(r)},
		{"masked", strings.Join(n.Redacted, ", ")},
		{"covered by", n.OccludedBy},
		{"inside", p.ancestors(r)},
	} {
		if field.value == "" {
			continue
		}
		name := fmt.Sprintf("  %-12s ", field.name)
		room := width - len(name) - 1
		value := text.Wrap(text.Line(field.value), room)
		if len(value) > mostFieldLines {
			value = append(value[:mostFieldLines-1], text.Truncate(strings.Join(value[mostFieldLines-1:], " "), room))
		}
		for _, part := range value {
			lines = append(lines, newRow(width).add(th.Muted, name).add(th.Text, part).String())
			name = strings.Repeat(" ", len(name))
		}
	}
	if hidden := p.revealed[r.id]; hidden != "" {
		lines = append(lines, newRow(width).add(th.Warn, "  revealed     "+hidden).String())
	} else if r.masked {
		lines = append(lines, newRow(width).add(th.Muted, "  r shows what "+redact.Mask+" hides, to you alone").String())
	}
	if more := len(lines) - height; more > 0 {
		lines = append(lines[:max(height-1, 0)], th.Muted.Render("  … "+text.Count(more+1, "more line")))
	}
	return lines
}

// mostFieldLines is how many lines the inspector gives to one value.
const mostFieldLines = 3

// abilities lists what can be done with an element.
func abilities(r viewRow) string {
	var words []string
	for _, a := range []struct {
		can  bool
		word string
	}{
		{r.node.Clickable, "tap"},
		{r.node.LongClick, "long-press"},
		{r.node.Checkable, "switch"},
		{r.node.IsInput, "type"},
		{r.node.Scrollable, "scroll"},
	} {
		if a.can {
			words = append(words, a.word)
		}
	}
	return strings.Join(words, ", ")
}

// ancestors are the elements around r, the nearest first.
func (p *phone) ancestors(r viewRow) string {
	var words []string
	for id := r.node.Parent; id != ""; {
		parent, ok := p.view.row(id)
		if !ok {
			break
		}
		words = append(words, strings.TrimSpace(parent.id+" "+parent.role+" "+parent.label))
		id = parent.node.Parent
	}
	return strings.Join(words, " ‹ ")
}
