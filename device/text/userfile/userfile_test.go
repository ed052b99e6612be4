package userfile_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"

	"adroit/device/text/userfile"
)

// lines draws a tree: a line for each entry, with its line in the file.
func lines(t *userfile.Table) []string {
	var drawn []string
	var draw func(e userfile.Entry)
	draw = func(e userfile.Entry) {
		switch v := e.Value.(type) {
		case *userfile.Table:
			drawn = append(drawn, fmt.Sprintf("%d %s {", e.Line, e.Name))
			for _, inner := range v.Entries {
				draw(inner)
			}
		case []userfile.Entry:
			drawn = append(drawn, fmt.Sprintf("%d %s [", e.Line, e.Name))
			for _, inner := range v {
				draw(inner)
			}
		default:
			drawn = append(drawn, fmt.Sprintf("%d %s %v", e.Line, e.Name, v))
		}
	}
	for _, e := range t.Entries {
		draw(e)
	}
	return drawn
}

func TestTOMLKnowsItsLines(t *testing.T) {
	for name, tt := range map[string]struct {
		file string
		want []string
	}{
		"plain": {"\n# words\na = 1\nb = \"x\"\n", []string{"3 a 1", "4 b x"}},
		"the byte order mark and line ends of Windows": {"\ufeff[t]\r\na = 1\r\n", []string{"1 t {", "2 t.a 1"}},
		"tables":                           {"[a.b]\nc = 1\n[a]\nd = true\n", []string{"1 a {", "1 a.b {", "2 a.b.c 1", "4 a.d true"}},
		"dotted keys":                      {"a.b = 1\na.c.d = 2\n", []string{"1 a {", "1 a.b 1", "2 a.c {", "2 a.c.d 2"}},
		"a table in a line":                {"[a]\nb = { d = 1, c = 2 }\n", []string{"1 a {", "2 a.b {", "2 a.b.c 2", "2 a.b.d 1"}},
		"tables of a list":                 {"[[r]]\na = 1\n\n[[r]]\na = 2\n", []string{"1 r [", "1 r {", "2 a 1", "4 r {", "5 a 2"}},
		"a list within tables of a list":   {"[[r]]\n[[r.s]]\na = 1\n[[r.s]]\na = 2\n[r.u]\nb = 3", []string{"1 r [", "1 r {", "2 s [", "2 s {", "3 a 1", "4 s {", "5 a 2", "6 u {", "7 u.b 3"}},
		"a table over lines":               {"a = {\n  b = 1,\n  c = 2,\n}\n", []string{"1 a {", "2 a.b 1", "3 a.c 2"}},
		"a list over lines":                {"a = [ # begins\n  1,\n\n  # words\n  2, 3,\n  [4,\n   5] ]\nb = 6\n", []string{"1 a [", "2 a 1", "5 a 2", "5 a 3", "6 a [", "6 a 4", "6 a 5", "8 b 6"}},
		"tables in a list over lines":      {"a = [\n  {b = 1},\n  {b = {c = 2}},\n]\n", []string{"1 a [", "2 a {", "2 b 1", "3 a {", "3 b {", "3 b.c 2"}},
		"a text over lines, like a header": {"a = \"\"\"\n[b]\nc = 1\n\"\"\"\nd = 2\n", []string{"1 a [b]\nc = 1\n", "5 d 2"}},
		"a header within a list":           {"a = [\n[1],\n[2]\n]\nb = 3\n", []string{"1 a [", "2 a [", "2 a 1", "3 a [", "3 a 2", "5 b 3"}},
		"up to a syntax error":             {"a = 1\n[t]\nb = 2\nc = \nd = 3\n", []string{"1 a 1", "2 t {", "3 t.b 2"}},
		"up to a key that is there twice":  {"a = 1\nb = 2\na = 3\nc = 4\n", []string{"1 a 1", "2 b 2"}},
		"up to a text without an end":      {"a = 1\nb = \"\"\"\nc = 3\n", []string{"1 a 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lines(userfile.TOML("f.toml", []byte(tt.file)).Root)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestYAMLKnowsItsLines(t *testing.T) {
	front := "id: a\nlist:\n  - x\n  - \"1\"\n\ntable: {b: 2}\nnone:\n"
	want := []string{"2 id a", "3 list [", "4 list x", "5 list 1", "7 table {", "7 table.b 2", "8 none <nil>"}
	d := userfile.YAML("s.md", front, 2)
	if diff := cmp.Diff(want, lines(d.Root)); diff != "" || d.Err() != nil {
		t.Errorf("error %v, differs:\n%s", d.Err(), diff)
	}
}

// read reads a file of which everything is known that a key can be.
func read(d *userfile.Document) error {
	var truth bool
	var count int
	set := func(s string) error {
		if s == "bad" {
			return errors.New("it is bad; take another")
		}
		return nil
	}
	d.Read(d.Root, userfile.Keys{
		"text": d.Text(set), "texts": d.Texts(set), "truth": d.Bool(&truth), "count": d.Int(&count, 1),
		"table": d.Table(func(t *userfile.Table) {
			d.Read(t, userfile.Keys{"text": d.Text(set)})
			if _, ok := t.Get("text"); !ok {
				d.Lacking(t.Line, "the table has no text")
			}
		}),
	})
	return d.Err()
}

func TestEveryMistakeIsTold(t *testing.T) {
	for name, tt := range map[string]struct{ file, want string }{
		"none": {"text = \"x\"\ntexts = [\"y\"]\ntruth = true\ncount = 3\n[table]\ntext = \"z\"\n", ""},
		"kinds": {
			"text = 1\ntexts = \"x\"\ntruth = \"yes\"\ncount = 0\ntable = 2000-01-01\n",
			"f:1: text: want a text in quotes, not the number 1\n" +
				"f:2: texts: want a list such as [\"a\", \"b\"], not a text\n" +
				"f:3: truth: want true or false, not a text\n" +
				"f:4: count: want a whole number of at least 1, not the number 0\n" +
				"f:5: table: want a table, not a date, a time or a reference",
		},
		"keys": {
			"txet = 1\nzzzzzzzz = 2\n[table]\ntaxt = 'x'\n",
			"f:1: unknown key \"txet\"; did you mean text?\n" +
				"f:2: unknown key \"zzzzzzzz\"; want one of count, table, text, texts, truth\n" +
				"f:3: the table has no text\n" +
				"f:4: unknown key \"taxt\"; did you mean text?",
		},
		"values": {
			"texts = [\n  'bad',\n  'good',\n  '', 3,\n]\ntext = 'bad'\n",
			"f:2: texts: it is bad; take another\n" +
				"f:4: texts: want a text in quotes, not an empty text\n" +
				"f:4: texts: want a text in quotes, not the number 3\n" +
				"f:6: text: it is bad; take another",
		},
		"before a syntax error": {
			"text = 'bad'\n[table]\nnot toml\n",
			"f:1: text: it is bad; take another\nf:3: expected '.' or '=', but got 't' instead",
		},
		"a hostile key": {"\"a\\u001b[2J\\nb\" = 1\n", "f:1: unknown key \"a⟨U+001B⟩[2J⏎b\"; want one of count, table, text, texts, truth"},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			if err := read(userfile.TOML("f", []byte(tt.file))); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestYAMLMistakes(t *testing.T) {
	for name, tt := range map[string]struct{ front, want string }{
		"no keys":     {"- a\n", "s.md:2: want keys with values, such as id: send-message"},
		"nothing":     {"", "s.md:2: want keys with values, such as id: send-message"},
		"syntax":      {"text: a\ntexts: [b\n", "s.md:3: did not find expected ',' or ']'"},
		"a scanner's": {"text: a\ntruth: a: b\n", "s.md:3: mapping values are not allowed in this context"},
		"a key":       {"text: a\n  b\n c\nd", "s.md:5: could not find expected ':'"},
		"twice":       {"text: a\ntext: b\n", "s.md:3: text: it is there twice; leave one"},
		"reference":   {"text: &a x\ntexts: *a\n", "s.md:3: texts: want a list such as [\"a\", \"b\"], not a date, a time or a reference"},
		"several":     {"texts:\n  - bad\n  - 2\ntruth: 1.5\nnone:\n", "s.md:3: texts: it is bad; take another\ns.md:4: texts: want a text in quotes, not the number 2\ns.md:5: truth: want true or false, not the number 1.5\ns.md:6: unknown key \"none\"; want one of count, table, text, texts, truth"},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			if err := read(userfile.YAML("s.md", tt.front, 2)); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestManyMistakesAreCounted(t *testing.T) {
	var file strings.Builder
	for i := range 32 {
		fmt.Fprintf(&file, "key%d = 1\n", i)
	}
	got := strings.Split(read(userfile.TOML("f", []byte(file.String()))).Error(), "\n")
	if len(got) != 21 || got[20] != "f: and 12 more" {
		t.Errorf("%d lines, the last is %q", len(got), got[len(got)-1])
	}
}

// FuzzTOML holds the tree against what the library makes of the file: both say
// the same, and every line is one of the file.
func FuzzTOML(f *testing.F) {
	f.Add("a = [ # x\n 1, [2,\n3], {b = 4}]\n[t.u]\nc.d = '''\n[x]\n'''\n[[r]]\n[[r.s]]\n[r.s.v]\n")
	f.Add("a.b = 1\n[a]\nc = 2\n")
	f.Add("[[a]]\n[a.b]\n[[a]]\n[a.b]\nc = [{d = [[]]}]\n[x]\n\"\" = {}\n")
	f.Add("\ufeff'[' = 1979-05-27T07:32:00Z\nx = nan\n\r\n[ t ] # y\ny = \"\"\"\\\n  z\"\"\"\n")
	f.Fuzz(func(t *testing.T, content string) {
		d := userfile.TOML("f", []byte(content))
		last := strings.Count(content, "\n") + 1
		if wrong, ok := errors.AsType[*userfile.Error](d.Err()); ok {
			for _, m := range wrong.Mistakes {
				if m.Line < 0 || m.Line > last || strings.Contains(m.Says, "\n") {
					t.Errorf("mistake %+v in a file of %d lines", m, last)
				}
			}
		} else {
			var want map[string]any
			if _, err := toml.Decode(content, &want); err != nil {
				t.Fatalf("taken, and the library says %v", err)
			}
			got := userfile.Entry{Value: d.Root}.Plain()
			if diff := cmp.Diff(fmt.Sprint(want), fmt.Sprint(got)); diff != "" {
				t.Error(diff)
			}
		}
		for _, line := range lines(d.Root) {
			var n int
			if fmt.Sscan(line, &n); n < 1 || n > last {
				t.Errorf("%q in a file of %d lines", line, last)
			}
		}
	})
}
