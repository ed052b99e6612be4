package screen

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// noBank is the sight of somebody who may not see com.bank, and no notification
// but those of Clock.
var noBank = Sight{
	App: func(pkg string) string { return map[string]string{"com.bank": "rules.toml:1"}[pkg] },
	Notice: func(app string) string {
		if app == "Clock" {
			return ""
		}
		return "rules.toml:1"
	},
}

// said is everything that can be had of a Context in words.
func said(t testing.TB, c *Context) string {
	t.Helper()
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{string(raw), c.Model(), c.ModelChange(nil), c.Tree(), c.RawTree()}
	for i := range c.Nodes {
		n := &c.Nodes[i]
		_, missed := c.Resolve(n.Label+" and more", ByText)
		_, covered := c.TapPoint(n.ID)
		original, _ := c.Reveal(n.ID)
		all = append(all, n.Line(), fmt.Sprint(missed), fmt.Sprint(covered), original)
	}
	for i := range 60 { // the numbers of what went, too
		_, err := c.Resolve(fmt.Sprint(i), ByNodeID)
		original, _ := c.Reveal(fmt.Sprint(i))
		all = append(all, fmt.Sprint(err), original)
	}
	return strings.Join(all, "\n")
}

// planted is a dump of some apps in which each text is a word of its own, and
// the words that are the bank's or stand in something of the bank's.
type planted struct {
	b     strings.Builder
	count int
	bank  []string
}

func (p *planted) word(bank bool) string {
	p.count++
	word := fmt.Sprintf("quokka%dq", p.count)
	if bank {
		p.bank = append(p.bank, word)
	}
	return word
}

// node writes an element and what is in it. bank says that it stands in
// something of the bank's.
func (p *planted) node(rt *rapid.T, depth int, bank bool) {
	pkg := rapid.SampledFrom([]string{"com.home", "com.home", "com.bank", "com.other"}).Draw(rt, "package")
	bank = bank || pkg == "com.bank"
	class := rapid.SampledFrom([]string{"TextView", "Button", "EditText", "Switch", "FrameLayout", "ListView", "ImageView"}).Draw(rt, "class")
	say := func(what string) string {
		if !rapid.Bool().Draw(rt, what) {
			return ""
		}
		return p.word(bank)
	}
	flag := func(name string) string { return fmt.Sprintf(" %s=%q", name, fmt.Sprint(rapid.Bool().Draw(rt, name))) }
	left, top := rapid.IntRange(0, 900).Draw(rt, "left"), rapid.IntRange(0, 1800).Draw(rt, "top")
	fmt.Fprintf(&p.b, `<node class="android.widget.%s" package=%q text=%q content-desc=%q hint=%q resource-id=%q bounds="[%d,%d][%d,%d]"`,
		class, pkg, say("text"), say("description"), say("hint"), pkg+":id/"+p.word(bank), left, top, left+180, top+120)
	for _, name := range []string{"clickable", "scrollable", "checkable", "focused", "password"} {
		p.b.WriteString(flag(name))
	}
	p.b.WriteString(">")
	if depth < 4 {
		for range rapid.IntRange(0, 3).Draw(rt, "children") {
			p.node(rt, depth+1, bank)
		}
	}
	p.b.WriteString("</node>")
}

func (p *planted) screen(rt *rapid.T) string {
	p.b.Reset()
	p.b.WriteString(`<hierarchy rotation="0">`)
	for range rapid.IntRange(1, 3).Draw(rt, "windows") {
		p.node(rt, 0, false)
	}
	p.b.WriteString(`</hierarchy>`)
	return p.b.String()
}

// Whatever stands where, no word of a withheld app is left, on this screen or
// of the one before it.
func TestWithoutLeavesNoWord(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		p, tracker := &planted{}, newTestTracker()
		for range 2 {
			front := rapid.SampledFrom([]string{"com.home", "com.home", "com.bank"}).Draw(rt, "front")
			c, err := tracker.Observe(Raw{XML: []byte(p.screen(rt)), State: State{
				PackageName: front, Activity: "." + p.word(front == "com.bank"), WindowTitle: p.word(front == "com.bank"), Awake: true, Width: 1080, Height: 2000,
			}})
			if err != nil {
				rt.Skip(err)
			}
			cut := c.Without(noBank)
			all := said(t, cut)
			if i := slices.IndexFunc(p.bank, func(word string) bool { return strings.Contains(all, word) }); i >= 0 {
				rt.Fatalf("%s is told:\n%s\n%s", p.bank[i], all, p.b.String())
			}
			if hidden := cut != c && len(cut.Warnings) > len(c.Warnings); hidden && (cut.Complete || !strings.Contains(cut.Model(), "withheld from you by the person's rule rules.toml:1")) {
				rt.Fatalf("it is not told that something is withheld:\n%s", cut.Model())
			}
			for i := range cut.Nodes { // what is left is what it was
				n, ok := c.Node(cut.Nodes[i].ID)
				if !ok || n.Bounds != cut.Nodes[i].Bounds || n.Text != cut.Nodes[i].Text {
					rt.Fatalf("node %s has become another one", cut.Nodes[i].ID)
				}
			}
		}
	})
}

