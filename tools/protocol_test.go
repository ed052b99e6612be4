package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"adroit/device"
	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

const wifiPage = `{"panel": "wifi"}`

// onWifiPage is a rig that shows the Wi-Fi page and answers nothing by itself.
func onWifiPage(t testing.TB) *rig {
	t.Helper()
	r := newRig(t, nil, sim.Options{})
	r.onAsked = r.answer(t, permissions.Answer{Verdict: permissions.Once})
	r.must(t, "open_settings_panel", wifiPage)
	r.asked, r.decided, r.started = nil, nil, nil
	return r
}

// answer resolves each question with a, with the word where one is needed.
func (r *rig) answer(t testing.TB, a permissions.Answer) func(permissions.Request) {
	return func(q permissions.Request) {
		a.By, a.Word = permissions.ByPerson, q.Word
		if err := r.broker.Resolve(q.ID, a); err != nil {
			t.Error(err)
		}
	}
}

const tapWifi = `{"target": "android:id/switch_widget", "strategy": "view_id"}`

func TestAnActIsAskedAboutAsItWillBeDone(t *testing.T) {
	r := onWifiPage(t)
	before := r.phone.Last()
	result := r.call(t, "tap", tapWifi)
	if result.Status != tools.Success || !r.sim.WifiEnabled() {
		t.Fatalf("%s; Wi-Fi on: %v", result.ForModel(), r.sim.WifiEnabled())
	}
	contains(t, result.Message, `Tapped switch "Wi-Fi"`, "on now")
	contains(t, result.Screen, "[on]")
	if len(r.asked) != 1 {
		t.Fatalf("asked %d times", len(r.asked))
	}
	q := r.asked[0]
	target, err := before.Resolve(q.TargetID, "node_id")
	if err != nil {
		t.Fatal(err)
	}
	point, err := before.TapPoint(target.ID)
	if err != nil {
		t.Fatal(err)
	}
	if q.Action != `Tap switch "Wi-Fi"` || q.Risk != permissions.Medium || q.TargetLine != target.Line() ||
		*q.TargetBounds != target.Bounds || q.App != "com.android.settings" ||
		q.ObservationID != before.ObservationID || q.CallID != "c" || q.Changed != "" {
		t.Errorf("request = %+v", q)
	}
	if want := []string{string(device.Tap(point))}; !slices.Equal(q.Commands, want) {
		t.Errorf("commands = %q, want %q", q.Commands, want)
	}
	if !slices.Equal(r.started, []string{q.Action}) {
		t.Errorf("started = %q", r.started)
	}
}

// Until it is approved, and after a denial, nothing goes to the phone at all.
func TestADeniedActSendsNothing(t *testing.T) {
	calls := []struct{ name, arguments string }{
		{"tap", tapWifi},
		{"press_back", ``},
		{"press_home", ``},
		{"recent_apps", ``},
		{"swipe", `{"direction": "up"}`},
		{"open_settings_panel", `{"panel": "bluetooth"}`},
	}
	r := onWifiPage(t)
	rapid.Check(t, func(rt *rapid.T) {
		call := rapid.SampledFrom(calls).Draw(rt, "call")
		answer := permissions.Answer{Verdict: rapid.SampledFrom([]permissions.Verdict{
			permissions.Denied, permissions.StopTurn,
		}).Draw(rt, "verdict"), Message: rapid.SampledFrom([]string{"", "use the other one"}).Draw(rt, "message")}
		unanswered := rapid.Bool().Draw(rt, "unanswered")

		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		var asked sim.Counters
		r.onAsked = func(q permissions.Request) {
			asked = r.sim.Counters()
			if unanswered {
				cancel()
				return
			}
			r.answer(t, answer)(q)
		}
		before := r.sim.Snapshot()
		result := r.Run(ctx, tools.Call{ID: "c", Name: call.name, Arguments: json.RawMessage(call.arguments)})
		if result.OK || !strings.HasPrefix(result.Message, "permission denied") || result.Data["denied"] != true {
			rt.Fatalf("result = %s", result.ForModel())
		}
		if !unanswered && !strings.Contains(result.Message, answer.Message) {
			rt.Fatalf("the person's words are not in %q", result.Message)
		}
		if result.Stop != (!unanswered && answer.Verdict == permissions.StopTurn) {
			rt.Fatalf("stop = %v", result.Stop)
		}
		if now := r.sim.Counters(); now.Services != asked.Services {
			rt.Fatalf("%d requests reached the phone after the question", now.Services-asked.Services)
		}
		if after := r.sim.Snapshot(); after.WifiEnabled != before.WifiEnabled || after.ForegroundClass != before.ForegroundClass {
			rt.Fatalf("the phone changed from %+v to %+v", before, after)
		}
	})
	if len(r.started) != 0 {
		t.Errorf("started %q", r.started)
	}
}

