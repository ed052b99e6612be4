package screen

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"adroit/device/text"
)

// controlled reports whether s holds a character that could control a
// terminal or deceive a reader.
func controlled(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r != '\n' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) && r != '\u200d')
	})
}

func FuzzObserve(f *testing.F) {
	for _, name := range []string{"settings", "login", "shop", "game"} {
		f.Add([]byte(readDump(f, name)))
	}
	f.Add([]byte("ERROR: null root node returned by UiTestAutomationBridge.\n"))
	f.Add([]byte(`<hierarchy><node text="&#55357;&#x1b;[2J&#x202e;" bounds="[0,0][9,9]"/><node`))
	f.Add(utf16LE(`<hierarchy><node text='"' bounds="[-5,0][9,99999999999]" clickable="true"/></hierarchy>`))
	f.Fuzz(func(t *testing.T, dump []byte) {
		tr := newTestTracker()
		c, err := tr.Observe(Raw{XML: dump})
		if err != nil {
			if _, ok := errors.AsType[*DumpError](err); !ok {
				t.Fatalf("%v, want a DumpError", err)
			}
			return
		}
		canonical, err := text.JSON(c)
		if err != nil || !json.Valid(canonical) {
			t.Fatalf("canonical JSON: %v", err)
		}
		for what, s := range map[string]string{"canonical": string(canonical), "model": c.Model(), "tree": c.Tree(), "raw": c.RawTree()} {
			if controlled(s) {
				t.Errorf("%s text holds a control character: %q", what, s)
			}
		}
		if text.Safe(c.Tree()) != c.Tree() {
			t.Errorf("the tree is not safe to show: %q", c.Tree())
		}
		for i := range c.Nodes {
			n := &c.Nodes[i]
			if got, ok := c.Node(n.ID); !ok || got != n {
				t.Fatalf("number %s stands twice", n.ID)
			}
			if p, err := c.TapPoint(n.ID); err == nil && !n.Bounds.Contains(p) {
				t.Errorf("the tap point %v lies outside %s", p, n.Bounds)
			}
		}
		again, err := tr.Observe(Raw{XML: dump})
		if err != nil {
			t.Fatal(err)
		}
		if d := Diff(c, again); len(d.Changed) > 0 {
			t.Errorf("the same dump again is a change: %q", linesOf(d.Changed))
		}
	})
}

// FuzzChange writes out the change between any two screens.
func FuzzChange(f *testing.F) {
	f.Add([]byte(readDump(f, "shop")), []byte(readDump(f, "settings")))
	f.Add([]byte(page{title: "A", rows: rowNames(9)}.dump()), []byte(page{title: "B", rows: rowNames(9), top: 1, on: true}.dump()))
	f.Fuzz(func(t *testing.T, before, after []byte) {
		tr := newTestTracker()
		prev, err := tr.Observe(Raw{XML: before})
		if err != nil {
			return
		}
		next, err := tr.Observe(Raw{XML: after})
		if err != nil {
			return
		}
		d := Diff(prev, next)
		if len(next.Nodes)-len(d.Added) != len(prev.Nodes)-len(d.Gone) {
			t.Errorf("%d of %d nodes are new and %d of %d are gone", len(d.Added), len(next.Nodes), len(d.Gone), len(prev.Nodes))
		}
		out := next.ModelChange(prev)
		if controlled(out) {
			t.Errorf("the change holds a control character: %q", out)
		}
		if prev.PackageName != next.PackageName {
			return
		}
		for _, n := range d.Added {
			if n.Actionable() && !n.Bounds.Empty() && len(out) < modelLimit && !hasWord(out, n.ID) {
				t.Errorf("the new %q is missing:\n%s", n.Line(), out)
			}
		}
	})
}

// hasWord reports whether one of the words of s is w.
func hasWord(s, w string) bool { return slices.Contains(strings.Fields(s), w) }

func FuzzMatch(f *testing.F) {
	f.Add("Send", "send now")
	f.Add("Zurück zur Übersicht", "ubersicht")
	f.Add("設定 | 開く", "開く")
	f.Add("\xff\u202e", "#id")
	c := observe(f, newTestTracker(), readDump(f, "shop"))
	f.Fuzz(func(t *testing.T, label, query string) {
		if folded := fold(label); !utf8.ValidString(folded) || strings.Join(strings.Fields(folded), " ") != folded {
			t.Errorf("fold(%q) = %q, want words apart by single spaces", label, folded)
		}
		for _, m := range []Match{Exact, Contains, Semantic} {
			for _, n := range c.Find(Query{Text: query, Match: m}) {
				if n == nil {
					t.Fatal("a nil match")
				}
			}
		}
		for _, by := range []Strategy{ByText, ByNodeID, ByBounds, ByViewID} {
			if n, err := c.Resolve(query, by); (n == nil) == (err == nil) {
				t.Errorf("Resolve(%q, %s) = %v, %v", query, by, n, err)
			}
		}
	})
}
