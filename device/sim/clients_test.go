package sim_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"adroit/device/sim"
)

// clients is a directory with npm packages that drive phones; see
// testdata/clients.
type clients struct {
	realADB
	dir string
}

func startClients(t *testing.T, phone *sim.Phone, needs string) clients {
	t.Helper()
	dir := os.Getenv("ADROIT_CLIENTS")
	if dir == "" {
		t.Skip("ADROIT_CLIENTS names no directory with the clients' packages")
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", needs)); err != nil {
		t.Skipf("%s is not installed in ADROIT_CLIENTS", needs)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	return clients{startRealADB(t, phone), dir}
}

// command runs a program against the phone and returns what it printed.
func (c clients) command(name string, args ...string) string {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = c.dir
	cmd.Env = slices.Concat(c.env, []string{"ANDROID_HOME=" + c.sdk(), "TMPDIR=" + c.t.TempDir()})
	out, err := cmd.Output()
	if err != nil {
		c.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// sdk is an Android SDK as far as appium-adb looks: a place where adb is.
func (c clients) sdk() string {
	c.t.Helper()
	dir := c.t.TempDir()
	adb, err := exec.LookPath("adb")
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "platform-tools"), 0o700)
	}
	if err == nil {
		err = os.Symlink(adb, filepath.Join(dir, "platform-tools", "adb"))
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return dir
}

// script runs one of our scripts where the packages are, and returns what it
// found.
func (c clients) script(name string) map[string]any {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "clients", name))
	if err != nil {
		c.t.Fatal(err)
	}
	at := filepath.Join(c.dir, name)
	if err := os.WriteFile(at, text, 0o600); err != nil {
		c.t.Fatal(err)
	}
	defer os.Remove(at)
	out := c.command("node", at, c.serial)
	var found map[string]any
	if err := json.Unmarshal([]byte(out), &found); err != nil {
		c.t.Fatalf("%s printed %q", name, out)
	}
	return found
}

// same compares what a script found with what is wanted, field by field.
func same(t *testing.T, found map[string]any, want map[string]any) {
	t.Helper()
	for name, value := range want {
		got, _ := json.Marshal(found[name])
		wanted, _ := json.Marshal(value)
		if string(got) != string(wanted) {
			t.Errorf("%s: %s, want %s", name, got, wanted)
		}
	}
}

// holds fails when a file on the phone holds something else.
func (c clients) holds(path, want string) {
	c.t.Helper()
	if got, _, _ := c.phone("exec-out", "cat", path); got != want {
		c.t.Errorf("%s on the phone holds %q, want %q", path, got, want)
	}
}

// shows is what a dump of the phone's screen holds.
func (c clients) shows() string {
	c.t.Helper()
	dump, _, _ := c.phone("exec-out", "uiautomator", "dump", "/dev/tty")
	return dump
}

func TestClientsAppium(t *testing.T) {
	phone := sim.New(sim.Options{})
	c := startClients(t, phone, "appium-adb")
	same(t, c.script("appium.mjs"), map[string]any{
		"devices": []string{"device"}, "api": 34, "model": sim.Model, "size": "1080x2400", "locked": false, "installed": true,
		"focused":        map[string]any{"appPackage": "com.android.settings", "appActivity": ".Settings"},
		"keyboardBefore": map[string]any{"isKeyboardShown": false, "canCloseKeyboard": false},
		"keyboardAfter":  map[string]any{"isKeyboardShown": true, "canCloseKeyboard": true},
		"shell":          "a b", "stat": 16, "pulled": "pushed by appium", "png": "PNG",
	})
	c.holds("/sdcard/Download/appium", "pushed by appium")
	if s := phone.Snapshot(); s.FocusedText != "typed by appium" || s.KeyboardShown {
		t.Errorf("the phone ends with %q, keyboard %t", s.FocusedText, s.KeyboardShown)
	}
}

func TestClientsAdbkit(t *testing.T) {
	phone := sim.New(sim.Options{})
	c := startClients(t, phone, filepath.Join("@devicefarmer", "adbkit"))
	same(t, c.script("adbkit.cjs"), map[string]any{
		"devices": []string{"device"}, "shell": "from adbkit\n", "stat": 16, "pulled": "pushed by adbkit", "png": "PNG",
		"packages": true, "model": sim.Model, "started": true, "front": "com.android.settings/.Settings",
	})
	c.holds("/sdcard/Download/adbkit", "pushed by adbkit")
	if got := phone.ForegroundPackage(); got != "com.google.android.apps.nexuslauncher" {
		t.Errorf("after the home key: %s", got)
	}
}

func TestClientsMobilecli(t *testing.T) {
	phone := sim.New(sim.Options{})
	c := startClients(t, phone, filepath.Join("@mobilenext", "mobile-mcp"))
	programs, err := filepath.Glob(filepath.Join(c.dir, "node_modules", "@mobilenext", "mobilecli-*", "mobilecli-*"))
	if err != nil || len(programs) == 0 {
		t.Skip("mobilecli has no program for this machine")
	}
	mobilecli := func(args ...string) string {
		return c.command(programs[0], append(args, "--device", c.serial)...)
	}
	defer c.command(programs[0], "daemon", "stop") // its first command started one
	if got := c.command(programs[0], "devices"); !strings.Contains(got, c.serial) || !strings.Contains(got, `"state": "online"`) {
		t.Errorf("mobilecli devices: %s", got)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"device", "info"}, `"width": 1080`},
		{[]string{"dump", "ui"}, `"com.google.android.apps.nexuslauncher:id/launcher"`},
		{[]string{"apps", "list"}, `"appName": "Northbank"`},
		{[]string{"apps", "launch", "com.android.settings"}, `"status": "ok"`},
		{[]string{"apps", "foreground"}, `"packageName": "com.android.settings"`},
		{[]string{"screenshot", "--output", "-"}, "\x89PNG"},
		{[]string{"io", "swipe", "540,2000,540,500"}, `"status": "ok"`},
		{[]string{"io", "button", "HOME"}, `"status": "ok"`},
	} {
		before := c.shows()
		if got := mobilecli(tt.args...); !strings.Contains(got, tt.want) {
			t.Errorf("mobilecli %v: no %s in %.400s", tt.args, tt.want, got)
		}
		if tt.args[1] == "swipe" && (c.shows() == before || phone.ForegroundPackage() != "com.android.settings") {
			t.Error("a swipe moved nothing")
		}
	}
	if got := phone.ForegroundPackage(); got != "com.google.android.apps.nexuslauncher" {
		t.Errorf("after the home button: %s", got)
	}
	mobilecli("apps", "launch", "com.google.android.keep")
	mobilecli("io", "tap", "105,2300") // a new note
	mobilecli("io", "tap", "500,800")  // its text
	mobilecli("io", "text", "plain & ")
	mobilecli("io", "text", "héllo 漢字") // by the clipboard
	if got := phone.Snapshot().FocusedText; got != "plain & héllo 漢字" {
		t.Errorf("typed %q", got)
	}
	picture := filepath.Join(t.TempDir(), "screen.png")
	mobilecli("screenshot", "--output", picture)
	if data, err := os.ReadFile(picture); err != nil || !strings.HasPrefix(string(data), "\x89PNG") {
		t.Errorf("screenshot: %d bytes, %v", len(data), err)
	}
}
