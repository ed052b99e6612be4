package screen

import "testing"

func TestUnderIsWhatAFingerMeets(t *testing.T) {
	keyboard := Rect{0, 1500, 1080, 2400}
	c := &Context{
		Width: 1080, Height: 2400, KeyboardVisible: true, KeyboardBounds: &keyboard,
		Overlays: []Overlay{{PackageName: "com.example.bubble", Bounds: Rect{900, 0, 1080, 100}}},
		Nodes: []Node{
			{ID: "1", Role: List, Bounds: Rect{0, 0, 1080, 2300}, Scrollable: true},
			{ID: "2", Role: Button, Clickable: true, Bounds: Rect{0, 100, 1080, 300}},
			{ID: "3", Role: Text, Parent: "2", Bounds: Rect{100, 100, 500, 300}},
			{ID: "4", Role: Slider, Bounds: Rect{0, 400, 1080, 500}},
			{ID: "5", Role: Button, Clickable: true, Bounds: Rect{0, 450, 200, 600}},
			{ID: "6", Role: Button, Clickable: true, Bounds: Rect{0, 1400, 1080, 1800}},
			{ID: "7", Role: Button, Clickable: true, WindowID: keyboardPrefix + "1", Bounds: Rect{0, 1900, 100, 2000}},
		},
	}
	for _, tt := range []struct {
		p        Point
		node, by string
	}{
		{Point{10, 10}, "1", ""},
		{Point{200, 200}, "2", ""}, // not the words on it
		{Point{500, 450}, "4", ""},
		{Point{100, 470}, "5", ""}, // drawn over the slider
		{Point{950, 50}, "", "a window of com.example.bubble"},
		{Point{10, 1450}, "6", ""},
		{Point{10, 1600}, "", Keyboard}, // not the button beneath
		{Point{10, 1950}, "7", ""},      // a key
		{Point{10, 2350}, "", Keyboard},
	} {
		n, by := c.Under(tt.p)
		id := ""
		if n != nil {
			id = n.ID
		}
		if id != tt.node || by != tt.by {
			t.Errorf("under %v: node %q, %q; want node %q, %q", tt.p, id, by, tt.node, tt.by)
		}
	}
	c.KeyboardVisible = false
	if n, by := c.Under(Point{10, 2350}); n != nil || by != "" {
		t.Errorf("under nothing: %v, %q", n, by)
	}
}
