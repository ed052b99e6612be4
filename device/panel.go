package device

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// panel is a screen of the system settings.
type panel struct {
	name   string
	action string                  // the intent that opens it (android.provider.Settings)
	about  func(pkg string) string // the app it is about; nil for a panel about none
}

func panels() []panel {
	return []panel{
		{"wifi", "android.settings.WIFI_SETTINGS", nil},
		{"bluetooth", "android.settings.BLUETOOTH_SETTINGS", nil},
		{"accessibility", "android.settings.ACCESSIBILITY_SETTINGS", nil},
		{"app_info", "android.settings.APPLICATION_DETAILS_SETTINGS",
			func(pkg string) string { return " -d " + Quote("package:"+pkg) }},
		{"notifications", "android.settings.APP_NOTIFICATION_SETTINGS",
			func(pkg string) string { return " --es android.provider.extra.APP_PACKAGE " + Quote(pkg) }},
		{"system_settings", "android.settings.SETTINGS", nil},
	}
}

// Panels lists the settings panels that OpenPanel knows.
func Panels() []string {
	var names []string
	for _, p := range panels() {
		names = append(names, p.name)
	}
	return names
}

// OpenPanel plans the opening of a settings panel. It opens and never
// toggles. The panels app_info and notifications are about the app pkg, a
// package name; the others take "".
func OpenPanel(name, pkg string) (Command, error) {
	i := slices.IndexFunc(panels(), func(p panel) bool { return p.name == name })
	if i < 0 {
		return "", fmt.Errorf("settings panel %q: want one of %s", name, strings.Join(Panels(), ", "))
	}
	p := panels()[i]
	command := "am start -a " + p.action
	switch {
	case p.about == nil && pkg != "":
		return "", fmt.Errorf("settings panel %s: is not about an app", name)
	case p.about == nil:
		return Command(command), nil
	case !isPackage(pkg):
		return "", fmt.Errorf("settings panel %s: %q is not a package name", name, pkg)
	}
	return Command(command + p.about(pkg)), nil
}

// packageName is the grammar of an application id
// (https://developer.android.com/build/configure-app-module#set-application-id),
// and of the one id without a dot, "android".
var packageName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$`)

func isPackage(s string) bool { return packageName.MatchString(s) }
