package ui

import (
	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"

	"adroit/device/text"
)

// What a person types or pastes may come to stand beside characters with which
// it makes something that terminals do not agree on, such as a skin tone behind
// a letter. What is written is made safe to show as a whole then, and the cursor
// goes to its end.

func makeSafe(area *textarea.Model) {
	if s := text.Safe(area.Value()); s != area.Value() {
		area.SetValue(s)
		area.MoveToEnd()
	}
}

// makeLineSafe leaves what is not shown as it is.
func makeLineSafe(input *textinput.Model) {
	if s := text.Safe(input.Value()); s != input.Value() && input.EchoMode == textinput.EchoNormal {
		input.SetValue(s)
		input.CursorEnd()
	}
}
