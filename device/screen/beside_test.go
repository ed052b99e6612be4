package screen

import (
	"strings"
	"testing"
)

// form is a flat form, as web pages lay them out: texts and fields side by
// side in one element, without a word in the fields.
func form(user string) string {
	const field, box = "android.widget.EditText", "android.widget.CheckBox"
	said := func(top int, text string) *el {
		return &el{class: "android.widget.TextView", text: text, bounds: Rect{100, top, 600, top + 50}}
	}
	return dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{
		said(0, "Sign in"),
		{class: field, id: "site", bounds: Rect{0, 60, 1000, 160}, on: "clickable"},
		said(200, "User name"),
		{class: field, id: "user", text: user, bounds: Rect{0, 260, 1000, 360}, on: "clickable"},
		said(400, "Password"),
		{class: field, id: "pw", bounds: Rect{0, 460, 1000, 560}, on: "clickable password"},
		{class: field, id: "day", bounds: Rect{0, 600, 200, 700}, on: "clickable"},
		{class: "android.widget.TextView", text: "/", bounds: Rect{200, 600, 250, 700}},
		{class: field, id: "month", bounds: Rect{250, 600, 450, 700}, on: "clickable"},
		{class: box, bounds: Rect{0, 800, 80, 860}, on: "clickable checkable"},
		said(800, "Remember me"),
		said(900, "Text size"),
		{class: "android.widget.SeekBar", text: "2.0", bounds: Rect{0, 960, 1000, 1040}},
		said(1500, "Far away"),
		{class: field, id: "far", bounds: Rect{0, 2000, 1000, 2100}, on: "clickable"},
	}})
}

func TestFieldsAreNamedByTheTextBesideThem(t *testing.T) {
	t.Parallel()
	c := observe(t, newTestTracker(), form(""))
	want := `com.example.app
- Sign in
2 input #site
3 input User name
4 input Password [password]
5 input #day
- /
7 input #month
8 checkbox Remember me [unchecked]
9 slider Text size: 2.0
- Far away
11 input #far
`
	if got := c.Model(); got != want {
		t.Errorf("Model = %q, want %q", got, want)
	}
	for _, name := range []string{"User name", "Password", "Remember me", "Text size"} {
		if n, err := c.Resolve(name, ByText); err != nil || n.Role == Text {
			t.Errorf("%q names %v, %v", name, n, err)
		}
	}
}

// A field keeps its number and its name while it is filled in.
func TestFilledFieldKeepsItsName(t *testing.T) {
	t.Parallel()
	tr := newTestTracker()
	before := observe(t, tr, form(""))
	after := observe(t, tr, form("ada"))
	if got, want := after.ModelChange(before), "changed: 1\n3 input User name: ada\n"; got != want {
		t.Errorf("ModelChange = %q, want %q", got, want)
	}
	if got, want := after.Tree(), "3 input User name: ada\n"; !strings.Contains(got, want) {
		t.Errorf("Tree = %q, want %q in it", got, want)
	}
}

// What Flutter merges into one description is found by any of its lines.
func TestLinesOfADescriptionFindIt(t *testing.T) {
	t.Parallel()
	c := observe(t, newTestTracker(), dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{
		{desc: "Ada Berg\nLunch?\n12:40", bounds: Rect{0, 0, 1080, 200}, on: "clickable"},
		{desc: "Ben Costa\nInvoice\n12:41", bounds: Rect{0, 200, 1080, 400}, on: "clickable"},
	}}))
	for target, want := range map[string]string{"Ada Berg": "1", "lunch": "1", "Invoice": "2"} {
		if n, err := c.Resolve(target, ByText); err != nil || n.ID != want {
			t.Errorf("Resolve(%q) = %v, %v, want %s", target, n, err, want)
		}
	}
}

// The keys of a television act where the focus is.
func TestFocusIsTold(t *testing.T) {
	t.Parallel()
	cards := func(at int) string {
		on := [2]string{"clickable", "clickable"}
		on[at] += " focused"
		return dumpOf(&el{bounds: Rect{0, 0, 1920, 1080}, kids: []*el{
			{desc: "Movies", bounds: Rect{0, 0, 400, 400}, on: on[0]},
			{desc: "Shows", bounds: Rect{400, 0, 800, 400}, on: on[1]},
		}})
	}
	tr := newTestTracker()
	before := observe(t, tr, cards(0))
	if got, want := observe(t, tr, cards(1)).ModelChange(before), "changed: 2\n1 Movies\n2 Shows [focused]\n"; got != want {
		t.Errorf("ModelChange = %q, want %q", got, want)
	}
}
