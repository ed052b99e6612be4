package model

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// The tags around a tool call in the text of models that were trained with them
// (Hermes, Qwen, GLM). A server that does not parse them leaves them there, and
// a model that was told another form falls back on them.
const (
	toolCallTag = "<tool_call>"
	toolCallEnd = "</tool_call>"
)

// taggedCall reads the call whose tag text follows, and returns what comes after
// it. ok is false where it is not whole.
func taggedCall(text string, tools []Tool) (call Call, rest string, ok bool) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") {
		return objectCall(text)
	}
	return argumentsCall(text, tools)
}

// objectCall reads a call that is a JSON object. Its end may be left out.
func objectCall(text string) (call Call, rest string, ok bool) {
	object, _ := objectAt(text)
	rest, ok = strings.CutPrefix(text, object)
	var c commandObject
	if !ok || unmarshalLax([]byte(object), &c) != nil {
		return Call{}, "", false
	}
	call = Call{Name: cmp.Or(c.Name, c.Tool), Arguments: c.arguments()}
	rest = strings.TrimSpace(rest)
	after, closed := strings.CutPrefix(rest, toolCallEnd)
	return call, after, call.Name != "" && (closed || rest == "" || strings.HasPrefix(rest, toolCallTag))
}

// A call as GLM's models write it, its arguments in tags of their own
// (https://huggingface.co/zai-org/GLM-4.5/blob/main/chat_template.jinja):
//
//	<tool_call>tap
//	<arg_key>target</arg_key>
//	<arg_value>3</arg_value>
//	</tool_call>
//
// Values that are text stand there as they are, all others as JSON.
var (
	taggedName     = regexp.MustCompile(`^[A-Za-z0-9_.-]+`)
	taggedArgument = regexp.MustCompile(`(?s)^\s*<arg_key>(.*?)</arg_key>\s*<arg_value>(.*?)</arg_value>`)
)

// argumentsCall reads a call whose arguments stand in tags. One without arguments
// must be of one of the tools, lest a word in quotation be taken for it.
func argumentsCall(text string, tools []Tool) (call Call, rest string, ok bool) {
	name := taggedName.FindString(text)
	at := slices.IndexFunc(tools, func(t Tool) bool { return t.Name == name })
	rest = text[len(name):]
	var arguments []string
	for {
		m := taggedArgument.FindStringSubmatch(rest)
		if m == nil || strings.Contains(m[0], toolCallTag) { // which would be another call's
			break
		}
		rest = rest[len(m[0]):]
		key, _ := json.Marshal(strings.TrimSpace(m[1]))
		value := m[2]
		if !json.Valid([]byte(value)) || at >= 0 && takesText(tools[at], strings.TrimSpace(m[1])) {
			quoted, _ := json.Marshal(value)
			value = string(quoted)
		}
		arguments = append(arguments, string(key)+": "+value)
	}
	rest, closed := strings.CutPrefix(strings.TrimSpace(rest), toolCallEnd)
	if name == "" || !closed || at < 0 && len(arguments) == 0 {
		return Call{}, "", false
	}
	return Call{Name: name, Arguments: "{" + strings.Join(arguments, ", ") + "}"}, rest, true
}

// takesText reports whether the tool's parameter is declared as text, so that
// "3" is no number.
func takesText(t Tool, parameter string) bool {
	var schema struct {
		Properties map[string]struct {
			Type any `json:"type"` // a name, or several
		} `json:"properties"`
	}
	if json.Unmarshal(schemaOf(t), &schema) != nil {
		return false
	}
	switch kind := schema.Properties[parameter].Type.(type) {
	case string:
		return kind == "string"
	case []any:
		return slices.Contains(kind, any("string"))
	}
	return false
}
