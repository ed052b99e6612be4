package screen

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// lines of nodes, to compare.
func linesOf(nodes []*Node) []string {
	var list []string
	for _, n := range nodes {
		list = append(list, n.Line())
	}
	return list
}

func buttons(texts ...string) string {
	root := &el{bounds: Rect{0, 0, 1080, 2400}}
	for i, s := range texts {
		root.kids = append(root.kids, &el{class: "android.widget.Button", text: s, bounds: Rect{0, i * 100, 1080, i*100 + 100}, on: "clickable"})
	}
	return dumpOf(root)
}

func TestFind(t *testing.T) {
	t.Parallel()
	c := observe(t, newTestTracker(), buttons("Send now", "Send", "Paramètres", "ＳＥＴＵＰ", "Zurück zur Übersicht", "設定を開く", "العربيّة", "Ёлка", "don't stop!"))
	for _, tc := range []struct {
		query Query
		want  []string
	}{
		{Query{Text: "Send", Match: Exact}, []string{"2 button Send"}},
		{Query{Text: "send", Match: Exact}, nil},
		{Query{Text: "send"}, []string{"2 button Send", "1 button Send now"}},
		{Query{Text: "parametres"}, nil},
		{Query{Text: "parametres", Match: Semantic}, []string{"3 button Paramètres"}},
		{Query{Text: "setup", Match: Semantic}, []string{"4 button ＳＥＴＵＰ"}},
		{Query{Text: "ubersicht zuruck", Match: Semantic}, []string{"5 button Zurück zur Übersicht"}},
		{Query{Text: "設定", Match: Semantic}, []string{"6 button 設定を開く"}},
		{Query{Text: "العربية", Match: Semantic}, []string{"7 button العربيّة"}},
		{Query{Text: "елка", Match: Semantic}, []string{"8 button Ёлка"}},
		{Query{Text: "don t stop", Match: Semantic}, []string{"9 button don't stop!"}},
		{Query{NodeID: "3"}, []string{"3 button Paramètres"}},
		{Query{ClassName: "Button", Text: "now"}, []string{"1 button Send now"}},
		{Query{ClassName: "Switch"}, nil},
	} {
		if got := linesOf(c.Find(tc.query)); !slices.Equal(got, tc.want) {
			t.Errorf("Find(%+v) = %q, want %q", tc.query, got, tc.want)
		}
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	c := observe(t, newTestTracker(), readDump(t, "shop"))
	for _, tc := range []struct {
		target     string
		by         Strategy
		want       string   // a line, or:
		candidates []string // of the error
	}{
		{target: "Basket, 2 items", by: ByText, want: "12 button Basket, 2 items"},
		{target: "basket 2 items", by: ByText, want: "12 button Basket, 2 items"},
		{target: "€3.49", by: ByText, want: "8 item Bread | €3.49"},
		{target: "9", by: ByNodeID, want: "9 button Add"},
		{target: "840, 1000, 1080, 1240", by: ByBounds, want: "12 button Basket, 2 items"},
		{target: "Basket", by: ByText, candidates: []string{"12 button Basket, 2 items"}},
		{target: "Add", by: ByText, candidates: []string{"7 button Add (in Milk 2 l | €1.99)", "9 button Add (in Bread | €3.49)", "11 button Add (in Butter | €2.79)"}},
		{target: "99", by: ByNodeID},
		{target: "", by: ByText},
		{target: "", by: ByViewID},
	} {
		n, err := c.Resolve(tc.target, tc.by)
		var missing *NotFoundError
		var several *AmbiguousError
		switch {
		case err == nil:
			if n.Line() != tc.want {
				t.Errorf("Resolve(%q, %s) = %q, want %q", tc.target, tc.by, n.Line(), tc.want)
			}
		case errors.As(err, &missing):
			if tc.want != "" || !slices.Equal(missing.Candidates, tc.candidates) {
				t.Errorf("Resolve(%q, %s): %v, want %q or candidates %q", tc.target, tc.by, err, tc.want, tc.candidates)
			}
		case errors.As(err, &several):
			if tc.want != "" || !slices.Equal(several.Candidates, tc.candidates) {
				t.Errorf("Resolve(%q, %s): %v, want %q or candidates %q", tc.target, tc.by, err, tc.want, tc.candidates)
			}
		default:
			t.Errorf("Resolve(%q, %s): unexpected error %v", tc.target, tc.by, err)
		}
	}
}

func TestGoneElementNamesTheNearest(t *testing.T) {
	t.Parallel()
	tr := newTestTracker()
	before := observe(t, tr, buttons("Send message", "Cancel"))
	gone, err := before.Resolve("Send message", ByText)
	if err != nil {
		t.Fatal(err)
	}
	after := observe(t, tr, buttons("Cancel", "Send all messages"))
	_, err = after.Resolve(gone.ID, ByNodeID)
	var missing *NotFoundError
	if !errors.As(err, &missing) || len(missing.Candidates) != 1 || !strings.HasSuffix(missing.Candidates[0], "button Send all messages") {
		t.Errorf("Resolve of a gone element: %v, want the one most like it as the candidate", err)
	}
}

// Every node with a label is found by it, or the answer lists it.
func TestEveryLabelFindsItsNode(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"settings", "login", "shop"} {
		checkLabels(t, observe(t, newTestTracker(), readDump(t, name)))
	}
	rapid.Check(t, func(rt *rapid.T) {
		texts := rapid.SliceOfN(rapid.SampledFrom([]string{"Send", "send", "Send now", "Add | 2", "€ 5", "", "日本", "a\nb", "[on]", "…"}), 1, 12).Draw(rt, "texts")
		c, err := newTestTracker().Observe(Raw{XML: []byte(buttons(texts...))})
		if err != nil {
			rt.Fatal(err)
		}
		checkLabels(rt, c)
	})
}

type failer interface {
	Errorf(format string, args ...any)
}

func checkLabels(t failer, c *Context) {
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if n.Label == "" {
			continue
		}
		if !slices.Contains(c.Find(Query{Text: n.Label, Match: Exact}), n) {
			t.Errorf("%q is not found by its label", n.Line())
		}
		got, err := c.Resolve(n.Label, ByText)
		var several *AmbiguousError
		switch {
		case err == nil:
			if got.ID != n.ID && !contains(got.Bounds, n.Bounds) {
				t.Errorf("%q resolves to %q", n.Line(), got.Line())
			}
		case errors.As(err, &several):
			listed := slices.ContainsFunc(several.Candidates, func(s string) bool {
				rest, also := strings.CutPrefix(s, "also ")
				return strings.HasPrefix(s, n.Line()) || also && slices.Contains(strings.Split(rest, ", "), n.ID)
			})
			if !listed {
				t.Errorf("%q is not among the candidates %q", n.Line(), several.Candidates)
			}
		default:
			t.Errorf("%q: %v", n.Line(), err)
		}
	}
}
