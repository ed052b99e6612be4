package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"adroit/device/text"
	"adroit/permissions"
	"adroit/theme"
	"adroit/tools"
)

// progress says how far a tool call has come.
type progress int

const (
	proposed progress = iota // the model asked for it
	asking                   // a person must decide
	running
	finished
	abandoned // the turn ended first
)

// foldAfter is how many lines of details stand in the chat.
const foldAfter = 30

// shortest is the least duration that is worth telling.
const shortest = 100 * time.Millisecond

// card is one tool call: what it does in words, how far it is, what it did.
// Opened, it also shows the arguments, the commands and the result.
type card struct {
	tool     string
	label    string // in words; the tool's name until the words are known
	byPerson bool
	turn     string // whose model wanted it; "" for an act of the person or of another program

	state    progress
	took     time.Duration
	result   *tools.Result
	request  *permissions.Request // the question that was asked about it, if any
	risk     string               // as it was ruled
	verdict  string               // how that was decided, in words; "" where nothing was to decide
	approved bool
	asked    json.RawMessage // the arguments that were asked about first
	edited   bool            // the person changed them

	reasons   []string // why it was ruled upon as it was
	arguments json.RawMessage
	opened    bool
}

func (c *card) tight() bool { return true }

// origin is who wants a call.
type origin int

const (
	byModel origin = iota
	byHand
	byProgram // one that is connected to the same session, as `adroit mcp` is
)

func (c *card) origin() origin {
	switch {
	case c.byPerson:
		return byHand
	case c.turn == "":
		return byProgram
	default:
		return byModel
	}
}

func (c *card) lines(width int, th theme.Theme) []string {
	sign, style := c.sign(th)
	title := c.label
	switch c.origin() {
	case byHand:
		title = "by hand: " + title
	case byProgram:
		title = "by another program: " + title
	case byModel:
	}
	head := newRow(width).add(style, margin+sign+" ")
	word := c.progress()
	if word != "" {
		title = text.Truncate(title, head.left-text.Width(word)-2)
	}
	lines := []string{head.add(th.Text, title).end(th.Muted, word).String()}
	lines = append(lines, c.decision(width, th)...)
	if s := c.effect(); s != "" {
		lines = append(lines, hanging(" ", th.Muted, s, c.effectStyle(th), width)...)
	}
	if c.opened {
		details := c.details(width, th)
		if more := len(details) - foldAfter; more > 0 {
			details = append(details[:foldAfter], th.Muted.Render(margin+"  │ "+text.Count(more, "more line")+": v reads all"))
		}
		lines = append(lines, details...)
	}
	return lines
}

// unfolded draws the card with all of its details, whether they are shown or
// not.
func (c *card) unfolded(width int, th theme.Theme) []string {
	closed := *c
	closed.opened = false
	return append(closed.lines(width, th), c.details(width, th)...)
}

// sign is the state in one character, which is never told by colour alone.
func (c *card) sign(th theme.Theme) (string, lipgloss.Style) {
	switch {
	case c.state == asking:
		return "?", th.Warn
	case c.state == running:
		return "●", th.Accent
	case c.state == abandoned:
		return "–", th.Muted
	case c.state == proposed:
		return "○", th.Muted
	case c.verdict != "" && !c.approved:
		return "✗", th.Danger
	case c.result == nil || c.result.Status == tools.Success:
		return "✓", th.Good
	case c.result.Status == tools.Warning:
		return "!", th.Warn
	default:
		return "✗", th.Danger
	}
}

// progress is the state or, in the end, the duration in words.
func (c *card) progress() string {
	switch c.state {
	case asking:
		return "waits for you"
	case running:
		return "running"
	case abandoned:
		return "not finished"
	case finished:
		if c.took >= shortest {
			return spell(c.took)
		}
	}
	return ""
}

// decision says how the question about the call was answered.
func (c *card) decision(width int, th theme.Theme) []string {
	if c.verdict == "" || c.state == asking {
		return nil
	}
	style := th.Muted
	if !c.approved {
		style = th.Danger
	}
	words := c.risk + " risk, " + c.verdict
	if c.edited {
		words += ", with other arguments than the model's"
	}
	return hanging(" ", style, words, style, width)
}

// effect is what the call did, where the result says more than the label.
func (c *card) effect() string {
	if c.result == nil || c.verdict != "" && !c.approved {
		return ""
	}
	message := text.Line(c.result.Message)
	if strings.EqualFold(message, c.label) {
		return ""
	}
	return message
}

func (c *card) effectStyle(th theme.Theme) lipgloss.Style {
	switch c.result.Status {
	case tools.Warning:
		return th.Warn
	case tools.Error:
		return th.Danger
	default:
		return th.Muted
	}
}

// details are the parts that are folded away until asked for.
func (c *card) details(width int, th theme.Theme) []string {
	var lines []string
	add := func(name, value string) {
		if value == "" {
			return
		}
		name = fmt.Sprintf("%-*s", detailName, name)
		for _, line := range text.Wrap(text.Safe(value), width-len(margin)-detailIndent-detailName) {
			lines = append(lines, margin+th.Rule.Render("  │ ")+th.Muted.Render(name)+th.Code.Render(line))
			name = strings.Repeat(" ", detailName)
		}
	}
	add("tool", c.tool)
	add("arguments", loose(c.arguments))
	add("why", strings.Join(c.reasons, "\n"))
	if c.request != nil {
		add("runs", strings.Join(c.request.Commands, "\n"))
	}
	if c.result != nil {
		// As the model got it: the object, and behind it the screen and the text of
		// a file, line by line.
		r := *c.result
		r.Screen, r.Content = "", ""
		raw, err := json.Marshal(r)
		if err != nil {
			raw = []byte("cannot be shown: " + err.Error())
		}
		add("result", loose(raw))
		add("", c.result.Screen)
		add("", c.result.Content)
	}
	return lines
}

// The columns of the details of a card: a rule, what a part is, the part.
const (
	detailIndent = 4
	detailName   = 11
)

// loose is a JSON text in which lines can break: with a space behind each comma
// and colon between its values.
func loose(raw json.RawMessage) string {
	var compact bytes.Buffer
	if json.Compact(&compact, raw) == nil { // else it is shown as it is
		raw = compact.Bytes()
	}
	var b strings.Builder
	quoted, escaped := false, false
	for _, c := range string(raw) {
		b.WriteRune(c)
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == ':'):
			b.WriteByte(' ')
		}
	}
	return b.String()
}
