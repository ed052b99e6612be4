package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/agnivade/levenshtein"

	"adroit/device/redact"
	"adroit/device/text"
)

// fileError says what is wrong with the configuration file, and where.
type fileError struct {
	file string
	line int // counted from 1; 0 where the file as a whole is meant
	err  error
}

func (e *fileError) Error() string {
	if e.line == 0 {
		return fmt.Sprintf("configuration %s: %v", e.file, e.err)
	}
	return fmt.Sprintf("configuration %s, line %d: %v", e.file, e.line, e.err)
}

func (e *fileError) Unwrap() error { return e.err }

// document is a TOML file (https://toml.io/en/v1.0.0) that knows the lines of
// its keys.
type document struct {
	name string
	meta toml.MetaData
	root table
}

// table holds the values of a table by their keys, which are spelled with
// underscores.
type table map[string]toml.Primitive

// readDocument parses a file. One that is optional may be absent: the document
// is then empty.
func readDocument(name string, optional bool) (*document, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && optional {
		return &document{name: name}, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("configuration %s: there is no such file; `adroit config init` writes one", name)
	}
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	return parseDocument(name, data)
}

func parseDocument(name string, data []byte) (*document, error) {
	d := &document{name: name}
	raw := map[string]toml.Primitive{}
	meta, err := toml.Decode(string(data), &raw)
	if syntax, ok := errors.AsType[toml.ParseError](err); ok {
		return nil, &fileError{name, syntax.Position.Line, errors.New(text.Line(syntax.Message))}
	}
	if err != nil {
		return nil, &fileError{name, 0, err}
	}
	d.meta = meta
	d.root, err = d.spelled(raw)
	return d, err
}

// spelled is raw with its keys spelled with underscores.
func (d *document) spelled(raw map[string]toml.Primitive) (table, error) {
	t := table{}
	for key, p := range raw {
		if _, twice := t[fileKey(key)]; twice {
			return nil, d.at(p, fmt.Errorf("%s is given twice, with a dash and with an underscore", fileKey(key)))
		}
		t[fileKey(key)] = p
	}
	return t, nil
}

// marker is no value: decoding it fails, and the error tells the line.
type marker struct{}

func (marker) UnmarshalTOML(any) error { return errors.New("here") }

// line is where p stands, 0 where that is not known.
func (d *document) line(p toml.Primitive) int {
	found, _ := errors.AsType[toml.ParseError](d.meta.PrimitiveDecode(p, &marker{}))
	return found.Position.Line
}

// place is where p stands, for a person to look it up.
func (d *document) place(p toml.Primitive) string {
	return fmt.Sprintf("%s:%d", filepath.Base(d.name), d.line(p))
}

// at says that p is wrong.
func (d *document) at(p toml.Primitive, err error) error {
	return &fileError{d.name, d.line(p), err}
}

// value is p as it is.
func (d *document) value(p toml.Primitive) any {
	var v any
	_ = d.meta.PrimitiveDecode(p, &v) // whatever has been parsed fits
	return v
}

// table is p as a table; what names it in the error where it is none.
func (d *document) table(p toml.Primitive, what string) (table, error) {
	if _, ok := d.value(p).(map[string]any); !ok {
		return nil, d.at(p, fmt.Errorf("%s: want a table [%s], not %s", what, what, kindOf(d.value(p))))
	}
	raw := map[string]toml.Primitive{}
	_ = d.meta.PrimitiveDecode(p, &raw)
	return d.spelled(raw)
}

// keys are those of t in a fixed order.
func (t table) keys() []string { return slices.Sorted(maps.Keys(t)) }

