package sim_test

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"adroit/device/sim"
	"adroit/device/sim/fault"
)

func TestTurnOnWifi(t *testing.T) {
	r := start(t, sim.Options{})
	if r.phone.WifiEnabled() || r.phone.ForegroundPackage() != "com.google.android.apps.nexuslauncher" {
		t.Fatalf("a fresh phone: %+v", r.phone.Snapshot())
	}
	r.tap("Settings")
	r.tap("Network & internet")
	r.tap("Internet")
	if r.see("switch_widget").Checked {
		t.Error("the switch is on before it was touched")
	}
	r.tap("Wi-Fi")
	if !r.see("switch_widget").Checked || !r.phone.WifiEnabled() {
		t.Error("the switch did not switch")
	}
	r.see("AndroidWifi")
	if got := r.must("settings get global wifi_on"); got != "1\n" {
		t.Errorf("the setting is %q", got)
	}
	r.tap("switch_widget")
	if r.phone.WifiEnabled() {
		t.Error("a tap on the switch itself did not turn it off")
	}
	r.must("input keyevent BACK BACK")
	r.see("Network & internet")
}

func TestSendMessage(t *testing.T) {
	r := start(t, sim.Options{})
	r.tap("Messages")
	r.tap("Start chat")
	if r.see("Send SMS").Enabled {
		t.Error("an empty message can be sent")
	}
	r.tap("recipient_text_view")
	if s := r.phone.Snapshot(); !s.KeyboardShown {
		t.Error("a focused field brought up no keyboard")
	}
	r.must("input text 'Ada%sLovelace'")
	r.tap("compose_message_text")
	r.must(`input text 'Tea%sat%s5?%s"yes"%s&%s$HOME'`)
	if n := r.see("compose_message_text"); n.Text != `Tea at 5? "yes" & $HOME` || !n.Focused {
		t.Errorf("the field shows %q", n.Text)
	}
	r.tap("Send SMS")
	messages := r.phone.Messages()
	last := messages[len(messages)-1]
	if last.To != "Ada Lovelace" || last.Body != `Tea at 5? "yes" & $HOME` || !last.Sent {
		t.Errorf("sent %+v", last)
	}
	r.see(`Tea at 5? "yes" & $HOME`)
}

// TestEveryRelease checks that what names the app in front stands where that
// release has it.
func TestEveryRelease(t *testing.T) {
	const class = "com.android.settings/com.android.settings.Settings"
	for _, tt := range []struct {
		release                   int
		focusIn, focusNotIn       string
		resumed, frame, attribute string
	}{
		{8, "windows", "displays", "mResumedActivity: ActivityRecord{", " mFrame=[0,0][1080,2400]", ""},
		{10, "displays", "windows", "mResumedActivity: ActivityRecord{", " mFrame=[0,0][1080,2400]", ""},
		{12, "displays", "windows", "topResumedActivity=ActivityRecord{", " frame=[0,0][1080,2400]", ""},
		{14, "displays", "windows", "topResumedActivity=ActivityRecord{", " frame=[0,0][1080,2400]", "drawing-order"},
		{16, "displays", "windows", "topResumedActivity=ActivityRecord{", " frame=[0,0][1080,2400]", "drawing-order"},
	} {
		t.Run(fmt.Sprint("android ", tt.release), func(t *testing.T) {
			r := start(t, sim.Options{AndroidVersion: tt.release})
			r.must("am start -n com.android.settings/.Settings")
			focus := "mCurrentFocus=Window{"
			if got := r.must("dumpsys window " + tt.focusIn); !strings.Contains(got, focus) || !strings.Contains(got, class+"}") {
				t.Errorf("dumpsys window %s does not name the focus:\n%s", tt.focusIn, got)
			}
			if got := r.must("dumpsys window " + tt.focusNotIn); strings.Contains(got, focus) {
				t.Errorf("dumpsys window %s names the focus", tt.focusNotIn)
			}
			if got := r.must("dumpsys window"); !strings.Contains(got, focus) || !strings.Contains(got, tt.frame) {
				t.Errorf("dumpsys window has no focus or no %q", tt.frame)
			}
			if got := r.must("dumpsys activity activities"); !strings.Contains(got, tt.resumed) || !strings.Contains(got, " u0 com.android.settings/.Settings t") {
				t.Errorf("no %q in\n%s", tt.resumed, got)
			}
			if got := r.must("getprop ro.build.version.release"); got != fmt.Sprintln(tt.release) {
				t.Errorf("release %q", got)
			}
			xml := r.must("uiautomator dump --compressed /sdcard/d >&2; cat /sdcard/d")
			if has := strings.Contains(xml, "drawing-order="); has != (tt.attribute != "") {
				t.Errorf("drawing-order present: %t", has)
			}
		})
	}
}

