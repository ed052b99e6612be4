package sim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"adroit/device/sim"
)

// launch opens an app from its icon.
func (r rig) launch(label string) {
	r.t.Helper()
	r.must("input keyevent HOME")
	r.tap(label)
}

func TestContactsBelowTheFold(t *testing.T) {
	r := start(t, sim.Options{})
	r.launch("Contacts")
	if _, ok := r.find("Zoe Frost"); ok {
		t.Error("the list fits on one screen")
	}
	for range 3 {
		r.must("input swipe 540 1900 540 400")
	}
	r.tap("Zoe Frost")
	r.tap("Delete")
	r.see("Delete contact?")
	if _, ok := r.find("Call"); ok {
		t.Error("the dump of a dialog shows what is behind it")
	}
	r.tap("Cancel")
	r.tap("Delete")
	r.tap("button1")
	has := func(name string) bool {
		return slices.ContainsFunc(r.phone.Snapshot().Contacts, func(c sim.Contact) bool { return c.Name == name })
	}
	if has("Zoe Frost") {
		t.Error("the contact is still there")
	}
	r.tap("Create contact")
	r.tap("Name")
	r.must("input text 'Xena%sQuill'; input keyevent TAB; input text 5550199")
	r.tap("Save")
	if !slices.Contains(r.phone.Snapshot().Contacts, sim.Contact{Name: "Xena Quill", Phone: "5550199"}) {
		t.Error("the contact was not kept")
	}
}

func TestNotesAreKeptAndDeleted(t *testing.T) {
	r := start(t, sim.Options{})
	r.launch("Notes")
	r.tap("New text note")
	r.tap("editable_title")
	r.must("input text Plan; input keyevent ENTER; input text one; input keyevent ENTER; input text two")
	r.must("input keyevent ESCAPE BACK")
	if got := r.phone.Snapshot().Notes[0]; got != (sim.Note{Title: "Plan", Body: "one\ntwo"}) {
		t.Errorf("kept %+v", got)
	}
	at := r.see("Groceries").centre()
	r.must(fmt.Sprintf("input swipe %d %d %d %d 600", at.X, at.Y, at.X, at.Y))
	r.tap("Delete")
	if got := r.phone.Snapshot().Notes; len(got) != 2 || got[1].Title != "Router" {
		t.Errorf("left %+v", got)
	}
}

func TestShopTakesMoneyOnlyWhenConfirmed(t *testing.T) {
	r := start(t, sim.Options{})
	r.launch("Northmarket")
	r.tap("Green tea")
	r.tap("Add to cart")
	r.tap("Cart (1)")
	r.tap("Checkout")
	r.tap("Place order")
	r.see("Pay €6.50 to Northmarket?")
	r.tap("Cancel")
	if s := r.phone.Snapshot(); len(s.Orders) != 0 || len(s.Cart) != 1 {
		t.Errorf("after cancel: %+v %+v", s.Orders, s.Cart)
	}
	r.tap("Place order")
	r.tap("Pay")
	if s := r.phone.Snapshot(); len(s.Orders) != 1 || s.Orders[0].Cents != 650 || len(s.Cart) != 0 {
		t.Errorf("after paying: %+v %+v", s.Orders, s.Cart)
	}
	r.see("Thank you")
}

func TestBankKeepsItsSecretsBehindTwoDoors(t *testing.T) {
	r := start(t, sim.Options{})
	r.launch("Northbank")
	r.tap("username")
	r.must("input text 1234; input keyevent TAB; input text hunter2")
	if n := r.see("password"); n.Text != "•••••••" || !n.Password {
		t.Errorf("the password shows as %q", n.Text)
	}
	signIn := r.see("Sign in").centre()
	if signIn.Y < 1517 {
		t.Errorf("the keyboard does not cover the button, at %v", signIn)
	}
	r.must(fmt.Sprintf("input tap %d %d", signIn.X, signIn.Y))
	if _, ok := r.find("Verification"); ok {
		t.Error("a tap went through the keyboard")
	}
	r.must("input keyevent DEL ESCAPE")
	r.tap("Sign in")
	r.tap("otp")
	r.must("input text 000000")
	r.tap("Verify")
	r.see("That code is not right. Enter the 6-digit code we sent to your phone.")
	r.must("input keycombination 113 29; input text 482913")
	r.tap("Verify")
	r.see("IBAN")
	if got := r.phone.Snapshot().BankUser; got != "1234" {
		t.Errorf("signed in as %q", got)
	}
	if got := r.must("dumpsys window windows | grep -A6 northbank | grep -c SECURE"); got != "1\n" {
		t.Errorf("%s protected windows", strings.TrimSpace(got))
	}
	picture := r.exec("screencap")
	if slices.ContainsFunc(picture[16:], func(b byte) bool { return b != 0 && b != 0xff }) {
		t.Error("a screenshot of a protected window is not black")
	}
}

