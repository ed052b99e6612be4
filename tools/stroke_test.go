package tools

import (
	"slices"
	"strings"
	"testing"

	"adroit/device/screen"
	"adroit/permissions"
)

// What a finger comes down on, and where it ends, is judged like an element
// that a call names, however the call names it.
func TestEndsOfAStrokeAreJudged(t *testing.T) {
	const across = `"start_x": 100, "start_y": 200, "end_x": 1000, "end_y": 200`
	slider := element{class: "SeekBar", id: "a:id/pay", desc: "Slide to pay €499.00", flags: "clickable focusable"}
	pay := element{class: "Button", id: "a:id/pay", text: "Pay €499.00", flags: "clickable"}
	row := element{class: "TextView", id: "a:id/row", text: "Recipes", flags: "clickable"}
	tests := []struct {
		name, tool, arguments string
		elements              []element
		class                 permissions.Class // "" for none
	}{
		{"a slider that pays, by coordinates", "swipe", `{` + across + `}`, []element{slider}, permissions.Payment},
		{"a slider that pays, dragged", "drag_and_drop", `{` + across + `}`, []element{slider}, permissions.Payment},
		{"a slider that pays, swiped inside", "swipe", `{"direction": "right", "container": "a:id/pay", "container_strategy": "view_id"}`, []element{slider}, permissions.Payment},
		{"a swipe that is a tap", "swipe", `{"start_x": 100, "start_y": 200, "end_x": 110, "end_y": 205}`, []element{pay}, permissions.Payment},
		{"a swipe from a button", "swipe", `{"start_x": 100, "start_y": 200, "end_x": 110, "end_y": 900}`, []element{pay}, ""},
		{"something dropped on a button", "drag_and_drop", `{"start_x": 100, "start_y": 400, "end_x": 100, "end_y": 200}`, []element{pay, row}, permissions.Payment},
		{"a row", "swipe", `{` + across + `}`, []element{row}, ""},
		{"a row, dragged", "drag_and_drop", `{"start_x": 100, "start_y": 200, "end_x": 100, "end_y": 400}`, []element{row, row}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := newObserver()
			c := o.see(t, tt.elements...)
			p := o.planned(t, c, tt.tool, tt.arguments)
			ruling := permissions.Policy{}.Rule(permissions.Situation{
				Tool: tt.tool, Risk: permissions.Medium, Screen: c, Target: p.target, From: p.from, Presses: p.presses,
			})
			if got := slices.Contains(ruling.Classes, tt.class); got != (tt.class != "") || tt.class == "" && len(ruling.Classes) > 0 {
				t.Errorf("classes %v because of %q, want %q", ruling.Classes, ruling.Reasons, tt.class)
			}
		})
	}
}

// Another thing beneath the coordinates that were approved is another act.
func TestCoordinatesOverSomethingElseAreAnotherAct(t *testing.T) {
	button := func(label string) element {
		return element{class: "Button", id: "a:id/b", text: label, flags: "clickable"}
	}
	for _, tt := range []struct{ name, tool, arguments string }{
		{"at the start of a swipe", "swipe", `{"start_x": 100, "start_y": 200, "end_x": 100, "end_y": 2000}`},
		{"at the end of a swipe", "swipe", `{"start_x": 100, "start_y": 2000, "end_x": 100, "end_y": 200}`},
		{"at the start of a drag", "drag_and_drop", `{"start_x": 100, "start_y": 200, "end_x": 100, "end_y": 2000}`},
		{"at the end of a drag", "drag_and_drop", `{"start_x": 100, "start_y": 2000, "end_x": 100, "end_y": 200}`},
	} {
		o := newObserver()
		before, after := o.see(t, button("Archive")), o.see(t, button("Delete"))
		p, q := o.planned(t, before, tt.tool, tt.arguments), o.planned(t, after, tt.tool, tt.arguments)
		if d := difference(p, before, q, after); !strings.Contains(d, "Archive") || !strings.Contains(d, "Delete") {
			t.Errorf("%s: the difference is %q", tt.name, d)
		}
		if !strings.Contains(p.action, `button "Archive"`) {
			t.Errorf("%s: %q does not name it", tt.name, p.action)
		}
	}
}

func TestAStillFingerTaps(t *testing.T) {
	for _, tt := range []struct {
		to   screen.Point
		want bool
	}{{screen.Point{X: 100, Y: 100}, true}, {screen.Point{X: 132, Y: 68}, true}, {screen.Point{X: 133, Y: 100}, false}, {screen.Point{X: 100, Y: 67}, false}} {
		if got := (stroke{screen.Point{X: 100, Y: 100}, tt.to}).still(); got != tt.want {
			t.Errorf("still to %v = %v", tt.to, got)
		}
	}
}
