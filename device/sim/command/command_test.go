package command

import (
	"bytes"
	"encoding/json"
	"image"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"adroit/device/sim/android"
	"adroit/device/sim/fault"
	"adroit/device/sim/shell"
	"adroit/device/sim/view"
)

// bench is a phone with one app, and a shell with the phone's programs.
type bench struct {
	sys    *android.System
	faults fault.Set
	field  view.Field
	files  *shell.FS
}

func newBench(release int) *bench {
	now := func() time.Time { return time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC) }
	b := &bench{sys: android.New(release, now), files: shell.NewFS(now)}
	open := func(android.Intent) *android.Window {
		return &android.Window{Build: func() *view.View {
			return &view.View{Children: []*view.View{{Field: &b.field, Width: 500, Height: 100}}}
		}}
	}
	b.sys.Install(
		&android.App{Package: "org.home", Preloaded: true, Activities: []*android.Activity{{Class: "org.home.Home", Home: true, Open: open}}},
		&android.App{Package: "org.app", Label: "An App", VersionName: "2.1", VersionCode: 21, UID: 10500, Activities: []*android.Activity{
			{Class: "org.app.Main", Launcher: true, Open: open}, {Class: "org.app.Second", Launcher: true, Open: open},
		}},
	)
	return b
}

func (b *bench) Do(f func(*android.System))    { f(b.sys) }
func (b *bench) Has(f fault.Fault) bool        { return b.faults.Has(f) }
func (b *bench) Properties() map[string]string { return map[string]string{"a.b": "1", "c": "2"} }
func (b *bench) IdleTime() time.Duration       { return 0 }

type result struct {
	out, err string
	code     int
}

func (b *bench) run(t *testing.T, line string) result {
	t.Helper()
	var out, errs bytes.Buffer
	sh := &shell.Shell{FS: b.files, Commands: Commands(b), Stdout: &out, Stderr: &errs}
	code := sh.Run(t.Context(), line)
	return result{out.String(), errs.String(), code}
}

