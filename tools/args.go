package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adroit/device/redact"
)

// args are the validated arguments of a call: every value has the kind and the
// range of its parameter, and defaults are filled in.
type args map[string]any

func (a args) has(name string) bool    { _, ok := a[name]; return ok }
func (a args) text(name string) string { s, _ := a[name].(string); return s }
func (a args) number(name string) int  { n, _ := a[name].(int); return n }
func (a args) flag(name string) bool   { b, _ := a[name].(bool); return b }

// An ArgumentError says which argument of a call is wrong, how, and what would
// be right. It never holds the text of an argument: that may be what somebody
// types or looks for.
type ArgumentError struct {
	Tool  string
	Field string // "" where the arguments as a whole are wrong
	Got   string // what was wrong
	Want  string // the right form
}

// Error names the field, what was wrong with it and the right form.
func (e *ArgumentError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("%s: arguments: %s; want %s", e.Tool, e.Got, e.Want)
	}
	return fmt.Sprintf("%s: %s: %s; want %s", e.Tool, e.Field, e.Got, e.Want)
}

// Refused is the result of a call of t whose arguments are not valid, masked by
// registry, and nil where they are. It is known before anything is sent to a
// phone.
func (t Tool) Refused(arguments json.RawMessage, registry *redact.Registry) *Result {
	if _, err := t.validate(arguments); err != nil {
		refused := failed(t, err, false).masked(registry)
		return &refused
	}
	return nil
}

// fieldLike matches what may be the name of a field.
var fieldLike = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]{0,39}$`)

// unknownField is a field that no tool has, for an ArgumentError: whole, or not at
// all.
func unknownField(name string) string {
	if fieldLike.MatchString(name) {
		return name
	}
	return "what is no name"
}

// validate turns the arguments of a call into args, or says exactly what is
// wrong with them. Wrong shapes that models often send are accepted where
// their meaning is certain.
func (t Tool) validate(raw json.RawMessage) (args, error) {
	fields, err := decodeObject(raw)
	if err != nil {
		return nil, &ArgumentError{Tool: t.Name, Got: err.Error(), Want: "a JSON object with " + t.fieldList()}
	}
	if err := t.unfold(fields); err != nil {
		return nil, err
	}
	a := args{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		p, ok := t.param(name)
		if !ok {
			return nil, &ArgumentError{t.Name, unknownField(name), "no such field", t.fieldList()}
		}
		if fields[name] == nil && !p.Required { // null means absent
			continue
		}
		value, err := p.coerce(fields[name])
		if err != nil {
			return nil, &ArgumentError{t.Name, name, err.Error(), p.Form()}
		}
		a[name] = value
	}
	for _, p := range t.Params {
		if p.Required && !a.has(p.Name) {
			return nil, &ArgumentError{t.Name, p.Name, "missing", p.Form()}
		}
	}
	for _, r := range t.rules {
		if e := r.check(a); e != nil {
			e.Tool = t.Name
			return nil, e
		}
	}
	if e := a.checkSelectors(); e != nil {
		e.Tool = t.Name
		return nil, e
	}
	for _, p := range t.Params { // after the rules, which ask what was given
		if p.Default != nil && !a.has(p.Name) {
			a[p.Name] = p.Default
		}
	}
	return a, nil
}

func (t Tool) fieldList() string {
	if len(t.Params) == 0 {
		return "no fields"
	}
	return "the fields " + strings.Join(t.paramNames(), ", ")
}

// decodeObject reads a JSON object, keeping numbers as they were written.
// Nothing, null, an empty string and an object in a JSON string, which models
// send as well, are read as what they mean.
func decodeObject(raw json.RawMessage) (map[string]any, error) {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 {
		return map[string]any{}, nil
	}
	value, err := decodeJSON(raw)
	if inner, ok := value.(string); ok && err == nil {
		if strings.TrimSpace(inner) == "" {
			return map[string]any{}, nil
		}
		value, err = decodeJSON([]byte(inner))
	}
	if err != nil {
		return nil, errors.New("not valid JSON")
	}
	switch v := value.(type) {
	case map[string]any:
		return v, nil
	case nil:
		return map[string]any{}, nil
	}
	return nil, fmt.Errorf("got %s", describe(value))
}

func decodeJSON(raw []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one value")
	}
	return value, nil
}

// coerce turns a decoded JSON value into the parameter's kind where its
// meaning is certain.
func (p Param) coerce(value any) (any, error) {
	wrong := fmt.Errorf("got %s", describe(value))
	switch p.Kind {
	case Integer:
		n, ok := wholeNumber(value)
		if !ok {
			return nil, wrong
		}
		if p.Max != 0 && (n < p.Min || n > p.Max) {
			return nil, fmt.Errorf("got %d", n)
		}
		return n, nil
	case Boolean:
		switch v := value.(type) {
		case bool:
			return v, nil
		case string:
			if b := strings.ToLower(v); b == "true" || b == "false" {
				return b == "true", nil
			}
		}
		return nil, wrong
	}
	return p.coerceString(value, wrong)
}

func (p Param) coerceString(value any, wrong error) (any, error) {
	if n, ok := value.(json.Number); ok {
		value = n.String()
	}
	s, ok := value.(string)
	if !ok || p.NonEmpty && s == "" {
		return nil, wrong
	}
	if len(p.Enum) == 0 {
		return s, nil
	}
	for _, allowed := range p.Enum {
		if strings.EqualFold(allowed, strings.TrimSpace(s)) {
			return allowed, nil
		}
	}
	if meant, ok := p.Aliases[strings.ToLower(strings.TrimSpace(s))]; ok {
		return meant, nil
	}
	return nil, wrong
}

// wholeNumber reads an integer that was written as 500, 500.0 or "500".
func wholeNumber(value any) (int, bool) {
	var written string
	switch v := value.(type) {
	case json.Number:
		written = v.String()
	case string:
		written = strings.TrimSpace(v)
	default:
		return 0, false
	}
	f, err := strconv.ParseFloat(written, 64)
	if err != nil || f != float64(int32(f)) {
		return 0, false
	}
	return int(f), true
}

// describe names the kind of a decoded JSON value, and how long a text is, but
// never what it says.
func describe(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case json.Number:
		return "the number " + v.String()
	case string:
		return "a string of " + characters(v)
	case []any:
		return "a list"
	}
	return "an object"
}
