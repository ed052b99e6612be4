package scripted_test

import (
	"testing"

	"adroit/loop/model"
	"adroit/loop/model/scripted"
)

const (
	wifiOn  = "Settings: Internet\n12 switch Wi-Fi [on]"
	blueOff = "Settings: Connected devices\n20 switch Use Bluetooth [off]"
	blueOn  = "Settings: Connected devices\n20 switch Use Bluetooth [on]"
)

var (
	openWifi = did{`open_settings_panel {"panel":"wifi"}`, ok("Opened", wifiOff)}
	tapWifi  = did{tap("12"), ok("Tapped", "12 switch Wi-Fi [on]")}
)

// sees is a look at the screen.
func sees(screen string) did { return did{observe, ok("Observed", screen)} }

// TestCompoundTasks does what a task asks for one after the other.
func TestCompoundTasks(t *testing.T) {
	openSettings := did{`open_app {"target":"Settings"}`, ok("Opened Settings", settingsHome)}
	wifiAndBluetooth := []did{
		sees(home), openWifi, tapWifi,
		sees(wifiOn), {`open_settings_panel {"panel":"bluetooth"}`, ok("Opened", blueOff)}, {tap("20"), ok("Tapped", "20 switch Use Bluetooth [on]")},
	}
	const bothOn = "Done: Wi-Fi is on now. Done: Bluetooth is on now."
	offAndOn := []did{
		sees(wifiOn), {tap("12"), ok("Tapped", "12 switch Wi-Fi [off]")},
		sees(wifiOff), tapWifi,
	}
	const offAndOnAgain = "Done: Wi-Fi is off now. Done: Wi-Fi is on now."
	const readsSettings = "Done: Opened Settings. The screen shows Settings: Network & internet | Mobile, Wi-Fi, hotspot;" +
		" Connected devices | Bluetooth, pairing; Display | Dark theme, font size, brightness."
	readSettings := []did{sees(home), openSettings, sees(settingsHome)}

	tests := []struct {
		task  string
		steps []did
		says  string
		stop  model.StopReason
	}{
		{"Open Settings and tell me what is on the screen", readSettings, readsSettings, model.StopEnd},
		{"Please open Settings, then describe the screen for me.", readSettings, readsSettings, model.StopEnd},
		{"open settings. what do you see?", []did{sees(settingsHome), sees(settingsHome)}, "Settings is open already." + readsSettings[len("Done: Opened Settings."):], model.StopEnd},
		{"Turn on Wi-Fi and Bluetooth", wifiAndBluetooth, bothOn, model.StopEnd},
		{"turn Wi-Fi and Bluetooth on", wifiAndBluetooth, bothOn, model.StopEnd},
		{"Turn on Wi-Fi, then turn on Bluetooth", wifiAndBluetooth, bothOn, model.StopEnd},
		{"Turn Wi-Fi on and Bluetooth on as well", nil, "I do not know how to do that: I am a scripted model, not a language model. ", model.StopRefusal},
		{"turn wifi on and bluetooth on", wifiAndBluetooth, bothOn, model.StopEnd},
		{"turn wifi off then on", offAndOn, offAndOnAgain, model.StopEnd},
		{"turn Wi-Fi off and back on again, please", offAndOn, offAndOnAgain, model.StopEnd},
		{"turn off wifi; then turn it on again", offAndOn, offAndOnAgain, model.StopEnd},
		{
			"go home and turn Wi-Fi and Bluetooth on", append([]did{sees(home)}, wifiAndBluetooth...),
			"The home screen is in front already. " + bothOn, model.StopEnd,
		},
		{
			"open Tom and Jerry and go home",
			[]did{
				sees(wifiOff), {`open_app {"target":"Tom and Jerry"}`, ok("Opened Tom and Jerry", "Tom and Jerry\n5 list")},
				sees("Tom and Jerry\n5 list"), {`press_home {}`, ok("Pressed", home)},
			},
			"Done: Opened Tom and Jerry. Done: I pressed home.", model.StopEnd,
		},
		{
			`tap "Wi-Fi, then Bluetooth"`,
			[]did{sees(home), {`scroll_to_element {"max_scrolls":"30","text":"Wi-Fi, then Bluetooth"}`, failed("Not found", "{}", 0)}, sees(home)},
			`I see nothing named "Wi-Fi, then Bluetooth" on the screen.`, model.StopRefusal,
		},
		{
			"turn on the flux capacitor and open Messages", []did{sees(settingsHome), {`open_settings_panel {"panel":"system_settings"}`, ok("Opened", settingsHome)}, sees(settingsHome)},
			`I found no switch named "flux capacitor" on the settings screens that I looked at.`, model.StopRefusal,
		},
		{
			"turn on wifi and then go home", []did{sees(wifiOff), {tap("12"), failed("permission denied: no", `{"denied":true}`, 0)}},
			`I stop here: I was not allowed to tap "Wi-Fi" (no). I did nothing in its place.`, model.StopEnd,
		},
		{
			"tell Mia saying I go home and then open a book",
			[]did{
				sees("Messages\n- Mia Berg\n55 input Text message\n56 Send SMS"),
				{typed("55", "I go home and then open a book"), `{"ok":false,"status":"error","message":"the phone is locked","data":{},"stop":true}`},
			},
			"I stop here: the phone is locked.", model.StopRefusal,
		},
	}
	m := model.NewChat(model.Config{BaseURL: serve(t), Model: scripted.Name})
	for _, tt := range tests {
		t.Run(tt.task, func(t *testing.T) {
			req := asked(tt.task)
			follow(t, m, &req, tt.steps...)
			got := reply(t, m, req)
			says := got.Text
			if tt.steps == nil {
				says = got.Text[:min(len(tt.says), len(got.Text))]
			}
			if len(got.Calls) != 0 || got.Stop != tt.stop || says != tt.says {
				t.Errorf("at the end: %q, %s, calls %q; want %q, %s", got.Text, got.Stop, got.Calls, tt.says, tt.stop)
			}
		})
	}
}

// asked is a conversation that begins with a task.
func asked(task string) model.Request {
	return model.Request{System: "You work a phone.", Tools: catalogue(), Messages: []model.Message{{Role: model.RoleUser, Text: task}}}
}