func TestAScreenThatChangesBetweenQuestionAndAnswer(t *testing.T) {
	tapOn := func(r *rig, q permissions.Request) device.Command {
		point, err := r.phone.Last().TapPoint(q.TargetID)
		if err != nil {
			t.Fatal(err)
		}
		return device.Tap(point)
	}
	tests := []struct {
		name    string
		change  func(r *rig, q permissions.Request) []device.Command
		asked   int    // questions in all
		changed string // in the last one
		status  tools.Status
		wifi    bool // at the end
	}{
		{"nothing changes", func(*rig, permissions.Request) []device.Command { return nil }, 1, "", tools.Success, true},
		{"the switch is turned meanwhile", func(r *rig, q permissions.Request) []device.Command {
			return []device.Command{tapOn(r, q)}
		}, 2, "[off] → ", tools.Success, false},
		{"another page comes up", func(*rig, permissions.Request) []device.Command {
			return []device.Command{device.Keys(device.KeyBack)}
		}, 1, "", tools.Error, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := onWifiPage(t)
			r.onAsked = func(q permissions.Request) {
				if len(r.asked) == 1 {
					if err := r.phone.Run(t.Context(), tt.change(r, q)...); err != nil {
						t.Error(err)
					}
				}
				r.answer(t, permissions.Answer{Verdict: permissions.Once})(q)
			}
			result := r.call(t, "tap", tapWifi)
			if result.Status != tt.status || r.sim.WifiEnabled() != tt.wifi {
				t.Errorf("%s; Wi-Fi on: %v", result.ForModel(), r.sim.WifiEnabled())
			}
			if len(r.asked) != tt.asked {
				t.Fatalf("asked %d times, want %d", len(r.asked), tt.asked)
			}
			contains(t, r.asked[tt.asked-1].Changed, tt.changed)
		})
	}
}

func TestAScreenThatNeverStopsChanging(t *testing.T) {
	r := onWifiPage(t)
	r.onAsked = func(q permissions.Request) {
		point, err := r.phone.Last().TapPoint(q.TargetID)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.phone.Run(t.Context(), device.Tap(point)); err != nil {
			t.Error(err)
		}
		r.answer(t, permissions.Answer{Verdict: permissions.Once})(q)
	}
	result := r.call(t, "tap", tapWifi)
	if result.OK || result.RetryAfterMS == 0 || len(r.started) != 0 {
		t.Errorf("%s; started %q", result.ForModel(), r.started)
	}
	contains(t, result.Message, "kept changing")
}

func TestEditedArgumentsAreANewQuestion(t *testing.T) {
	r := onWifiPage(t)
	r.editFirst(t, `{"panel": "bluetooth"}`, permissions.Once)
	r.must(t, "open_settings_panel", `{"panel": "accessibility"}`)
	if len(r.asked) != 2 || !strings.Contains(r.asked[1].Action, "Bluetooth") || r.asked[1].ID == r.asked[0].ID {
		t.Fatalf("asked %+v", r.asked)
	}
	if got := r.sim.Snapshot().ForegroundClass; !strings.Contains(got, "ConnectedDevice") {
		t.Errorf("%s is in front", got)
	}
}

// TestEditedArgumentsThatDoNotFit go back to who wrote them, with what is wrong,
// and not to the model.
func TestEditedArgumentsThatDoNotFit(t *testing.T) {
	for name, tt := range map[string]struct{ tool, arguments, edited, says string }{
		"a value that is none":    {"open_settings_panel", `{"panel": "accessibility"}`, `{"panel": "vpn"}`, "panel"},
		"a field that is none":    {"open_settings_panel", `{"panel": "accessibility"}`, `{"panels": "wifi"}`, "panels"},
		"an element that is none": {"tap", tapWifi, `{"target": "Hotspot and so on", "strategy": "text"}`, "not found"},
	} {
		r := onWifiPage(t)
		r.editFirst(t, tt.edited, permissions.Denied)
		result := r.call(t, tt.tool, tt.arguments)
		if result.OK || len(r.asked) != 2 || len(r.started) != 0 {
			t.Fatalf("%s: %s; asked %d times, started %q", name, result.ForModel(), len(r.asked), r.started)
		}
		contains(t, r.asked[1].Changed, "not taken", tt.says)
		if r.asked[1].Action != r.asked[0].Action {
			t.Errorf("%s: then asked about %s", name, r.asked[1].Action)
		}
	}
}