func TestKeyboardCoversAndIsTold(t *testing.T) {
	r := start(t, sim.Options{})
	keyboard := func() string {
		return r.must("dumpsys input_method | grep -oE 'mInputShown=\\w+|mImeWindowVis=\\w+|mIsInputViewShown=\\w+' | tr '\\n' ' '; " +
			"dumpsys window windows | grep -A10 ' InputMethod}' | grep -oE ' frame=\\S+|isReadyForDisplay\\S+'")
	}
	if got := keyboard(); got != "mInputShown=false mImeWindowVis=0 mIsInputViewShown=false isReadyForDisplay()=false\n frame=[0,1517][1080,2400]\n" {
		t.Errorf("hidden: %q", got)
	}
	r.must("am start -a android.intent.action.SENDTO -d smsto:123")
	r.tap("compose_message_text")
	if got := keyboard(); got != "mInputShown=true mImeWindowVis=3 mIsInputViewShown=true isReadyForDisplay()=true\n frame=[0,1517][1080,2400]\n" {
		t.Errorf("shown: %q", got)
	}
	if y := r.see("compose_message_text").centre().Y; y >= 1517 {
		t.Errorf("the field is under the keyboard, at %d", y)
	}
	if root := r.dump()[0]; root.Bounds != "[0,0][1080,2400]" {
		t.Errorf("the window shrank to %s", root.Bounds)
	}
	r.must("input tap 50 1600") // the keyboard's first key
	if got := r.phone.Snapshot().FocusedText; got != "q" {
		t.Errorf("a tap on the keyboard typed %q", got)
	}
	r.must("input keyevent 111")
	if s := r.phone.Snapshot(); s.KeyboardShown || s.ForegroundPackage != "com.google.android.apps.messaging" {
		t.Errorf("after escape: %+v", s)
	}
	r.must("input keyevent 111")
	if r.see("compose_message_text").Text != "q" {
		t.Error("a second escape navigated")
	}
}

func TestTextThatCannotBeTypedIsLostWhole(t *testing.T) {
	for _, release := range []int{8, 14} {
		r := start(t, sim.Options{AndroidVersion: release})
		r.must("am start -a android.intent.action.SENDTO -d smsto:123")
		r.tap("compose_message_text")
		got := r.shell("input text 'abc שלום'")
		if got.code == 0 || !strings.Contains(got.err, "java.lang.NullPointerException: Attempt to get length of null array") {
			t.Errorf("Android %d: %+v", release, got)
		}
		if typed := r.phone.Snapshot().FocusedText; typed != "" {
			t.Errorf("Android %d: typed %q", release, typed)
		}
	}
}

func TestEditingKeys(t *testing.T) {
	r := start(t, sim.Options{})
	r.must("am start -a android.intent.action.SENDTO -d smsto:123")
	r.tap("compose_message_text")
	for _, step := range []struct{ keys, want string }{
		{"input text abcd", "abcd"},
		{"input keyevent DEL", "abc"},
		{"input keyevent 122 112 123", "bc"},
		{"input text %%s", "bc% "},
		{"input keyevent KEYCODE_ENTER 29 7", "bc% \na0"},
		{"input keycombination 113 29", "bc% \na0"},
		{"input text x", "x"},
		{"input keycombination 113 29; input keyevent 67", ""},
	} {
		r.must(step.keys)
		if got := r.phone.Snapshot().FocusedText; got != step.want {
			t.Fatalf("after %s: %q, want %q", step.keys, got, step.want)
		}
	}
}

func TestGestures(t *testing.T) {
	r := start(t, sim.Options{})
	r.must("am start -n com.android.settings/.Settings")
	if _, ok := r.find("About phone"); ok {
		t.Fatal("the list does not need scrolling")
	}
	r.must("input swipe 540 2000 540 500 300")
	r.see("About phone")
	r.must("input motionevent DOWN 540 500; input motionevent MOVE 540 2000")
	if !r.phone.Snapshot().FingerDown {
		t.Error("the finger is not down")
	}
	r.must("input motionevent UP 540 2000")
	if r.phone.Snapshot().FingerDown {
		t.Error("the finger is still down")
	}
	r.see("Network & internet")
	r.must("input keyevent APP_SWITCH")
	r.tap("Settings")
	if got := r.phone.ForegroundPackage(); got != "com.android.settings" {
		t.Errorf("from the overview to %s", got)
	}
}

