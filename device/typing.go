package device

import (
	"fmt"
	"strings"
)

// maxTyped is the number of characters in one input command: few enough that
// slow text fields keep up.
const maxTyped = 100

// UntypableError names the characters of a text that Android's input command
// cannot type. It takes its characters from a virtual US keyboard; one that is
// not on it makes the command drop the whole text (AOSP
// InputShellCommand.sendText).
type UntypableError struct {
	Chars []rune // each once, in order of appearance
}

func (e *UntypableError) Error() string {
	names := make([]string, len(e.Chars))
	for i, r := range e.Chars {
		names[i] = fmt.Sprintf("%q (%U)", r, r)
	}
	return "cannot be typed on this phone: " + strings.Join(names, ", ") +
		"; use printable ASCII characters and line breaks, or switch on ADBKeyboard on the phone"
}

// TypeText plans the typing of s into the focused field on any phone: printable
// ASCII as text, each line break as the enter key, which some apps take for
// "send". Nothing is planned for a text with any other character; the error is
// an *UntypableError then.
func TypeText(s string) ([]Command, error) {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if chars := untypable(s); chars != nil {
		return nil, &UntypableError{chars}
	}
	var commands []Command
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			commands = append(commands, Keys(KeyEnter))
		}
		for _, chunk := range typable(line) {
			commands = append(commands, inputf("text %s", Quote(chunk)))
		}
	}
	return commands, nil
}

func untypable(s string) []rune {
	var chars []rune
	seen := make(map[rune]bool)
	for _, r := range s {
		if (r < ' ' || r > '~') && r != '\n' && !seen[r] {
			seen[r] = true
			chars = append(chars, r)
		}
	}
	return chars
}

// typable cuts a line into arguments of `input text`, which types a space for
// "%s" and knows no escape for it: a percent sign and an s that follow each
// other go into different arguments.
func typable(line string) []string {
	var chunks []string
	var chunk strings.Builder
	typed := 0
	flush := func() {
		if typed > 0 {
			chunks = append(chunks, chunk.String())
		}
		chunk.Reset()
		typed = 0
	}
	for i := range len(line) {
		if typed == maxTyped || i > 0 && line[i-1] == '%' && line[i] == 's' {
			flush()
		}
		if line[i] == ' ' {
			chunk.WriteString("%s")
		} else {
			chunk.WriteByte(line[i])
		}
		typed++
	}
	flush()
	return chunks
}
