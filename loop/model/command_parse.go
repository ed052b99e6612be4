package model

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// commandObject is a command as a model wrote it, with the names for its parts
// that models use instead of those they were told.
type commandObject struct {
	Tool       string          `json:"tool"`
	Args       json.RawMessage `json:"args"`
	Name       string          `json:"name"`
	Arguments  json.RawMessage `json:"arguments"`
	Parameters json.RawMessage `json:"parameters"`
	Final      json.RawMessage `json:"final"`
}

// maxStarts is how many places of a text are looked at for a command.
const maxStarts = 64

// commandStart is where a command may begin.
var commandStart = regexp.MustCompile(`\{|` + toolCallTag)

// functionTag precedes the arguments in the format of Llama's models.
var functionTag = regexp.MustCompile(`<function=([A-Za-z0-9_.-]+)>\s*$`)

// findCommand finds the first command in a text, whatever stands around it:
// prose, code fences, further objects, the tags of models that were trained
// with some (<tool_call>, [TOOL_CALLS], <function=…>).
func findCommand(text string, tools []Tool) (commandObject, bool) {
	declared := func(name string) bool {
		return slices.ContainsFunc(tools, func(t Tool) bool { return t.Name == name })
	}
	for _, start := range commandStart.FindAllStringIndex(text, maxStarts) {
		at := start[0]
		if after, tagged := strings.CutPrefix(text[at:], toolCallTag); tagged {
			if call, _, ok := taggedCall(after, tools); ok {
				return commandObject{Tool: call.Name, Args: json.RawMessage(call.Arguments)}, true
			}
			continue
		}
		var c commandObject
		object, ok := objectAt(text[at:])
		if !ok || unmarshalLax([]byte(object), &c) != nil {
			continue
		}
		if tag := functionTag.FindStringSubmatch(text[:at]); tag != nil && declared(tag[1]) {
			return commandObject{Tool: tag[1], Args: json.RawMessage(object)}, true
		}
		if c.Tool == "" && declared(c.Name) {
			c.Tool = c.Name
		}
		if c.Tool != "" || isSet(c.Final) {
			return c, true
		}
	}
	return commandObject{}, false
}

// objectAt returns the JSON object at the start of text, mended where its
// faults are harmless.
func objectAt(text string) (string, bool) {
	for _, candidate := range []string{text, mended(text)} {
		var raw json.RawMessage
		if json.NewDecoder(strings.NewReader(candidate)).Decode(&raw) == nil {
			return string(raw), true
		}
	}
	return "", false
}

// mended removes commas before a closing bracket and escapes line breaks and
// tabs within strings.
func mended(text string) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inString && c == '\\' && i+1 < len(text):
			b.WriteByte(c)
			i++
			c = text[i]
		case c == '"':
			inString = !inString
		case inString && c == '\n':
			b.WriteByte('\\')
			c = 'n'
		case inString && c == '\t':
			b.WriteByte('\\')
			c = 't'
		case !inString && c == ',':
			if rest := strings.TrimLeft(text[i+1:], " \t\r\n"); strings.HasPrefix(rest, "}") || strings.HasPrefix(rest, "]") {
				continue
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// arguments returns the arguments as JSON text.
func (c commandObject) arguments() string {
	for _, raw := range []json.RawMessage{c.Args, c.Arguments, c.Parameters} {
		if raw != nil {
			return objectText(string(raw))
		}
	}
	return "{}"
}

// final returns the words of the answer.
func (c commandObject) final() string {
	var words string
	if json.Unmarshal(c.Final, &words) == nil {
		return words
	}
	return string(c.Final)
}
