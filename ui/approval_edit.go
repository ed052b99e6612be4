package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"adroit/device/redact"
	"adroit/device/text"
	"adroit/permissions"
	"adroit/theme"
)

// argumentsEditor changes the arguments of a question. What it yields is never
// done: it is asked about anew.
type argumentsEditor struct {
	area   textarea.Model
	before string // the arguments as they were asked about
}

// tallestEditor is how many lines of arguments are shown at most.
const tallestEditor = 8

// editable are the arguments of r as text to edit, if there are any.
func editable(r permissions.Request) (string, bool) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(r.Arguments, &fields) != nil || len(fields) == 0 {
		return "", false
	}
	var b bytes.Buffer
	if json.Indent(&b, r.Arguments, "", "  ") != nil {
		return "", false
	}
	return escaped(b.String()), true
}

// escaped writes every character of s that could deceive a reader as the
// escape that JSON has for it.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || text.Unparted(text.Safe("a"+string(r))) == "a"+string(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

func newArgumentsEditor(arguments string, width int, th theme.Theme) *argumentsEditor {
	area := newArea(th)
	area.DynamicHeight = false
	area.SetWidth(width)
	area.SetHeight(min(strings.Count(arguments, "\n")+1, tallestEditor))
	area.SetValue(text.Safe(arguments))
	return &argumentsEditor{area: area, before: arguments}
}

func (e *argumentsEditor) update(msg tea.Msg) {
	e.area, _ = e.area.Update(msg)
	makeSafe(&e.area)
}

// value is what was written, if it can be asked about; else why not.
func (e *argumentsEditor) value() (arguments json.RawMessage, problem string) {
	s := text.Unparted(e.area.Value())
	var fields map[string]json.RawMessage
	switch err := json.Unmarshal([]byte(s), &fields); {
	case err != nil:
		return nil, "this is no JSON object: " + text.Line(err.Error())
	case strings.Contains(s, redact.Mask):
		return nil, "write something in place of " + redact.Mask + ": nobody but the phone knows what it hides"
	case s == e.before:
		return nil, "nothing has been changed: esc goes back"
	}
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(s)); err != nil {
		return nil, text.Line(err.Error())
	}
	return b.Bytes(), ""
}

// edit takes a key while the arguments are edited. What is written can only
// lead to another question.
func (d *dialog) edit(msg tea.KeyPressMsg, now time.Time) {
	switch msg.String() {
	case "esc":
		d.stage = choosing
	case "enter":
		if _, d.hint = d.arguments.value(); d.hint == "" {
			d.pressed = &stroke{choice: choice{verdict: permissions.Edit}, at: now}
		}
	default:
		d.arguments.update(msg)
	}
}