// An edit approves nothing, not even one that changes nothing.
func TestAnEditIsNoApproval(t *testing.T) {
	r := onWifiPage(t)
	r.onAsked = func(q permissions.Request) {
		answer := permissions.Answer{Verdict: permissions.Denied}
		if len(r.asked) == 1 {
			answer = permissions.Answer{Verdict: permissions.Edit, Arguments: json.RawMessage(tapWifi)}
		}
		r.answer(t, answer)(q)
	}
	if result := r.call(t, "tap", tapWifi); result.OK || len(r.asked) != 2 || r.sim.WifiEnabled() {
		t.Errorf("asked %d times; %s", len(r.asked), result.ForModel())
	}
}

func TestASessionGrantIsNotAskedAgain(t *testing.T) {
	r := onWifiPage(t)
	r.onAsked = r.answer(t, permissions.Answer{Verdict: permissions.Session})
	r.must(t, "tap", tapWifi, "tap", tapWifi)
	if len(r.asked) != 1 || r.sim.WifiEnabled() {
		t.Errorf("asked %d times; Wi-Fi on: %v", len(r.asked), r.sim.WifiEnabled())
	}
	if len(r.decided) != 2 || r.decided[1].By != permissions.ByGrant {
		t.Errorf("decided %+v", r.decided)
	}
}

func TestThePersonsOwnHandIsNotAsked(t *testing.T) {
	r := onWifiPage(t)
	result := r.Run(t.Context(), tools.Call{ID: "h", Name: "tap", Arguments: json.RawMessage(tapWifi), ByPerson: true})
	if result.Status != tools.Success || !r.sim.WifiEnabled() || len(r.asked) != 0 {
		t.Errorf("%s; asked %d times", result.ForModel(), len(r.asked))
	}
	// What it changed is news to the model, with its next result.
	next := r.call(t, "wait_for_idle", `{"stable_ms": 100}`)
	contains(t, next.Screen, "[on]")
}

func TestTheModelIsToldEachChangeOnce(t *testing.T) {
	r := onWifiPage(t)
	first := r.call(t, "observe_screen_context", ``)
	contains(t, first.Screen, "[off]", "Network preferences")
	second := r.call(t, "tap", tapWifi)
	contains(t, second.Screen, "[on]")
	if strings.Contains(second.Screen, "Network preferences") {
		t.Errorf("the unchanged part was told again:\n%s", second.Screen)
	}
	third := r.call(t, "wait_for_idle", `{"stable_ms": 100}`)
	contains(t, third.Screen, "unchanged")
	r.ShowAll()
	fourth := r.call(t, "wait_for_idle", `{"stable_ms": 100}`)
	contains(t, fourth.Screen, "[on]", "Network preferences")
}

func TestUnknownToolsAndArgumentsSendNothing(t *testing.T) {
	r := onWifiPage(t)
	before := r.sim.Counters().Services
	tests := []struct{ name, arguments, message string }{
		{"fly", ``, `no tool is called "fly"; there are observe_screen, `},
		{"tap", `{"target": "x", "strategy": "xpath"}`, "tap: strategy: "},
		{"type_text", `{}`, "type_text: text: missing"},
	}
	for _, tt := range tests {
		result := r.call(t, tt.name, tt.arguments)
		if result.OK || result.Status != tools.Error || result.RetryAfterMS != 0 || !result.Idempotent {
			t.Errorf("%s %s: %s", tt.name, tt.arguments, result.ForModel())
		}
		contains(t, result.Message, tt.message)
	}
	if now := r.sim.Counters().Services; now != before {
		t.Errorf("%d requests reached the phone", now-before)
	}
}

func TestLabel(t *testing.T) {
	r := onWifiPage(t)
	tests := []struct{ name, arguments, want string }{
		{"tap", tapWifi, `Tap switch "Wi-Fi"`},
		{"tap", `{"target": "Nowhere", "strategy": "text"}`, `Tap "Nowhere"`},
		{"tap", `{"node_id": 999}`, `Tap element 999`},
		{"type_text", `{"text": "hunter2"}`, "Type 7 characters into the focused field"},
		{"open_app", `{"target": "Settings"}`, `Open the app "Settings"`},
		{"open_settings_panel", `{"panel": "app_info"}`, "Open the app info of the app in front"},
		{"press_back", ``, "Press back"},
		{"tap", `{}`, "tap"},
		{"fl\x1by", ``, "fl"},
	}
	for _, tt := range tests {
		got := r.Label(tools.Call{Name: tt.name, Arguments: json.RawMessage(tt.arguments)})
		if !strings.HasPrefix(got, tt.want) || strings.ContainsRune(got, '\x1b') {
			t.Errorf("Label(%s %s) = %q, want %q", tt.name, tt.arguments, got, tt.want)
		}
	}
}

