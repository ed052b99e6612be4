package userfile

import (
	"cmp"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// TOML reads a file of TOML (https://toml.io/en/v1.0.0). name is what it is
// called in mistakes.
//
// The library tells the line of what it finds wrong, but not of every value. So
// it first judges the whole, and then reads each statement by itself, whose
// lines are known.
func TOML(name string, data []byte) *Document {
	d := &Document{name: name, Root: &Table{}}
	content := strings.TrimPrefix(string(data), "\ufeff")
	broken := math.MaxInt // the line of the syntax error
	var whole map[string]any
	if _, err := toml.Decode(content, &whole); err != nil {
		broken = d.syntax(err)
	}
	at := d.Root
	for s := range statements(content) {
		if s.last() >= broken {
			break
		}
		at = d.take(s, at)
	}
	return d
}

// syntax notes an error of the library, and returns its line.
func (d *Document) syntax(err error) int {
	d.cut = true
	wrong, _ := errors.AsType[toml.ParseError](err)
	d.Wrong(wrong.Position.Line, "%s", cmp.Or(wrong.Message, err.Error()))
	return wrong.Position.Line
}

// statement is a header, or a key with its value: what TOML ends by a line feed.
type statement struct {
	first  int // its first line
	text   string
	meta   toml.MetaData
	values map[string]toml.Primitive
}

func (s statement) last() int {
	return s.first + strings.Count(strings.TrimSuffix(s.text, "\n"), "\n")
}

// statements parts a file into its statements, up to the first that is broken.
// A statement is at its end as soon as it can be parsed: what a list or a text
// still lacks is an error.
func statements(content string) iter.Seq[statement] {
	return func(yield func(statement) bool) {
		s, begin, end, line := statement{}, 0, 0, 0
		for text := range strings.Lines(content) {
			line++
			end += len(text)
			if s.first == 0 {
				s.first = line
			} else if !strings.ContainsAny(text, `]}"'`) {
				continue // it closes nothing
			}
			var err error
			s.text = content[begin:end]
			if s.meta, err = toml.Decode(s.text, &s.values); err != nil {
				continue
			}
			if !yield(s) {
				return
			}
			s, begin = statement{}, end
		}
	}
}

// take puts a statement into the tree, where at is the table that is filled, and
// returns the table that is filled from then on.
func (d *Document) take(s statement, at *Table) *Table {
	if strings.HasPrefix(strings.TrimLeft(s.text, " \t"), "[") {
		return d.header(s)
	}
	for _, e := range s.entries(s.values, at.prefix) {
		at.merge(e)
	}
	return at
}

// header is the table that a line [a.b] or [[a.b]] begins.
func (d *Document) header(s statement) *Table {
	keys := s.meta.Keys()
	path := keys[len(keys)-1]
	t := d.Root
	for _, key := range path[:len(path)-1] {
		t = t.open(key, s.first)
	}
	key := path[len(path)-1]
	if !strings.HasPrefix(strings.TrimLeft(s.text, " \t"), "[[") {
		t = t.open(key, s.first)
		t.Line = s.first
		return t
	}
	i := t.index(key)
	if i < 0 {
		i = len(t.Entries)
		t.Entries = append(t.Entries, Entry{Key: key, Name: t.prefix + key, Line: s.first})
	}
	list, _ := t.Entries[i].Value.([]Entry)
	element := &Table{Line: s.first}
	list = append(list, Entry{Key: key, Name: t.prefix + key, Line: s.first, Value: element})
	t.Entries[i].Value = list
	return element
}

// open is the table at a key of t, or the last one of the list there. It is made
// where there is none.
func (t *Table) open(key string, line int) *Table {
	i := t.index(key)
	if i < 0 {
		i = len(t.Entries)
		t.Entries = append(t.Entries, Entry{Key: key, Name: t.prefix + key, Line: line, Value: t.inner(key, line)})
	}
	is := t.Entries[i].Value
	if list, ok := is.([]Entry); ok && len(list) > 0 {
		is = list[len(list)-1].Value
	}
	inner, ok := is.(*Table)
	if !ok {
		return t.inner(key, line) // of what the library would not have let pass
	}
	return inner
}

func (t *Table) inner(key string, line int) *Table {
	return &Table{Line: line, prefix: t.prefix + key + "."}
}

// merge puts e into t; of a table that is there already, dotted keys add to it.
func (t *Table) merge(e Entry) {
	i := t.index(e.Key)
	if i < 0 {
		t.Entries = append(t.Entries, e)
		return
	}
	into, was := t.Entries[i].Value.(*Table)
	if from, is := e.Value.(*Table); was && is {
		for _, inner := range from.Entries {
			into.merge(inner)
		}
	}
}

// entries are values of the statement with their lines.
func (s statement) entries(values map[string]toml.Primitive, prefix string) []Entry {
	var list []Entry
	for _, key := range slices.Sorted(maps.Keys(values)) {
		list = append(list, s.entry(key, prefix, values[key]))
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return cmp.Compare(a.Line, b.Line) })
	return list
}

