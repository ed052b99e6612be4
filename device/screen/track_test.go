package screen

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func rowNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("Item %c%c", 'A'+i/26, 'A'+i%26)
	}
	return names
}

// identities maps what an element really is on a test page to its number: the
// row for what stands in a row, the name for the rest.
func identities(c *Context) map[string]string {
	ids := map[string]string{}
	row := ""
	for i := range c.Nodes {
		n := &c.Nodes[i]
		switch {
		case strings.HasPrefix(n.Label, "Item "):
			row = n.Label
			ids[row] = n.ID
		case n.Text == "Add":
			ids[row+"/add"] = n.ID
		case n.ClassName == "android.widget.ImageView":
			ids[row+"/image"] = n.ID
		case n.ViewID != "":
			ids[n.ViewID] = n.ID
		default:
			ids[n.Label] = n.ID
		}
	}
	return ids
}

func TestNumbersSurvive(t *testing.T) {
	t.Parallel()
	base := page{title: "Shop", rows: rowNames(30)}
	for _, tc := range []struct {
		name   string
		change func(page) page
	}{
		{"nothing", func(p page) page { return p }},
		{"scrolling by one row", func(p page) page { p.top = 1; return p }},
		{"scrolling by several rows", func(p page) page { p.top = 5; return p }},
		{"a toggle", func(p page) page { p.on = true; return p }},
		{"typing", func(p page) page { p.field = "milk"; return p }},
		{"a keyboard", func(p page) page { p.keyboard = true; return p }},
		{"rotation", func(p page) page { p.wide = true; return p }},
		{"an inserted row", func(p page) page { p.rows = slices.Insert(slices.Clone(p.rows), 2, "Item new"); return p }},
		{"a removed row", func(p page) page { p.rows = slices.Delete(slices.Clone(p.rows), 2, 3); return p }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			tr := newTestTracker()
			before := identities(observe(t, tr, base.dump()))
			after := identities(observe(t, tr, tc.change(base).dump()))
			kept := 0
			for what, id := range after {
				switch was, ok := before[what]; {
				case !ok:
					for other, old := range before {
						if old == id {
							t.Errorf("%s took number %s of %s", what, id, other)
						}
					}
				case was != id:
					t.Errorf("%s was %s and is %s", what, was, id)
				default:
					kept++
				}
			}
			if kept < 10 {
				t.Errorf("only %d elements kept their numbers", kept)
			}
		})
	}
}

func TestNumbersSurviveComingBack(t *testing.T) {
	t.Parallel()
	tr := newTestTracker()
	shop := page{title: "Shop", rows: rowNames(30)}
	first := identities(observe(t, tr, shop.dump()))
	observe(t, tr, dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{
		{class: "android.widget.TextView", text: "Order", bounds: Rect{0, 0, 1080, 200}},
		{class: "android.widget.Button", text: "Pay now", bounds: Rect{0, 2000, 1080, 2200}, on: "clickable"},
	}}))
	back := identities(observe(t, tr, shop.dump()))
	for what, id := range first {
		if back[what] != id {
			t.Errorf("%s was %s and is %s after coming back", what, id, back[what])
		}
	}
}

func TestScrolledAwayAndBack(t *testing.T) {
	t.Parallel()
	tr := newTestTracker()
	p := page{title: "Shop", rows: rowNames(40)}
	first := identities(observe(t, tr, p.dump()))
	for _, top := range []int{6, 12, 20, 12, 6, 0} {
		p.top = top
		observe(t, tr, p.dump())
	}
	back := identities(observe(t, tr, p.dump()))
	for what, id := range first {
		if !strings.HasSuffix(what, "/image") && back[what] != id {
			t.Errorf("%s was %s and is %s after scrolling back", what, id, back[what])
		}
	}
}

