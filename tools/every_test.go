package tools_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

// scene is a call that succeeds after some others, and how the phone shows it.
type scene struct {
	tool  string
	setup []string // as rig.must takes it
	call  string   // arguments
	holds func(*rig) bool
}

var (
	inSettings = []string{"open_app", `{"target": "Settings"}`}
	newMessage = []string{"open_app", `{"target": "Messages"}`, "tap", `{"text": "Start chat"}`}
	withFocus  = append(slices.Clone(newMessage), "focus_input", `{"view_id": "compose_message_text"}`)
	withText   = append(slices.Clone(newMessage), "type_text", `{"text": "abc", "view_id": "compose_message_text"}`)
	inPager    = []string{"open_app", `{"target": "Photos"}`, "tap", `{"text": "All photos"}`}
	inAlbums   = []string{"open_app", `{"target": "Photos"}`, "tap", `{"text": "Albums"}`}
	onWifi     = []string{"open_settings_panel", wifiPage}
	inNotes    = []string{"open_app", `{"target": "Notes"}`}
	inSubpage  = []string{"open_app", `{"target": "Settings"}`, "tap", `{"text": "Display"}`}
	atHome     = []string{"observe_screen_context", ``}
	always     = func(*rig) bool { return true }
	inFront    = func(pkg string) func(*rig) bool { return func(r *rig) bool { return r.sim.ForegroundPackage() == pkg } }
	onScreen   = func(s string) func(*rig) bool {
		return func(r *rig) bool { return strings.Contains(r.phone.Last().Model(), s) }
	}
	fieldHolds  = func(s string) func(*rig) bool { return func(r *rig) bool { return r.sim.Snapshot().FocusedText == s } }
	classInside = func(s string) func(*rig) bool {
		return func(r *rig) bool { return strings.Contains(r.sim.Snapshot().ForegroundClass, s) }
	}
)

// scenes has one of each tool that needs the phone.
var scenes = []scene{
	{"observe_screen", atHome, ``, always},
	{"observe_screen_context", atHome, ``, always},
	{"find_element", atHome, `{"text": "Messages"}`, always},
	{"open_app", atHome, `{"target": "Settings"}`, inFront("com.android.settings")},
	{"open_settings_panel", atHome, `{"panel": "bluetooth"}`, classInside("ConnectedDevice")},
	{"tap", onWifi, tapWifi, func(r *rig) bool { return r.sim.WifiEnabled() }},
	{"long_press", inNotes, `{"text": "Groceries"}`, onScreen("Delete")},
	{"double_tap", atHome, `{"text": "Messages"}`, inFront("com.google.android.apps.messaging")},
	{"focus_input", newMessage, `{"view_id": "compose_message_text"}`, func(r *rig) bool { return r.sim.Snapshot().KeyboardShown }},
	{"clear_text", withText, ``, fieldHolds("")},
	{"type_text", withFocus, `{"text": "hello"}`, fieldHolds("hello")},
	{"scroll", inSettings, `{"direction": "forward"}`, onScreen("About phone")},
	{"scroll_to_element", inSettings, `{"text": "About phone"}`, onScreen("About phone")},
	{"swipe", inPager, `{"direction": "left"}`, func(r *rig) bool { return r.sim.Snapshot().Photo == 2 }},
	{"drag_and_drop", inAlbums, dragCamera, func(r *rig) bool { return r.sim.Snapshot().Albums[2] == "Camera" }},
	{"press_back", inSubpage, ``, classInside("settings.Settings")},
	{"press_home", inSettings, ``, inFront("com.google.android.apps.nexuslauncher")},
	{"recent_apps", inSettings, ``, onScreen("Settings")},
	{"dismiss_keyboard", withFocus, ``, func(r *rig) bool { return !r.sim.Snapshot().KeyboardShown }},
	{"wait_for_ui", atHome, `{"text": "Messages", "timeout_ms": 250}`, always},
	{"wait_for_idle", atHome, `{"stable_ms": 100, "timeout_ms": 500}`, always},
	{"wait_for_app", inSettings, `{"target": "Settings", "timeout_ms": 250}`, always},
	{"wait_for_element", atHome, `{"text": "Messages", "timeout_ms": 250}`, always},
	{"wait_for_element_gone", atHome, `{"text": "Nowhere", "timeout_ms": 250}`, always},
	{"screenshot", atHome, ``, always},
}

