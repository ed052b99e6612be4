package ui

import (
	"strings"

	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"

	"adroit/device/text"
)

// What a person types or pastes may come to stand beside characters with which
// it makes something that terminals do not agree on, such as a vowel sign or a
// skin tone behind a letter. What is written is made safe to show as a whole
// then, and the cursor stays before what follows it; what is sent is what was
// written.

func makeSafe(area *textarea.Model) {
	row, line := area.Line(), runesOf(area.Value(), area.Line())
	s := safeToWrite(area.Value())
	if s == area.Value() || joins(line, area.Column()) {
		return
	}
	follows := len(line) - area.Column()
	area.SetValue(s)
	area.MoveToEnd()
	for area.Line() > row {
		area.CursorUp()
	}
	area.SetCursorColumn(len(runesOf(s, row)) - follows)
}

// runesOf is one line of s.
func runesOf(s string, line int) []rune {
	lines := strings.Split(s, "\n")
	return []rune(lines[min(line, len(lines)-1)])
}

// makeLineSafe leaves what is not shown as it is.
func makeLineSafe(input *textinput.Model) {
	line, s := []rune(input.Value()), safeToWrite(input.Value())
	if s == input.Value() || input.EchoMode != textinput.EchoNormal || joins(line, input.Position()) {
		return
	}
	follows := len(line) - input.Position()
	input.SetValue(s)
	input.SetCursor(len([]rune(s)) - follows)
}

// joins reports whether the character before the cursor may join the next one,
// which is still to come: the joiners and the zero-width space.
func joins(line []rune, cursor int) bool {
	return cursor > 0 && cursor <= len(line) && strings.ContainsRune("\u200b\u200c\u200d", line[cursor-1])
}

// safeToWrite is s made safe anew: letters are parted as they stand now.
func safeToWrite(s string) string { return text.Safe(text.Unparted(s)) }

// valueOf is what was written into a line.
func valueOf(input textinput.Model) string {
	if input.EchoMode != textinput.EchoNormal {
		return input.Value()
	}
	return text.Unparted(input.Value())
}
