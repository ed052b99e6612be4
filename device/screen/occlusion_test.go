package screen

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestTapPointAvoidsWhatIsOnTop(t *testing.T) {
	t.Parallel()
	c := observe(t, newTestTracker(), readDump(t, "shop"))
	for _, label := range []string{"Milk 2 l", "Bread", "Butter", "Basket, 2 items"} {
		n, err := c.Resolve(label, ByText)
		if err != nil {
			t.Fatal(err)
		}
		p, err := c.TapPoint(n.ID)
		if err != nil {
			t.Errorf("%s: %v", label, err)
			continue
		}
		if hit := topmost(c, p); hit == nil || hit.ID != n.ID {
			t.Errorf("a tap on %q at %v hits %v", n.Line(), p, hit)
		}
	}
}

// topmost is what a finger at p would touch, by the rule of the platform: the
// last drawn of what reacts.
func topmost(c *Context, p Point) *Node {
	var hit *Node
	best := -1
	for i := range c.Nodes {
		if n := &c.Nodes[i]; n.touches() && n.Bounds.Contains(p) && c.rank(i) > best {
			hit, best = n, c.rank(i)
		}
	}
	return hit
}

func TestTapPointSaysWhatCovers(t *testing.T) {
	t.Parallel()
	cover := &el{text: "Cover", bounds: Rect{0, 0, 1080, 800}, on: "clickable"}
	under := &el{text: "Under", bounds: Rect{100, 100, 500, 300}, on: "clickable"}
	low := &el{text: "Low", bounds: Rect{100, 2000, 500, 2100}, on: "clickable"}
	dump := dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{under, cover, low}})
	c, err := newTestTracker().Observe(Raw{XML: []byte(dump), State: State{KeyboardVisible: true, KeyboardBounds: Rect{0, 1600, 1080, 2400}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ target, by string }{{"Under", "2 button Cover"}, {"Low", Keyboard}} {
		n, err := c.Resolve(tc.target, ByText)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.TapPoint(n.ID)
		var covered *CoveredError
		if !errors.As(err, &covered) {
			t.Fatalf("TapPoint(%s) = %v, want a CoveredError", tc.target, err)
		}
		if covered.By != tc.by {
			t.Errorf("TapPoint(%s) says it is covered by %q", tc.target, covered.By)
		}
		if n.OccludedBy == "" {
			t.Errorf("%s is not marked as occluded", tc.target)
		}
	}
}

// tapPoint is where the element of that text is tapped.
func tapPoint(t *testing.T, c *Context, text string) (Point, error) {
	t.Helper()
	n, err := c.Resolve(text, ByText)
	if err != nil {
		t.Fatal(err)
	}
	return c.TapPoint(n.ID)
}

// What reaches over the edge of the display is tapped on the display, and where
// there is room.
func TestTapPointIsOnTheDisplayWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	c, err := newTestTracker().Observe(Raw{
		XML: []byte(dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{
			{text: "Half", bounds: Rect{100, 2300, 300, 2700}, on: "clickable"},
			{text: "Beyond", bounds: Rect{100, 2400, 300, 2700}, on: "clickable"},
			{text: "Wide", bounds: Rect{0, 0, 1000, 100}, on: "clickable"},
			{text: "Over most of it", bounds: Rect{0, 0, 900, 95}, on: "clickable"},
		}})),
		State: State{Width: 1080, Height: 2400},
	})
	if err != nil {
		t.Fatal(err)
	}
	if p, err := tapPoint(t, c, "Half"); err != nil || p != (Point{200, 2350}) {
		t.Errorf("half on the display: %v, %v", p, err)
	}
	if p, err := tapPoint(t, c, "Beyond"); err == nil {
		t.Errorf("beyond the display: tapped at %v", p)
	}
	// Below the cover there is a long strip of 5 pixels, right of it a short one
	// of 100.
	if p, err := tapPoint(t, c, "Wide"); err != nil || p.X < 900 || p.Y != 47 {
		t.Errorf("covered in the middle: %v, %v", p, err)
	}
}

// Of several things that cover an element, the one that takes most of it is
// named.
func TestTapPointNamesTheLargestCover(t *testing.T) {
	t.Parallel()
	c := observe(t, newTestTracker(), dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{
		{text: "Under", bounds: Rect{0, 0, 400, 100}, on: "clickable"},
		{text: "Small", bounds: Rect{0, 0, 100, 100}, on: "clickable"},
		{text: "Large", bounds: Rect{100, 0, 400, 100}, on: "clickable"},
	}}))
	_, err := tapPoint(t, c, "Under")
	if covered, ok := errors.AsType[*CoveredError](err); !ok || covered.By != "3 button Large" {
		t.Errorf("covered by %v", err)
	}
}

