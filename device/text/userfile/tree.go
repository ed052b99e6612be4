package userfile

import (
	"fmt"
	"slices"
)

// Document is a file as a tree, with what was found wrong in it. What stands
// behind a syntax error is not in the tree.
type Document struct {
	Root *Table

	name     string
	cut      bool // by a syntax error
	mistakes []Mistake
}

// Table holds keys with their values, in the order of their lines.
type Table struct {
	Line    int // where it begins; 0 for the whole file
	Entries []Entry

	prefix string // of the names of its entries
}

// Entry is a key with its value, or an element of a list.
type Entry struct {
	Key  string // as it is written; of an element, that of its list
	Name string // with the tables that it stands in: "endpoints.mine.model"
	Line int
	// Value is a string, bool, int64, float64, []Entry or *Table. Anything
	// else is a date, a time or what only YAML has.
	Value any
}

// Get finds the entry with a key.
func (t *Table) Get(key string) (Entry, bool) {
	i := t.index(key)
	if i < 0 {
		return Entry{}, false
	}
	return t.Entries[i], true
}

func (t *Table) index(key string) int {
	return slices.IndexFunc(t.Entries, func(e Entry) bool { return e.Key == key })
}

// Plain is the value without its lines: []any for a list, map[string]any for a
// table.
func (e Entry) Plain() any {
	switch v := e.Value.(type) {
	case []Entry:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = element.Plain()
		}
		return list
	case *Table:
		table := map[string]any{}
		for _, inner := range v.Entries {
			table[inner.Key] = inner.Plain()
		}
		return table
	}
	return e.Value
}

// kind names the kind of the value. It never repeats a text, which may be a
// secret at the wrong place.
func (e Entry) kind() string {
	switch v := e.Value.(type) {
	case string:
		if v == "" {
			return "an empty text"
		}
		return "a text"
	case bool:
		return fmt.Sprint(v)
	case int64, float64:
		return fmt.Sprintf("the number %v", v)
	case []Entry:
		return "a list"
	case *Table:
		return "a table"
	case nil:
		return "nothing"
	}
	return "a date, a time or a reference"
}
