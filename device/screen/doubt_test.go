package screen

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sheet is a page of the given elements, one below the other, each 100 pixels
// high unless it says where it is.
func sheet(kids ...*el) string {
	for i, k := range kids {
		if k.bounds == (Rect{}) {
			k.bounds = Rect{0, 100 * i, 1080, 100*i + 100}
		}
	}
	return dumpOf(&el{class: "android.widget.FrameLayout", bounds: Rect{0, 0, 1080, 2400}, kids: kids})
}

func headline(s string) *el { return &el{class: "android.widget.TextView", text: s} }

func button(s string) *el { return &el{class: "android.widget.Button", text: s, on: "clickable"} }

// tab is one of several buttons of one build.
func tab(s string) *el {
	return &el{class: "android.widget.Button", id: "com.example.app:id/tab", text: s, on: "clickable"}
}

// icon is a button that says nothing.
func icon(y int) *el {
	return &el{class: "android.widget.ImageView", on: "clickable", bounds: Rect{900, y, 1000, y + 90}}
}

func at(y int, e *el) *el {
	e.bounds = Rect{0, y, 1080, y + 100}
	return e
}

// list is something that scrolls.
func list(kids ...*el) *el {
	for i, k := range kids {
		k.bounds = Rect{0, 1000 + 100*i, 1080, 1100 + 100*i}
	}
	return &el{class: "android.widget.ListView", on: "scrollable", bounds: Rect{0, 1000, 1080, 2000}, kids: kids}
}

// row is a row of a list that is one text with a view id, as in many lists.
func row(s string) *el {
	return &el{class: "android.widget.TextView", id: "android:id/text1", text: s, on: "clickable"}
}

// TestInDoubtANumberIsNew: which of several elements an earlier one was cannot
// be told, or what stands in its place is of another page. Else the number of
// one would lead to the other.
func TestInDoubtANumberIsNew(t *testing.T) {
	t.Parallel()
	elsewhere := sheet(headline("Order"), button("Pay now"), button("Help"))
	// What a person sees of the page "Shop", besides what is in question.
	shop := func(kids ...*el) string {
		return sheet(append([]*el{headline("Shop"), button("Search"), button("Menu"), button("Account")}, kids...)...)
	}
	for name, test := range map[string]struct {
		dumps []string // the first and the last are compared
		what  string   // is in question, by class and text: its numbers must all be new
	}{
		"one of two alike is left": {
			[]string{shop(at(500, button("Delete")), at(700, button("Delete"))), shop(at(600, button("Delete")))},
			"android.widget.Button/Delete",
		},
		"two alike where one was, after coming back": {
			[]string{shop(at(500, button("Delete"))), elsewhere, shop(at(600, button("Delete")), at(800, button("Delete")))},
			"android.widget.Button/Delete",
		},
		"one where two alike were, after coming back": {
			[]string{shop(at(500, button("Delete")), at(700, button("Delete"))), elsewhere, shop(at(600, button("Delete")))},
			"android.widget.Button/Delete",
		},
		"what says nothing, on another page of the same title": {
			[]string{
				sheet(headline("Shop"), button("Search"), button("Lamp"), button("Bottle"), icon(500)), elsewhere,
				sheet(headline("Shop"), button("Search"), button("Bag"), button("Chair"), button("Table"), icon(500)),
			},
			"android.widget.ImageView/",
		},
		"what stands in the same place, on a page of another title": {
			[]string{
				sheet(headline("Headphones"), tab("Search"), tab("Menu"), tab("Account"), tab("Add"), icon(500)), elsewhere,
				sheet(headline("Notebook"), tab("Search"), tab("Menu"), tab("Account"), tab("Add"), icon(500)),
			},
			"android.widget.ImageView/",
		},
		"a row that differs by a number": {
			[]string{shop(list(button("Order 12"), button("Orders"))), shop(list(button("Order 13"), button("Orders")))},
			"android.widget.Button/Order 1",
		},
		"a row with another text": {
			[]string{shop(list(row("Ada"), row("Bea"))), shop(list(row("Cleo"), row("Dan")))},
			"android.widget.TextView/",
		},
	} {
		tr := newTestTracker()
		var first, last *Context
		for i, dump := range test.dumps {
			last = observe(t, tr, dump)
			if i == 0 {
				first = last
			}
		}
		found := false
		for _, n := range last.Nodes {
			if n.Bounds.Top < 500 || !strings.HasPrefix(n.ClassName+"/"+n.Text, test.what) {
				continue
			}
			found = true
			if old, ok := first.Node(n.ID); ok {
				t.Errorf("%s: number %s was %q at %s, and is %q at %s", name, n.ID, old.Line(), old.Bounds, n.Line(), n.Bounds)
			}
		}
		if !found {
			t.Errorf("%s: nothing to compare", name)
		}
	}
}

