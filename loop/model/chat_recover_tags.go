package model

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

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

// taggedCall reads what follows the tag of a call whose arguments stand in tags.
// One without arguments must be of one of the tools, lest a word in quotation
// be taken for it.
func taggedCall(block string, tools []Tool) (Call, bool) {
	name := taggedName.FindString(block)
	at := slices.IndexFunc(tools, func(t Tool) bool { return t.Name == name })
	rest := block[len(name):]
	var arguments []string
	for {
		m := taggedArgument.FindStringSubmatch(rest)
		if m == nil {
			break
		}
		rest = rest[len(m[0]):]
		key, _ := json.Marshal(strings.TrimSpace(m[1]))
		value := m[2]
		if !json.Valid([]byte(value)) || at >= 0 && takesText(tools[at], strings.TrimSpace(m[1])) {
			text, _ := json.Marshal(value)
			value = string(text)
		}
		arguments = append(arguments, string(key)+": "+value)
	}
	if name == "" || strings.TrimSpace(rest) != toolCallEnd || at < 0 && len(arguments) == 0 {
		return Call{}, false
	}
	return Call{Name: name, Arguments: "{" + strings.Join(arguments, ", ") + "}"}, true
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
