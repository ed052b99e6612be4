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
	if got, want := third.ModelChange(second), "changed: 1, new: 0, gone: 0\n4 switch On [on]\n"; got != want {
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
