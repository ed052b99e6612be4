package scripted_test

import (
	"strings"
	"testing"

	"adroit/loop/model"
	"adroit/loop/model/scripted"
)

const (
	disproof = "[Checked by the program, not by the person] It is not done:\nunchecked=Wi-Fi: it is off\nGo on with the request, or say what keeps you from it."
	goOn     = "Go on with what I asked for."
)

// ends wants that m says this in the end, and adds it and words in the person's
// place to req.
func ends(t *testing.T, m model.Model, req *model.Request, says string, then string) {
	t.Helper()
	got := reply(t, m, *req)
	if len(got.Calls) != 0 || got.Stop != model.StopEnd || got.Text != says {
		t.Fatalf("%q, %s, calls %q; want %q and a normal end", got.Text, got.Stop, got.Calls, says)
	}
	req.Messages = append(req.Messages,
		model.Message{Role: model.RoleAssistant, Text: got.Text}, model.Message{Role: model.RoleUser, Text: then})
}

const composed = "Messages: Jonas\n- Jonas\n64 list\n61 input On my way\n63 Send SMS"

// TestTakenUp goes on with the same task after a check that found it not done,
// and after an interruption.
func TestTakenUp(t *testing.T) {
	const message = `Send "On my way" to Jonas`
	unknown := `{"ok":false,"status":"error","message":"it may or may not have happened","data":{"unknown_effect":true}}`
	tests := []struct {
		name, task string
		steps      []did
		says       string // before it is taken up; empty where it was interrupted
		then       string
		again      []did
		finally    string
	}{
		{
			"what is missing is done", "turn on wifi", []did{sees(wifiOn)}, "Wi-Fi is on already, so there was nothing to do.",
			disproof, []did{sees(wifiOff), tapWifi}, "Done: Wi-Fi is on now.",
		},
		{
			"the switch has sprung back", "turn on wifi", []did{sees(wifiOff), tapWifi}, "Done: Wi-Fi is on now.",
			disproof, []did{sees(wifiOff), tapWifi}, "Done: Wi-Fi is on now.",
		},
		{
			"nothing is missing to the eye", "turn on wifi", []did{sees(wifiOff), tapWifi}, "Done: Wi-Fi is on now.",
			disproof, []did{sees(wifiOn)}, "I looked again. Wi-Fi is on already, so there was nothing to do. I cannot see what is missing.",
		},
		{
			"only the last word on a switch counts", "turn wifi off, then on",
			[]did{sees(wifiOff), sees(wifiOff), tapWifi}, "Wi-Fi is off already, so there was nothing to do. Done: Wi-Fi is on now.",
			disproof, []did{sees(wifiOn)}, "I looked again. Wi-Fi is on already, so there was nothing to do. I cannot see what is missing.",
		},
		{
			"the app is not in front any more", "open Messages",
			[]did{sees(home), {`open_app {"target":"Messages"}`, ok("Opened Messages", conversations)}}, "Done: Opened Messages.",
			disproof, []did{sees(home), {`open_app {"target":"Messages"}`, ok("Opened Messages", conversations)}}, "Done: Opened Messages.",
		},
		{
			"a message is not sent twice", message, []did{sees(composed), {tap("63"), ok("Tapped", "")}, sees("Messages: Jonas\n- Jonas\n- On my way\n61 input Text message")},
			`Done: I sent "On my way" to Jonas.`,
			disproof, []did{sees("Messages: Jonas\n- Jonas\n- On my way\n61 input Text message")},
			`I looked again. Done: I sent "On my way" to Jonas. I cannot see what is missing.`,
		},
		{
			"back is not pressed twice", "go back", []did{sees(wifiOff), {`press_back {}`, ok("Pressed", settingsHome)}}, "Done: I pressed back.",
			disproof, []did{sees(settingsHome)}, "I looked again. I pressed back before, and do not press it twice. I cannot see what is missing.",
		},
		{
			"nothing is tapped twice", "tap Contacts", []did{sees(home), {tap("2"), ok("Tapped Contacts", "Contacts\n9 list")}}, "Done: Tapped Contacts.",
			disproof, []did{sees("Contacts\n9 list")}, `I looked again. I tapped "Contacts" before, and do not tap it twice. I cannot see what is missing.`,
		},
		{
			"a denial stands", "turn on wifi", []did{sees(wifiOff), {tap("12"), failed("permission denied", `{"denied":true}`, 0)}},
			`I stop here: I was not allowed to tap "Wi-Fi". I did nothing in its place.`,
			disproof, nil, `I stop here: I was not allowed to tap "Wi-Fi". I did nothing in its place.`,
		},
		{
			"interrupted", "turn on wifi", []did{sees(home), openWifi, {tap("12"), unknown}}, "",
			goOn, []did{sees(wifiOn)}, "Wi-Fi is on already, so there was nothing to do.",
		},
		{
			"interrupted, it is not known whether the message went", message, []did{sees(composed), {tap("63"), unknown}}, "",
			goOn, []did{sees("Messages: Jonas\n- Jonas\n- On my way\n61 input Text message")}, `Done: I sent "On my way" to Jonas.`,
		},
		{
			"go on after a denial", "turn on wifi", []did{sees(wifiOff), {tap("12"), failed("permission denied", `{"denied":true}`, 0)}},
			`I stop here: I was not allowed to tap "Wi-Fi". I did nothing in its place.`,
			"please continue", []did{sees(wifiOff), tapWifi}, "Done: Wi-Fi is on now.",
		},
		{
			"a picture is no new task", "turn on wifi", []did{sees(wifiOff)}, "",
			"[From the program, not from the person] Here is a picture of the screen.", []did{tapWifi}, "Done: Wi-Fi is on now.",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := model.NewChat(model.Config{BaseURL: serve(t), Model: scripted.Name})
			req := asked(tt.task)
			follow(t, m, &req, tt.steps...)
			if tt.says != "" {
				ends(t, m, &req, tt.says, tt.then)
			} else {
				req.Messages = append(req.Messages,
					model.Message{Role: model.RoleAssistant, Text: "[This request ended early (failed).]"},
					model.Message{Role: model.RoleUser, Text: tt.then})
			}
			follow(t, m, &req, tt.again...)
			ends(t, m, &req, tt.finally, "")
		})
	}
}

