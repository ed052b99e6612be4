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
