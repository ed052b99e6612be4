package device

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"adroit/device/screen"
)

// The windows over the app in front, as Android 14 prints them: bars and the
// keyboard, a window that lets touches through, and others that take them.
const windowsOverAnApp = `WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #0 Window{1a u0 NavigationBar0}:
    mOwnerUid=10120 showForAllUsers=true package=com.android.systemui appop=NONE
      fl=NOT_FOCUSABLE LAYOUT_IN_SCREEN}
    Frames: parent=[0,2337][1080,2400] display=[0,2337][1080,2400] frame=[0,2337][1080,2400] last=[0,0][0,0]
    isOnScreen=true
  Window #1 Window{2a u0 NotificationShade}:
    mOwnerUid=10120 showForAllUsers=true package=com.android.systemui appop=NONE
      fl=LAYOUT_IN_SCREEN}
    Frames: parent=[0,0][1080,2400] display=[0,0][1080,2400] frame=[0,0][1080,2400] last=[0,0][0,0]
    touchable region=SkRegion((0,60,1080,400))
    isOnScreen=true
  Window #2 Window{3a u0 InputMethod}:
    mOwnerUid=10133 showForAllUsers=false package=com.google.android.inputmethod.latin appop=NONE
    Frames: parent=[0,1500][1080,2400] display=[0,1500][1080,2400] frame=[0,1500][1080,2400] last=[0,0][0,0]
    isOnScreen=true
  Window #3 Window{4a u0 com.example.dimmer}:
    mOwnerUid=10206 showForAllUsers=false package=com.example.dimmer appop=SYSTEM_ALERT_WINDOW
      fl=NOT_FOCUSABLE NOT_TOUCHABLE LAYOUT_IN_SCREEN}
    Frames: parent=[0,0][1080,2400] display=[0,0][1080,2400] frame=[0,0][1080,2400] last=[0,0][0,0]
    isOnScreen=true
  Window #4 Window{5a u0 com.example.prize}:
    mOwnerUid=10207 showForAllUsers=false package=com.example.prize appop=SYSTEM_ALERT_WINDOW
      fl=NOT_FOCUSABLE LAYOUT_IN_SCREEN}
    Frames: parent=[0,1200][1080,1500] display=[0,1200][1080,1500] frame=[0,1200][1080,1500] last=[0,0][0,0]
    isOnScreen=true
  Window #5 Window{6a u0 com.example.gone}:
    mOwnerUid=10208 showForAllUsers=false package=com.example.gone appop=SYSTEM_ALERT_WINDOW
    Frames: parent=[0,0][1080,900] display=[0,0][1080,900] frame=[0,0][1080,900] last=[0,0][0,0]
    isOnScreen=false
  Window #6 Window{7a u0 com.example.chat/com.example.chat.Main}:
    mOwnerUid=10142 showForAllUsers=false package=com.example.chat appop=NONE
    Frames: parent=[0,0][1080,2400] display=[0,0][1080,2400] frame=[0,0][1080,2400] last=[0,0][0,0]
    isOnScreen=true
  Window #7 Window{8a u0 com.example.beneath}:
    mOwnerUid=10209 showForAllUsers=false package=com.example.beneath appop=NONE
    Frames: parent=[0,0][1080,900] display=[0,0][1080,900] frame=[0,0][1080,900] last=[0,0][0,0]
    isOnScreen=true
  mCurrentFocus=Window{7a u0 com.example.chat/com.example.chat.Main}
  mFocusedApp=ActivityRecord{9a u0 com.example.chat/.Main t2}
`

func TestWindowsOverTheAppInFront(t *testing.T) {
	t.Parallel()
	state := parseState(map[string]string{"window": windowsOverAnApp, "size": "Physical size: 1080x2400"})
	want := []screen.Overlay{
		{PackageName: "com.android.systemui", Bounds: screen.Rect{Left: 0, Top: 60, Right: 1080, Bottom: 400}},
		{PackageName: "com.example.prize", Bounds: screen.Rect{Left: 0, Top: 1200, Right: 1080, Bottom: 1500}},
	}
	if !slices.Equal(state.Overlays, want) || state.PackageName != "com.example.chat" || state.Underneath != "" {
		t.Errorf("state = %+v, want the overlays %+v", state, want)
	}
}

// An overlay that takes the focus is in front, and tells what it lies over.
func TestAWindowThatTakesTheFocusOfAnother(t *testing.T) {
	t.Parallel()
	const focused = "  mCurrentFocus=Window{5a u0 com.example.prize}\n  mFocusedApp=ActivityRecord{9a u0 com.example.chat/.Main t2}\n"
	windows, _, _ := strings.Cut(windowsOverAnApp, "  mCurrentFocus")
	state := parseState(map[string]string{"window": windows + focused})
	if state.PackageName != "com.example.prize" || state.Underneath != "com.example.chat" {
		t.Errorf("state = %+v", state)
	}
}

// What a second display shows, such as a presentation, lies over nothing here.
func TestWindowsOfAnotherDisplay(t *testing.T) {
	t.Parallel()
	const presentation = `WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #0 Window{ea u0 com.example.player}:
    mDisplayId=2 mSession=Session{a939d1 1719:u0a142} mClient=android.os.BinderProxy@1
    mOwnerUid=10142 showForAllUsers=false package=com.example.player appop=NONE
    Frames: parent=[0,0][1920,1080] display=[0,0][1920,1080] frame=[0,0][1920,1080] last=[0,0][0,0]
    isOnScreen=true
  Window #1 Window{eb u0 InputMethod}:
    mDisplayId=2 mSession=Session{a939d1 1719:u0a142} mClient=android.os.BinderProxy@1
    Frames: parent=[0,500][1920,1080] display=[0,500][1920,1080] frame=[0,500][1920,1080] last=[0,0][0,0]
    isOnScreen=true
`
	alone := map[string]string{"window": windowsOverAnApp, "size": "Physical size: 1080x2400"}
	beside := maps.Clone(alone)
	beside["window"] = grep(windowLines, presentation+strings.TrimPrefix(windowsOverAnApp, "WINDOW MANAGER WINDOWS (dumpsys window windows)\n"))
	if got, want := parseState(beside), parseState(alone); !reflect.DeepEqual(got, want) {
		t.Errorf("state = %+v, want %+v", got, want)
	}
}
