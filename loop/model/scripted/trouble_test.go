package scripted_test

import (
	"strings"
	"testing"

	"adroit/loop/model"
)

// What goes wrong on the way is tried again, or told.
func TestTrouble(t *testing.T) {
	perform(t, []task{
		{
			name: "tap without effect, then with", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{tap("12"), warning("Tapped, but it is still off", "screen unchanged")},
				{observe, ok("Observed", wifiOff)},
				{tap("12"), ok("Tapped", "12 switch Wi-Fi [on]")},
			},
			says: "Wi-Fi is on now", stop: model.StopEnd,
		},
		{
			name: "tap without effect again and again", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{tap("12"), warning("it is still off", "screen unchanged")},
				{observe, ok("Observed", wifiOff)},
				{tap("12"), warning("it is still off", "screen unchanged")},
				{observe, ok("Observed", wifiOff)},
				{`press_back {}`, ok("Pressed back", home)},
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"wifi"}`, ok("Opened", "12 switch Wi-Fi [off]")},
			},
			says: `could not tap "Wi-Fi". it is still off`, stop: model.StopRefusal,
		},
		{
			name: "the element has gone", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{tap("12"), failed("Target not found", `{"target":"12","candidates":["80 switch Wi-Fi [off]"]}`, 500)},
				{observe, ok("Observed", strings.Replace(wifiOff, "12 ", "80 ", 1))},
				{tap("80"), ok("Tapped", "80 switch Wi-Fi [on]")},
			},
			says: "Wi-Fi is on now", stop: model.StopEnd,
		},
		{
			name: "the element is covered: the candidate", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{tap("12"), failed("Covered", `{"candidates":["13 Wi-Fi row"]}`, 0)},
				{observe, ok("Observed", wifiOff)},
				{tap("13"), ok("Tapped", "12 switch Wi-Fi [on]")},
			},
			says: "Wi-Fi is on", stop: model.StopEnd,
		},
		{
			name: "denied with words", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{tap("12"), failed("permission denied: not at night", `{"denied":true,"by":"person"}`, 0)},
			},
			says: `not allowed to tap "Wi-Fi" (not at night)`, stop: model.StopEnd,
		},
		{
			name: "only a person can go on", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, `{"ok":false,"status":"error","message":"the phone is locked: unlock it","data":{},"idempotent":true,"stop":true}`},
			},
			says: "the phone is locked: unlock it", stop: model.StopRefusal,
		},
		{
			name: "no screen at first", task: "turn off wifi",
			steps: []did{
				{observe, failed("the screen never came to rest", `{}`, 500)},
				{`wait_for_idle {}`, warning("The screen did not come to rest", "screen unchanged (ignored: clock \"12:42\")")},
				{observe, ok("Observed", strings.Replace(wifiOff, "[off]", "[on]", 1))},
				{tap("12"), ok("Tapped", "12 switch Wi-Fi [off]")},
			},
			says: "Wi-Fi is off now", stop: model.StopEnd,
		},
		{
			name: "no screen at all", task: "what is on the screen?",
			steps: []did{
				{observe, failed("null root node", `{}`, 500)},
				{`wait_for_idle {}`, failed("null root node", `{}`, 500)},
				{observe, failed("null root node", `{}`, 500)},
			},
			says: "I cannot see the screen. null root node.", stop: model.StopRefusal,
		},
	})
}