func TestStartResults(t *testing.T) {
	r := start(t, sim.Options{})
	for _, tt := range []struct {
		command, out, err string
		code              int
	}{
		{"am start -n com.android.settings/.Settings", "Starting: Intent { cmp=com.android.settings/.Settings }\n", "", 0},
		{"am start -a android.settings.BLUETOOTH_SETTINGS", "Starting: Intent { act=android.settings.BLUETOOTH_SETTINGS }\n", "", 0},
		{"am start -n com.android.settings/.Settings", "Starting: Intent { cmp=com.android.settings/.Settings }\n", "Warning: Activity not started, its current task has been brought to the front\n", 0},
		{"am start -n com.x/.Y", "Starting: Intent { cmp=com.x/.Y }\n", "Error type 3\nError: Activity class {com.x/com.x.Y} does not exist.\n", 1},
		{"am start -a a.b.C", "Starting: Intent { act=a.b.C }\n", "Error: Activity not started, unable to resolve Intent { act=a.b.C flg=0x10000000 }\n", 1},
		{"am start -W -n com.google.android.apps.messaging/.ui.ConversationListActivity", "Starting: Intent { cmp=com.google.android.apps.messaging/.ui.ConversationListActivity }\n" +
			"Status: ok\nLaunchState: COLD\nActivity: com.google.android.apps.messaging/.ui.ConversationListActivity\nTotalTime: 212\nWaitTime: 215\nComplete\n", "", 0},
		{"cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.HOME", "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n  com.google.android.apps.nexuslauncher/.NexusLauncherActivity\n", "", 0},
		{"cmd package resolve-activity --brief com.nope", "No activity found\n", "", 0},
		{"settings get secure nope", "null\n", "", 0},
		{"wm size", "Physical size: 1080x2400\n", "", 0},
		{"pm path com.android.settings", "package:/system/app/com.android.settings/com.android.settings.apk\n", "", 0},
		{"pm list packages --user 10", "", "Error: java.lang.SecurityException: Shell does not have permission to access user 10\n", 255},
		{"monkey -p com.nope -c android.intent.category.LAUNCHER 1", "", "** No activities found to run, monkey aborted.\n", 252},
		{"dumpsys nope", "", "Can't find service: nope\n", 0},
	} {
		if got := r.shell(tt.command); got != (result{tt.out, tt.err, tt.code}) {
			t.Errorf("%s:\n got %+v\nwant %+v", tt.command, got, result{tt.out, tt.err, tt.code})
		}
	}
}

func TestWorkProfile(t *testing.T) {
	r := start(t, sim.Options{WorkProfile: true})
	if got := r.must("pm list users"); got != "Users:\n\tUserInfo{0:Owner:c13} running\n\tUserInfo{10:Work profile:1030} running\n" {
		t.Errorf("users: %q", got)
	}
	if got := r.must("pm list packages --user 10"); got != "package:com.google.android.contacts\npackage:com.android.chrome\n" {
		t.Errorf("packages at work: %q", got)
	}
	const contacts = "com.google.android.contacts/com.android.contacts.activities.PeopleActivity"
	if got := r.must("cmd package query-activities --user 10 --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER | grep /"); !strings.Contains(got, contacts) || strings.Contains(got, "settings") {
		t.Errorf("icons at work: %q", got)
	}
	r.must("am start -n " + contacts + "; am start --user 10 -n " + contacts)
	if got := r.must("dumpsys window displays | grep mCurrentFocus; dumpsys activity activities | grep topResumed"); strings.Count(got, " u10 "+contacts) != 2 {
		t.Errorf("in front: %s", got)
	}
	if got := r.must("dumpsys window windows | grep -A2 ' u10 '"); !strings.Contains(got, "mOwnerUid=1010150") {
		t.Errorf("the window at work: %s", got)
	}
	r.phone.Lock()
	if got := r.must("dumpsys window displays | grep mCurrentFocus"); !strings.Contains(got, " u0 NotificationShade}") {
		t.Errorf("when locked: %s", got)
	}
	r.phone.Unlock()
	r.must("input keyevent BACK; input keyevent HOME; am start -n " + contacts)
	if got := r.must("dumpsys window displays | grep mCurrentFocus"); !strings.Contains(got, " u0 "+contacts) {
		t.Errorf("in front: %s", got)
	}
	if got := r.shell("am start --user 10 -n com.android.settings/.Settings"); got.code == 0 {
		t.Errorf("an app started for a user who has none: %+v", got)
	}
}

