package scripted_test

import (
	"strings"
	"testing"

	"adroit/loop/model"
)

func TestSwitches(t *testing.T) {
	perform(t, []task{
		{
			name: "turn on Wi-Fi", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"wifi"}`, ok("Opened the settings page wifi", wifiOff)},
				{tap("12"), ok("Tapped", "12 switch Wi-Fi [on]\n13 AndroidWifi | Connected")},
			},
			says: "Wi-Fi is on now", stop: model.StopEnd,
		},
		{
			name: "the change alone shows the switch", task: "please switch the wifi on!",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"wifi"}`, ok("Opened", "12 switch Wi-Fi [off]")},
				{tap("12"), ok("Tapped", "12 switch Wi-Fi [on]")},
			},
			says: "Wi-Fi is on now", stop: model.StopEnd,
		},
		{
			name: "it is on already", task: "enable Wi-Fi",
			steps: []did{{observe, ok("Observed", strings.Replace(wifiOff, "[off]", "[on]", 1))}},
			says:  "already", stop: model.StopEnd,
		},
		{
			name: "Bluetooth under another name", task: "Can you turn Bluetooth off, please?",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"bluetooth"}`, ok("Opened", "20 switch Use Bluetooth [on]")},
				{tap("20"), ok("Tapped", "20 switch Use Bluetooth [off]")},
			},
			says: "Done: Bluetooth is off now.", stop: model.StopEnd,
		},
		{
			name: "a switch behind a page, named by its row", task: "turn on airplane mode",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"system_settings"}`, ok("Opened", settingsHome)},
				{observe, ok("Observed", settingsHome)},
				{tap("31"), ok("Tapped", networkPage)},
				{tap("43"), ok("Tapped", "43 switch [on]")},
				{observe, ok("Observed", strings.Replace(networkPage, "[off]", "[on]", 1))},
			},
			says: "Airplane mode is on now", stop: model.StopEnd,
		},
		{
			name: "a page whose summary names the switch", task: "disable dark mode",
			steps: []did{
				{observe, ok("Observed", settingsHome)},
				{`open_settings_panel {"panel":"system_settings"}`, ok("Opened", settingsHome)},
				{observe, ok("Observed", settingsHome)},
				{tap("33"), ok("Tapped", "Settings: Display\n70 switch Dark theme [on]")},
				{tap("70"), ok("Tapped", "70 switch Dark theme [off]")},
			},
			says: "Dark theme is off now", stop: model.StopEnd,
		},
		{
			name: "no such switch", task: "turn on the flux capacitor",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"system_settings"}`, ok("Opened", settingsHome)},
				{observe, ok("Observed", settingsHome)},
			},
			says: `no switch named "flux capacitor"`, stop: model.StopRefusal,
		},
	})
}
