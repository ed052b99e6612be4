package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adroit/device"
	"adroit/device/screen"
	"adroit/permissions"
)

func openSettingsPanel() Tool {
	return Tool{
		Name:    "open_settings_panel",
		Summary: "Open a settings page; app_info and notifications of the app in front.",
		Risk:    permissions.Medium, Idempotent: true,
		Params: []Param{{
			Name: "panel", Kind: String, Required: true, Enum: device.Panels(), Doc: "the page to open",
		}},
		words: func(a args, _ *screen.Node) string {
			return "Open " + pageName(a.text("panel"), "the app in front")
		},
		plan: planOpenPanel,
	}
}

// pageName is a settings panel as a person calls it. app names the app that
// the panel is about, where it is about one.
func pageName(panel, app string) string {
	switch panel {
	case "wifi":
		return "the Wi-Fi settings"
	case "bluetooth":
		return "the Bluetooth settings"
	case "app_info":
		return "the app info of " + app
	case "notifications":
		return "the notification settings of " + app
	case "system_settings":
		return "the settings"
	}
	return "the " + panel + " settings"
}

// aboutApp reports whether a settings panel is about one app.
func aboutApp(panel string) bool { return panel == "app_info" || panel == "notifications" }

func planOpenPanel(_ context.Context, s scene, a args) (plan, error) {
	panel, about := a.text("panel"), ""
	if aboutApp(panel) {
		about = s.screen.PackageName
	}
	command, err := device.OpenPanel(panel, about)
	if err != nil {
		return plan{}, fail(err.Error())
	}
	page := pageName(panel, placeOf(s.screen))
	return plan{
		action: "Open " + page, object: strings.TrimSpace(panel + " " + about), opens: settingsPackage,
		commands: []device.Command{command}, patience: startPatience,
		verify: func(_, after *screen.Context) effect {
			if showsPanel(after, panel) {
				return effect{true, "Opened " + page, nil}
			}
			return effect{false, fmt.Sprintf("Asked for %s, but %s is in front", page, placeOf(after)), nil}
		},
	}, nil
}

// settingsPackage is AOSP's Settings, whose name makers keep although they write
// their own.
const settingsPackage = "com.android.settings"

// panelActivities are parts of the names of the activities that AOSP's
// Settings, from Android 6 to 16, opens for a panel.
var panelActivities = map[string][]string{
	"wifi":            {"wifi", "networkprovider"},
	"bluetooth":       {"bluetooth", "connecteddevice"},
	"accessibility":   {"accessibility"},
	"app_info":        {"installedappdetails", "appinfo", "applicationdetails"},
	"notifications":   {"notification"},
	"system_settings": {"settings", "homepage"},
}

// showsPanel reports whether the settings page is in front. Makers rename the
// settings app and its activities, but keep "settings" in the package.
func showsPanel(c *screen.Context, panel string) bool {
	if !strings.Contains(c.PackageName, "settings") {
		return false
	}
	activity := strings.ToLower(c.Activity)
	return slices.ContainsFunc(panelActivities[panel], func(part string) bool { return strings.Contains(activity, part) })
}
