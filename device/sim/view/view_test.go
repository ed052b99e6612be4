package view

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var screen = image.Rect(0, 0, 1000, 2000)

func TestLayout(t *testing.T) {
	bar := &View{Height: 100, Width: Fill}
	left, right := &View{Width: 300, Height: 50}, &View{Width: Fill, Height: Fill}
	line := &View{Axis: Across, Width: Fill, Height: 200, Gap: 10, Pad: 20, Children: []*View{left, right}}
	top, bottom := &View{Width: Fill, Height: Fill}, &View{Width: Fill, Height: Fill}
	over := &View{Place: image.Rect(10, 10, 110, 60)}
	frame := &View{Axis: Over, Width: Fill, Height: 300, Children: []*View{over}}
	root := &View{Children: []*View{bar, line, frame, top, bottom}}
	Layout(root, screen)
	for _, tt := range []struct {
		name string
		v    *View
		want image.Rectangle
	}{
		{"fixed height", bar, image.Rect(0, 0, 1000, 100)},
		{"first across", left, image.Rect(20, 120, 320, 170)},
		{"rest across", right, image.Rect(330, 120, 980, 280)},
		{"placed", over, image.Rect(10, 310, 110, 360)},
		{"first share", top, image.Rect(0, 600, 1000, 1300)},
		{"second share", bottom, image.Rect(0, 1300, 1000, 2000)},
	} {
		if tt.v.Bounds != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, tt.v.Bounds, tt.want)
		}
	}
}

func TestTextWrapsAndTakesRoom(t *testing.T) {
	short, long := &View{Text: "word"}, &View{Text: strings.Repeat("word ", 40)}
	Layout(&View{Children: []*View{short, long}}, screen)
	if short.Bounds.Dy() != short.lineHeight() || short.Bounds.Dx() != 4*short.charWidth() {
		t.Errorf("a word takes %v", short.Bounds.Size())
	}
	if lines := long.Bounds.Dy() / long.lineHeight(); lines < 4 || long.Bounds.Dx() > screen.Dx() {
		t.Errorf("a long text takes %d lines, %d wide", lines, long.Bounds.Dx())
	}
}

func TestScrollStopsAtItsEnds(t *testing.T) {
	scroll := &Scroll{}
	list := func() *View {
		rows := make([]*View, 30)
		for i := range rows {
			rows[i] = &View{Width: Fill, Height: 100, Text: fmt.Sprint("row ", i)}
		}
		root := &View{Scroll: scroll, Children: rows}
		Layout(root, screen)
		return root
	}
	list()
	if scroll.By(-50) {
		t.Error("scrolled above the top")
	}
	if !scroll.By(5000) || scroll.Offset != 1000 {
		t.Errorf("at the end the offset is %d", scroll.Offset)
	}
	root := list()
	if last := root.Children[29].Bounds; last.Max.Y != 2000 {
		t.Errorf("the last row ends at %d", last.Max.Y)
	}
	if first := root.Children[0]; !first.Visible.Empty() {
		t.Errorf("the first row shows at %v", first.Visible)
	}
}

func TestTouchGoesToTheTopmost(t *testing.T) {
	below := &View{ID: "below", Clickable: true, Place: image.Rect(0, 0, 500, 500)}
	above := &View{ID: "above", Clickable: true, Place: image.Rect(100, 100, 200, 200)}
	glass := &View{ID: "glass", Place: image.Rect(0, 0, 500, 500)} // takes no touches
	parent := &View{ID: "parent", Axis: Over, Clickable: true, Children: []*View{below, above, glass}}
	Layout(parent, screen)
	for _, tt := range []struct {
		p    image.Point
		want string
	}{{image.Pt(150, 150), "above"}, {image.Pt(300, 300), "below"}, {image.Pt(800, 800), "parent"}} {
		if got := parent.At(tt.p, (*View).Touchable); got == nil || got.ID != tt.want {
			t.Errorf("%v is taken by %+v, want %s", tt.p, got, tt.want)
		}
	}
	if got := parent.At(image.Pt(2000, 1), (*View).Touchable); got != nil {
		t.Errorf("a touch off the screen is taken by %s", got.ID)
	}
}

func TestFieldEditing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &Field{}
		var model []rune
		cursor := 0
		t.Repeat(map[string]func(*rapid.T){
			"insert": func(t *rapid.T) {
				s := rapid.StringMatching(`[a-zé漢]{0,4}`).Draw(t, "s")
				f.Insert(s)
				model = append(model[:cursor:cursor], append([]rune(s), model[cursor:]...)...)
				cursor += len([]rune(s))
			},
			"delete before": func(*rapid.T) {
				f.Delete(1)
				if cursor > 0 {
					model = append(model[:cursor-1:cursor-1], model[cursor:]...)
					cursor--
				}
			},
			"delete after": func(*rapid.T) {
				f.Delete(-1)
				if cursor < len(model) {
					model = append(model[:cursor:cursor], model[cursor+1:]...)
				}
			},
			"move": func(t *rapid.T) {
				n := rapid.IntRange(-5, 5).Draw(t, "n")
				f.Move(n)
				cursor = min(max(0, cursor+n), len(model))
			},
			"replace all": func(*rapid.T) {
				f.SelectAll()
				f.Insert("x")
				model, cursor = []rune("x"), 1
			},
			"": func(t *rapid.T) {
				if f.Text() != string(model) {
					t.Fatalf("%q, want %q", f.Text(), string(model))
				}
			},
		})
	})
}

