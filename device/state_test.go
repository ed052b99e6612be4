package device

import (
	"strings"
	"testing"

	"adroit/device/screen"

	"github.com/google/go-cmp/cmp"
)

// What one screen looks like in the dumps of Android's versions: the messages
// app with its keyboard up, the phone turned on its side.
var keyboardUp = map[string]map[string]string{
	"8": {
		"window": `WINDOW MANAGER POLICY STATE (dumpsys window policy)
    mShowingLockscreen=false mShowingDream=false mDreamingLockscreen=false
WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=0
    init=1080x1920 420dpi cur=1920x1080 app=1794x1080 rng=1080x1017-1794x1731
WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #5 Window{5f1e2a0 u0 InputMethod}:
    mDisplayId=0 stackId=0 mSession=Session{aa 1:u0a1} mClient=android.os.BinderProxy@1
    mOwnerUid=10053 mShowToOwnerOnly=true package=com.android.inputmethod.latin appop=NONE
    mAttrs=WM.LayoutParams{(0,0)(fillxfill) gr=#50 sim=#20 ty=2011 fl=#81800108 fmt=-2}
    mGivenContentInsets=[0,380][0,0] mGivenVisibleInsets=[0,380][0,0]
    mFrame=[0,63][1794,1080] last=[0,63][1794,1080]
    isReadyForDisplay()=true hasSavedSurface()=false mWindowRemovalAllowed=false
  Window #3 Window{6a8c6ef u10 com.example.messages/com.example.messages.Compose}:
    mOwnerUid=1010080 mShowToOwnerOnly=true package=com.example.messages appop=NONE
    mAttrs=WM.LayoutParams{(0,0)(fillxfill) sim=#110 ty=1 fl=#81812100 wanim=0x1030465}
    mFrame=[0,0][1794,1080] last=[0,0][1794,1080]
    isReadyForDisplay()=true hasSavedSurface()=false
  mCurrentFocus=Window{6a8c6ef u10 com.example.messages/com.example.messages.Compose}
  mFocusedApp=AppWindowToken{c9 token=Token{5a ActivityRecord{1d u10 com.example.messages/.Compose t9}}}
  mRotation=1
`,
		"activity": "    mResumedActivity: ActivityRecord{1d u10 com.example.messages/.Compose t9}\n",
		"input":    "  mShowRequested=true mInputShown=true\n",
	},
	"11": {
		"window": `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=0
    init=1080x1920 420dpi cur=1920x1080 app=1794x1080 rng=1080x1017-1794x1731
    isKeyguardShowing=false
  mCurrentFocus=Window{6a8c6ef u10 com.example.messages/com.example.messages.Compose}
  mFocusedApp=ActivityRecord{1d u10 com.example.messages/.Compose t9}
WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #5 Window{5f1e2a0 u0 InputMethod}:
    mOwnerUid=10053 showForAllUsers=false package=com.android.inputmethod.latin appop=NONE
      fl=NOT_FOCUSABLE LAYOUT_IN_SCREEN HARDWARE_ACCELERATED
    mGivenContentInsets=[0,380][0,0] mGivenVisibleInsets=[0,380][0,0]
    mTouchableInsets=3 mGivenInsetsPending=false
    touchable region=SkRegion((0,443,1794,1080))
    Frames: containing=[0,63][1794,1080] parent=[0,63][1794,1080]
        display=[0,63][1794,1080] frame=[0,63][1794,1080] last=[0,63][1794,1080]
    isReadyForDisplay()=true mWindowRemovalAllowed=false
    isOnScreen=true
    isVisible=true
  Window #3 Window{6a8c6ef u10 com.example.messages/com.example.messages.Compose}:
    mOwnerUid=1010080 showForAllUsers=false package=com.example.messages appop=NONE
      fl=LAYOUT_IN_SCREEN SECURE LAYOUT_INSET_DECOR
    isOnScreen=true
    isVisible=true
  mRotation=ROTATION_90
`,
		"activity": "  ResumedActivity: ActivityRecord{1d u10 com.example.messages/.Compose t9}\n",
		"input":    "  mImeWindowVis=3 mInputShown=true\n",
	},
	"16": {
		"window": `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=2
    init=500x500 100dpi cur=500x500 app=500x500 rng=500x500-500x500
  mCurrentFocus=null
  mFocusedApp=ActivityRecord{77 u0 com.example.cover/.Cover t2}
  Display: mDisplayId=0 (organized)
    init=1080x1920 420dpi mMinSizeOfResizeableTaskDp=220 cur=1920x1080 app=1794x1080 rng=1080x1017-1794x1731
  mCurrentFocus=Window{6a8c6ef u10 com.example.messages/com.example.messages.Compose type=1 }
  mFocusedApp=ActivityRecord{1d u10 com.example.messages/.Compose} t9}
  KeyguardController:
    mKeyguardShowing=false
WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #5 Window{5f1e2a0 u0 InputMethod type=2011 }:
    mDisplayId=0 mSession=Session{aa 1:u0a1} mClient=android.os.BinderProxy@1
    mOwnerUid=10053 showForAllUsers=false package=com.android.inputmethod.latin appop=NONE
      fl=NOT_FOCUSABLE LAYOUT_IN_SCREEN HARDWARE_ACCELERATED
    touchable region=SkRegion((0,443,1794,1080))
    Frames: parent=[0,63][1794,1080] display=[0,63][1794,1080] frame=[0,63][1794,1080] last=[0,63][1794,1080] insetsChanged=false
    isOnScreen=true
    isVisible=true
  Window #3 Window{6a8c6ef u10 com.example.messages/com.example.messages.Compose type=1 }:
    mOwnerUid=1010080 showForAllUsers=false package=com.example.messages appop=NONE
      fl=LAYOUT_IN_SCREEN SECURE LAYOUT_INSET_DECOR
    isOnScreen=true
    isVisible=true
  mTopFocusedDisplayId=0
  mRotation=1
`,
		"activity": "      topResumedActivity=ActivityRecord{1d u10 com.example.messages/.Compose t9}\n" +
			"  ResumedActivity: ActivityRecord{77 u0 com.example.cover/.Cover t2}\n",
		"input": "    mInputShown=false\n    mInputShown=true\n",
	},
}