func TestAnswers(t *testing.T) {
	const old, recent = 8, 14
	for _, tt := range []struct {
		release int
		line    string
		want    result
	}{
		{recent, "getprop a.b; getprop x; getprop x dflt; getprop", result{out: "1\n\ndflt\n[a.b]: [1]\n[c]: [2]\n"}},
		{recent, "settings put system x 1; settings get system x; settings delete system x; settings get system x", result{out: "1\nDeleted 1 rows\nnull\n"}},
		{recent, "settings --user 0 put global x 'a b'; settings get --user 0 global x", result{out: "a b\n"}},
		{recent, "settings get nowhere x", result{err: "Invalid namespace 'nowhere'\n", code: 255}},
		{recent, "wm size; wm density", result{out: "Physical size: 1080x2400\nPhysical density: 420\n"}},
		{recent, "wm user-rotation; am start -n org.app/.Main >/dev/null; wm user-rotation lock 3; wm user-rotation; wm user-rotation -d 0 free; wm user-rotation", result{out: "free\nlock 3\nfree\n"}},
		{recent, "wm user-rotation lock 4", result{err: "Error: expecting rotation from 0 to 3\n", code: 255}},
		{recent, "wm nope", result{err: "Unknown command: nope\n", code: 255}},
		{recent, "svc wifi enable; cmd wifi status; cmd wifi set-wifi-enabled disabled; cmd wifi status", result{out: "Wifi is enabled\nWifi is disabled\n"}},
		{recent, "locksettings get-disabled; locksettings set-pin 12; locksettings verify --old 12", result{out: "false\nPin set to '12'\nLock credential verified successfully\n"}},
		{recent, "locksettings set-pin 12 >/dev/null; locksettings clear --old 34", result{err: "Old password '34' didn't match\n", code: 255}},
		{recent, "ime list -s", result{out: android.LatinKeyboard + "\n" + android.VoiceKeyboard + "\n"}},
		{recent, "ime disable " + android.VoiceKeyboard + "; ime list -s; ime list -a -s | wc -l", result{
			out: "Input method " + android.VoiceKeyboard + ": now disabled for user #0\n" + android.LatinKeyboard + "\n2\n"}},
		{recent, "ime set " + android.VoiceKeyboard + "; settings get secure default_input_method", result{
			out: "Input method " + android.VoiceKeyboard + " selected for user #0\n" + android.VoiceKeyboard + "\n"}},
		{recent, "ime set org.nope/.Ime", result{err: "Unknown input method org.nope/.Ime cannot be selected for user #0\n", code: 255}},
		{recent, "cmd clipboard get-text", result{err: "No shell command implementation.\n", code: 255}},
		{recent, "cmd nope", result{err: "cmd: Can't find service: nope\n", code: 20}},
		{recent, "pm list packages -3 --show-versioncode -U", result{out: "package:org.app versionCode:21 uid:10500\n"}},
		{recent, "pm list packages -s home", result{out: "package:org.home\n"}},
		{recent, "pm list packages --user 11", result{err: "Error: java.lang.SecurityException: Shell does not have permission to access user 11\n", code: 255}},
		{recent, "cmd package resolve-activity --brief org.app | tail -n 1", result{out: "  android/com.android.internal.app.ResolverActivity\n"}},
		{recent, "cmd package query-activities --brief org.app | grep /", result{out: "  org.app/.Main\n  org.app/.Second\n"}},
		{recent, "input tap 10", result{err: "Error: Invalid arguments for command: tap\n" + inputUsage + "\n", code: 255}},
		{recent, "input nope", result{err: "Error: Unknown command: nope\n" + inputUsage + "\n", code: 255}},
		{old, "input keycombination 113 29", result{err: "Error: Unknown command: keycombination\n" + inputUsage + "\n", code: 255}},
		{old, "am start -a org.nope", result{out: "Starting: Intent { act=org.nope }\n", err: "Error: Activity not started, unable to resolve Intent { act=org.nope flg=0x10000000 }\n"}},
		{recent, "am start -n nonsense", result{err: "\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: Bad component name: nonsense\n", code: 255}},
		{recent, "am start -a", result{err: "\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: Argument expected after \"-a\"\n", code: 255}},
		{recent, "am broadcast -a x.Y -p org.app", result{out: "Broadcasting: Intent { act=x.Y flg=0x400000 pkg=org.app }\nBroadcast completed: result=0\n"}},
		{recent, "dumpsys SurfaceFlinger --latency nope", result{out: "16666666\n"}},
		{recent, "pgrep -f '[s]ystem_server'; pkill -f nobody", result{out: "1288\n", code: 1}},
		{recent, "CLASSPATH=/sdcard/none app_process / org.example.Main", result{err: "Aborted\n", code: 134}},
	} {
		if got := newBench(tt.release).run(t, tt.line); got != tt.want {
			t.Errorf("Android %d: %s\n got %+v\nwant %+v", tt.release, tt.line, got, tt.want)
		}
	}
}

func TestParseIntent(t *testing.T) {
	for _, tt := range []struct {
		args string
		want android.Intent
		opts startOptions
	}{
		{"-W -S -n a.b/.C --es k v --ez flag true", android.Intent{Component: "a.b/.C", Extras: map[string]string{"k": "v", "flag": "true"}}, startOptions{wait: true, stop: true}},
		{"--user 10 -a A -d x:y -c C1 -c C2 -f 0x10 -t text/plain -p p", android.Intent{User: 10, Action: "A", Data: "x:y", Categories: []string{"C1", "C2"}, Flags: 16, Package: "p"}, startOptions{}},
		{"--user current --activity-clear-top a.b/.C", android.Intent{Component: "a.b/.C", Action: android.ActionMain, Categories: []string{android.CategoryLauncher}}, startOptions{}},
		{"https://example.com", android.Intent{Data: "https://example.com"}, startOptions{}},
		{"org.app", android.Intent{Package: "org.app", Action: android.ActionMain, Categories: []string{android.CategoryLauncher}}, startOptions{}},
	} {
		got, opts, err := parseIntent(strings.Fields(tt.args))
		if tt.want.Extras == nil {
			tt.want.Extras = map[string]string{}
		}
		if err != nil || opts != tt.opts || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v %+v %v", tt.args, got, opts, err)
		}
	}
	for _, args := range []string{"--user x", "-f many", "-n", "--es k"} {
		if _, _, err := parseIntent(strings.Fields(args)); err == nil {
			t.Errorf("%s: no error", args)
		}
	}
}

