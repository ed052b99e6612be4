package ui

import (
	"encoding/json"

	"adroit/device/screen"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// The events of a small run, as a session would tell them.

func turnStarted(words string) event.Event {
	return event.Event{Type: event.TurnStarted, TurnID: "t1", Text: words}
}

func stepStarted(n int) event.Event {
	return event.Event{Type: event.StepStarted, TurnID: "t1", Step: n, MaxSteps: 40}
}

func says(step int, words string) event.Event {
	return event.Event{Type: event.AssistantText, TurnID: "t1", Step: step, Text: words}
}

func called(t event.Type, id, tool, label string) event.Event {
	return event.Event{Type: t, TurnID: "t1", CallID: id, Tool: tool, Label: label}
}

func (d *driver) finished(id string, r tools.Result) event.Event {
	return event.Event{Type: event.ToolFinished, TurnID: "t1", CallID: id, DurationMS: 812, Result: asJSON(d.t, r)}
}

// settings is a screen with a switch, a secret, and text that tries to drive
// the terminal.
func (d *driver) settings(wifi bool) event.Event {
	return event.Event{Type: event.ScreenObserved, Screen: asJSON(d.t, d.settingsScreen(wifi))}
}

func (d *driver) settingsScreen(wifi bool) screen.Context {
	return screen.Context{
		ObservationID: "o1", PackageName: "com.android.settings", AppLabel: "Settings", WindowTitle: "Network & internet",
		Width: 1080, Height: 2400, Awake: true, Complete: true, CapturedAt: d.now, Sensitive: true,
		Nodes: []screen.Node{
			{ID: "1", Role: screen.List, Bounds: screen.Rect{Top: 200, Right: 1080, Bottom: 2200}, Scrollable: true, Enabled: true},
			{ID: "2", Role: screen.Item, Label: "Internet", Parent: "1", Bounds: screen.Rect{Top: 220, Right: 1080, Bottom: 400}, Clickable: true, Enabled: true},
			{ID: "3", Role: screen.Text, Label: "Networks available", Parent: "2", Bounds: screen.Rect{Left: 100, Top: 320, Right: 800, Bottom: 390}, Enabled: true},
			{ID: "4", Role: screen.Switch, Label: "Wi-Fi", Parent: "1", Bounds: screen.Rect{Left: 864, Top: 450, Right: 1016, Bottom: 590}, Clickable: true, Checkable: true, Checked: wifi, Enabled: true},
			{ID: "5", Role: screen.Item, Label: "Mobile network", Parent: "1", Bounds: screen.Rect{Top: 640, Right: 1080, Bottom: 820}, Clickable: true},
			{ID: "6", Role: screen.Text, Label: "Signed in as [REDACTED]", Parent: "1", Bounds: screen.Rect{Top: 1040, Right: 1080, Bottom: 1140}, Enabled: true, Redacted: []string{"email"}},
			{ID: "7", Role: screen.Text, Label: "\x1b]0;owned\x07evil \u202egnp.exe\u009b2J", Parent: "1", Bounds: screen.Rect{Top: 1140, Right: 1080, Bottom: 1240}, Enabled: true},
			{ID: "8", Role: screen.Heading, Label: "設定 ❤️ שלום 한국어", Bounds: screen.Rect{Top: 40, Right: 1080, Bottom: 180}, Enabled: true},
			{ID: "9", Role: screen.Input, Label: "検索 🔍", Bounds: screen.Rect{Top: 1300, Right: 1080, Bottom: 1500}, IsInput: true, Clickable: true, Enabled: true},
		},
	}
}

// medium asks to tap the switch.
func medium(id string) permissions.Request {
	return permissions.Request{
		ID: id, CallID: "c1", Tool: "tap", Risk: permissions.Medium, Grantable: true,
		Reasons: []string{"taps what is on the screen"}, Action: `Tap switch "Wi-Fi"`, Commands: []string{"input tap 940 520"},
		TargetID: "4", TargetLine: "4 switch Wi-Fi [off]", TargetBounds: &screen.Rect{Left: 864, Top: 450, Right: 1016, Bottom: 590},
		App: "com.android.settings", AppLabel: "Settings", Window: "Network & internet",
	}
}

// editableRequest asks with arguments that can be changed.
func editableRequest(id string) permissions.Request {
	r := medium(id)
	r.Arguments = json.RawMessage(`{"target":"4","strategy":"node_id"}`)
	return r
}

// high asks to send a message.
func high(id string) permissions.Request {
	return permissions.Request{
		ID: id, CallID: "c1", Tool: "tap", Risk: permissions.High, Word: "kayak",
		Classes: []permissions.Class{permissions.MessageSend}, Reasons: []string{"sends a message to other people"},
		Action: `Tap button "Send"`, Stakes: []string{"Anna", "Text message: See you tomorrow"}, Commands: []string{"input tap 980 2200"},
		TargetID: "9", TargetLine: "9 button Send", App: "com.example.messages", AppLabel: "Messages", Window: "Anna",
	}
}

// long asks with more than fits on a small screen.
func long(id string) permissions.Request {
	r := medium(id)
	for range 30 {
		r.Commands = append(r.Commands, "input swipe 540 1800 540 600 300")
	}
	r.Commands = append(r.Commands, "input tap 13 13")
	return r
}

func (d *driver) asks(r permissions.Request) event.Event {
	return event.Event{
		Type: event.ApprovalRequested, TurnID: "t1", CallID: r.CallID, Tool: r.Tool, RequestID: r.ID,
		Request: asJSON(d.t, r), Label: r.Action, Risk: r.Risk.String(),
	}
}

// held tells that the approvals have moved.
func held(by string) event.Event { return event.Event{Type: event.ApprovalsMoved, State: by} }

func decided(r permissions.Request, v permissions.Verdict, by, words string) event.Event {
	return event.Event{
		Type: event.ApprovalDecided, TurnID: "t1", CallID: r.CallID, Tool: r.Tool, RequestID: r.ID,
		Risk: r.Risk.String(), Decision: string(v), By: by, Text: words,
	}
}

// asking brings the driver to the question r.
func (d *driver) asking(r permissions.Request) {
	proposal := called(event.ToolProposed, r.CallID, r.Tool, r.Action)
	proposal.Arguments = json.RawMessage(`{"target":"4","strategy":"node_id"}`)
	d.happen(
		d.settings(false), turnStarted("Turn on Wi-Fi"), stepStarted(1), says(1, "I tap the **switch**."),
		proposal, called(event.ToolStarted, r.CallID, r.Tool, r.Action), d.asks(r),
	)
}

func ok(message string) tools.Result {
	return tools.Result{OK: true, Status: tools.Success, Message: message}
}
