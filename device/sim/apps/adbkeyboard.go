package apps

import (
	"encoding/base64"

	"adroit/device/sim/android"
)

// adbKeyboardPackage is the package of ADBKeyboard
// (https://github.com/senzhk/ADBKeyBoard).
const adbKeyboardPackage = "com.android.adbkeyboard"

// The broadcasts that ADBKeyboard acts on.
const (
	actionInputBase64 = "ADB_INPUT_B64" // types the extra "msg", UTF-8 in base64
	actionClearText   = "ADB_CLEAR_TEXT"
)

// InstallADBKeyboard puts ADBKeyboard on a phone and switches it on, beside the
// keyboard that is in use. It has no icon.
func InstallADBKeyboard(sys *android.System) {
	app := &android.App{
		Package: adbKeyboardPackage, Label: "ADB Keyboard", VersionName: "2.4-dev", VersionCode: 1, UID: 10207,
		InputMethod: adbKeyboardPackage + ".AdbIME",
	}
	id := android.Component(app.Package, app.InputMethod)
	app.Receive = func(in android.Intent) {
		// It listens only as long as it is the keyboard in use, and says
		// nothing of what it cannot do.
		field := sys.Focused()
		if field == nil || sys.Keyboard() != id {
			return
		}
		switch in.Action {
		case actionInputBase64:
			if text, err := base64.StdEncoding.DecodeString(in.Extras["msg"]); err == nil {
				field.Insert(string(text))
			}
		case actionClearText:
			field.SetText("")
		}
	}
	sys.Install(app)
	sys.EnableKeyboard(id, true)
}