func (s statement) entry(key, prefix string, p toml.Primitive) Entry {
	var v any
	_ = s.meta.PrimitiveDecode(p, &v) // whatever has been parsed fits
	e := Entry{key, prefix + key, s.line(p), v}
	if _, ok := v.(map[string]any); ok {
		raw := map[string]toml.Primitive{}
		_ = s.meta.PrimitiveDecode(p, &raw)
		e.Value = &Table{e.Line, s.entries(raw, e.Name+"."), e.Name + "."}
	} else if list, ok := asList(v); ok {
		e.Value = elements(e, list, s.elementLines())
	}
	return e
}

// marker is no value: decoding it fails, and the error tells the line.
type marker struct{}

func (marker) UnmarshalTOML(any) error { return errors.New("here") }

func (s statement) line(p toml.Primitive) int {
	if strings.Contains(s.text, `"""`) || strings.Contains(s.text, "'''") {
		return s.first // of a text over lines the library tells the last
	}
	found, _ := errors.AsType[toml.ParseError](s.meta.PrimitiveDecode(p, &marker{}))
	return s.first + max(found.Position.Line, 1) - 1
}

// elementLines are the lines on which the elements of a list begin that is the
// value of the statement. The list is read piece by piece: what stands before
// the end of a line is a piece if a bracket there makes a list of it.
func (s statement) elementLines() []int {
	var lines []int
	begin, end, at, open := 0, 0, s.first, ""
	line := s.first
	for text := range strings.Lines(s.text) {
		line++
		end += len(text)
		var piece map[string]any
		if _, err := toml.Decode(open+s.text[begin:end]+"\n]", &piece); err == nil {
			lines = append(lines, slices.Repeat([]int{at}, countElements(piece))...)
			begin, at, open = end, line, "x = ["
		}
	}
	return append(lines, at) // that of all further ones
}

// countElements is the length of the list that is the only value of v.
func countElements(v any) int {
	for {
		table, ok := v.(map[string]any)
		if !ok {
			list, _ := asList(v)
			return len(list)
		}
		if len(table) == 0 {
			return 0
		}
		for _, only := range table {
			v = only
		}
	}
}

// asList is v as a list, where it is one. The library has two types of them.
func asList(v any) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case []map[string]any:
		list := make([]any, len(v))
		for i, table := range v {
			list[i] = table
		}
		return list, true
	}
	return nil, false
}

// elements are those of the list e, on the given lines, of which the last is
// that of all further ones.
func elements(e Entry, values []any, lines []int) []Entry {
	list := make([]Entry, len(values))
	for i, v := range values {
		list[i] = located(Entry{e.Key, e.Name, lines[min(i, len(lines)-1)], v})
	}
	return list
}

// located is an entry with all that its value holds on the same line. The names
// of a table in a list begin with it.
func located(e Entry) Entry {
	if list, ok := asList(e.Value); ok {
		e.Value = elements(e, list, []int{e.Line})
	} else if table, ok := e.Value.(map[string]any); ok {
		e.Value = locatedTable(table, "", e.Line)
	}
	return e
}

func locatedTable(table map[string]any, prefix string, line int) *Table {
	t := &Table{Line: line, prefix: prefix}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		e := Entry{key, prefix + key, line, table[key]}
		if inner, ok := e.Value.(map[string]any); ok {
			e.Value = locatedTable(inner, e.Name+".", line)
		} else {
			e = located(e)
		}
		t.Entries = append(t.Entries, e)
	}
	return t
}