// The person may go on by hand while the model's question waits for them.
func TestThePersonsHandWhileAQuestionWaits(t *testing.T) {
	r := onWifiPage(t)
	r.onAsked = func(q permissions.Request) {
		if len(r.asked) == 1 {
			byHand := r.Run(t.Context(), tools.Call{ID: "h", Name: "tap", Arguments: json.RawMessage(tapWifi), ByPerson: true})
			if byHand.Status != tools.Success || !r.sim.WifiEnabled() {
				t.Errorf("by hand: %s", byHand.ForModel())
			}
		}
		r.answer(t, permissions.Answer{Verdict: permissions.Once})(q)
	}
	result := r.call(t, "tap", tapWifi)
	if len(r.asked) != 2 || r.asked[1].Changed == "" || result.Status != tools.Success {
		t.Errorf("asked %d times: %s", len(r.asked), result.ForModel())
	}
}

// Many calls at once act one after the other, and each sees its own effect.
func TestActsDoNotOverlap(t *testing.T) {
	r := onWifiPage(t)
	var calls sync.WaitGroup
	for range 6 {
		calls.Go(func() {
			result := r.Run(t.Context(), tools.Call{Name: "tap", Arguments: json.RawMessage(tapWifi), ByPerson: true})
			if result.Status != tools.Success && result.RetryAfterMS == 0 {
				t.Error(result.ForModel())
			}
		})
	}
	calls.Wait()
	if on := len(r.started)%2 == 1; r.sim.WifiEnabled() != on {
		t.Errorf("after %d taps Wi-Fi is on: %v", len(r.started), r.sim.WifiEnabled())
	}
}

// Of two calls that looked at the same screen, the second looks again after the
// first has acted: its target may be gone.
func TestAnActOnAScreenThatAnotherHasChanged(t *testing.T) {
	r := newRig(t, nil, sim.Options{})
	if err := r.broker.SetMode(permissions.ModeMedium); err != nil {
		t.Fatal(err)
	}
	var looked sync.WaitGroup
	var looks atomic.Int32
	looked.Add(2)
	r.onScreen = func() {
		if looks.Add(1) <= 2 { // neither acts before both have looked
			looked.Done()
			looked.Wait()
		}
	}
	var calls sync.WaitGroup
	var succeeded atomic.Int32
	for range 2 {
		calls.Go(func() {
			if r.call(t, "tap", `{"text": "Chrome"}`).OK {
				succeeded.Add(1)
			}
		})
	}
	calls.Wait()
	if succeeded.Load() != 1 || len(r.started) != 1 {
		t.Errorf("%d succeeded, started %q", succeeded.Load(), r.started)
	}
}

func TestACancelledCallSaysSo(t *testing.T) {
	r := onWifiPage(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("the person pressed a key"))
	for _, name := range []string{"observe_screen_context", "wait_for_idle", "press_back"} {
		result := r.Run(ctx, tools.Call{Name: name})
		if result.OK || result.RetryAfterMS != 0 || result.Stop || result.Data["cancelled"] == nil && result.Data["denied"] == nil {
			t.Errorf("%s: %s", name, result.ForModel())
		}
	}
	if len(r.started) > 2 {
		t.Errorf("started %q", r.started)
	}
}

// What a step costs beside model and phone: the simulated phone answers at
// once, so that nearly all of it is adb, parsing and judging. One act takes
// three requests: it looks, acts, and looks again.
func BenchmarkAct(b *testing.B) {
	r := newRig(b, nil, sim.Options{})
	r.onAsked = r.answer(b, permissions.Answer{Verdict: permissions.Once})
	r.must(b, "open_settings_panel", wifiPage)
	before := r.sim.Counters().Services
	for b.Loop() {
		if result := r.call(b, "tap", tapWifi); result.Status != tools.Success {
			b.Fatal(result.ForModel())
		}
	}
	b.ReportMetric(float64(r.sim.Counters().Services-before)/float64(b.N), "requests/op")
}
