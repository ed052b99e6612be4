package android

import (
	"maps"
	"slices"
)

// Settings is the phone's settings store: the namespaces system, secure and
// global of android.provider.Settings.
type Settings map[string]map[string]string

// The settings that apps and the system act on.
const (
	Global      = "global"
	Secure      = "secure"
	SystemSpace = "system"
)

// NewSettings returns the settings of a fresh phone, Wi-Fi and Bluetooth off.
func NewSettings() Settings {
	return Settings{
		Global: {
			"wifi_on": "0", "bluetooth_on": "0", "airplane_mode_on": "0", "adb_enabled": "1",
			"device_name": "Simulated phone", "window_animation_scale": "1.0",
			"transition_animation_scale": "1.0", "animator_duration_scale": "1.0",
		},
		Secure: {
			settingKeyboard: LatinKeyboard, settingKeyboards: LatinKeyboard + ":" + VoiceKeyboard,
			"long_press_timeout": "400", "location_mode": "3", "accessibility_enabled": "0",
			"show_ime_with_hard_keyboard": "0",
		},
		SystemSpace: {
			"accelerometer_rotation": "1", "user_rotation": "0", "screen_brightness": "120",
			"screen_off_timeout": "60000", "volume_ring": "5",
		},
	}
}

// Get returns a setting and whether it is set.
func (s Settings) Get(namespace, key string) (string, bool) {
	v, ok := s[namespace][key]
	return v, ok
}

// On reports whether a setting is 1.
func (s Settings) On(namespace, key string) bool { return s[namespace][key] == "1" }

// Put sets a setting.
func (s Settings) Put(namespace, key, value string) { s[namespace][key] = value }

// Delete removes a setting and returns how many there were of it.
func (s Settings) Delete(namespace, key string) int {
	_, had := s[namespace][key]
	delete(s[namespace], key)
	if had {
		return 1
	}
	return 0
}

// Toggle turns a setting between 0 and 1.
func (s Settings) Toggle(namespace, key string) {
	if s.On(namespace, key) {
		s.Put(namespace, key, "0")
	} else {
		s.Put(namespace, key, "1")
	}
}

// Keys returns the keys of a namespace in order.
func (s Settings) Keys(namespace string) []string {
	return slices.Sorted(maps.Keys(s[namespace]))
}