// Each tool, in turn: with a fault that only a person can mend, cut off in the
// middle, with a fault that passes, and then as it should be. What failed has
// changed nothing, so that the last call finds the phone as it was.
func TestEveryTool(t *testing.T) {
	for _, s := range scenes {
		t.Run(s.tool, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, approve{permissions.Once}, sim.Options{SlowTime: time.Hour})
			r.must(t, s.setup...)
			before := r.sim.Snapshot()

			r.fault(t, "idle-state")
			if result := r.call(t, s.tool, s.call); result.OK || !result.Stop || result.RetryAfterMS != 0 || !result.Idempotent {
				t.Errorf("with a fault for a person: %s", result.ForModel())
			}
			r.fault(t, "slow")
			ctx, cancel := context.WithCancel(t.Context())
			r.whenAsked(t, cancel)
			result := r.Run(ctx, tools.Call{ID: "c", Name: s.tool, Arguments: json.RawMessage(s.call)})
			cancel()
			if result.OK || result.Data["cancelled"] != true || result.Stop || result.RetryAfterMS != 0 {
				t.Errorf("cut off: %s", result.ForModel())
			}
			r.cutOffInTheAct(t, s)
			r.fault(t, "killed")
			if result := r.call(t, s.tool, s.call); result.OK || result.Stop || result.RetryAfterMS == 0 || !result.Idempotent {
				// A wait has tried again until its time was over.
				if !strings.HasPrefix(s.tool, "wait_") || result.OK {
					t.Errorf("with a fault that passes: %s", result.ForModel())
				}
			}
			r.sim.ClearFaults()
			if diff := cmp.Diff(before, r.sim.Snapshot()); diff != "" {
				t.Errorf("what failed has changed the phone (-before +after):\n%s", diff)
			}
			if result := r.call(t, s.tool, s.call); result.Status != tools.Success || !s.holds(r) {
				t.Errorf("%s; the phone: %+v", result.ForModel(), r.sim.Snapshot())
			}
			if r.sim.Snapshot().FingerDown {
				t.Error("a finger is left on the screen")
			}
		})
	}
}

// cutOffInTheAct ends the call of a scene when its commands have been sent, where
// it has any; the phone, slow as it is, has not carried them out.
func (r *rig) cutOffInTheAct(t *testing.T, s scene) {
	t.Helper()
	i := slices.IndexFunc(r.Tools(), func(tool tools.Tool) bool { return tool.Name == s.tool })
	if tool := r.Tools()[i]; tool.Risk > permissions.Low {
		r.sim.ClearFaults()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r.onStarted = func() {
			r.fault(t, "slow")
			r.whenAsked(t, cancel)
		}
		result := r.Run(ctx, tools.Call{ID: "c", Name: s.tool, Arguments: json.RawMessage(s.call)})
		r.onStarted = nil
		if result.OK || result.Data["cancelled"] != true || result.Idempotent != tool.Idempotent || result.RetryAfterMS != 0 {
			t.Errorf("cut off in the act: %s", result.ForModel())
		}
	}
}

// whenAsked has f called when the phone is asked for the next thing.
func (r *rig) whenAsked(t testing.TB, f func()) {
	before := r.sim.Counters().Services
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		for r.sim.Counters().Services == before && t.Context().Err() == nil {
			time.Sleep(time.Millisecond)
		}
		f()
	}()
	t.Cleanup(func() { <-asked })
}

// fault puts one fault in the place of those before.
func (r *rig) fault(t testing.TB, name string) {
	t.Helper()
	r.sim.ClearFaults()
	if err := r.sim.SetFault(name); err != nil {
		t.Fatal(err)
	}
}
