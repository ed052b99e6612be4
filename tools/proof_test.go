package tools

import (
	"fmt"
	"strings"
	"testing"

	"adroit/device/redact"
	"adroit/device/screen"
)

// element is what a test says of one node of a dump; everything else is usual.
type element struct {
	class, id, text, desc, bounds string
	flags                         string // names of attributes that are true
}

// observer makes observations out of elements, as one session would.
type observer struct {
	registry *redact.Registry
	tracker  *screen.Tracker
}

func newObserver() observer {
	registry := redact.NewRegistry(redact.Options{})
	return observer{registry, screen.NewTracker(registry)}
}

func (o observer) see(t testing.TB, elements ...element) *screen.Context {
	t.Helper()
	return o.seeIn(t, screen.State{PackageName: "com.example", Activity: "com.example.Main", Awake: true, Width: 1080, Height: 2400}, elements...)
}

func (o observer) seeIn(t testing.TB, state screen.State, elements ...element) *screen.Context {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="%d">`, state.Rotation)
	fmt.Fprintf(&b, `<node index="0" text="" class="android.widget.FrameLayout" package=%q enabled="true" bounds="[0,0][1080,2400]">`, state.PackageName)
	for i, e := range elements {
		bounds := e.bounds
		if bounds == "" {
			bounds = fmt.Sprintf("[0,%d][1080,%d]", 100+i*200, 300+i*200)
		}
		fmt.Fprintf(&b, `<node index="%d" text=%q resource-id=%q class="android.widget.%s" package=%q content-desc=%q bounds=%q`,
			i, e.text, e.id, e.class, state.PackageName, e.desc, bounds)
		for flag := range strings.FieldsSeq("enabled visible-to-user " + e.flags) {
			fmt.Fprintf(&b, ` %s="true"`, flag)
		}
		b.WriteString(" />")
	}
	b.WriteString(`</node></hierarchy>`)
	c, err := o.tracker.Observe(screen.Raw{XML: []byte(b.String()), State: state})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// seeXML is see for a whole dump.
func (o observer) seeXML(t testing.TB, xml string) *screen.Context {
	t.Helper()
	c, err := o.tracker.Observe(screen.Raw{XML: []byte(xml), State: screen.State{PackageName: "a", Activity: "a.Main", Awake: true, Width: 1080, Height: 2400}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (o observer) scene(c *screen.Context) scene {
	return scene{registry: o.registry, screen: c, now: true}
}

func field(text, flags string) element {
	return element{class: "EditText", id: "com.example:id/field", text: text, flags: "clickable focusable " + flags}
}

// planned is the plan of a call on c.
func (o observer) planned(t testing.TB, c *screen.Context, tool, arguments string) plan {
	t.Helper()
	definition := toolNamed(t, tool)
	a, err := definition.validate([]byte(arguments))
	if err != nil {
		t.Fatal(err)
	}
	p, err := definition.plan(t.Context(), o.scene(c), a)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTypingIsReadBack(t *testing.T) {
	tests := []struct {
		name          string
		before, after element
		seen          bool
	}{
		{"it arrived", field("", "focused"), field("milk", "focused"), true},
		{"behind what was there", field("oat ", "focused"), field("oat milk", "focused"), true},
		{"nothing arrived", field("", "focused"), field("", "focused"), false},
		{"behind the same text", field("milk", "focused"), field("milkmilk", "focused"), true},
		{"nothing arrived behind the same text", field("oat milk", "focused"), field("oat milk", "focused"), false},
		{"what was there made way", field("oat ", "focused"), field("milk", "focused"), true},
		{"a part arrived", field("", "focused"), field("mil", "focused"), false},
		{"the keyboard corrected it", field("", "focused"), field("Milk", "focused"), false},
		{"a password by its length", field("", "focused password"), field("••••", "focused password"), true},
		{"a password behind another", field("••", "focused password"), field("••••••", "focused password"), true},
		{"a password cut short", field("", "focused password"), field("•••", "focused password"), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := newObserver()
			before := o.see(t, tt.before)
			p := o.planned(t, before, "type_text", `{"text": "milk"}`)
			got := p.verify(before, o.see(t, tt.after))
			if got.seen != tt.seen {
				t.Errorf("seen = %v: %s", got.seen, got.message)
			}
			if strings.Contains(strings.ToLower(got.message), "milk") {
				t.Errorf("the message tells the text: %s", got.message)
			}
		})
	}
}

// Text with a secret shape is masked by the dump's redaction, and yet read back.
func TestASecretIsReadBackUnseen(t *testing.T) {
	o := newObserver()
	before := o.see(t, field("", "focused"))
	p := o.planned(t, before, "type_text", `{"text": "anna@example.org"}`)
	got := p.verify(before, o.see(t, field("anna@example.org", "focused")))
	if !got.seen || strings.Contains(got.message, "anna") {
		t.Errorf("seen = %v: %s", got.seen, got.message)
	}
}

func TestWhatGoesIntoAPasswordFieldIsSecretFromThenOn(t *testing.T) {
	o := newObserver()
	p := o.planned(t, o.see(t, field("", "password")), "type_text",
		`{"text": "correct horse battery", "target": "field", "strategy": "view_id"}`)
	if !p.secret || p.typing != redact.Mask {
		t.Errorf("secret = %v, typing = %q", p.secret, p.typing)
	}
	if shown := strings.Join(p.visible(), "\n"); strings.Contains(shown, "horse") || !strings.Contains(shown, redact.Mask) {
		t.Errorf("shown commands: %s", shown)
	}
	if real := fmt.Sprint(p.commands); !strings.Contains(real, "horse") {
		t.Errorf("commands: %s", real)
	}
	if got := o.registry.Text("I typed correct horse battery for you"); strings.Contains(got, "horse") {
		t.Errorf("the registry lets it through: %s", got)
	}
}

// Where a keyboard has rearranged the screen, an element is known again by its
// view id, if that is its alone.
func TestAnElementIsSightedAgain(t *testing.T) {
	field := func(id string) screen.Node {
		return screen.Node{ID: id, ViewID: "a:id/field", Role: screen.Input, PackageName: "a"}
	}
	was, before, after := field("1"), field("7"), field("8")
	for _, tt := range []struct {
		later []screen.Node
		want  string
	}{
		{[]screen.Node{before, was}, "1"},
		{[]screen.Node{before}, "7"},
		{[]screen.Node{before, after}, ""},
		{nil, ""},
	} {
		now, ok := sighted(&screen.Context{Nodes: tt.later}, &was)
		if ok != (tt.want != "") || ok && now.ID != tt.want {
			t.Errorf("of %v it is %v", tt.later, now)
		}
	}
}

func TestClearingIsProved(t *testing.T) {
	tests := []struct {
		name          string
		before, after string
		seen          bool
	}{
		{"empty", "milk", "", true},
		{"the hint shows", "milk", "What to buy?", true},
		{"a rest", "milk", "mi", false},
		{"all of it", "milk", "milk", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := newObserver()
			before := o.see(t, field(tt.before, "focused"))
			got := o.planned(t, before, "clear_text", ``).verify(before, o.see(t, field(tt.after, "focused")))
			if got.seen != tt.seen {
				t.Errorf("seen = %v: %s", got.seen, got.message)
			}
		})
	}
}

func TestASwitchThatStaysIsAWarning(t *testing.T) {
	toggle := func(flags string) element {
		return element{class: "Switch", id: "com.example:id/dark", text: "Dark theme", flags: "clickable checkable " + flags}
	}
	o := newObserver()
	before := o.see(t, toggle(""))
	p := o.planned(t, before, "tap", `{"text": "Dark theme"}`)
	if got := p.verify(before, o.see(t, toggle("checked"))); !got.seen || got.data["checked"] != true {
		t.Errorf("%+v", got)
	}
	after := o.see(t, toggle(""), element{class: "TextView", text: "Not allowed by your administrator"})
	got := p.verify(before, after)
	if got.seen || got.data["checked"] != false || !strings.Contains(got.message, "still off: 1 line changed") {
		t.Errorf("%+v", got)
	}
}

func TestATouchAvoidsWhatCoversItsTarget(t *testing.T) {
	below := element{class: "Button", id: "a:id/below", text: "Below", bounds: "[0,1000][1000,1200]", flags: "clickable"}
	right := element{class: "Button", id: "a:id/over", text: "Over", bounds: "[400,900][1080,1300]", flags: "clickable"}
	o := newObserver()
	p := o.planned(t, o.see(t, below, right), "tap", `{"text": "Below"}`)
	var x, y int
	if _, err := fmt.Sscanf(string(p.commands[0]), "input tap %d %d", &x, &y); err != nil || x >= 400 || y < 1000 || y >= 1200 {
		t.Errorf("it taps at %d,%d: %v", x, y, err)
	}

	right.bounds = "[0,900][1080,1300]"
	definition := toolNamed(t, "tap")
	_, err := definition.plan(t.Context(), o.scene(o.see(t, below, right)), args{"target": "Below", "strategy": "text"})
	result := failed(definition, err, false)
	if err == nil || !strings.Contains(result.Message, "covered by") || !strings.Contains(fmt.Sprint(result.Data["covered_by"]), "Over") {
		t.Errorf("%v: %s", err, result.ForModel())
	}
}

func TestScrollingPicksItsDirectionByTheShapeOfTheContainer(t *testing.T) {
	tests := []struct {
		name    string
		element element
		want    string // of forward: the finger goes up, or to the left
	}{
		{"a list", element{class: "ListView", bounds: "[0,400][1080,2400]"}, "up"},
		{"a row", element{class: "ScrollView", bounds: "[0,400][1080,600]"}, "left"},
		{"a pager", element{class: "ViewPager", bounds: "[0,400][1080,2400]"}, "left"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.element.flags = "scrollable"
			o := newObserver()
			p := o.planned(t, o.see(t, tt.element), "scroll", `{"direction": "forward"}`)
			var x1, y1, x2, y2, ms int
			if _, err := fmt.Sscanf(string(p.commands[0]), "input swipe %d %d %d %d %d", &x1, &y1, &x2, &y2, &ms); err != nil {
				t.Fatal(err)
			}
			got := "up"
			if x2 < x1 {
				got = "left"
			}
			if got != tt.want || ms < 500 || y1 >= 2400-50 || y2 <= 400 {
				t.Errorf("%s goes %s: %s", tt.name, got, p.commands[0])
			}
		})
	}
}

func TestTheKeyboardIsNoPlaceToSwipe(t *testing.T) {
	o := newObserver()
	state := screen.State{
		PackageName: "com.example", Awake: true, Width: 1080, Height: 2400,
		KeyboardVisible: true, KeyboardBounds: screen.Rect{Top: 1500, Right: 1080, Bottom: 2400},
	}
	c := o.seeIn(t, state, element{class: "ListView", bounds: "[0,100][1080,2400]", flags: "scrollable"})
	p := o.planned(t, c, "scroll", `{"direction": "forward"}`)
	var x, y int
	if _, err := fmt.Sscanf(string(p.commands[0]), "input swipe %d %d", &x, &y); err != nil || y >= 1500 {
		t.Errorf("it begins at %d,%d: %v", x, y, err)
	}
}

func TestDifference(t *testing.T) {
	button := element{class: "Button", id: "a:id/b", text: "OK", bounds: "[0,100][500,200]", flags: "clickable"}
	moved := button
	moved.bounds = "[0,300][500,400]"
	usual := screen.State{PackageName: "com.example", Awake: true, Width: 1080, Height: 2400}
	with := func(f func(*screen.State)) screen.State { s := usual; f(&s); return s }
	tests := []struct {
		name    string
		state   screen.State
		element element
		want    string
	}{
		{"the same", usual, button, ""},
		{"another app", with(func(s *screen.State) { s.PackageName = "com.other" }), button, "app: com.example → com.other"},
		{"another window", with(func(s *screen.State) { s.WindowTitle = "Pay" }), button, "window:  → Pay"},
		{"the phone was turned", with(func(s *screen.State) { s.Rotation, s.Width, s.Height = 1, 2400, 1080 }), button, "rotation: 0 → 1"},
		{"it moved", usual, moved, "place: 0,100,500,200 → 0,300,500,400"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := newObserver()
			before := o.seeIn(t, usual, button)
			after := o.seeIn(t, tt.state, tt.element)
			p := o.planned(t, before, "tap", `{"view_id": "a:id/b"}`)
			q := o.planned(t, after, "tap", `{"view_id": "a:id/b"}`)
			got := difference(p, before, q, after)
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("difference = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWireless(t *testing.T) {
	for serial, want := range map[string]bool{
		"192.168.1.20:5555":                            true,
		"adb-R5CT10ABCDE-x1y2z3._adb-tls-connect._tcp": true,
		"R5CT10ABCDE":                                  false,
		"emulator-5554":                                false,
	} {
		if got := wireless(serial); got != want {
			t.Errorf("wireless(%q) = %v", serial, got)
		}
	}
}

func TestWhatIsOutOfViewIsNotTouched(t *testing.T) {
	o := newObserver()
	c := o.see(t, element{class: "Button", id: "a:id/b", text: "Next", bounds: "[0,0][0,0]", flags: "clickable"})
	definition := toolNamed(t, "tap")
	_, err := definition.plan(t.Context(), o.scene(c), args{"target": "a:id/b", "strategy": "view_id"})
	result := failed(definition, err, false)
	if err == nil || !strings.Contains(result.Message, "out of view") || len(result.NextActions) == 0 {
		t.Errorf("%v: %s", err, result.ForModel())
	}
}