// TestOutOfSteps says where the task stands when no tool may be used any more:
// it is no refusal, and nothing else is begun.
func TestOutOfSteps(t *testing.T) {
	m := model.NewChat(model.Config{BaseURL: serve(t), Model: scripted.Name})
	for _, tt := range []struct {
		task  string
		steps []did
		says  string
	}{
		{"turn on wifi", nil, "I have to stop here, and the task is not done yet."},
		{"turn on wifi", []did{sees(home)}, "I have to stop here, and the task is not done yet. The last thing I did was to look at the screen."},
		{"turn on wifi", []did{sees(home), openWifi}, "I have to stop here, and the task is not done yet. The last thing I did was to open the wifi settings."},
		{
			"turn on wifi", []did{sees(wifiOff), {tap("12"), warning("It is still off", "screen unchanged")}},
			`I have to stop here, and the task is not done yet. The last thing I tried was to tap "Wi-Fi": It is still off.`,
		},
		{
			"turn on wifi, go home and open Contacts", []did{sees(wifiOff), tapWifi},
			"Done: Wi-Fi is on now. I have to stop here, and the task is not done yet.",
		},
		{"turn on wifi", []did{sees(wifiOff), tapWifi}, "Done: Wi-Fi is on now."},
	} {
		req := asked(tt.task)
		follow(t, m, &req, tt.steps...)
		req.NoTools = true
		ends(t, m, &req, tt.says, "")
	}
}

// TestCommandDialect works a phone with tool calls that are written as text.
func TestCommandDialect(t *testing.T) {
	m := model.NewCommand(model.Config{BaseURL: serve(t), Model: scripted.Name})
	req := asked(`open Messages, then turn on Wi-Fi`)
	follow(t, m, &req,
		sees(home), did{`open_app {"target":"Messages"}`, ok("Opened Messages", conversations)},
		sees(conversations), openWifi)
	noTools := req
	noTools.NoTools = true
	ends(t, m, &noTools, "Done: Opened Messages. I have to stop here, and the task is not done yet. The last thing I did was to open the wifi settings.", "")
	follow(t, m, &req, tapWifi)
	ends(t, m, &req, "Done: Opened Messages. Done: Wi-Fi is on now.", disproof)
	follow(t, m, &req, sees(conversations), sees(wifiOn))
	ends(t, m, &req, "I looked again. Messages is open already. Wi-Fi is on already, so there was nothing to do. I cannot see what is missing.", "")

	got := reply(t, m, asked("Book a flight to Oslo"))
	if got.Stop != model.StopRefusal || !strings.Contains(got.Text, `("Turn on Wi-Fi")`) {
		t.Errorf("an unknown task: %q, %s", got.Text, got.Stop)
	}
	got = reply(t, model.NewCommand(model.Config{BaseURL: serve(t), Model: scripted.Name, NoStream: true}), asked("go home"))
	if len(got.Calls) != 1 || got.Text == "" {
		t.Errorf("a whole reply: %+v", got)
	}
}
