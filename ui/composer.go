package ui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"adroit/device/text"
	"adroit/theme"
)

// composer is where the person writes. Up and down at its edges go through
// what was sent before; what waits in the queue stands above it.
type composer struct {
	area    textarea.Model
	history []string // sent before, oldest first
	at      int      // index into history; len(history) for the draft
	draft   string   // what was being written when the person went back
	queue   []queued // sent while a turn ran, oldest first
}

// queued is a request that waits for the running turn to end.
type queued struct{ turnID, text string }

// What stands in the composer while nothing is written.
const (
	taskHint      = "Type a task for the phone"
	recordingHint = "space pauses · ← → by steps · . by events · + − speed"
)

// tallest is how many lines of it the composer shows at most.
const tallest = 6

func newComposer(th theme.Theme) *composer {
	area := newArea(th)
	area.Placeholder = taskHint
	area.DynamicHeight, area.MinHeight, area.MaxHeight = true, 1, tallest
	area.KeyMap.LinePrevious = key.NewBinding(key.WithKeys("up"))
	area.KeyMap.LineNext = key.NewBinding(key.WithKeys("down"))
	return &composer{area: area}
}

// newArea is a place for several lines of text, which has the keys.
func newArea(th theme.Theme) textarea.Model {
	area := textarea.New()
	area.Prompt = ""
	area.ShowLineNumbers = false
	area.CharLimit, area.MaxWidth, area.MaxContentHeight = 0, 0, 1<<20
	area.SetVirtualCursor(false)
	area.KeyMap.InsertNewline = key.NewBinding(key.WithKeys("ctrl+j", "alt+enter", "shift+enter"))
	area.KeyMap.Paste.SetEnabled(false) // it would start a program; terminals paste by themselves
	area.KeyMap.SelectAll.SetEnabled(false)
	area.SetStyles(areaStyles(th))
	area.Focus()
	return area
}

func areaStyles(th theme.Theme) textarea.Styles {
	state := textarea.StyleState{
		Base: th.Text, Text: th.Text, CursorLine: th.Text, Placeholder: th.Muted,
		EndOfBuffer: th.Muted, Prompt: th.Accent, Selection: th.Selected,
	}
	cursor := textarea.CursorStyle{Shape: tea.CursorBar, Blink: false}
	return textarea.Styles{Focused: state, Blurred: state, Cursor: cursor}
}

func (c *composer) restyle(th theme.Theme) { c.area.SetStyles(areaStyles(th)) }

func (c *composer) value() string { return text.Unparted(c.area.Value()) }
func (c *composer) empty() bool   { return c.area.Value() == "" }

// set replaces what is written.
func (c *composer) set(s string) {
	c.area.SetValue(text.Safe(s))
	c.area.MoveToEnd()
}

// take returns what is written, remembers it, and empties the composer.
func (c *composer) take() string {
	s := c.value()
	c.remember(s)
	c.area.Reset()
	return s
}

// remember makes s what was sent last.
func (c *composer) remember(s string) {
	if n := len(c.history); n == 0 || c.history[n-1] != s {
		c.history = append(c.history, s)
	}
	c.at, c.draft = len(c.history), ""
}

// press edits.
func (c *composer) press(msg tea.KeyPressMsg) {
	switch {
	case msg.String() == "up" && c.area.Line() == 0:
		c.recall(-1)
	case msg.String() == "down" && c.area.Line() == c.area.LineCount()-1:
		c.recall(+1)
	default:
		c.area, _ = c.area.Update(msg)
		makeSafe(&c.area)
	}
}

// paste inserts text as one piece, whatever stands in it.
func (c *composer) paste(s string) {
	c.insert(text.Safe(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)))
}

// insert writes s where the cursor is.
func (c *composer) insert(s string) {
	c.area.InsertString(s)
	makeSafe(&c.area)
}

// atWordStart reports whether a word would begin where the cursor is.
func (c *composer) atWordStart() bool {
	lines := strings.Split(c.area.Value(), "\n")
	before := []rune(lines[min(c.area.Line(), len(lines)-1)])
	at := min(c.area.Column(), len(before))
	return at == 0 || before[at-1] == ' '
}

// recall goes n steps through what was sent before.
func (c *composer) recall(n int) {
	to := c.at + n
	if to < 0 || to > len(c.history) {
		return
	}
	if c.at == len(c.history) {
		c.draft = c.value()
	}
	c.at = to
	if to == len(c.history) {
		c.set(c.draft)
		return
	}
	c.set(c.history[to])
}

// enqueue shows text as waiting.
func (c *composer) enqueue(turnID, s string) {
	c.queue = append(c.queue, queued{turnID, s})
}

// dequeue takes the request of a turn off the queue.
func (c *composer) dequeue(turnID string) {
	for i, q := range c.queue {
		if q.turnID == turnID {
			c.queue = append(c.queue[:i:i], c.queue[i+1:]...)
			return
		}
	}
}

// resize sets the width that there is for text.
func (c *composer) resize(width int) { c.area.SetWidth(max(width-len(margin), 1)) }

// height is the number of lines that the composer takes.
func (c *composer) height() int { return c.area.Height() + len(c.queue) }

// render draws the queue and the lines being written.
func (c *composer) render(width int, th theme.Theme) []string {
	var lines []string
	for i, q := range c.queue {
		hint := ""
		if i == len(c.queue)-1 && c.empty() {
			hint = "alt+up takes it back "
		}
		lines = append(lines, newRow(width).add(th.Muted, margin+"queued: "+text.Line(q.text)).end(th.Muted, hint).String())
	}
	for i, line := range strings.Split(c.area.View(), "\n") {
		mark := margin
		if i == 0 {
			mark = "❯ "
		}
		lines = append(lines, newRow(width).add(th.Accent, mark).styled(line).String())
	}
	return lines
}

// cursor is where the next character goes, relative to the composer.
func (c *composer) cursor() *tea.Cursor {
	cur := c.area.Cursor()
	if cur == nil {
		return nil
	}
	cur.X += lipgloss.Width(margin)
	cur.Y += len(c.queue)
	return cur
}