// A row is not covered by its own button, though a finger may meet that first.
func TestWhatIsInsideCoversNothing(t *testing.T) {
	t.Parallel()
	c := observe(t, newTestTracker(), dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{
		{text: "Row", bounds: Rect{0, 0, 400, 100}, on: "clickable", kids: []*el{{text: "All of it", bounds: Rect{0, 0, 400, 100}, on: "clickable"}}},
	}}))
	n, err := c.Resolve("Row", ByText)
	if err != nil || n.OccludedBy != "" {
		t.Errorf("%+v, %v", n, err)
	}
}

// Windows lie over each other by their layers, and keyboards over all of them,
// whatever the order in which a dump lists them.
func TestWindowsLieByTheirLayers(t *testing.T) {
	t.Parallel()
	window := func(kind string, layer int, text string) string {
		return fmt.Sprintf(`<window type=%q layer="%d" bounds="[0,0][1080,2400]"><hierarchy rotation="0">`+
			`<node class="android.widget.Button" package="com.example" text=%q clickable="true" bounds="[0,0][400,100]"/></hierarchy></window>`, kind, layer, text)
	}
	for _, order := range [][3]string{{"Keys", "Top", "Bottom"}, {"Bottom", "Top", "Keys"}, {"Top", "Bottom", "Keys"}} {
		dump := `<displays><display id="0">`
		for _, name := range order {
			dump += map[string]string{
				"Keys":   window("TYPE_INPUT_METHOD", 1, "Keys"),
				"Top":    window("TYPE_APPLICATION", 9, "Top"),
				"Bottom": window("TYPE_APPLICATION", 5, "Bottom"),
			}[name]
		}
		c := observe(t, newTestTracker(), dump+`</display></displays>`)
		by := map[string]string{}
		for _, n := range c.Nodes {
			by[n.Text] = n.OccludedBy
		}
		if len(c.Nodes) != 3 || by["Keys"] != "" || by["Top"] == "" || by["Bottom"] == "" {
			t.Errorf("%v: %v", order, by)
			continue
		}
		top, err := c.Resolve("Top", ByText)
		if err != nil {
			t.Fatal(err)
		}
		bottom, err := c.Resolve("Bottom", ByText)
		if err != nil {
			t.Fatal(err)
		}
		if c.rank(c.index(top.ID)) < c.rank(c.index(bottom.ID)) {
			t.Errorf("%v: the lower layer lies on top", order)
		}
	}
}

func TestDrawingOrderDecides(t *testing.T) {
	t.Parallel()
	node := func(text string, order int) string {
		return fmt.Sprintf(`<node text=%q class="android.widget.Button" package="a" clickable="true" drawing-order="%d" bounds="[0,0][100,100]"/>`, text, order)
	}
	c := observe(t, newTestTracker(), `<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="a" bounds="[0,0][100,100]">`+node("First listed, last drawn", 2)+node("Last listed", 1)+`</node></hierarchy>`)
	top, err := c.Resolve("First listed, last drawn", ByText)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.TapPoint(top.ID); err != nil {
		t.Errorf("the element drawn last cannot be tapped: %v", err)
	}
	below, err := c.Resolve("Last listed", ByText)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.TapPoint(below.ID); err == nil || below.OccludedBy != top.ID {
		t.Errorf("the element drawn first can be tapped (%v) or is not marked (%q)", err, below.OccludedBy)
	}
}

// Whatever lies over each other, a tap point belongs to its target alone, and
// where there is none, every pixel of the target belongs to something else.
func TestTapPointsHitTheirTarget(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		root := &el{bounds: Rect{0, 0, 60, 60}}
		parents := []*el{root}
		for range rapid.IntRange(1, 12).Draw(t, "elements") {
			parent := rapid.SampledFrom(parents).Draw(t, "parent")
			left, top := rapid.IntRange(0, 55).Draw(t, "left"), rapid.IntRange(0, 55).Draw(t, "top")
			e := &el{
				text:   rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "text"),
				bounds: Rect{left, top, rapid.IntRange(left, 60).Draw(t, "right"), rapid.IntRange(top, 60).Draw(t, "bottom")},
				on:     rapid.SampledFrom([]string{"", "clickable", "clickable checkable", "scrollable"}).Draw(t, "on"),
			}
			parent.kids = append(parent.kids, e)
			parents = append(parents, e)
		}
		c, err := newTestTracker().Observe(Raw{XML: []byte(dumpOf(root))})
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.Nodes {
			n := &c.Nodes[i]
			if !n.touches() || n.Bounds.Empty() {
				continue
			}
			p, err := c.TapPoint(n.ID)
			if err == nil {
				if hit := topmost(c, p); hit == nil || hit.ID != n.ID {
					t.Fatalf("a tap on %s at %v hits %v", n.Line(), p, hit)
				}
				continue
			}
			for x := n.Bounds.Left; x < n.Bounds.Right; x++ {
				for y := n.Bounds.Top; y < n.Bounds.Bottom; y++ {
					if hit := topmost(c, Point{x, y}); hit != nil && hit.ID == n.ID {
						t.Fatalf("%s could be tapped at %d,%d, but: %v", n.Line(), x, y, err)
					}
				}
			}
		}
	})
}
