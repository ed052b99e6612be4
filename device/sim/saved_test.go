package sim_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"adroit/device/sim"
)

const savedForm = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="org.example.form" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][720,1600]"><node index="0" text="Name" resource-id="org.example.form:id/name" class="android.widget.EditText" package="org.example.form" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="true" password="false" selected="false" bounds="[20,100][700,200]" /><node index="1" text="Subscribe" resource-id="" class="android.widget.CheckBox" package="org.example.form" content-desc="" checkable="true" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[20,300][700,400]" /><node index="2" text="Next" resource-id="" class="android.widget.Button" package="org.example.form" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[20,500][700,600]" /></node></hierarchy>`

func TestSavedScreens(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a-form.xml": savedForm, "b-broken.xml": savedForm[:900],
		"c-other.xml": strings.ReplaceAll(savedForm, "org.example.form", "org.example.other"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	screens, err := sim.LoadScreens(dir)
	if err != nil {
		t.Fatal(err)
	}
	r := start(t, sim.Options{Screens: screens})
	r.tap("a-form")
	if got := r.must("uiautomator dump /sdcard/x >&2; cat /sdcard/x"); got != savedForm {
		t.Errorf("the dump is not the file:\n%s", got)
	}
	if got := r.must("wm size"); got != "Physical size: 1080x2400\nOverride size: 720x1600\n" {
		t.Errorf("size %q", got)
	}
	if got := r.phone.ForegroundPackage(); got != "org.example.form" {
		t.Errorf("in front is %s", got)
	}
	r.tap("Subscribe")
	if !r.see("Subscribe").Checked {
		t.Error("the box is not checked")
	}
	r.tap("name")
	r.must("input text x")
	if got := r.see("name").Text; got != "Namex" {
		t.Errorf("the field holds %q", got)
	}
	r.tap("Next")
	if got := r.must("uiautomator dump /sdcard/x >&2; cat /sdcard/x"); got != savedForm[:900] {
		t.Errorf("the broken screen is not served as it is: %.80q", got)
	}
	r.must("input keyevent BACK HOME")
	r.tap("c-other")
	if got := r.phone.ForegroundPackage(); got != "org.example.other" {
		t.Errorf("in front is %s", got)
	}
	if _, err := sim.LoadScreens(t.TempDir()); err == nil {
		t.Error("an empty directory has screens")
	}
}

// TestSavedCorpus shows every screen of a corpus of real dumps.
func TestSavedCorpus(t *testing.T) {
	corpus := os.Getenv("ADROIT_CORPUS")
	if corpus == "" {
		t.Skip("ADROIT_CORPUS names no corpus")
	}
	for _, folder := range []string{"dumps", "dumps-broken"} {
		screens, err := sim.LoadScreens(filepath.Join(corpus, folder))
		if err != nil {
			t.Fatal(err)
		}
		r := start(t, sim.Options{Screens: screens})
		for i, match := range strings.Fields(r.must("cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER | grep /")) {
			r.must("am start -n '" + match + "'")
			if got := r.shell("uiautomator dump /sdcard/x >&2; cat /sdcard/x"); got.code != 0 {
				t.Errorf("screen %d, %s: %+v", i, match, got.err)
			}
			r.must("input tap 300 900; input keyevent HOME")
		}
	}
}

// What a real phone and the tools around it leave of a dump can be touched as
// far as it can be made out, and is served byte for byte.
func TestSavedScreensThatAreBroken(t *testing.T) {
	windows := strings.NewReplacer("<hierarchy", `<displays><display id="7"><window id="9"><hierarchy rotation="0"><node text="Elsewhere" class="a.B" package="org.example.else" bounds="[0,0][9,9]" /></hierarchy></window></display>`+
		`<display id="0"><window id="2" type="TYPE_SYSTEM"><hierarchy rotation="0"><node text="12:00" class="a.B" package="com.android.systemui" bounds="[0,0][720,60]" /></hierarchy></window><window id="1"><hierarchy`,
		"</hierarchy>", "</hierarchy></window></display></displays>").Replace(savedForm)
	utf16LE := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(savedForm + "\r\n")) {
		utf16LE = binary.LittleEndian.AppendUint16(utf16LE, unit)
	}
	for name, text := range map[string]string{
		"cut":     savedForm[:len(savedForm)-30],
		"around":  "WARNING: linker: none\n" + savedForm + "UI hierchary dumped to: /dev/tty",
		"twice":   strings.ReplaceAll(savedForm, "org.example.form", "org.example.old") + savedForm,
		"foreign": strings.NewReplacer("<node ", "<android.view.View ", "</node>", "</android.view.View>").Replace(savedForm),
		"refs":    strings.ReplaceAll(savedForm, `text="Name"`, `text="Name&#55357;"`),
		"utf16":   string(utf16LE),
		"windows": windows,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, name+".xml", text)
			write(t, dir, "notes.txt", "no dump")
			if err := os.Mkdir(filepath.Join(dir, "folder.xml"), 0o700); err != nil {
				t.Fatal(err)
			}
			screens, err := sim.LoadScreens(dir)
			if err != nil {
				t.Fatal(err)
			}
			r := start(t, sim.Options{Screens: screens})
			r.tap(name)
			if got := r.must("uiautomator dump /sdcard/x >&2; cat /sdcard/x"); got != text {
				t.Errorf("the dump is not the file:\n%q", got)
			}
			if got := r.phone.ForegroundPackage(); got != "org.example.form" {
				t.Errorf("in front is %s", got)
			}
			r.must("input tap 360 350") // the box
			if !r.see("Subscribe").Checked {
				t.Error("the box is not checked")
			}
		})
	}
}

func TestSavedScreenOfAnEmptyFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "empty.xml", "")
	screens, err := sim.LoadScreens(dir)
	if err != nil {
		t.Fatal(err)
	}
	r := start(t, sim.Options{Screens: screens})
	r.tap("empty")
	if got := r.must("uiautomator dump /sdcard/x >/dev/null; cat /sdcard/x"); got != "" {
		t.Errorf("a dump of nothing is %q", got)
	}
}

func TestSavedScreensOfNoFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.xml", savedForm)
	for _, name := range []string{filepath.Join(dir, "missing"), filepath.Join(dir, "a.xml")} {
		if _, err := sim.LoadScreens(name); err == nil || strings.Contains(err.Error(), "no .xml file") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
