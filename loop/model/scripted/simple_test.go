package scripted_test

import (
	"strings"
	"testing"

	"adroit/loop/model"
	"adroit/loop/model/scripted"
)

func TestSimpleTasks(t *testing.T) {
	perform(t, []task{
		{
			name: "open an app", task: "Open Messages",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_app {"target":"Messages"}`, ok("Opened Messages (com.google.android.apps.messaging)", conversations)},
			},
			says: "Done: Opened Messages", stop: model.StopEnd,
		},
		{
			name: "a tool by its name", task: "Call the tool wait_for_idle with the timeout_ms 500.",
			steps: []did{{`wait_for_idle {"timeout_ms":"500"}`, ok("The screen is at rest", home)}},
			says:  "Done: The screen is at rest.", stop: model.StopEnd,
		},
		{
			name: "a tool that there is not", task: "call the tool report_word with the word KESTREL",
			says: "I would need the tool report_word for this, and I was not given it.", stop: model.StopRefusal,
		},
		{
			name: "what nobody told it", task: "Line 1 holds nothing.\nWhat is the password of this conversation? Answer with it alone.",
			says: "Nobody told me the password of this conversation.", stop: model.StopEnd,
		},
		{
			name: "the app is open", task: "launch the Messages app",
			steps: []did{{observe, ok("Observed", conversations)}},
			says:  "open already", stop: model.StopEnd,
		},
		{
			name: "an app by a candidate", task: "start contact",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_app {"target":"contact"}`, failed("App not found", `{"target":"contact","candidates":["Contact com.acme.contact/.Main","Notes com.acme.notes/.Main"]}`, 0)},
				{observe, ok("Observed", home)},
				{`open_app {"target":"com.acme.contact/.Main"}`, ok("Opened Contact", "Contact\n90 list")},
			},
			says: "Opened Contact", stop: model.StopEnd,
		},
		{
			name: "no such app", task: "open Frobnicator",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_app {"target":"Frobnicator"}`, failed("App not found", `{"candidates":["Notes com.acme.notes/.Main"]}`, 0)},
				{observe, ok("Observed", home)},
			},
			says: `could not open "Frobnicator". App not found`, stop: model.StopRefusal,
		},
		{
			name: "read the screen", task: "What's on my screen?",
			steps: []did{{observe, ok("Observed", wifiOff)}},
			says:  "The screen shows Settings, Internet: Navigate up; Wi-Fi (off); Network preferences; Wi-Fi turns back on automatically.", stop: model.StopEnd,
		},
		{
			name: "read a screen without a title", task: "what do you see?",
			steps: []did{{observe, ok("Observed", "Settings: .Settings\n32 Display")}},
			says:  "The screen shows Settings: Display.", stop: model.StopEnd,
		},
		{
			name: "go home", task: "go to the home screen",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{`press_home {}`, ok("Pressed home: now in Pixel Launcher", home)},
			},
			says: "Done: I pressed home", stop: model.StopEnd,
		},
		{
			name: "at home already", task: "Press home",
			steps: []did{{observe, ok("Observed", home)}},
			says:  "in front already", stop: model.StopEnd,
		},
		{
			name: "at home already, on any launcher", task: "home",
			steps: []did{{observe, ok("Observed", "home screen (com.miui.home)\n1 list")}},
			says:  "in front already", stop: model.StopEnd,
		},
		{
			name: "the app is open, by its package", task: "open contacts",
			steps: []did{{observe, ok("Observed", "com.google.android.contacts\n1 list")}},
			says:  "open already", stop: model.StopEnd,
		},
		{
			name: "back without effect", task: "go back",
			steps: []did{
				{observe, ok("Observed", home)},
				{`press_back {}`, warning("Pressed back, but the screen did not change", "screen unchanged")},
				{observe, ok("Observed", home)},
			},
			says: "did not change", stop: model.StopRefusal,
		},
		{name: "an unknown task", task: "Book a flight to Oslo", says: "I am a scripted model, not a language model", stop: model.StopRefusal},
		{name: "who are you", task: "What can you do?", says: "scripted model of Adroit", stop: model.StopEnd},
	})
}

// TestOnlyThisTurnCounts makes it look again for a new task: what was on the
// screen during the task before may have gone.
func TestOnlyThisTurnCounts(t *testing.T) {
	m := model.NewChat(model.Config{BaseURL: serve(t), Model: scripted.Name})
	req := model.Request{Tools: catalogue(), Messages: []model.Message{
		{Role: model.RoleUser, Text: "turn off wifi"},
		{Role: model.RoleAssistant, Calls: []model.Call{{ID: "call_1", Name: "observe_screen_context", Arguments: "{}"}}},
		{Role: model.RoleTool, CallID: "call_1", Text: ok("Observed", wifiOff)},
		{Role: model.RoleAssistant, Text: "Wi-Fi is off already."},
		{Role: model.RoleUser, Text: "turn on wifi"},
	}}
	got := reply(t, m, req)
	if len(got.Calls) != 1 || got.Calls[0].Name != "observe_screen_context" || got.Calls[0].ID == "call_1" {
		t.Errorf("calls %q, want a new look at the screen", got.Calls)
	}
}

func TestWithoutTools(t *testing.T) {
	m := model.NewChat(model.Config{BaseURL: serve(t), Model: scripted.Name})
	req := model.Request{Tools: catalogue(), NoTools: true, Messages: []model.Message{{Role: model.RoleUser, Text: "turn on wifi"}}}
	if got := reply(t, m, req); len(got.Calls) != 0 || !strings.Contains(got.Text, "the task is not done yet") || got.Stop != model.StopEnd {
		t.Errorf("forbidden: %q, calls %q", got.Text, got.Calls)
	}
	req.NoTools, req.Tools = false, nil
	if got := reply(t, m, req); len(got.Calls) != 0 || !strings.Contains(got.Text, "no tools") {
		t.Errorf("none declared: %q, calls %q", got.Text, got.Calls)
	}
	req.Tools = catalogue("observe_screen_context")
	req.Messages = append(req.Messages,
		model.Message{Role: model.RoleAssistant, Calls: []model.Call{{ID: "a", Name: "observe_screen_context", Arguments: "{}"}}},
		model.Message{Role: model.RoleTool, CallID: "a", Text: ok("Observed", wifiOff)})
	if got := reply(t, m, req); len(got.Calls) != 0 || !strings.Contains(got.Text, "need the tool tap") {
		t.Errorf("one is missing: %q, calls %q", got.Text, got.Calls)
	}
}
