package tools

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"adroit/device/text"
)

// Kind is the JSON type of a parameter.
type Kind string

// The kinds, as JSON Schema names them.
const (
	String  Kind = "string"
	Integer Kind = "integer"
	Boolean Kind = "boolean"
)

// Param is one parameter of a Tool.
type Param struct {
	Name     string
	Kind     Kind
	Doc      string // what it means, a phrase
	Required bool
	Enum     []string          // of a String: the values that it may have
	Aliases  map[string]string // of such a String: other words, in lower case, for one of its values
	NonEmpty bool              // of a String: it has at least one character
	Min, Max int               // of an Integer: the range, both ends included; none where Max is 0
	Default  any               // what an absent optional parameter is; nil leaves it absent
}

// Schema is the JSON Schema (draft 2020-12) of the tool's arguments: one
// closed object without top-level combinators, which several providers reject.
func (t Tool) Schema() json.RawMessage { return t.schema(Param.schema) }

// BriefSchema is Schema without what explains it, for requests that carry the
// whole catalogue each time: types, enums, ranges, and what is required.
func (t Tool) BriefSchema() json.RawMessage { return t.schema(Param.briefSchema) }

func (t Tool) schema(property func(Param) *jsonschema.Schema) json.RawMessage {
	object := &jsonschema.Schema{
		Type:                 "object",
		Properties:           map[string]*jsonschema.Schema{},
		PropertyOrder:        t.paramNames(),
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}, // written as false
	}
	for _, p := range t.Params {
		object.Properties[p.Name] = property(p)
		if p.Required {
			object.Required = append(object.Required, p.Name)
		}
	}
	return mustJSON(object)
}

func (p Param) schema() *jsonschema.Schema {
	s := p.briefSchema()
	s.Description = p.Doc
	if p.NonEmpty {
		s.MinLength = new(1)
	}
	if p.Default != nil {
		s.Default = mustJSON(p.Default)
	}
	return s
}

func (p Param) briefSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: string(p.Kind)}
	for _, value := range p.Enum {
		s.Enum = append(s.Enum, value)
	}
	if p.Max != 0 {
		s.Minimum, s.Maximum = new(float64(p.Min)), new(float64(p.Max))
	}
	return s
}

// Form is the right form of the parameter, in words: "an integer from 1 to 30".
func (p Param) Form() string {
	switch {
	case len(p.Enum) > 0:
		return "one of " + strings.Join(p.Enum, ", ")
	case p.Max != 0:
		return fmt.Sprintf("an integer from %d to %d", p.Min, p.Max)
	case p.Kind == Integer:
		return "an integer"
	case p.Kind == Boolean:
		return "true or false"
	case p.NonEmpty:
		return "a string that is not empty"
	}
	return "a string"
}

// mustJSON encodes what this package has built itself, of types that always
// encode.
func mustJSON(v any) json.RawMessage {
	b, err := text.JSON(v)
	if err != nil {
		panic("tools: " + err.Error())
	}
	return b
}