// What comes along from the page before keeps its number where that page was
// left for one that was seen earlier.
func TestANumberComesAlong(t *testing.T) {
	t.Parallel()
	bar := func() *el { return at(2300, button("Now playing")) }
	tr := newTestTracker()
	shop := []*el{headline("Shop"), button("Search"), button("Menu")}
	observe(t, tr, sheet(shop...))
	before := observe(t, tr, sheet(headline("Song"), button("Share"), button("Lyrics"), bar()))
	after := observe(t, tr, sheet(append(shop, bar())...))
	was, err := before.Resolve("Now playing", ByText)
	if err != nil {
		t.Fatal(err)
	}
	if is, err := after.Resolve("Now playing", ByText); err != nil || is.ID != was.ID {
		t.Errorf("number %s became %v (%v)", was.ID, is, err)
	}
}

// TestNoNumberStandsTwice on a screen, however alike its elements are.
func TestNoNumberStandsTwice(t *testing.T) {
	t.Parallel()
	var page func(t *rapid.T, depth int) *el
	page = func(t *rapid.T, depth int) *el {
		x, y := 100*rapid.IntRange(0, 5).Draw(t, "x"), 100*rapid.IntRange(0, 15).Draw(t, "y")
		e := &el{
			class:  rapid.SampledFrom([]string{"android.widget.Button", "android.widget.TextView", "android.widget.EditText", "android.widget.Switch"}).Draw(t, "class"),
			id:     rapid.SampledFrom([]string{"", "", "a:id/one", "a:id/two"}).Draw(t, "id"),
			text:   rapid.SampledFrom([]string{"", "Open", "Close", "Item 1", "Item 2"}).Draw(t, "text"),
			on:     rapid.SampledFrom([]string{"", "clickable", "clickable checkable", "scrollable"}).Draw(t, "on"),
			bounds: Rect{x, y, x + 300, y + 100},
		}
		if depth > 0 {
			for range rapid.IntRange(0, 4).Draw(t, "kids") {
				e.kids = append(e.kids, page(t, depth-1))
			}
		}
		return e
	}
	rapid.Check(t, func(rt *rapid.T) {
		tr := newTestTracker()
		pages := []*el{page(rt, 3), page(rt, 3)}
		for range rapid.IntRange(2, 6).Draw(rt, "looks") {
			at := rapid.IntRange(0, 1).Draw(rt, "page")
			if p := pages[at]; len(p.kids) > 0 { // a part of it changes
				p.kids[rapid.IntRange(0, len(p.kids)-1).Draw(rt, "kid")] = page(rt, 2)
			}
			c, err := tr.Observe(Raw{XML: []byte(sheet(pages[at]))})
			if err != nil {
				rt.Fatal(err)
			}
			seen := map[string]bool{}
			for _, n := range c.Nodes {
				if n.ID == "" || seen[n.ID] {
					rt.Fatalf("number %q stands twice", n.ID)
				}
				seen[n.ID] = true
			}
		}
	})
}
