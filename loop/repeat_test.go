package loop

import (
	"encoding/json"
	"testing"

	"adroit/device/screen"
)

func TestSameScreen(t *testing.T) {
	changes := map[string]struct {
		change func(*screen.Context)
		same   bool
	}{
		"observed again":     {func(c *screen.Context) { c.ObservationID = "o2"; c.DurationMS = 7 }, true},
		"another app":        {func(c *screen.Context) { c.PackageName = "com.other" }, false},
		"another window":     {func(c *screen.Context) { c.WindowTitle = "Dialog" }, false},
		"the keyboard came":  {func(c *screen.Context) { c.KeyboardVisible = true }, false},
		"turned":             {func(c *screen.Context) { c.Rotation = 1 }, false},
		"locked":             {func(c *screen.Context) { c.Locked = true }, false},
		"asleep":             {func(c *screen.Context) { c.Awake = false }, false},
		"a switch is off":    {func(c *screen.Context) { c.Nodes[2].Checked = false }, false},
		"another text":       {func(c *screen.Context) { c.Nodes[4].Text, c.Nodes[4].Label = "Later", "Later" }, false},
		"a row moved":        {func(c *screen.Context) { c.Nodes[4].Bounds = screen.Rect{Top: 10, Bottom: 20} }, false},
		"a row is gone":      {func(c *screen.Context) { c.Nodes = c.Nodes[:4] }, false},
		"a new row came":     {func(c *screen.Context) { c.Nodes = append(c.Nodes, screen.Node{ID: "6", Label: "New"}) }, false},
		"nothing whatsoever": {func(*screen.Context) {}, true},
	}
	for name, test := range changes {
		t.Run(name, func(t *testing.T) {
			next := settings(true)
			test.change(next)
			if got := sameScreen(settings(true), next); got != test.same {
				t.Errorf("same is %v", got)
			}
		})
	}
	if !sameScreen(nil, nil) || sameScreen(nil, settings(true)) || sameScreen(settings(true), nil) {
		t.Error("no screen is like no screen, and like nothing else")
	}
}

func TestCanonicalArguments(t *testing.T) {
	a := canonical(json.RawMessage(`{ "b": [1, 2], "a": "x" }`))
	if b := canonical(json.RawMessage(`{"a":"x","b":[1,2]}`)); a != b {
		t.Errorf("%s is not %s", a, b)
	}
	if got := canonical(json.RawMessage(`{"a":`)); got != `{"a":` {
		t.Errorf("broken arguments become %q", got)
	}
}