// take overlays c with the configuration file. An unknown key is an error: it
// is a setting that would silently not apply.
func (c *config) take(d *document) error {
	byKey := map[string]setting{}
	for _, s := range c.all() {
		byKey[s.key()] = s
	}
	for _, key := range d.fromTheTop() {
		p := d.root[key]
		s, known := byKey[key]
		var err error
		switch {
		case key == "endpoints":
			c.endpoints, err = d.endpoints(p)
		case key == "redact":
			c.Redact, err = d.patterns(p)
		case key == "keys":
			err = c.takeKeys(d, p)
		case known:
			err = d.set(s, p)
			c.origins[s.name] = origin{byFile, d.place(p)}
		case namesKey(key):
			err = d.at(p, errKeyInFile)
		default:
			err = d.at(p, unknownKey(key, append(slices.Collect(maps.Keys(byKey)), "endpoints", "keys", "redact")))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fromTheTop are the keys of the file in the order of their lines, so that the
// first of its errors is told first. A table of tables has no line of its own,
// and comes last.
func (d *document) fromTheTop() []string {
	place := func(key string) int { return cmp.Or(d.line(d.root[key]), math.MaxInt) }
	return slices.SortedStableFunc(slices.Values(d.root.keys()), func(a, b string) int {
		return cmp.Compare(place(a), place(b))
	})
}

// set gives s the value p, which must be of its kind.
func (d *document) set(s setting, p toml.Primitive) error {
	v := d.value(p)
	var want string
	var ok bool
	switch s.value.Type() {
	case "bool":
		want = "true or false"
		_, ok = v.(bool)
	case "int":
		want = "a whole number"
		_, ok = v.(int64)
	default:
		want = "text in quotes"
		_, ok = v.(string)
	}
	if !ok {
		return d.at(p, fmt.Errorf("%s: want %s, not %s", s.key(), want, kindOf(v)))
	}
	if err := s.value.Set(fmt.Sprint(v)); err != nil {
		return d.at(p, fmt.Errorf("%s: %w", s.key(), err))
	}
	return nil
}

// patterns reads the table [redact]: a regular expression by each name.
func (d *document) patterns(p toml.Primitive) ([]redact.Pattern, error) {
	t, err := d.table(p, "redact")
	if err != nil {
		return nil, err
	}
	var list []redact.Pattern
	for _, key := range t.keys() {
		expression, ok := d.value(t[key]).(string)
		if !ok || expression == "" {
			return nil, d.at(t[key], fmt.Errorf("redact.%s: want a regular expression in quotes, not %s", key, kindOf(d.value(t[key]))))
		}
		compiled, err := regexp.Compile(expression)
		if err != nil {
			return nil, d.at(t[key], fmt.Errorf("redact.%s: %w", key, err))
		}
		if compiled.MatchString("") {
			return nil, d.at(t[key], fmt.Errorf("redact.%s: the expression also fits nothing at all, so it would mask nothing", key))
		}
		list = append(list, redact.Pattern{Kind: key, Regexp: compiled})
	}
	return list, nil
}

// kindOf names the kind of a TOML value.
func kindOf(v any) string {
	switch v := v.(type) {
	case string:
		if v == "" {
			return "an empty text"
		}
		return "a text in quotes"
	case bool:
		return fmt.Sprint(v)
	case int64, float64:
		return fmt.Sprintf("the number %v", v)
	case []any, []map[string]any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}

// errKeyInFile refuses a key in the configuration file.
var errKeyInFile = errors.New(`a key never stands in this file: put it into an environment variable, and name that variable with api_key_env = "NAME" in the table of the endpoint`)

// namesKey reports whether a key of the file is meant to hold an API key.
func namesKey(key string) bool {
	key = strings.ReplaceAll(strings.ToLower(key), "_", "")
	return strings.Contains(key, "apikey") || key == "key" || key == "token" || key == "secret" || key == "password"
}

// unknownKey says that there is no such key, and which may have been meant.
func unknownKey(key string, known []string) error {
	err := fmt.Errorf("unknown key %q", text.Truncate(text.Line(key), 40))
	if near := nearest(key, known); near != "" {
		return fmt.Errorf("%w: did you mean %s?", err, near)
	}
	return fmt.Errorf("%w: `adroit config init` writes a file with all there are", err)
}

// nearest is the one of names that is most like name, "" where none is.
func nearest(name string, names []string) string {
	slices.Sort(names)
	best, least := "", max(2, len(name)/3)+1
	for _, n := range names {
		if d := levenshtein.ComputeDistance(strings.ToLower(name), n); d < least {
			best, least = n, d
		}
	}
	return best
}