func TestStateAcrossAndroidVersions(t *testing.T) {
	want := screen.State{
		PackageName: "com.example.messages", Activity: ".Compose", User: 10,
		Width: 1920, Height: 1080, Rotation: 1,
		KeyboardVisible: true, KeyboardBounds: screen.Rect{Left: 0, Top: 443, Right: 1794, Bottom: 1080},
		Secure: true, Awake: true,
	}
	for version, part := range keyboardUp {
		t.Run(version, func(t *testing.T) {
			part["power"] = "mWakefulness=Awake\n"
			if diff := cmp.Diff(want, parseState(part)); diff != "" {
				t.Errorf("state (-want +got):\n%s", diff)
			}
			// The phone's grep leaves only what is read.
			part["window"] = grep(windowLines, part["window"])
			if diff := cmp.Diff(want, parseState(part)); diff != "" {
				t.Errorf("state of the filtered dump (-want +got):\n%s", diff)
			}
		})
	}
}

func TestStateOfSpecialScreens(t *testing.T) {
	for _, test := range []struct {
		name string
		part map[string]string
		want screen.State
	}{
		{"nothing known", nil, screen.State{Awake: true}},
		{"notification shade over an app",
			map[string]string{
				"window":   "mCurrentFocus=Window{1 u0 NotificationShade}\nmFocusedApp=ActivityRecord{2 u0 com.x/.A t1}\n",
				"activity": "topResumedActivity=ActivityRecord{2 u0 com.x/.A t1}\n",
			},
			screen.State{PackageName: "com.android.systemui", WindowTitle: "NotificationShade", Underneath: "com.x", Awake: true}},
		{"popup of the app",
			map[string]string{
				"window":   "  Window #1 Window{1 u0 PopupWindow:3f2a}:\n    package=com.x appop=NONE\n  mCurrentFocus=Window{1 u0 PopupWindow:3f2a}\n",
				"activity": "topResumedActivity=ActivityRecord{2 u0 com.x/.A t1}\n",
			},
			screen.State{PackageName: "com.x", Activity: ".A", WindowTitle: "PopupWindow:3f2a", Awake: true}},
		{"dialog of another app",
			map[string]string{
				"window":   "mCurrentFocus=Window{1 u0 com.perm/com.perm.ui.Grant}\n",
				"activity": "topResumedActivity=ActivityRecord{2 u0 com.x/.A t1}\n",
			},
			screen.State{PackageName: "com.perm", Activity: ".ui.Grant", Awake: true}},
		{"between two windows",
			map[string]string{
				"window":   "mCurrentFocus=null\nmFocusedApp=ActivityRecord{2 u0 com.x/.A t1}\n",
				"activity": "",
			},
			screen.State{PackageName: "com.x", Activity: ".A", Awake: true}},
		{"locked and asleep",
			map[string]string{"window": "isKeyguardShowing=true\n", "power": "mWakefulness=Dozing\n"},
			screen.State{Locked: true}},
		{"locked, told by the keyguard's delegate alone",
			map[string]string{"window": "      showing=true\n"},
			screen.State{Locked: true, Awake: true}},
		{"a class of a package that begins as the app's does",
			map[string]string{"activity": "topResumedActivity=ActivityRecord{2 u0 com.exam/com.example.Main t1}\n"},
			screen.State{PackageName: "com.exam", Activity: "com.example.Main", Awake: true}},
		{"a password is typed",
			map[string]string{"input": "mInputShown=false\n  inputType=0x20081 imeOptions=0x6\n"},
			screen.State{TypesPassword: true, Awake: true}},
		{"a text is typed",
			map[string]string{"input": "mInputShown=false\nmCurAttribute=EditorInfo{packageName=com.x inputType=0x1 imeOptions=0x6}\n"},
			screen.State{Awake: true}},
		{"switched off, told by the window manager alone",
			map[string]string{"window": "  mScreenOnEarly=false mScreenOnFully=false\n"},
			screen.State{}},
		{"a dream over the lock screen",
			map[string]string{"window": "  mShowingLockscreen=false\n  mDreamingLockscreen=true\n"},
			screen.State{Locked: true, Awake: true}},
		{"locked by a PIN",
			map[string]string{"window": "      showing=true\n      secure=true\n"},
			screen.State{Locked: true, LockSecure: true, Awake: true}},
		{"a PIN is set, and the phone unlocked",
			map[string]string{"window": "      showing=false\n      secure=true\n"},
			screen.State{Awake: true}},
		{"turned, size from wm alone",
			map[string]string{"size": "Physical size: 1080x2400\nOverride size: 720x1600\n", "tree": `<?xml version="1.0"?><hierarchy rotation="3">`},
			screen.State{Width: 1600, Height: 720, Rotation: 3, Awake: true}},
		{"hardware keyboard: shown, but drawing nothing",
			map[string]string{
				"window": "  Window #1 Window{1 u0 InputMethod}:\n    frame=[0,100][1080,2400]\n    mGivenContentInsets=[0,2300][0,0]\n    isVisible=true\n",
				"input":  "mInputShown=true",
			},
			screen.State{Awake: true}},
		{"keyboard on its way out",
			map[string]string{
				"window": "  Window #1 Window{1 u0 InputMethod}:\n    frame=[0,1500][1080,2400]\n    isVisible=true\n",
				"input":  "mInputShown=false",
			},
			screen.State{Awake: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, parseState(test.part)); diff != "" {
				t.Errorf("state (-want +got):\n%s", diff)
			}
		})
	}
}

// grep keeps the lines that match a pattern whose only operator is |.
func grep(pattern, text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		for alternative := range strings.SplitSeq(pattern, "|") {
			if strings.Contains(line, alternative) {
				out.WriteString(line)
				break
			}
		}
	}
	return out.String()
}

// Whatever a phone prints, reading it ends without a panic.
func FuzzParseState(f *testing.F) {
	for _, part := range keyboardUp {
		f.Add(part["window"], part["activity"], part["input"], "Physical size: 1080x2400")
	}
	f.Fuzz(func(t *testing.T, window, activity, input, size string) {
		state := parseState(map[string]string{"window": window, "activity": activity, "input": input, "size": size})
		if state.Rotation < 0 || state.Rotation > 3 {
			t.Errorf("rotation %d", state.Rotation)
		}
		for _, info := range parseDevices(window) {
			if info.Serial == "" || info.State == "" {
				t.Errorf("a phone without serial or state: %+v", info)
			}
		}
	})
}
