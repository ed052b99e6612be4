package tools

import (
	"slices"
	"strings"
	"testing"

	"adroit/device"
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

// A search that scrolls on judges each time what its finger comes down on.
func TestAFingerThatMeetsASliderScrollsNoFurther(t *testing.T) {
	o := newObserver()
	runner := NewRunner(&device.Phone{}, permissions.NewBroker(permissions.Policy{}, nil, permissions.Options{}), o.registry, Options{}, Hooks{})
	a := act{use{runner, toolNamed(t, "scroll_to_element"), Call{}}, args{"text": "Receipt", "direction": "forward", "max_scrolls": 8}}
	list := element{class: "ListView", id: "a:id/list", bounds: "[0,0][1080,2400]", flags: "scrollable"}
	row := func(class, desc string) element {
		return element{class: class, desc: desc, bounds: "[0,1900][1080,2200]", flags: "clickable"}
	}
	asked := permissions.Request{}
	if err := a.mayRepeat(t.Context(), o.scene(o.see(t, list, row("TextView", "Another row"))), asked); err != nil {
		t.Errorf("over a row: %v", err)
	}
	err := a.mayRepeat(t.Context(), o.scene(o.see(t, list, row("SeekBar", "Slide to pay €499.00"))), asked)
	if err == nil || !strings.Contains(err.Error(), "Slide to pay") {
		t.Errorf("over a slider: %v", err)
	}
}

// The same act on the same element is another one where what stands around the
// element makes it graver.
func TestAGraverActIsAskedAboutAnew(t *testing.T) {
	o := newObserver()
	button := element{class: "Button", id: "a:id/b", text: "Continue", bounds: "[0,600][1080,800]", flags: "clickable"}
	see := func(words string) scene {
		return o.scene(o.see(t, element{class: "TextView", id: "a:id/t", text: words, bounds: "[0,400][1080,600]"}, button))
	}
	runner := NewRunner(&device.Phone{}, permissions.NewBroker(permissions.Policy{}, nil, permissions.Options{}), o.registry, Options{}, Hooks{})
	a := act{use{runner, toolNamed(t, "tap"), Call{}}, args{"target": "a:id/b", "strategy": "view_id"}}
	plan := func(s scene) plan {
		p, err := a.plan(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	before, same, priced := see("Step 2 of 3"), see("Step 2 of 3 "), see("Total €499.00")
	if d := a.changed(t.Context(), permissions.Request{}, before, plan(before), same, plan(same)); d != "" {
		t.Errorf("nothing has changed, but %q", d)
	}
	if d := a.changed(t.Context(), permissions.Request{}, before, plan(before), priced, plan(priced)); !strings.Contains(d, "499") {
		t.Errorf("an amount has come beside the button: %q", d)
	}
	asked, _ := a.broker.Preview(a.situation(t.Context(), priced, plan(priced)), permissions.Request{})
	if d := a.changed(t.Context(), asked, before, plan(before), priced, plan(priced)); d != "" {
		t.Errorf("the person was asked about a purchase, but %q", d)
	}
}
