package userfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"adroit/device/text"
)

// Keys are the keys that a table may have, and how the value of each is read.
type Keys map[string]func(Entry)

// Read reads a table. Any other key than keys is a mistake.
func (d *Document) Read(t *Table, keys Keys) {
	for _, e := range t.Entries {
		if read, known := keys[e.Key]; known {
			read(e)
		} else {
			d.Wrong(e.Line, "%s", OneOf("key", e.Key, slices.Sorted(maps.Keys(keys)), ""))
		}
	}
}

// Want notes that the value of e is not what is wanted.
func (d *Document) Want(e Entry, want string) {
	d.Wrong(e.Line, "%s: want %s, not %s", e.Name, want, e.kind())
}

// Refuse notes why the value of e cannot be.
func (d *Document) Refuse(e Entry, why error) { d.Wrong(e.Line, "%s: %v", e.Name, why) }

// Text reads a text of at least one character, which set may refuse.
func (d *Document) Text(set func(string) error) func(Entry) {
	return func(e Entry) {
		s, ok := e.Value.(string)
		if !ok || s == "" {
			d.Want(e, "a text in quotes")
		} else if err := set(s); err != nil {
			d.Refuse(e, err)
		}
	}
}

// Texts reads a list of such texts.
func (d *Document) Texts(set func(string) error) func(Entry) {
	return d.List(`a list such as ["a", "b"]`, d.Text(set))
}

// List reads a list, element by element; want is what it is called where the
// value is none.
func (d *Document) List(want string, element func(Entry)) func(Entry) {
	return func(e Entry) {
		list, ok := e.Value.([]Entry)
		if !ok {
			d.Want(e, want)
		}
		for _, inner := range list {
			element(inner)
		}
	}
}

// Table reads a table.
func (d *Document) Table(read func(*Table)) func(Entry) {
	return func(e Entry) {
		if t, ok := e.Value.(*Table); ok {
			read(t)
		} else {
			d.Want(e, "a table")
		}
	}
}

// Map reads a table with whatever keys and values.
func (d *Document) Map(into *map[string]any) func(Entry) {
	return func(e Entry) {
		var ok bool
		if *into, ok = e.Plain().(map[string]any); !ok {
			d.Want(e, "a table")
		}
	}
}

// Bool reads true or false.
func (d *Document) Bool(into *bool) func(Entry) {
	return func(e Entry) {
		var ok bool
		if *into, ok = e.Value.(bool); !ok {
			d.Want(e, "true or false")
		}
	}
}

// Int reads a whole number of at least least.
func (d *Document) Int(into *int, least int) func(Entry) {
	return func(e Entry) {
		n, ok := e.Value.(int64)
		if *into = int(n); !ok || n < int64(least) || int64(*into) != n {
			d.Want(e, fmt.Sprintf("a whole number of at least %d", least))
		}
	}
}

// OneOf says that no thing of a kind is called name, nil where it is one of
// names. It tells which of them may have been meant; where none is near it says
// cure, or all of them where there is no cure.
func OneOf[S ~string](kind, name string, names []S, cure string) error {
	near := Nearest(name, names)
	switch {
	case slices.Contains(names, S(name)):
		return nil
	case near != "":
		cure = "did you mean " + string(near) + "?"
	case cure == "" && len(names) == 1:
		cure = "there is only " + string(names[0])
	case cure == "":
		cure = "want one of " + text.Join(names, ", ")
	}
	return fmt.Errorf("unknown %s %q; %s", kind, text.Truncate(text.Line(name), 40), cure)
}

// Nearest is the one of names that is most like name, "" where none is.
func Nearest[S ~string](name string, names []S) S {
	best, least := S(""), max(2, len(name)/3)+1
	for _, n := range slices.Sorted(slices.Values(names)) {
		if d := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(string(n))); d < least {
			best, least = n, d
		}
	}
	return best
}