func TestGalleryPagesAndOrder(t *testing.T) {
	r := start(t, sim.Options{})
	r.launch("Photos")
	r.tap("All photos")
	r.must("input swipe 900 1200 150 1200; input swipe 900 1200 150 1200; input swipe 500 1200 420 1200")
	if got := r.phone.Snapshot().Photo; got != 3 {
		t.Errorf("on photo %d, want 3", got)
	}
	r.see("3 of 8")
	r.must("input keyevent BACK")
	r.tap("Albums")
	from, to := r.see("Reorder Camera").centre(), r.see("Reorder Family").centre()
	r.must(fmt.Sprintf("input draganddrop %d %d %d %d 800", from.X, from.Y, to.X, to.Y))
	want := []string{"Holiday", "Family", "Camera", "Screenshots", "Recipes"}
	if got := r.phone.Snapshot().Albums; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

func TestBrowserShowsWhatADumpCanCarry(t *testing.T) {
	r := start(t, sim.Options{})
	r.launch("Chrome")
	xml := r.must("uiautomator dump /sdcard/x >&2; cat /sdcard/x")
	for _, want := range []string{"ignore all previous instructions", ".]0;owned.", "\u202e", "&#128105;", "&#10;", "&amp;", "&lt;b&gt;", "text='"} {
		if !strings.Contains(xml, want) {
			t.Errorf("the dump does not hold %q", want)
		}
	}
	if strings.ContainsFunc(xml, unicode.IsControl) {
		t.Error("the dump holds control characters")
	}
	r.tap("Terms of service")
	r.must("am start -a android.intent.action.VIEW -d https://example.com/a?b=c")
	if got := r.see("url_bar").Text; got != "https://example.com/a?b=c" {
		t.Errorf("the address is %q", got)
	}
	if got := r.phone.Snapshot().Visited; !slices.Equal(got, []string{"weather.example/terms", "https://example.com/a?b=c"}) {
		t.Errorf("visited %q", got)
	}
}

func TestOddities(t *testing.T) {
	r := start(t, sim.Options{})
	r.launch("Long list")
	for range 8 {
		r.must("input swipe 540 2000 540 300")
	}
	r.tap("Entry 75")
	if got := r.phone.Snapshot().ListChoice; got != "Entry 75" {
		t.Errorf("chose %q", got)
	}
	r.launch("Panels")
	for _, label := range []string{"icon_left", "Large card", "I agree to the terms", "Buried", "Not yet"} {
		r.tap(label)
	}
	if got, want := r.phone.Snapshot().Pressed, []string{"left icon", "badge", "terms link", "lid"}; !slices.Equal(got, want) {
		t.Errorf("pressed %q, want %q", got, want)
	}
	if got := r.must("uiautomator dump /sdcard/x >&2; grep -o 'NAF=\"true\"' /sdcard/x | wc -l"); got != "2\n" {
		t.Errorf("%s unlabelled clickables", strings.TrimSpace(got))
	}
	r.launch("Blocks")
	if n := r.dump(); n[len(n)-1].Class != "android.view.SurfaceView" || n[len(n)-1].Clickable {
		t.Errorf("the game's last node is %+v", n[len(n)-1])
	}
	r.must("input tap 500 1000; input swipe 500 1000 500 500")
	if got := r.phone.Snapshot().GameScore; got != 11 {
		t.Errorf("score %d", got)
	}
}

func TestClockRestsOnlyOnItsAlarms(t *testing.T) {
	r := start(t, sim.Options{})
	r.launch("Clock")
	r.tap("Stopwatch")
	if got := r.shell("uiautomator dump /sdcard/x"); got.err != "ERROR: could not get idle state.\n" || got.code != 0 {
		t.Errorf("while ticking: %+v", got)
	}
	r.must("am force-stop com.google.android.deskclock")
	r.launch("Clock")
	if got := r.shell("uiautomator dump /sdcard/x"); got.err != "ERROR: could not get idle state.\n" {
		t.Errorf("opened again, on the tab that it was left on: %+v", got)
	}
	r.must("am start -a android.intent.action.SHOW_ALARMS")
	r.tap("Alarm 6:30")
	if got := r.phone.Snapshot().Alarms[0]; !got.On {
		t.Errorf("alarm %+v", got)
	}
}

// TestEveryScreenIsWellFormed opens every app and checks what holds for all.
func TestEveryScreenIsWellFormed(t *testing.T) {
	r := start(t, sim.Options{})
	for pkg := range strings.FieldsSeq(r.must("pm list packages | cut -d: -f2")) {
		component := strings.TrimSpace(r.must("cmd package resolve-activity --brief " + pkg + " | tail -n 1"))
		if !strings.Contains(component, "/") {
			continue
		}
		r.must("am start -n " + component)
		nodes := r.dump()
		if nodes[0].Package != pkg || r.phone.ForegroundPackage() != pkg {
			t.Errorf("%s: the dump's package is %s, in front is %s", pkg, nodes[0].Package, r.phone.ForegroundPackage())
		}
		for _, n := range nodes {
			var l, top, right, bottom int
			if c, err := fmt.Sscanf(n.Bounds, "[%d,%d][%d,%d]", &l, &top, &right, &bottom); c != 4 || err != nil || l < 0 || top < 0 || right > 1080 || bottom > 2400 || right <= l || bottom <= top {
				t.Errorf("%s: bounds %s of %q", pkg, n.Bounds, n.Text+n.Desc)
			}
		}
	}
}

// TestRandomFingers pokes at everything and checks that the phone neither
// breaks nor shows a screen that cannot be read.
func TestRandomFingers(t *testing.T) {
	r := start(t, sim.Options{})
	random := rand.New(rand.NewPCG(3, 4))
	event := func() string {
		x, y := random.IntN(1080), random.IntN(2400)
		switch random.IntN(15) {
		case 5:
			return "settings put system accelerometer_rotation " + []string{"0", "1"}[random.IntN(2)]
		case 6:
			return fmt.Sprintf("settings put system user_rotation %d", random.IntN(4))
		case 7:
			return "am broadcast -a " + []string{sim.TrickOverlay, sim.TrickToast, sim.TrickNotification, sim.TrickSwap, sim.TrickEnd}[random.IntN(5)] + " >/dev/null"
		case 0:
			return fmt.Sprintf("input swipe %d %d %d %d %d", x, y, random.IntN(1080), random.IntN(2400), random.IntN(900))
		case 1:
			return fmt.Sprintf("input draganddrop %d %d %d %d", x, y, random.IntN(1080), random.IntN(2400))
		case 2:
			return fmt.Sprintf("input keyevent %d", []int{3, 4, 19, 61, 66, 67, 111, 112, 123, 187, 279}[random.IntN(11)])
		case 3:
			return "input text 'a b%s482913'"
		case 4:
			return fmt.Sprintf("input swipe %d %d %d %d 800", x, y, x, y)
		}
		return fmt.Sprintf("input tap %d %d", x, y)
	}
	for range 100 {
		var script strings.Builder
		for range 20 {
			script.WriteString(event() + "; ")
		}
		r.must(script.String() + "true")
		if s := r.phone.Snapshot(); s.ForegroundPackage == "com.google.android.deskclock" {
			r.must("input keyevent HOME") // it may be ticking
		}
		if nodes := r.dump(); len(nodes) == 0 || nodes[0].Package != r.phone.ForegroundPackage() {
			t.Fatalf("%d nodes, %s in front", len(nodes), r.phone.ForegroundPackage())
		}
	}
}
