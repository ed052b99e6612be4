package tools_test

import (
	"slices"
	"strings"
	"testing"

	"adroit/device/sim"
	"adroit/permissions"
)

// A gesture that would meet another app's window over the one in front is not
// made, like a tap there.
func TestGesturesOverAnOverlay(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Photos"}`, "tap", `{"text": "All photos"}`)
	r.sim.Broadcast(sim.TrickOverlay, map[string]string{"at": "0,300,1080,2200"})
	r.must(t, "observe_screen_context", ``)
	r.started, r.asked = nil, nil
	for _, call := range [][2]string{
		{"swipe", `{"direction": "left"}`},
		{"swipe", `{"start_x": 900, "start_y": 1000, "end_x": 100, "end_y": 1000}`},
		{"swipe", `{"start_x": 500, "start_y": 1000, "end_x": 500, "end_y": 1000}`},
		{"drag_and_drop", `{"start_x": 500, "start_y": 1000, "end_x": 500, "end_y": 200}`},
		{"drag_and_drop", `{"start_x": 500, "start_y": 200, "end_x": 500, "end_y": 1000}`},
		{"scroll", `{"direction": "forward"}`},
	} {
		result := r.call(t, call[0], call[1])
		by, _ := result.Data["covered_by"].(string)
		if result.OK || !result.Idempotent || !strings.Contains(by, "com.example.prize") {
			t.Errorf("%s %s: %s", call[0], call[1], result.ForModel())
		}
	}
	if s := r.sim.Snapshot(); len(r.started)+len(r.asked) > 0 || len(s.Deceived) > 0 || s.Photo != 1 {
		t.Errorf("it acted: %q, asked %s; pressed %q; photo %d", r.started, actions(r.asked), s.Deceived, s.Photo)
	}
}

// In a window that another app has put over the one in front, coordinates are
// asked about as what they are.
func TestGesturesInAForeignWindow(t *testing.T) {
	t.Parallel()
	for _, call := range [][2]string{
		{"swipe", `{"start_x": 500, "start_y": %ALLOW%, "end_x": 500, "end_y": %ALLOW%}`},
		{"drag_and_drop", `{"start_x": 500, "start_y": %ALLOW%, "end_x": 500, "end_y": %ALLOW%}`},
	} {
		t.Run(call[0]+" "+call[1], func(t *testing.T) {
			t.Parallel()
			r := newRig(t, approve{permissions.Denied}, sim.Options{})
			r.must(t, "observe_screen_context", ``)
			r.sim.Broadcast(sim.TrickDialog, nil)
			r.must(t, "observe_screen_context", ``)
			arguments := strings.ReplaceAll(call[1], "%ALLOW%", r.centre(t, "Allow")[1])
			result := r.call(t, call[0], arguments)
			if result.OK || !asks(r.asked, permissions.ForeignWindow) {
				t.Errorf("%s; asked %s", result.ForModel(), actions(r.asked))
			}
			asked := len(r.asked)
			if beside := r.call(t, "swipe", `{"direction": "up"}`); beside.OK || beside.Data["covered_by"] == nil || len(r.asked) > asked {
				t.Errorf("beside the window: %s", beside.ForModel())
			}
			if pressed := r.sim.Snapshot().Deceived; len(pressed) > 0 {
				t.Errorf("pressed %q", pressed)
			}
			// A finger that stays where it is taps what is there.
			if !slices.ContainsFunc(r.asked, func(q permissions.Request) bool { return strings.Contains(q.TargetLine, "Allow") }) {
				t.Errorf("the target is not named: %s", actions(r.asked))
			}
		})
	}
}