func TestOtherDialogGetsOtherNumbers(t *testing.T) {
	t.Parallel()
	dialog := func(message string) string {
		return dumpOf(&el{bounds: Rect{100, 800, 980, 1400}, kids: []*el{
			{class: "android.widget.TextView", id: "android:id/message", text: message, bounds: Rect{120, 820, 960, 1200}},
			{class: "android.widget.Button", id: "android:id/button2", text: "Cancel", bounds: Rect{120, 1250, 500, 1390}, on: "clickable"},
			{class: "android.widget.Button", id: "android:id/button1", text: "OK", bounds: Rect{520, 1250, 960, 1390}, on: "clickable"},
		}})
	}
	tr := newTestTracker()
	observed := func(message string) *Context {
		c, err := tr.Observe(Raw{XML: []byte(dialog(message)), State: State{Width: 1080, Height: 2400}})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	ok, err := observed("Save the draft?").Resolve("OK", ByText)
	if err != nil {
		t.Fatal(err)
	}
	if other, err := observed("Delete everything?").Resolve("OK", ByText); err != nil || other.ID == ok.ID {
		t.Errorf("the OK of another dialog is %v (%v), want another number than %s", other, err, ok.ID)
	}
}

// A page of the same build about something else has other elements, where what
// they say is another thing.
func TestOtherPageOfTheSameBuild(t *testing.T) {
	t.Parallel()
	product := func(title, price string) string {
		return dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{
			{class: "android.widget.ImageButton", desc: "Navigate up", bounds: Rect{0, 0, 100, 100}, on: "clickable"},
			{class: "android.widget.TextView", id: "com.example.app:id/title", text: title, bounds: Rect{0, 100, 1080, 200}},
			{class: "android.widget.TextView", id: "com.example.app:id/price", text: price, bounds: Rect{0, 200, 1080, 300}},
			{class: "android.widget.Button", text: "Add to cart", bounds: Rect{0, 300, 1080, 400}, on: "clickable"},
		}})
	}
	tr := newTestTracker()
	before := observe(t, tr, product("Headphones", "€79.99"))
	after := observe(t, tr, product("Notebook", "€4.50"))
	if d := Diff(before, after); len(d.Added) != 2 || len(d.Gone) != 2 {
		t.Errorf("added %q, changed %q, gone %d; want title and price of another product to be new", linesOf(d.Added), linesOf(d.Changed), len(d.Gone))
	}
	sale := observe(t, tr, product("Notebook", "€3.90"))
	if d := Diff(after, sale); len(d.Changed) != 1 || len(d.Added) != 0 {
		t.Errorf("added %q, changed %q; want the price of the same product to change", linesOf(d.Added), linesOf(d.Changed))
	}
}

// The rows of a list that is too short to scroll are no less its rows.
func TestRowsOfAShortList(t *testing.T) {
	t.Parallel()
	cart := func(titles ...string) string {
		root := &el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{{class: "android.widget.TextView", text: "Cart", bounds: Rect{0, 0, 1080, 100}}}}
		for i, title := range titles {
			y := 100 + 100*i
			root.kids = append(root.kids, &el{class: "android.widget.LinearLayout", bounds: Rect{0, y, 1080, y + 100}, kids: []*el{
				{class: "android.widget.TextView", id: "android:id/title", text: title, bounds: Rect{0, y, 500, y + 100}},
				{class: "android.widget.ImageView", id: "com.example.app:id/remove", bounds: Rect{500, y, 600, y + 100}, on: "clickable"},
			}})
		}
		return dumpOf(root)
	}
	tr := newTestTracker()
	before := observe(t, tr, cart("Lamp", "Bottle", "Bag"))
	after := observe(t, tr, cart("Bottle", "Bag"))
	for i := range after.Nodes {
		n := &after.Nodes[i]
		if old, ok := before.Node(n.ID); ok && n.Text != "" && old.Text != n.Text {
			t.Errorf("number %s moved from %q to %q", n.ID, old.Line(), n.Line())
		}
	}
	for n, title := range map[string]string{"3": "Lamp", "5": "Bottle"} {
		if old, ok := before.Node(n); !ok || old.ViewID != "com.example.app:id/remove" {
			t.Fatalf("number %s is not the remove button of %s", n, title)
		}
	}
	if kept, ok := after.Node("5"); !ok || kept.Bounds.Top != 100 {
		t.Errorf("the remove button of Bottle is %+v (%t), want number 5 in the first row", kept, ok)
	}
	if moved, ok := after.Node("3"); ok {
		t.Errorf("the number of Lamp's remove button is now %q at %s", moved.Line(), moved.Bounds)
	}
}

