package screen

import (
	"errors"
	"strings"
	"testing"
)

// What an overlay of another app covers is not touched; what it leaves free is.
func TestTapPointAvoidsOverlays(t *testing.T) {
	t.Parallel()
	observe := func(overlays ...Overlay) *Context {
		c, err := newTestTracker().Observe(Raw{
			XML:   []byte(readDump(t, "settings")),
			State: State{PackageName: "com.android.settings", Awake: true, Overlays: overlays},
		})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	bare := observe()
	var n *Node
	for i := range bare.Nodes {
		if m := &bare.Nodes[i]; m.Clickable && !m.Bounds.Empty() {
			n = m
			break
		}
	}
	if n == nil {
		t.Fatal("nothing to tap")
	}
	whole := Overlay{PackageName: "com.example.prize", Bounds: n.Bounds}
	covered := observe(whole)
	_, err := covered.TapPoint(n.ID)
	if c, ok := errors.AsType[*CoveredError](err); !ok || c.By != "a window of com.example.prize" {
		t.Errorf("wholly covered: %v", err)
	}
	if model := covered.Model(); !strings.Contains(model, "a window of com.example.prize lies over a part of it") {
		t.Errorf("the model is not told:\n%s", model)
	}
	half := whole
	half.Bounds.Right = half.Bounds.Center().X + 1
	point, err := observe(half).TapPoint(n.ID)
	if err != nil || half.Bounds.Contains(point) {
		t.Errorf("half covered: touched at %v, %v", point, err)
	}
}