// A field without words of its own is named after what stands around it, but not
// after what is left out, however far away it stands.
func TestWithheldWordsNameNothing(t *testing.T) {
	t.Parallel()
	text := func(pkg, words string) string {
		return `<node class="android.widget.TextView" package="` + pkg + `" text="` + words + `" bounds="[0,0][400,100]"/>`
	}
	box := func(inside string) string {
		return `<node class="android.widget.FrameLayout" package="com.home" bounds="[0,0][400,900]">` + inside + `</node>`
	}
	const field = `<node class="android.widget.EditText" package="com.home" text="" bounds="[0,100][400,200]"/>`
	for _, dump := range []string{
		box(text("com.bank", "Balance 500") + field),
		box(box(text("com.bank", "Balance 500")) + box(field)),
		box(box(box(text("com.bank", "Balance 500"))) + box(box(field))),
	} {
		c, err := newTestTracker().Observe(Raw{
			XML:   []byte(`<hierarchy>` + dump + `</hierarchy>`),
			State: State{PackageName: "com.home", Awake: true, Width: 400, Height: 900},
		})
		if err != nil {
			t.Fatal(err)
		}
		if cut := c.Without(noBank); strings.Contains(said(t, cut), "Balance") || len(cut.Nodes) != 1 {
			t.Errorf("told:\n%s", cut.Model())
		}
	}
}

func TestWithoutNothingToLeaveOut(t *testing.T) {
	t.Parallel()
	c := observe(t, newTestTracker(), readDump(t, "windows"))
	if cut := c.Without(Sight{App: func(string) string { return "" }, Notice: func(string) string { return "" }}); cut != c {
		t.Error("it was copied")
	}
}

// A finger does not go through what is left out.
func TestWithheldWindowTakesItsTouches(t *testing.T) {
	t.Parallel()
	button := func(pkg, words, bounds string) string {
		return fmt.Sprintf(`<node class="android.widget.Button" package=%q text=%q clickable="true" bounds=%q/>`, pkg, words, bounds)
	}
	c, err := newTestTracker().Observe(Raw{
		XML: []byte(`<hierarchy>` + button("com.home", "Under", "[0,0][400,400]") + button("com.home", "Beside", "[0,500][400,900]") +
			button("com.bank", "Pay", "[0,0][400,400]") + `</hierarchy>`),
		State: State{PackageName: "com.home", Awake: true, Width: 400, Height: 900},
	})
	if err != nil {
		t.Fatal(err)
	}
	cut := c.Without(noBank)
	for name, free := range map[string]bool{"Under": false, "Beside": true} {
		n, err := cut.Resolve(name, ByText)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := cut.TapPoint(n.ID); (err == nil) != free {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A notification is the system's, under the name of the app that sent it.
func TestWithheldNotifications(t *testing.T) {
	t.Parallel()
	row := func(app, words string) string {
		return `<node class="android.widget.FrameLayout" package="com.android.systemui" clickable="true" bounds="[0,100][1080,300]">
			<node class="android.widget.TextView" package="com.android.systemui" resource-id="android:id/app_name_text" text="` + app + `" bounds="[0,100][500,150]"/>
			<node class="android.widget.TextView" package="com.android.systemui" resource-id="android:id/title" text="` + words + `" bounds="[0,150][500,200]"/></node>`
	}
	c, err := newTestTracker().Observe(Raw{
		XML: []byte(`<hierarchy><node class="android.widget.ScrollView" package="com.android.systemui" resource-id="com.android.systemui:id/notification_stack_scroller" bounds="[0,0][1080,900]">` +
			row("Northbank", "You got 500") + row("Clock", "Wake up") + row("", "Balance 12") + `</node></hierarchy>`),
		State: State{PackageName: "com.android.systemui", Awake: true, Width: 1080, Height: 900},
	})
	if err != nil {
		t.Fatal(err)
	}
	all := said(t, c.Without(noBank))
	for words, told := range map[string]bool{"Wake up": true, "You got 500": false, "Balance 12": false, "Northbank": false} {
		if strings.Contains(all, words) != told {
			t.Errorf("%q is told: %v, want %v\n%s", words, !told, told, all)
		}
	}
}