func TestReplacedRowsGetNewNumbers(t *testing.T) {
	t.Parallel()
	tr := newTestTracker()
	p := page{title: "Shop", rows: rowNames(8)}
	before := identities(observe(t, tr, p.dump()))
	p.rows = []string{"Item one", "Item two", "Item three"}
	after := identities(observe(t, tr, p.dump()))
	for what, id := range after {
		if _, ok := before[what]; ok {
			continue
		}
		for other, old := range before {
			if old == id {
				t.Errorf("%s took number %s of %s", what, id, other)
			}
		}
	}
}

// A number belongs to one element for the whole session, whatever happens to
// the screen.
func TestNumbersNeverMove(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tr := newTestTracker()
		p := page{title: "Shop", rows: rowNames(20)}
		owner := map[string]string{}
		inserted := 0
		for range rapid.IntRange(2, 12).Draw(t, "steps") {
			switch rapid.IntRange(0, 7).Draw(t, "act") {
			case 0:
				p.top = rapid.IntRange(0, max(len(p.rows)-3, 0)).Draw(t, "top")
			case 1:
				p.on = !p.on
			case 2:
				p.field = rapid.StringMatching(`[a-z ]{0,8}`).Draw(t, "field")
			case 3:
				p.keyboard = !p.keyboard
			case 4:
				p.wide = !p.wide
			case 5:
				inserted++
				at := rapid.IntRange(0, len(p.rows)).Draw(t, "at")
				p.rows = slices.Insert(slices.Clone(p.rows), at, fmt.Sprintf("Item new %d", inserted))
			case 6:
				if len(p.rows) > 3 {
					at := rapid.IntRange(0, len(p.rows)-1).Draw(t, "at")
					p.rows = slices.Delete(slices.Clone(p.rows), at, at+1)
				}
			case 7:
				p.title = rapid.SampledFrom([]string{"Shop", "Market"}).Draw(t, "title")
			}
			c, err := tr.Observe(Raw{XML: []byte(p.dump())})
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for i := range c.Nodes {
				if id := c.Nodes[i].ID; seen[id] {
					t.Fatalf("number %s stands twice on one screen", id)
				} else {
					seen[id] = true
				}
			}
			for what, id := range identities(c) {
				if had, ok := owner[id]; ok && had != what {
					t.Fatalf("number %s moved from %s to %s", id, had, what)
				}
				owner[id] = what
			}
		}
	})
}

// The clock of a bar at the edge says nothing about whose bar it is.
func TestBarWithAClockKeepsItsNumbers(t *testing.T) {
	t.Parallel()
	bar := func(clock string) string {
		return dumpOf(&el{bounds: Rect{0, 0, 1080, 90}, kids: []*el{
			{class: "android.widget.TextView", text: clock, bounds: Rect{0, 0, 100, 90}},
			{class: "android.widget.ImageView", on: "clickable", bounds: Rect{200, 0, 300, 90}},
		}}, &el{bounds: Rect{0, 90, 1080, 2400}, kids: []*el{{class: "android.widget.Button", text: "Open", on: "clickable", bounds: Rect{0, 90, 1080, 300}}}})
	}
	tr := newTestTracker()
	before := observe(t, tr, bar("11:31"))
	d := Diff(before, observe(t, tr, bar("11:32")))
	if len(d.Added)+len(d.Gone) > 0 {
		t.Errorf("new %q, gone %d", linesOf(d.Added), len(d.Gone))
	}
}

// Where nothing has a name, as in a game, what stays in its place is the same.
func TestNumbersSurviveWhereNothingHasAName(t *testing.T) {
	t.Parallel()
	game := func(bounds string) string {
		return `<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="com.example.game" bounds="[0,0][1080,2400]">` +
			`<node class="android.view.SurfaceView" package="com.example.game" bounds="[0,0][1080,2400]" />` +
			`<node class="android.widget.ImageView" package="com.example.game" clickable="true" bounds="` + bounds + `" /></node></hierarchy>`
	}
	tr := newTestTracker()
	ids := func(dump string) (list []string) {
		for _, n := range observe(t, tr, dump).Nodes {
			list = append(list, n.ID)
		}
		return list
	}
	first := ids(game("[900,100][1000,200]"))
	if len(first) != 2 {
		t.Fatalf("ids %v", first)
	}
	if again := ids(game("[900,100][1000,200]")); !slices.Equal(first, again) {
		t.Errorf("ids %v became %v", first, again)
	}
	if moved := ids(game("[100,100][200,200]")); moved[1] == first[1] {
		t.Errorf("a button elsewhere has the number of the first: %v", moved)
	}
}
