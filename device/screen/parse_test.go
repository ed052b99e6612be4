package screen

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

const oneButton = `<node index="0" text="OK" class="android.widget.Button" package="a" clickable="true" bounds="[0,0][100,50]" />`

func labelsOf(c *Context) string {
	var list []string
	for i := range c.Nodes {
		list = append(list, c.Nodes[i].Label)
	}
	return strings.Join(list, "/")
}

func TestParseIsLenient(t *testing.T) {
	t.Parallel()
	whole := `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="1">` + oneButton + `</hierarchy>`
	node := func(attributes string) string {
		return `<hierarchy rotation="0"><node class="a.B" package="a" bounds="[0,0][9,9]" ` + attributes + `/></hierarchy>`
	}
	for _, tc := range []struct {
		name, dump string
		labels     string
		partial    bool
	}{
		{"whole", whole, "OK", false},
		{"byte-order mark", "\ufeff" + whole, "OK", false},
		{"banner before, status behind", "WARNING: linker: <x>\n" + whole + "UI hierchary dumped to: /dev/tty\r\n", "OK", false},
		{"NULs behind", whole + strings.Repeat("\x00", 64), "OK", false},
		{"UTF-16", string(utf16LE(whole)), "OK", false},
		{"cut in an attribute", `<hierarchy rotation="0">` + oneButton + `<node text="Can`, "OK", true},
		{"cut before the end", `<hierarchy rotation="0">` + oneButton, "OK", true},
		{"no root", oneButton + oneButton, "OK/OK", true},
		{"two documents", strings.Replace(whole, "OK", "Old", 1) + whole, "OK", false},
		{"a part after a whole", whole + `<hierarchy rotation="0">` + strings.Replace(oneButton, "OK", "Part", 1), "OK", false},
		{"single quotes", node(`text='say "x"'`), `say "x"`, false},
		{"a bare quote inside", node(`text="say "x" now"`), `say "x" now`, false},
		{"a surrogate pair in references", node(`text="&#55357;&#56832; hi"`), "😀 hi", false},
		{"half a pair", node(`text="&#55357; hi"`), "hi", false},
		{"references", node(`text="a &amp; b &lt;c&gt; &quot;d&quot; &apos;e&apos; &#x41; &unknown;"`), `a & b <c> "d" 'e' A &unknown;`, false},
		{"a line break by reference", node(`content-desc="one&#10;two"`), "one two", false},
		{"a tag over two lines", "<hierarchy rotation=\"0\"><node text=\"a\"\r\n class=\"a.B\" bounds=\"[0,0][9,9]\"/></hierarchy>", "a", false},
		{"class names as tags", `<hierarchy><android.widget.Button text="OK" bounds="[0,0][9,9]"><android.widget.TextView text="in" bounds="[0,0][1,1]"/></android.widget.Button></hierarchy>`, "OK/in", false},
		{"illegal bytes", node("text=\"a\xff\xfeb\""), "a\ufffdb", false},
		{"no bounds", `<hierarchy rotation="0"><node text="x" class="a.B"/>` + oneButton + `</hierarchy>`, "OK", false},
		{"a node's own display", strings.Replace(whole, "<node ", `<node display-id="0" `, 1), "OK", false},
		{"displays", `<displays><display id="0"><window id="3" layer="1" title="Bar" bounds="[0,0][9,9]"><hierarchy rotation="0">` + oneButton + `</hierarchy></window></display><display id="7"><window id="4"><hierarchy rotation="0">` + oneButton + `</hierarchy></window></display></displays>`, "OK", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := observe(t, newTestTracker(), tc.dump)
			if got := labelsOf(c); got != tc.labels {
				t.Errorf("labels %q, want %q", got, tc.labels)
			}
			if c.Complete == tc.partial {
				t.Errorf("Complete = %t, want %t (%q)", c.Complete, !tc.partial, c.Warnings)
			}
		})
	}
}