func TestLauncherTellsLabels(t *testing.T) {
	r := start(t, sim.Options{})
	got := r.must("dumpsys activity com.google.android.apps.nexuslauncher/.NexusLauncherActivity --all")
	for _, want := range []string{"All apps list: size=", `title="Messages" bitmapIcon=`, "componentName=com.google.android.apps.messaging\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestDumpToTerminal(t *testing.T) {
	r := start(t, sim.Options{})
	if got := string(r.exec("uiautomator dump /dev/tty")); !strings.HasPrefix(got, "<?xml") || !strings.HasSuffix(got, "</hierarchy>UI hierchary dumped to: /dev/tty\n") {
		t.Errorf("over exec: …%q", got[max(0, len(got)-80):])
	}
	if got := r.shell("uiautomator dump /dev/tty"); got != (result{"UI hierchary dumped to: /dev/tty\n", "", 0}) {
		t.Errorf("without a terminal: %+v", got)
	}
}

func TestDumpOfSeveralWindows(t *testing.T) {
	r := start(t, sim.Options{})
	r.must("am start -a android.intent.action.SENDTO -d smsto:123")
	r.tap("compose_message_text")
	got := r.must("uiautomator dump --windows /sdcard/x >&2; cat /sdcard/x")
	for _, want := range []string{
		`<displays><display id="0"><window index="0" title="InputMethod" bounds="[0,1517][1080,2400]" active="false"`,
		`text="q"`, `package="com.google.android.inputmethod.latin"`,
		`<window index="1" title="Messages" bounds="[0,0][1080,2400]" active="true" focused="true" id="2" layer="0" type="TYPE_APPLICATION"><hierarchy rotation="0">`,
		`</hierarchy></window></display></displays>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if got := r.must("uiautomator dump /sdcard/x >&2; cat /sdcard/x"); strings.Contains(got, "inputmethod.latin") {
		t.Error("a plain dump holds the keyboard")
	}
}

func TestFramesGrowWithWhatChanges(t *testing.T) {
	r := start(t, sim.Options{})
	r.must("am start -a android.settings.WIFI_SETTINGS")
	frames := func() (n int) {
		out := r.must("dumpsys gfxinfo com.android.settings | grep 'Total frames rendered'")
		if _, err := fmt.Sscanf(out, "Total frames rendered: %d", &n); err != nil {
			t.Fatalf("gfxinfo says %q", out)
		}
		return n
	}
	last := frames()
	for _, step := range []struct {
		does  string
		grows bool
	}{
		{"true", false},
		{"settings put global wifi_on 1", true},
		{"input tap 540 2300", false}, // on nothing
		{"input keyevent HOME", false},
		{"am start -a android.settings.DISPLAY_SETTINGS", true},
	} {
		r.must(step.does)
		now := frames()
		if grows := now > last; grows != step.grows {
			t.Errorf("after %s: %d frames, then %d", step.does, last, now)
		}
		last = now
	}
	if got := r.must("dumpsys gfxinfo com.nope"); got != "No process found for: com.nope\n" {
		t.Errorf("an app that does not run: %q", got)
	}
}

func TestScreenshotFollowsScreen(t *testing.T) {
	r := start(t, sim.Options{})
	r.must("am start -a android.settings.WIFI_SETTINGS")
	data := r.exec("screencap -p")
	if config, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || config.Width != 1080 || config.Height != 2400 {
		t.Errorf("PNG %+v, %v", config, err)
	}
	if !bytes.HasSuffix(data, []byte("IEND\xaeB`\x82")) {
		t.Error("the PNG has no end")
	}
	const header = 16 // width, height, format, colour space
	at := r.see("switch_widget").centre()
	knob := func() string {
		raw := r.exec("screencap")
		if len(raw) != header+1080*2400*4 {
			t.Fatalf("raw screenshot of %d bytes", len(raw))
		}
		i := header + 4*(at.Y*1080+at.X-40)
		return string(raw[i : i+4])
	}
	off := knob()
	r.tap("Wi-Fi")
	if knob() == off {
		t.Error("the drawn switch did not move")
	}
}

func TestSlowPhoneIsSlow(t *testing.T) {
	r := start(t, sim.Options{Faults: []fault.Fault{fault.Slow}})
	conn, err := r.open("exec:echo hi")
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	if n, err := conn.Read(make([]byte, 1)); n > 0 || err == nil {
		t.Error("a slow phone answered at once")
	}
	conn.Close()
	waitQuiet(t, r.phone)
}

func TestCountersCountServices(t *testing.T) {
	r := start(t, sim.Options{})
	before := r.phone.Counters().Services
	r.must("uiautomator dump /sdcard/x; dumpsys window | grep mCurrentFocus; wm size")
	if got := r.phone.Counters().Services - before; got != 1 {
		t.Errorf("%d services for one script", got)
	}
}

// TestDeviceSide has an adb server's first words answered on the device side;
// the rest of that side is proved where it lives.
func TestDeviceSide(t *testing.T) {
	phone := sim.New(sim.Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- phone.ServeDevice(ctx, l) }()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "CNXN\x01\x00\x00\x01\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\xbc\xb1\xa7\xb1")
	answer := make([]byte, 512)
	n, err := conn.Read(answer)
	for n < 30 && err == nil {
		var more int
		more, err = conn.Read(answer[n:])
		n += more
	}
	if got := string(answer[:n]); !strings.HasPrefix(got, "CNXN") || !strings.Contains(got, "ro.product.model=Simulated Phone;") {
		t.Errorf("answered %q, %v", got, err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("ServeDevice: %v", err)
	}
}
