package permissions

import (
	"fmt"
	"strings"

	"adroit/device/screen"
)

// systemScreens are screens of Android itself on which any answer is of a
// class: by a part of the package in front and of its activity, the first that
// fits. The names are those of AOSP's manifests, of Google's builds of it, and
// of the SDKs by which apps take payments.
var systemScreens = []struct {
	pkg, activity string
	class         Class
	what          string
}{
	{"packageinstaller", "grantpermissions", PermissionChange, "a question about a permission"},
	{"packageinstaller", "uninstall", Deletion, "the removal of an app"},
	{"packageinstaller", "", AppInstall, "the package installer"},
	{"permissioncontroller", "", PermissionChange, "the permissions of an app"},
	{"certinstaller", "", SecuritySettings, "the installer of certificates"},
	{"vpndialogs", "", SecuritySettings, "a question about a VPN"},
	{"settings", "deviceadmin", SecuritySettings, "a device administrator"},
	{"settings", "masterclear", Deletion, "the factory reset"},
	{"settings", "factoryreset", Deletion, "the factory reset"},
	{"settings", "chooselock", SecuritySettings, "the screen lock"},
	{"settings", "confirmlock", SecuritySettings, "the screen lock"},
	{"settings", "managedexternalsources", SecuritySettings, "the sources of apps"},
	{"settings", "manageexternalsources", SecuritySettings, "the sources of apps"},
	{"settings", "toggleaccessibilityservice", SecuritySettings, "an accessibility service"},
	{"settings", "trustedcredentials", SecuritySettings, "the certificates that are trusted"},
	{"settings", "resetnetwork", Deletion, "the reset of the networks"},
	{"settings", "notificationaccess", PermissionChange, "the apps that read notifications"},
	{"settings", "overlaysettings", PermissionChange, "the apps that draw over others"},
	{"settings", "usageaccess", PermissionChange, "the apps that see what is used"},
	{"settings", "writesettings", PermissionChange, "the apps that change settings"},
	{"", "paymentsheet", Payment, "a payment sheet"},    // Stripe's Android SDK
	{"", "proxybilling", Payment, "a payment sheet"},    // Google Play Billing Library
	{"", "checkout.dropin", Payment, "a payment sheet"}, // Adyen's Android SDK
	{"com.android.vending", "billing", Payment, "a payment sheet"},
	{"com.android.vending", "acquire", Payment, "a payment sheet"},
	{"com.google.android.gms", "wallet", Payment, "a payment sheet"},
	{"com.google.android.gms", "addaccount", AccountChange, "the sign-in of an account"},
}

// findSystemScreen knows the screens of Android on which an answer weighs.
func findSystemScreen(s Situation) []finding {
	if !s.Presses || s.Screen == nil || !answers(s.Target) {
		return nil
	}
	pkg, activity := strings.ToLower(s.Screen.PackageName), strings.ToLower(s.Screen.Activity)
	for _, known := range systemScreens {
		if strings.Contains(pkg, known.pkg) && strings.Contains(activity, known.activity) {
			return []finding{{known.class, fmt.Sprintf("this is %s: an answer may %s", known.what, meaning[known.class])}}
		}
	}
	return nil
}

// answers reports whether n is a control that settles what its screen is about.
func answers(n *screen.Node) bool {
	switch n.Role {
	case screen.Button, screen.Switch, screen.Checkbox, screen.Radio:
		return n.ViewID != negativeButton
	}
	return false
}