func utf16LE(s string) []byte {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}

func TestNoTreeIsAnErrorWithItsCause(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		out   string
		cause Cause
	}{
		{"", CauseEmpty},
		{" \r\n", CauseEmpty},
		{"ERROR: could not get idle state.\n", CauseIdle},
		{"ERROR: null root node returned by UiTestAutomationBridge.\n", CauseNullRoot},
		{"java.lang.IllegalStateException: UiAutomationService a.b.C@1already registered!\n\tat x", CauseRegistered},
		{"Killed \n", CauseKilled},
		{"java.lang.IllegalArgumentException: Illegal character (d83d)\n", CauseCrashed},
		{"UI hierchary dumped to: /dev/tty\n", CauseNoTree},
		{`<?xml version='1.0'?><hierarchy rotation="0"></hierarchy>`, CauseNoTree},
		{"<html><body>hello</body></html>", CauseNoTree},
	} {
		_, err := newTestTracker().Observe(Raw{XML: []byte(tc.out)})
		var dumpErr *DumpError
		if !errors.As(err, &dumpErr) || dumpErr.Cause != tc.cause {
			t.Errorf("Observe(%q) = %v, want cause %s", tc.out, err, tc.cause)
		}
	}
}

func TestRoles(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		class, on string
		text      string
		want      Role
	}{
		{"android.widget.Button", "clickable", "a", Button},
		{"android.widget.EditText", "clickable", "a", Input},
		{"android.widget.Switch", "checkable clickable", "", Switch},
		{"androidx.appcompat.widget.SwitchCompat", "checkable clickable", "", Switch},
		{"android.widget.ToggleButton", "checkable clickable", "", Switch},
		{"android.widget.CheckBox", "checkable clickable", "a", Checkbox},
		{"android.widget.RadioButton", "checkable clickable", "a", Radio},
		{"android.view.View", "checkable clickable", "a", Checkbox},
		{"android.widget.SeekBar", "", "", Slider},
		{"com.google.android.material.tabs.TabLayout$TabView", "clickable", "a", Tab},
		{"androidx.recyclerview.widget.RecyclerView", "scrollable", "", List},
		{"android.widget.ScrollView", "scrollable", "", List},
		{"android.widget.ImageView", "", "a", Image},
		{"android.view.View", "clickable", "a", Button},
		{"android.widget.TextView", "", "a", Text},
		{"android.view.View", "password", "a", Input},
	} {
		c := observe(t, newTestTracker(), dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{{class: tc.class, text: tc.text, bounds: Rect{0, 0, 100, 100}, on: tc.on}}}))
		if len(c.Nodes) != 1 || c.Nodes[0].Role != tc.want {
			t.Errorf("%s [%s] is %+v, want one node of role %s", tc.class, tc.on, c.Nodes, tc.want)
		}
	}
}

func TestOpaqueSurfaces(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		kids   []*el
		opaque bool
	}{
		{"a video surface", []*el{{class: "android.view.SurfaceView", bounds: Rect{0, 0, 1080, 1200}}}, true},
		{"a web page without content", []*el{{class: "android.webkit.WebView", bounds: Rect{0, 0, 1080, 2400}}}, true},
		{"a web page with content", []*el{{class: "android.webkit.WebView", bounds: Rect{0, 0, 1080, 2400}, kids: []*el{{text: "Hello", bounds: Rect{0, 0, 100, 50}}}}}, false},
		{"a small surface", []*el{{class: "android.view.SurfaceView", bounds: Rect{0, 0, 100, 100}}, {text: "Hello", bounds: Rect{0, 100, 100, 150}}}, false},
		{"an app that has drawn nothing yet", nil, true},
		{"a canvas that says nothing", []*el{{class: "android.view.View", bounds: Rect{0, 0, 1080, 2400}}}, true},
		{"a background view", []*el{{class: "android.view.View", bounds: Rect{0, 0, 1080, 2400}}, {text: "Hello", bounds: Rect{0, 0, 100, 50}}}, false},
	} {
		c := observe(t, newTestTracker(), dumpOf(&el{class: "android.widget.FrameLayout", bounds: Rect{0, 0, 1080, 2400}, kids: tc.kids}))
		if c.Complete == tc.opaque {
			t.Errorf("%s: Complete = %t, warnings %q", tc.name, c.Complete, c.Warnings)
		}
		if len(c.Nodes) == 0 && !slices.Contains(c.Warnings, "nothing on it can be read") {
			t.Errorf("%s: an empty success with the warnings %q", tc.name, c.Warnings)
		}
	}
}

