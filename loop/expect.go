package loop

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"adroit/device/screen"
)

// Expectation is a state of the screen that the harness can see for itself.
type Expectation struct {
	kind  string
	value string
}

// kinds are the forms of an Expectation: how each looks at a complete screen.
// seen says what is there instead, in words that hold no text of the phone,
// because they reach the model outside of a tool result.
var kinds = map[string]func(c *screen.Context, value string) (holds bool, seen string){
	"text": func(c *screen.Context, value string) (bool, string) {
		return shows(c, value), "it is not on the screen"
	},
	"gone": func(c *screen.Context, value string) (bool, string) {
		return c.Complete && !shows(c, value), "it is still on the screen, or not all of the screen can be read"
	},
	"app": func(c *screen.Context, value string) (bool, string) {
		return c.PackageName == value || strings.EqualFold(c.AppLabel, value), "in front is " + c.PackageName
	},
	"element": func(c *screen.Context, value string) (bool, string) {
		return len(c.Find(screen.Query{Text: value, Match: screen.Exact})) > 0, "no element is called so"
	},
	"checked":   func(c *screen.Context, value string) (bool, string) { return hasState(c, value, true) },
	"unchecked": func(c *screen.Context, value string) (bool, string) { return hasState(c, value, false) },
}

// ParseExpectation reads an Expectation: text=WORDS, gone=WORDS (on the screen
// or not), app=PACKAGE or app=LABEL (in front), element=LABEL (there),
// checked=LABEL or unchecked=LABEL (a switch, checkbox or radio button).
func ParseExpectation(s string) (Expectation, error) {
	kind, value, ok := strings.Cut(s, "=")
	if _, known := kinds[kind]; !ok || !known || strings.TrimSpace(value) == "" {
		return Expectation{}, fmt.Errorf("expectation %q: want text=…, gone=…, app=…, element=…, checked=… or unchecked=…", s)
	}
	return Expectation{kind, strings.TrimSpace(value)}, nil
}

// ExpectationKinds are the words before the "=" of an expectation.
func ExpectationKinds() []string { return slices.Sorted(maps.Keys(kinds)) }

// String is the form that ParseExpectation reads.
func (e Expectation) String() string { return e.kind + "=" + e.value }

// holds reports whether the screen is as expected. A screen that may not be
// the one in front proves nothing.
func (e Expectation) holds(c *screen.Context) (holds bool, seen string) {
	switch {
	case c.Stale:
		return false, "the screen that can be read is not the one in front"
	case !c.Awake:
		return false, "the phone's screen is off"
	case c.Locked:
		return false, "the phone is locked"
	}
	return kinds[e.kind](c, e.value)
}

// shows reports whether any text on the screen contains the words.
func shows(c *screen.Context, words string) bool {
	return len(c.Find(screen.Query{Text: words})) > 0 || len(c.Find(screen.Query{ContentDescription: words})) > 0
}

// hasState reports whether the switch, checkbox or radio button called label
// is on, or off.
func hasState(c *screen.Context, label string, on bool) (bool, string) {
	for _, n := range c.Find(screen.Query{Text: label}) {
		box := checkable(c, n)
		switch {
		case box == nil:
		case box.Checked == on:
			return true, ""
		case on:
			return false, "it is off"
		default:
			return false, "it is on"
		}
	}
	return false, "there is nothing of this name that can be on or off"
}

// checkable is the one node that can be on or off in n, or in the nearest
// container around n that has any: a row of settings carries its label beside
// the switch. It is nil where there is none, no single one, or one beside n that
// is called otherwise: it is somebody else's.
func checkable(c *screen.Context, n *screen.Node) *screen.Node {
	for around := n; ; {
		var boxes []*screen.Node
		for i := range c.Nodes {
			if c.Nodes[i].Checkable && within(c, &c.Nodes[i], around.ID) {
				boxes = append(boxes, &c.Nodes[i])
			}
		}
		if len(boxes) == 1 && (around == n || nameless(boxes[0])) {
			return boxes[0]
		}
		parent, ok := c.Node(around.Parent)
		if len(boxes) > 0 || !ok {
			return nil
		}
		around = parent
	}
}

// nameless reports whether n has no label but perhaps its view id.
func nameless(n *screen.Node) bool { return n.Label == "" || strings.HasPrefix(n.Label, "#") }

// within reports whether n is the node with the given id, or lies inside it.
func within(c *screen.Context, n *screen.Node, id string) bool {
	for ok := true; ok; n, ok = c.Node(n.Parent) {
		if n.ID == id {
			return true
		}
	}
	return false
}
