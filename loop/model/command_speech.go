package model

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf16"
)

// commandSpeech lets the words in a command be heard while they come: the prose
// before it, and the text of a final answer. What is heard is always the
// beginning of what will be the reply's text.
type commandSpeech struct {
	*speech
	raw   strings.Builder // all that the model wrote
	prose int             // bytes of raw at the start that were said as they are
	body  bool            // the prose has ended
	final int             // bytes of raw up to which the final answer was said; 0 before it began
	words int             // bytes of the final answer that were said
	whole bool            // the final answer has ended
}

// openingWithin is the number of bytes after the prose in which a final answer
// must begin to be heard while it comes.
const openingWithin = 1 << 10

// finalOpening is what stands before the text of a final answer.
var finalOpening = regexp.MustCompile(`\{\s*"final"\s*:\s*"`)

// hear takes in a piece of the model's text.
func (c *commandSpeech) hear(delta string) {
	c.raw.WriteString(delta)
	raw := c.raw.String()
	if !c.body {
		end := strings.IndexAny(raw[c.prose:], "{`<[")
		if c.body = end >= 0; !c.body {
			end = len(raw) - c.prose
		}
		c.say(raw[c.prose : c.prose+end])
		c.prose += end
	}
	if c.body && c.final == 0 {
		start := raw[c.prose:min(len(raw), c.prose+openingWithin)]
		if opening := finalOpening.FindStringIndex(start); opening != nil {
			c.final = c.prose + opening[1]
		}
	}
	if c.final > 0 && !c.whole {
		words, used, whole := stringPart(raw[c.final:])
		c.say(words)
		c.final += used
		c.words += len(words)
		c.whole = whole
	}
}

// stringPart decodes as much of the inside of a JSON string as is there. used
// is what it took of text, whole whether the string ended.
func stringPart(text string) (words string, used int, whole bool) {
	for used < len(text) && !whole {
		n := 1
		switch text[used] {
		case '"':
			whole = true
			continue
		case '\\':
			n = escapeLen(text[used:])
		}
		if n == 0 {
			break // the escape is not all there
		}
		used += n
	}
	if json.Unmarshal([]byte(`"`+strings.ReplaceAll(text[:used], "\n", `\n`)+`"`), &words) != nil {
		return "", 0, false // to be mended when all is there
	}
	return words, used, whole
}

// escapeLen returns the length of the escape at the start of text, 0 where it
// is not all there. The two escapes of a surrogate pair are one.
func escapeLen(text string) int {
	const unicodeLen = len(`\u0000`)
	switch {
	case len(text) < 2:
		return 0
	case text[1] != 'u':
		return 2
	case len(text) < unicodeLen:
		return 0
	}
	var first rune
	for _, digit := range text[2:unicodeLen] {
		first = first<<4 | rune(strings.IndexRune("0123456789abcdef", digit|0x20)&0xf)
	}
	if !utf16.IsSurrogate(first) {
		return unicodeLen
	}
	if len(text) < 2*unicodeLen {
		return 0
	}
	return 2 * unicodeLen
}

// conclude says what was not yet heard of the final answer.
func (c *commandSpeech) conclude(words string) {
	c.say(words[min(c.words, len(words)):])
}

// flush says what was held back: it was no command.
func (c *commandSpeech) flush() {
	if c.final == 0 {
		c.say(c.raw.String()[c.prose:])
	}
}

// attempted reports whether the text was meant to be a command.
func (c *commandSpeech) attempted() bool {
	raw := c.raw.String()
	return c.final > 0 || strings.Contains(raw, `"tool"`) || strings.Contains(raw, toolCallTag)
}
