package device

// corpusValues are what a person reads in the recorded files, by their names.
func corpusValues() map[string]string {
	return map[string]string{
		"adb-devices/appium-l-emulator-and-usb.txt":         "emulator-5556 device, 3u809i40 device",
		"adb-devices/daemon-start-connect.txt":              "connected to 192.168.178.34:5555",
		"adb-devices/more-than-one.txt":                     ErrAmbiguous.Error(),
		"adb-devices/no-permissions-old-wording.txt":        "009h1kz352d1224u no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html",
		"adb-devices/no-permissions-udev-full.txt":          "<ID removed> no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.html]",
		"adb-devices/no-permissions-udev.txt":               "702741s9 no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.htm",
		"adb-devices/none.txt":                              "",
		"adb-devices/not-found.txt":                         ErrNoDevice.Error(),
		"adb-devices/offline.txt":                           "kc263j4r offline",
		"adb-devices/scrcpy-corrupted.txt":                  "",
		"adb-devices/scrcpy-cr.txt":                         "0123456789abcdef device, 192.168.1.1:5555 device",
		"adb-devices/scrcpy-daemon-start-mixed.txt":         "0123456789abcdef unauthorized, 87654321 device",
		"adb-devices/scrcpy-daemon-start.txt":               "0123456789abcdef device",
		"adb-devices/scrcpy-plain.txt":                      "0123456789abcdef device, 192.168.1.1:5555 device",
		"adb-devices/scrcpy-serial-with-spaces.txt":         "adb-0123456789AB-CDdefg (2)._adb-tls-connect._tcp device",
		"adb-devices/scrcpy-spaces.txt":                     "0123456789abcdef unauthorized",
		"adb-devices/scrcpy-with-devpath-without-colon.txt": "12345678 device",
		"adb-devices/scrcpy-without-eol.txt":                "0123456789abcdef device",
		"adb-devices/scrcpy-without-header.txt":             "0123456789abcdef device",
		"adb-devices/three-kinds.txt":                       "kc263j4r device, emulator-5554 device, 10.129.164.6:5555 device",
		"adb-devices/trace-on-stdout.txt":                   "MR0237B9VG device",
		"adb-devices/unauthorized-error.txt":                ErrUnauthorized.Error(),
		"adb-devices/unauthorized-motorola.txt":             "MR0237B9VG unauthorized",
		"adb-devices/unauthorized-spaces.txt":               "2CT2958A90768277 unauthorized",
		"adb-devices/wifi-and-emulator.txt":                 "192.168.43.1:5555 device, emulator-5554 device",

		// Package, activity, window, size, and what else stands in the dumps.
		"dumpsys-window/adb-test-statusbar-focus-typo.txt":                      "com.android.systemui  [StatusBar]",
		"dumpsys-window/androidtv-atv-launcher.txt":                             "com.google.android.tvlauncher .MainActivity",
		"dumpsys-window/androidtv-intent-with-no-activity.txt":                  "com.sony.dtv.sonysystemservice  [com.sony.dtv.sonysystemservice]",
		"dumpsys-window/androidtv-sony-picture-off.txt":                         "com.sony.dtv.sonysystemservice  [com.sony.dtv.sonysystemservice]",
		"dumpsys-window/appium-focusedapp-only-null.txt":                        " ",
		"dumpsys-window/appium-multidisplay-null-first.txt":                     "com.example.android .activity.main.MainActivity",
		"dumpsys-window/appium-multidisplay-null-last.txt":                      "eu.niko.smart.universal crc648a3abc16689e594e.MainActivity",
		"dumpsys-window/bilibili-android13-14-windows-no-focus.txt":             "tv.danmaku.bili .MainActivityV2",
		"dumpsys-window/coral-emulator-api34-permission-dialog.txt":             "com.google.android.permissioncontroller com.android.permissioncontroller.permission.ui.GrantPermissionsActivity",
		"dumpsys-window/displays-android13-no-base.txt":                         "  1280x720",
		"dumpsys-window/displays-android14-scrcpy-virtual-display.txt":          "  1080x2400",
		"dumpsys-window/displays-android7.txt":                                  "  1080x1920",
		"dumpsys-window/kodi-androidtv11-windows.txt":                           "org.xbmc.kodi .Main",
		"dumpsys-window/nexus-api17-windows.txt":                                "com.dtmilano.android.sampleui .MainActivity 480x800",
		"dumpsys-window/nexus4-api17-policy.txt":                                " ",
		"dumpsys-window/pixel-emulator-api34plus-windows.txt":                   "com.google.android.apps.nexuslauncher .NexusLauncherActivity",
		"dumpsys-window/vivo-funtouch-android13plus-windows.txt":                "com.kryptoloot.app com.example.MainActivity",
		"dumpsys-activity-activities/androidtv-atv-launcher-google-tv.txt":      "com.google.android.tvlauncher .MainActivity",
		"dumpsys-activity-activities/cyanogenmod-mresumed.txt":                  "com.cyanogenmod.trebuchet com.android.launcher3.Launcher",
		"dumpsys-activity-activities/goadb-topresumed-and-resumed.txt":          "com.android.settings .Settings",
		"dumpsys-activity-activities/gwm-haval-headunit-android9-slice.txt":     "com.beantechs.vehiclecenter .activity.MainActivity",
		"dumpsys-activity-activities/huawei-launcher-mresumed.txt":              "com.huawei.android.launcher .unihome.UniHomeLauncher",
		"dumpsys-activity-activities/kuaishou-topresumed-brace-before-task.txt": "com.smile.gifmaker com.yxcorp.gifshow.HomeActivity",
		"dumpsys-activity-activities/mediatek-480x800-android12-asleep.txt":     "com.android.systemui  [NotificationShade] 480x800 locked asleep",
		"dumpsys-activity-activities/pixel-emulator-topresumed.txt":             "com.google.android.apps.nexuslauncher .NexusLauncherActivity 1080x2424",
		"dumpsys-activity-activities/samsung-android6-wrapped-lines.txt":        " ", // names no activity that is in front
		"dumpsys-activity-activities/vivo-android5-mresumed.txt":                "com.xtc.watch .view.home.activity.XtcHomeActivity",
		"dumpsys-power/gwm-haval-headunit-android9-slice.txt":                   " ",
		"dumpsys-power/mediatek-480x800-android12-asleep.txt":                   "  asleep",
		"dumpsys-power/vivo-funtouch-awake.txt":                                 " ",
		"dumpsys-input-method/agentdevice-honeyboard-handwriting.txt":           "  keyboard",
		"dumpsys-input-method/hardware-keyboard-shown-but-invisible.txt":        "  keyboard", // its window alone could say otherwise
		"dumpsys-input-method/measured-shown-then-hidden.txt":                   "  keyboard", // two readings in one file
		"dumpsys-input-method/stale-inputview-shown.txt":                        " ",
		"dumpsys-input-method/trailblaze-gboard-hidden.txt":                     " ",
		"dumpsys-input-method/trailblaze-gboard-shown.txt":                      "  keyboard",
		"wm-size/override.txt":                                                  "  480x1024",
		"wm-size/physical.txt":                                                  "  1080x1920",
		"wm-size/poco-physical-plus-override.txt":                               "  1080x1920",

		// A text whose end went to another app than the keyboard.
		"am-broadcast/adbkeyboard-spaces-eaten.txt":                ErrTextLost.Error(),
		"am-start/class-does-not-exist.txt":                        ErrNoActivity.Error(),
		"am-start/failed-transaction.txt":                          ErrSystemDown.Error(),
		"am-start/not-exported-android5.txt":                       ErrNotExported.Error(),
		"am-start/not-exported-android8.txt":                       ErrNotExported.Error(),
		"am-start/unable-to-resolve-intent.txt":                    ErrNoActivity.Error(),
		"am-start/unknown-error-code-101.txt":                      unknownRefusal("the phone answered", "Error: Activity not started, unknown error code 101").Error(),
		"input/inject-events-honor-android10.txt":                  ErrInjection.Error(),
		"input/inject-events-hyperos-android14-wording.txt":        ErrInjection.Error(),
		"input/inject-events-xiaomi-android10.txt":                 ErrInjection.Error(),
		"input/text-non-ascii-npe-android14.txt":                   ErrTextLost.Error(),
		"input/text-non-ascii-npe-android9.txt":                    ErrTextLost.Error(),
		"service-errors/cant-find-service-activity.txt":            ErrSystemDown.Error(),
		"service-errors/cant-find-service-package.txt":             ErrSystemDown.Error(),
		"service-errors/failed-transaction-three-services.txt":     ErrSystemDown.Error(),
		"settings/get-null.txt":                                    "", // nobody has set it
		"settings/list-system-volume.txt":                          "volume_ring=5, volume_system=7",
		"settings/write-secure-settings-denied-miui-android12.txt": ErrSettingsDenied.Error(),

		"cmd-package-resolve-activity/air-app-full.txt":      "air.com.distriqt.test/.AIRAppEntry",
		"cmd-package-resolve-activity/brief-two-lines.txt":   "com.example.app/.MainActivity",
		"cmd-package-resolve-activity/no-activity-found.txt": "",

		// The doors that a launcher shows.
		"dumpsys-package/guanggoo-android7.txt":       "org.mazhuang.guanggoo/.SplashActivity",
		"dumpsys-package/karmic-huawei-tablet.txt":    "com.karmicgochara.app/.MainActivity",
		"dumpsys-package/karmic-pixel.txt":            "com.karmicgochara.app/.MainActivity",
		"dumpsys-package/tabletcontrol-companion.txt": "", // is a launcher itself

		// What was started last may be gone again: nothing here tells what is in front.
		"dumpsys-activity-starter/androidtv-hdmi-input-sony-netflix.txt":                 " ",
		"dumpsys-activity-starter/androidtv-hdmi-input-sony-non-hardware-definition.txt": " ",
		"dumpsys-activity-starter/androidtv-hdmi-input-sony.txt":                         " ",
		"dumpsys-activity-starter/androidtv-hdmi-input.txt":                              " ",

		"dumpsys-display/mediatek-480x800-android12.txt":  "0: 480x800 at 240 dpi off",
		"dumpsys-display/scrcpy-base.txt":                 "0: 1440x3120 at 600 dpi off",
		"dumpsys-display/scrcpy-baseapi29withnoflags.txt": "0: 3664x1920 at 290 dpi, 31: 800x110 at 200 dpi",
		"dumpsys-display/scrcpy-baseapi31.txt":            "0: 1080x2280 at 440 dpi",
		"dumpsys-display/scrcpy-baseapi31noflags.txt":     "0: 1080x2280 at 440 dpi",
		"dumpsys-display/scrcpy-basewithrotation.txt":     "0: 3120x1440 at 600 dpi turned by 270",
		"dumpsys-input/vivo-funtouch-head.txt":            "0: 720x1612 panel 4627039422300187648",

		"getprop/asus-tf201-android3.2.1.txt":     "asus TF201, Android 3.2.1, API level 13",
		"getprop/asus-tf201-android4.0.3.txt":     "asus TF201, Android 4.0.3, API level 15",
		"getprop/gwm-haval-headunit-android9.txt": "QUALCOMM msmnile_gvmq for arm64, Android 9, API level 28",
		"getprop/motorola-edge20-android13.txt":   "motorola motorola edge 20, Android 13, API level 33",

		"ime-list/appium-a-list-long.txt": "com.android.inputmethod.latin/.LatinIME",
		"ime-list/s-latin-only.txt":       "com.android.inputmethod.latin/.LatinIME",

		"ip-route/scrcpy-multiline-second-ok.txt": "192.168.1.3",
		"ip-route/scrcpy-no-wlan.txt":             "", // by the mobile network alone
		"ip-route/scrcpy-single-line.txt":         "192.168.12.34",

		"pm-list-packages/aosp-emulator-ellipsis.txt":         "10 from com.android.smoketest to com.android.externalstorage ",
		"pm-list-packages/appium-with-versioncode.txt":        "2 from dummy.package to other.package version 2 ",
		"pm-list-packages/gwm-haval-headunit.txt":             "137 from com.android.cts.priv.ctsshim to com.beantechs.exploreservice ",
		"pm-list-packages/partial-list-then-error-user10.txt": "1 from com.qualcomm.qti.telephonyservice " + ErrOtherProfile.Error(),
		"pm-list-packages/samsung-secure-folder-user150.txt":  ErrOtherProfile.Error(),
		"pm-list-users/samsung-secure-folder.txt":             "[0 150]",

		"wm-density/appium-unknown.txt": "0",
		"wm-density/override.txt":       "160",
		"wm-density/physical.txt":       "420",
	}
}