// A Compose surface of which a part alone is laid out is no complete screen. What
// is out of view on a web page has no area either.
func TestAScreenThatIsStillBeingDrawn(t *testing.T) {
	t.Parallel()
	words := func(placed, without int) (kids []*el) {
		for i := range placed + without {
			e := &el{class: "android.widget.TextView", text: fmt.Sprint("Row ", i)}
			if i < placed {
				e.bounds = Rect{0, 100 * i, 1080, 100*i + 100}
			}
			kids = append(kids, e)
		}
		return kids
	}
	inside := func(class string, kids []*el) *el {
		return &el{class: class, bounds: Rect{0, 0, 1080, 2400}, kids: kids}
	}
	const compose = "androidx.compose.ui.platform.ComposeView"
	for name, test := range map[string]struct {
		content  *el
		complete bool
	}{
		"one slice alone":              {inside(compose, words(1, 5)), false},
		"nothing yet":                  {inside(compose, words(0, 5)), false},
		"most of it":                   {inside(compose, words(5, 4)), true},
		"a few beside little":          {inside(compose, words(1, 2)), true},
		"a web page":                   {inside("android.webkit.WebView", words(1, 5)), true},
		"a web page in such a surface": {inside(compose, []*el{inside("android.webkit.WebView", words(1, 5))}), true},
	} {
		c := observe(t, newTestTracker(), dumpOf(inside("android.widget.FrameLayout", []*el{test.content})))
		told := strings.Contains(strings.Join(c.Warnings, "\n"), "still being drawn")
		if c.Complete != test.complete || told == test.complete {
			t.Errorf("%s: complete %t, warnings %q", name, c.Complete, c.Warnings)
		}
	}
}

// A window's title of blanks alone is none.
func TestBlankTitle(t *testing.T) {
	t.Parallel()
	c := observe(t, newTestTracker(), `<displays><display id="0"><window id="1" title=" " focused="true" bounds="[0,0][9,9]"><hierarchy rotation="0">`+
		`<node text="a" class="a.B" package="com.a" bounds="[0,0][9,9]" /></hierarchy></window></display></displays>`)
	if c.WindowTitle != "" {
		t.Errorf("title %q", c.WindowTitle)
	}
}

// TestOtherDisplay: what stands on another display than the phone's own cannot be
// touched, and is no screen.
func TestOtherDisplay(t *testing.T) {
	t.Parallel()
	for name, raw := range map[string]Raw{
		"the only one of a dump": {XML: []byte(`<displays><display id="2"><window id="4"><hierarchy rotation="0">` + oneButton + `</hierarchy></window></display></displays>`)},
		"by its nodes":           {XML: []byte(`<hierarchy rotation="0">` + strings.Replace(oneButton, "<node ", `<node display-id="2" `, 1) + `</hierarchy>`)},
		"by its focus":           {XML: []byte(`<hierarchy rotation="0">` + oneButton + `</hierarchy>`), State: State{Display: 2}},
	} {
		c, err := newTestTracker().Observe(raw)
		if failed := new(DumpError); !errors.As(err, &failed) || failed.Cause != CauseElsewhere || failed.Detail != "display 2" {
			t.Errorf("%s: screen %+v, error %v", name, c, err)
		}
	}
}
