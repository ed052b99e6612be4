package screen

import (
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	t.Parallel()
	base := page{title: "Shop 12:41", rows: rowNames(8)}
	for _, tc := range []struct {
		name                 string
		next                 page
		added, changed, gone int
		ignored              int
	}{
		{name: "nothing", next: base},
		{name: "a clock", next: page{title: "Shop 12:42", rows: base.rows}, ignored: 1},
		{name: "a toggle", next: page{title: base.title, rows: base.rows, on: true}, changed: 1},
		{name: "typing", next: page{title: base.title, rows: base.rows, field: "milk"}, changed: 1},
		{name: "a title", next: page{title: "Market 12:41", rows: base.rows}, changed: 1},
		{name: "scrolling by one", next: page{title: base.title, rows: append(rowNames(8), "Item new"), top: 1}, added: 3, gone: 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			tr := newTestTracker()
			d := Diff(observe(t, tr, base.dump()), observe(t, tr, tc.next.dump()))
			if len(d.Added) != tc.added || len(d.Changed) != tc.changed || len(d.Gone) != tc.gone || len(d.Ignored) != tc.ignored {
				t.Errorf("added %q, changed %q, gone %d, ignored %q", linesOf(d.Added), linesOf(d.Changed), len(d.Gone), d.Ignored)
			}
			if d.Empty() != (tc.added+tc.changed+tc.gone == 0) {
				t.Errorf("Empty() = %t", d.Empty())
			}
		})
	}
}

// A line that stands alone says what it belongs to.
func TestChangeTellsApart(t *testing.T) {
	t.Parallel()
	row := func(y int, title, button, state string) *el {
		return &el{class: "android.widget.LinearLayout", bounds: Rect{0, y, 1080, y + 100}, on: "clickable", kids: []*el{
			{class: "android.widget.TextView", text: title, bounds: Rect{0, y, 500, y + 100}},
			{class: "android.widget.Button", text: button, bounds: Rect{500, y, 700, y + 100}, on: "clickable " + state},
			{class: "android.widget.CheckBox", id: "com.example.app:id/check", bounds: Rect{800, y, 1000, y + 100}, on: "clickable checkable " + state},
		}}
	}
	dump := func(second string) string {
		return dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{row(0, "Milk", "Add", ""), row(100, "Bread", "Add", second)}})
	}
	tr := newTestTracker()
	before := observe(t, tr, dump(""))
	got := observe(t, tr, dump("selected checked")).ModelChange(before)
	if want := "changed: 2\n5 Add (in Bread) [selected]\n6 checkbox Bread [checked, selected]\n"; got != want {
		t.Errorf("ModelChange = %q, want %q", got, want)
	}
}

// A new page is told by its new lines, and how many went.
func TestChangeOfPage(t *testing.T) {
	t.Parallel()
	page := func(texts ...string) string { return buttons(append(texts, "Home")...) }
	tr := newTestTracker()
	before := observe(t, tr, page("A1", "B1", "C1", "D1"))
	got := observe(t, tr, page("A2", "B2", "C2", "D2")).ModelChange(before)
	if want := "new page; gone: 4\n6 A2\n7 B2\n8 C2\n9 D2\n"; got != want {
		t.Errorf("ModelChange = %q, want %q", got, want)
	}
}

func TestModelChange(t *testing.T) {
	t.Parallel()
	tr := newTestTracker()
	base := page{title: "Shop 12:41", rows: rowNames(8)}
	first := observe(t, tr, base.dump())
	base.title = "Shop 12:42"
	second := observe(t, tr, base.dump())
	if got, want := second.ModelChange(first), "screen unchanged (ignored: clock \"Shop 12:42\")\n"; got != want {
		t.Errorf("ModelChange = %q, want %q", got, want)
	}
	base.on = true
	third := observe(t, tr, base.dump())
	if got, want := third.ModelChange(second), "changed: 1\n3 switch In stock only [on]\n"; got != want {
		t.Errorf("ModelChange = %q, want %q", got, want)
	}
	base.rows[2] = "Item new"
	fourth := observe(t, tr, base.dump())
	if got, want := fourth.ModelChange(third), "new: 3, gone: 3\n31 Item new\n32 Add\n33\n"; got != want {
		t.Errorf("ModelChange = %q, want %q", got, want)
	}
	other := observe(t, tr, readDump(t, "login"))
	if got := other.ModelChange(third); got != other.Model() {
		t.Errorf("another app is told as a change:\n%s", got)
	}
	if got := first.ModelChange(nil); !strings.HasPrefix(got, "com.example.app\n") {
		t.Errorf("the first screen is told as a change:\n%s", got)
	}
}

// What is new about the screen as a whole is told once, with a page or without.
func TestChangeTellsOfTheScreen(t *testing.T) {
	t.Parallel()
	show := func(tr *Tracker, s State, texts ...string) *Context {
		s.PackageName = "com.example.app"
		c, err := tr.Observe(Raw{XML: []byte(buttons(texts...)), State: s})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	covered := State{Overlays: []Overlay{{PackageName: "com.example.bubble", Bounds: Rect{0, 0, 100, 100}}}}
	keys := State{KeyboardVisible: true}
	for _, tc := range []struct {
		name          string
		before, after State
		texts         []string
		want          string
	}{
		{"an overlay", State{}, covered, []string{"A", "B"}, "a window of com.example.bubble lies over a part of it and cannot be read\n"},
		{"no overlay any more", covered, State{}, []string{"A", "B"}, "all of it can be read now\n"},
		{"the keyboard goes with the page", keys, State{}, []string{"C"}, "new page; keyboard hidden; gone: 2\n3 C\n"},
		{"the keyboard comes with the page", State{}, keys, []string{"C"}, "new page; keyboard shown; gone: 2\n3 C\n"},
		{"the keyboard stays", keys, keys, []string{"C"}, "new page; gone: 2\n3 C\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			tr := newTestTracker()
			before := show(tr, tc.before, "A", "B")
			if got := show(tr, tc.after, tc.texts...).ModelChange(before); got != tc.want {
				t.Errorf("ModelChange = %q, want %q", got, tc.want)
			}
		})
	}
}
