package apps

import (
	"fmt"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// SettingsPackage is the package of the system's settings.
const SettingsPackage = "com.android.settings"

// settings is the Settings app. Its state is the phone's settings store.
type settings struct {
	sys     *android.System
	blocked map[string]bool // packages whose notifications are off
}

// Settings returns the Settings app, with a door for each of the
// android.settings actions that its screens answer.
func Settings(sys *android.System) *android.App {
	s := &settings{sys: sys, blocked: map[string]bool{}}
	door := func(class, action string, page func(android.Intent) *android.Window) *android.Activity {
		return &android.Activity{Class: SettingsPackage + class, Actions: []string{action}, Open: page}
	}
	main := door(".Settings", "android.settings.SETTINGS", func(android.Intent) *android.Window { return s.home() })
	main.Launcher = true
	return &android.App{
		Package: SettingsPackage, Label: "Settings", VersionName: "14", VersionCode: 34, UID: 1000, Preloaded: true,
		Activities: []*android.Activity{
			main,
			door(".Settings$WifiSettingsActivity", "android.settings.WIFI_SETTINGS", func(android.Intent) *android.Window { return s.internet() }),
			door(".Settings$NetworkDashboardActivity", "android.settings.WIRELESS_SETTINGS", func(android.Intent) *android.Window { return s.network() }),
			door(".Settings$ConnectedDeviceDashboardActivity", "android.settings.BLUETOOTH_SETTINGS", func(android.Intent) *android.Window { return s.bluetooth() }),
			door(".Settings$AccessibilitySettingsActivity", "android.settings.ACCESSIBILITY_SETTINGS", func(android.Intent) *android.Window { return s.accessibility() }),
			door(".Settings$DisplaySettingsActivity", "android.settings.DISPLAY_SETTINGS", func(android.Intent) *android.Window { return s.display() }),
			door(".Settings$ManageApplicationsActivity", "android.settings.MANAGE_APPLICATIONS_SETTINGS", func(android.Intent) *android.Window { return s.appList() }),
			door(".applications.InstalledAppDetails", "android.settings.APPLICATION_DETAILS_SETTINGS", s.openAppInfo),
			door(".Settings$AppNotificationSettingsActivity", "android.settings.APP_NOTIFICATION_SETTINGS", s.openAppNotifications),
			door(".Settings$MyDeviceInfoActivity", "android.settings.DEVICE_INFO_SETTINGS", func(android.Intent) *android.Window { return s.about() }),
		},
	}
}

// page is a settings screen: a title over a list of rows.
func (s *settings) page(title string, rows func() []*view.View) *android.Window {
	scroll := &view.Scroll{}
	var up func()
	if title != "Settings" {
		up = s.sys.Back
	}
	return &android.Window{Build: func() *view.View {
		return screen(SettingsPackage, title, up, list(SettingsPackage+":id/recycler_view", scroll, rows()...))
	}}
}

// to returns what opens another page from a row.
func (s *settings) to(page func() *android.Window) func() {
	return func() { push(s.sys, s.sys.App(SettingsPackage), SettingsPackage+".SubSettings", page()) }
}

func (s *settings) home() *android.Window {
	return s.page("Settings", func() []*view.View {
		return []*view.View{
			row("Network & internet", "Mobile, Wi-Fi, hotspot", s.to(s.network)),
			row("Connected devices", "Bluetooth, pairing", s.to(s.bluetooth)),
			row("Apps", "Assistant, recent apps, default apps", s.to(s.appList)),
			row("Notifications", "Notification history, conversations", s.to(s.notifications)),
			row("Battery", "100%", s.to(s.battery)),
			row("Storage", "31% used - 88 GB free", nil),
			row("Sound & vibration", "Volume, haptics, Do Not Disturb", nil),
			row("Display", "Dark theme, font size, brightness", s.to(s.display)),
			row("Wallpaper & style", "Colors, themed icons, app grid", nil),
			row("Accessibility", "Display, interaction, audio", s.to(s.accessibility)),
			row("Security & privacy", "App security, device lock, permissions", nil),
			row("Location", "On - 2 apps have access to location", s.to(s.location)),
			row("System", "Languages, gestures, time, backup", nil),
			row("About phone", "Simulated phone", s.to(s.about)),
		}
	})
}

func (s *settings) onOff(namespace, key, title, summary string) *view.View {
	return switchRow(title, summary, s.sys.Settings.On(namespace, key), func() { s.sys.Settings.Toggle(namespace, key) })
}

func (s *settings) network() *android.Window {
	return s.page("Network & internet", func() []*view.View {
		connection := "Networks available"
		if s.sys.Settings.On(android.Global, "wifi_on") {
			connection = "AndroidWifi"
		}
		return []*view.View{
			row("Internet", connection, s.to(s.internet)),
			row("Calls & SMS", "Simulated", nil),
			row("SIMs", "Simulated", nil),
			s.onOff(android.Global, "airplane_mode_on", "Airplane mode", ""),
			row("Hotspot & tethering", "Off", nil),
			s.onOff(android.Global, "data_saver", "Data Saver", ""),
			row("VPN", "None", nil),
			row("Private DNS", "Automatic", nil),
		}
	})
}

func (s *settings) internet() *android.Window {
	return s.page("Internet", func() []*view.View {
		rows := []*view.View{s.onOff(android.Global, "wifi_on", "Wi-Fi", "")}
		if s.sys.Settings.On(android.Global, "wifi_on") {
			rows = append(rows,
				row("AndroidWifi", "Connected", func() {}),
				row("Cafe Guest", "", func() {}),
				row("Home 5G", "Saved", func() {}),
				row("Add network", "", func() {}),
			)
		}
		return append(rows,
			row("Network preferences", "Wi-Fi turns back on automatically", nil),
			row("Saved networks", "2 networks", nil),
		)
	})
}

func (s *settings) bluetooth() *android.Window {
	return s.page("Connected devices", func() []*view.View {
		rows := []*view.View{s.onOff(android.Global, "bluetooth_on", "Use Bluetooth", "")}
		if s.sys.Settings.On(android.Global, "bluetooth_on") {
			rows = append(rows,
				row("Pair new device", "", func() {}),
				row("Headphones", "Saved", func() {}),
			)
		}
		return append(rows, row("Connection preferences", "Android Auto, NFC", nil))
	})
}

func (s *settings) display() *android.Window {
	return s.page("Display", func() []*view.View {
		return []*view.View{
			row("Brightness level", "47%", nil),
			s.onOff(android.SystemSpace, "screen_brightness_mode", "Adaptive brightness", ""),
			s.onOff(android.Secure, "ui_night_mode", "Dark theme", ""),
			s.onOff(android.SystemSpace, "accelerometer_rotation", "Auto-rotate screen", ""),
			row("Screen timeout", "After 1 minute of inactivity", nil),
		}
	})
}

func (s *settings) accessibility() *android.Window {
	return s.page("Accessibility", func() []*view.View {
		return []*view.View{
			row("TalkBack", "Off / Speak items on screen", nil),
			row("Display size and text", "", nil),
			s.onOff(android.Secure, "high_text_contrast_enabled", "High contrast text", ""),
			s.onOff(android.Secure, "accessibility_display_magnification_enabled", "Magnification", ""),
			s.onOff(android.Global, "remove_animations", "Remove animations", ""),
		}
	})
}

func (s *settings) location() *android.Window {
	return s.page("Location", func() []*view.View {
		return []*view.View{s.onOff(android.Global, "location_on", "Use location", "")}
	})
}

func (s *settings) battery() *android.Window {
	return s.page("Battery", func() []*view.View {
		return []*view.View{s.onOff(android.Global, "low_power", "Use Battery Saver", "Extends battery life")}
	})
}

func (s *settings) about() *android.Window {
	return s.page("About phone", func() []*view.View {
		name, _ := s.sys.Settings.Get(android.Global, "device_name")
		return []*view.View{
			row("Device name", name, nil),
			row("Model", "Simulated phone", nil),
			row("Android version", fmt.Sprint(s.sys.Release), nil),
			row("Build number", "SIM1.260101.001", nil),
		}
	})
}

func (s *settings) appList() *android.Window { return s.apps("App info", s.appInfo) }

func (s *settings) notifications() *android.Window {
	return s.apps("Notifications", s.appNotifications)
}

// apps lists the apps that have an icon, each a way to a page of its own.
func (s *settings) apps(title string, page func(*android.App) *android.Window) *android.Window {
	return s.page(title, func() []*view.View {
		var rows []*view.View
		for _, icon := range Icons(s.sys) {
			rows = append(rows, row(icon.App.Label, "", s.to(func() *android.Window { return page(icon.App) })))
		}
		return rows
	})
}

func (s *settings) openAppInfo(in android.Intent) *android.Window {
	return s.appInfo(s.sys.App(strings.TrimPrefix(in.Data, "package:")))
}

func (s *settings) appInfo(app *android.App) *android.Window {
	return s.page("App info", func() []*view.View {
		if app == nil {
			return []*view.View{row("App not found", "", nil)}
		}
		return []*view.View{
			row(app.Label, app.Package, nil),
			row("Force stop", "", func() { s.sys.Stop(app.Package) }),
			row("Notifications", s.notificationState(app), s.to(func() *android.Window { return s.appNotifications(app) })),
			row("Permissions", "No permissions requested", nil),
			row("Version", app.VersionName, nil),
		}
	})
}

func (s *settings) notificationState(app *android.App) string {
	if s.blocked[app.Package] {
		return "Off"
	}
	return "On"
}

func (s *settings) openAppNotifications(in android.Intent) *android.Window {
	pkg := in.Extras["android.provider.extra.APP_PACKAGE"]
	if pkg == "" {
		pkg = in.Extras["app_package"] // before Android 8
	}
	return s.appNotifications(s.sys.App(pkg))
}

func (s *settings) appNotifications(app *android.App) *android.Window {
	return s.page("Notifications", func() []*view.View {
		if app == nil {
			return []*view.View{row("App not found", "", nil)}
		}
		return []*view.View{switchRow("All "+app.Label+" notifications", "", !s.blocked[app.Package], func() {
			s.blocked[app.Package] = !s.blocked[app.Package]
		})}
	})
}
