package sim_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
