package ui

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"adroit/device/text"
	"adroit/theme"
	"adroit/ui/markdown"
)

// block is one entry of the transcript.
type block interface {
	// lines draws the block in at most width cells a line.
	lines(width int, th theme.Theme) []string

	// tight reports whether no empty line is wanted between two such blocks.
	tight() bool
}

// margin is the space before everything that is not the person's.
const margin = "  "

// prompt is what the person asked for.
type prompt struct{ text string }

func (p *prompt) tight() bool { return false }

func (p *prompt) lines(width int, th theme.Theme) []string {
	lines := text.Wrap(p.text, width-len(margin))
	for i, line := range lines {
		mark := margin
		if i == 0 {
			mark = "❯ "
		}
		lines[i] = th.Person.Render(mark) + th.Strong.Render(line)
	}
	return lines
}

// answer is what the model said in one step: plain text as it streams in,
// Markdown when it is finished.
type answer struct {
	text     strings.Builder
	finished bool
	still    bool // shows no line before it is complete

	// While streaming, only the open line is wrapped anew for each delta.
	width   int
	settled []string // drawn lines that cannot change any more
	open    string   // the text behind them
}

// longestOpen bounds what is wrapped anew for a delta, in bytes.
const longestOpen = 4 << 10

func (a *answer) tight() bool { return false }

func (a *answer) add(delta string) {
	a.text.WriteString(delta)
	a.open += delta
	a.settle()
}

// settle wraps what cannot change any more: the lines that are complete, and
// the greater part of a line that never ends.
func (a *answer) settle() {
	if a.width == 0 {
		return
	}
	if i := strings.LastIndexByte(a.open, '\n'); i >= 0 {
		a.settled = append(a.settled, indent(text.Wrap(a.open[:i], a.width))...)
		a.open = a.open[i+1:]
	}
	if len(a.open) > longestOpen {
		wrapped := text.Wrap(a.open, a.width)
		last := len(wrapped) - 1
		a.settled = append(a.settled, indent(wrapped[:last])...)
		a.open = wrapped[last]
	}
}

func (a *answer) lines(width int, th theme.Theme) []string {
	inner := max(width-len(margin), 1)
	if a.finished {
		return indent(markdown.Lines(a.text.String(), inner, th))
	}
	if a.width != inner {
		a.width, a.settled, a.open = inner, nil, a.text.String()
		a.settle()
	}
	if a.open == "" || a.still {
		return a.settled
	}
	return append(slices.Clip(a.settled), indent(text.Wrap(a.open, inner))...)
}

// note is a line about the run: a decision, a retry, the state of the phone.
type note struct {
	sign  string
	style func(theme.Theme) lipgloss.Style
	text  string
}

func (n *note) tight() bool { return true }

func (n *note) lines(width int, th theme.Theme) []string {
	return hanging(n.sign, n.style(th), n.text, n.style(th), width)
}

// closing is how a turn ended.
type closing struct {
	sign  string
	head  string // "Done, verified"
	style func(theme.Theme) lipgloss.Style
	facts string // steps, time, tokens
	text  string // what is to be said about it; may be empty
}

func (c *closing) tight() bool { return false }

func (c *closing) lines(width int, th theme.Theme) []string {
	style := c.style(th)
	lines := []string{newRow(width).add(style, c.sign+" "+c.head).add(th.Muted, "  "+c.facts).String()}
	if c.text != "" {
		for _, line := range text.Wrap(c.text, width-len(margin)) {
			lines = append(lines, margin+line)
		}
	}
	return lines
}

// hanging wraps s behind a sign, and indents the lines that follow the first.
func hanging(sign string, signStyle lipgloss.Style, s string, style lipgloss.Style, width int) []string {
	lead := len(margin) + text.Width(sign) + 1
	lines := text.Wrap(s, width-lead)
	for i, line := range lines {
		before := strings.Repeat(" ", lead)
		if i == 0 {
			before = margin + signStyle.Render(sign) + " "
		}
		lines[i] = before + style.Render(line)
	}
	return lines
}

// indent puts the margin before lines that are not empty.
func indent(lines []string) []string {
	for i, line := range lines {
		if line != "" {
			lines[i] = margin + line
		}
	}
	return lines
}