func TestDumpIsAndroids(t *testing.T) {
	name, secret := &Field{}, &Field{}
	secret.SetText("hunter2")
	root := &View{Pkg: "org.example", Children: []*View{
		{Class: "android.widget.Switch", ID: "org.example:id/s", Checkable: true, Checked: true, Width: 10, Height: 10},
		{Class: "android.widget.ImageButton", Clickable: true, Width: 10, Height: 10},
		{Hint: "Name", Field: name, Width: 10, Height: 10},
		{Field: secret, Password: true, Disabled: true, Width: 10, Height: 10},
		{Text: `say "x" & <y>`, Height: 10, Width: 10},
		{Text: "invisible", Place: image.Rectangle{}, Height: 0, Width: 0, TextSize: 1 << 20},
	}}
	Layout(root, image.Rect(0, 0, 20, 50))
	flags := func(on string) string {
		out := ""
		for name := range strings.FieldsSeq("checkable checked clickable enabled focusable focused scrollable long-clickable password selected") {
			out += fmt.Sprintf(" %s=%q", name, fmt.Sprint(strings.Contains(" "+on+" ", " "+name+" ")))
		}
		return out
	}
	want := `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="1">` +
		`<node index="0" text="" resource-id="" class="android.widget.LinearLayout" package="org.example" content-desc=""` + flags("enabled") + ` bounds="[0,0][20,50]" drawing-order="0" hint="">` +
		`<node index="0" text="" resource-id="org.example:id/s" class="android.widget.Switch" package="org.example" content-desc=""` + flags("checkable checked enabled") + ` bounds="[0,0][10,10]" drawing-order="1" hint="" />` +
		`<node NAF="true" index="1" text="" resource-id="" class="android.widget.ImageButton" package="org.example" content-desc=""` + flags("clickable enabled focusable") + ` bounds="[0,10][10,20]" drawing-order="2" hint="" />` +
		`<node index="2" text="Name" resource-id="" class="android.widget.EditText" package="org.example" content-desc=""` + flags("clickable enabled focusable focused long-clickable") + ` bounds="[0,20][10,30]" drawing-order="3" hint="Name" />` +
		`<node index="3" text="•••••••" resource-id="" class="android.widget.EditText" package="org.example" content-desc=""` + flags("clickable focusable long-clickable password") + ` bounds="[0,30][10,40]" drawing-order="4" hint="" />` +
		`<node index="4" text='say "x" &amp; &lt;y&gt;' resource-id="" class="android.widget.LinearLayout" package="org.example" content-desc=""` + flags("enabled") + ` bounds="[0,40][10,50]" drawing-order="5" hint="" />` +
		`</node></hierarchy>`
	if got := Dump(root, name, 1, Dialect{Hints: true}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	compressed := Dump(&View{Visible: screen, Children: []*View{{Visible: screen, Children: []*View{{Visible: screen, Text: "x"}}}}}, nil, 0, Dialect{Compressed: true})
	if n := strings.Count(compressed, "<node"); n != 2 {
		t.Errorf("compressed to %d nodes: %s", n, compressed)
	}
}

// FuzzDump checks that any text comes out as well-formed XML, in which what
// Android does not strip is whole.
func FuzzDump(f *testing.F) {
	for _, seed := range []string{"", "plain", `"'&<>`, "\x00\x1b\u009b", "\r\n\t", "👩‍👩‍👧", "\xff\xfe", "\ufffe\U0001ffff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		root := &View{Visible: screen, Text: s}
		var out struct {
			Node struct {
				Text string `xml:"text,attr"`
			} `xml:"node"`
		}
		dump := Dump(root, nil, 0, Dialect{})
		if err := xml.Unmarshal([]byte(dump), &out); err != nil {
			t.Fatalf("%q: %v in %s", s, err, dump)
		}
		want := strings.Map(func(r rune) rune {
			if illegal(r) {
				return '.'
			}
			return r
		}, s)
		if out.Node.Text != want {
			t.Errorf("%q came out as %q", s, out.Node.Text)
		}
	})
}

func TestPaintShowsBoxesAndTexts(t *testing.T) {
	p, err := NewPainter()
	if err != nil {
		t.Fatal(err)
	}
	red := color.RGBA{0xff, 0, 0, 0xff}
	box := &View{Width: 200, Height: 100, Background: red}
	words := &View{Text: "WWWW", Width: 400, Height: 100, TextColor: red}
	root := &View{Children: []*View{box, words, {Width: 10, Height: 10}}}
	Layout(root, screen)
	img, err := p.Paint(root, screen)
	if err != nil {
		t.Fatal(err)
	}
	if got := img.RGBAAt(100, 50); got != red {
		t.Errorf("in the box: %v", got)
	}
	inked := 0
	for y := words.Bounds.Min.Y; y < words.Bounds.Max.Y; y++ {
		for x := words.Bounds.Min.X; x < words.Bounds.Max.X; x++ {
			if img.RGBAAt(x, y) == red {
				inked++
			}
		}
	}
	if inked < 50 {
		t.Errorf("%d pixels of the text are inked", inked)
	}
	if got := img.RGBAAt(900, 1900); got != paper {
		t.Errorf("outside: %v", got)
	}
}