func TestKeyCodes(t *testing.T) {
	got, err := keyCodes(strings.Fields("4 KEYCODE_ENTER home a KEYCODE_9 del"))
	if want := []int{4, 66, 3, 29, 16, 67}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	for _, args := range [][]string{nil, {"KEYCODE_NOPE"}, {"!"}} {
		if _, err := keyCodes(args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

func TestInputNamesItsSourceAndDisplay(t *testing.T) {
	for _, tt := range []struct {
		line string
		want string
	}{
		{"input text a", "a"},
		{"input keyboard text a", "a"},
		{"input -d 0 text a", "a"},
		{"input keyboard -d 0 text a", "a"},
		{"input -d 7 text a", ""}, // no such display: dropped
		{"cmd input text a", "a"},
		{"input text 'a%sb' ignored", "a b"},
	} {
		b := newBench(14)
		b.sys.Focus(&b.field)
		if got := b.run(t, tt.line); got.code != 0 || b.field.Text() != tt.want {
			t.Errorf("%s typed %q, want %q: %+v", tt.line, b.field.Text(), tt.want, got)
		}
	}
}

func TestDeviceServer(t *testing.T) {
	b := newBench(14)
	if err := b.files.WriteFile("/data/local/tmp/m.dex", []byte("dex"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := b.run(t, "CLASSPATH=/data/local/tmp/m.dex nohup app_process / "+deviceServerClass+" >/dev/null 2>&1 &"); got.code != 0 {
		t.Fatalf("start: %+v", got)
	}
	processes := b.sys.Processes()
	if len(processes) != 1 || processes[0].Socket != deviceServerSocket {
		t.Fatalf("running: %+v", processes)
	}
	ask := func(body string) string {
		conn := struct {
			io.Reader
			io.Writer
		}{strings.NewReader("POST / HTTP/1.1\r\nHost: phone\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body), &bytes.Buffer{}}
		processes[0].Serve(conn)
		_, answer, _ := strings.Cut(conn.Writer.(*bytes.Buffer).String(), "\r\n\r\n")
		return answer
	}
	for _, tt := range []struct{ body, want string }{
		{`{"jsonrpc":"2.0","id":1,"method":"device.apps.list"}`, `{"packageName":"org.app","appName":"An App","version":"2.1","versionCode":21}]}`},
		{`{"jsonrpc":"2.0","id":"x","method":"device.version"}`, `"id":"x","result":{"dexSha256":"9d0fbf9349f646f1435072f2b0212084`},
		{`{"jsonrpc":"2.0","id":2,"method":"device.clipboard.set","params":{"text":"é"}}`, `"result":{"ok":true}`},
		{`{"jsonrpc":"2.0","id":3,"method":"device.io.tap"}`, `"code":-32601`},
		{`{"id":3}`, `"code":-32600`},
		{`nonsense`, `"code":-32700`},
	} {
		if got := ask(tt.body); !strings.Contains(got, tt.want) || !json.Valid([]byte(got)) {
			t.Errorf("%s is answered %s, want %s", tt.body, got, tt.want)
		}
	}
	if b.sys.Clipboard != "é" {
		t.Errorf("the clipboard holds %q", b.sys.Clipboard)
	}
	if got := b.run(t, "ps -A -o ARGS | grep -c DeviceServer; pkill -f '[D]eviceServer'; pgrep -f '[D]eviceServer'"); got != (result{out: "1\n", code: 1}) || len(b.sys.Processes()) > 0 {
		t.Errorf("ended: %+v, %d left", got, len(b.sys.Processes()))
	}
}

func TestPictureOfTheTurnedScreen(t *testing.T) {
	b := newBench(14)
	b.run(t, "am start -n org.app/.Main; settings put system accelerometer_rotation 0; settings put system user_rotation 1")
	raw := b.run(t, "screencap").out
	var size image.Point
	size.X = int(raw[0]) | int(raw[1])<<8
	size.Y = int(raw[4]) | int(raw[5])<<8
	if size != image.Pt(2400, 1080) || len(raw) != 16+4*2400*1080 {
		t.Errorf("a picture of %v in %d bytes", size, len(raw))
	}
	for _, want := range []string{"cur=2400x1080", "init=1080x2400", "mCurrentRotation=ROTATION_90"} {
		if got := b.run(t, "dumpsys window displays").out; !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if got := b.run(t, "uiautomator dump /sdcard/x >/dev/null; cat /sdcard/x").out; !strings.Contains(got, `<hierarchy rotation="1">`) || !strings.Contains(got, `bounds="[0,0][2400,1080]"`) {
		t.Errorf("dump: %.300s", got)
	}
}
