package sim_test

import (
	"strings"
	"testing"

	"adroit/device/sim"
)

const adbKeyboard = "com.android.adbkeyboard/.AdbIME"

func TestADBKeyboardIsThereWhenAskedFor(t *testing.T) {
	if got := start(t, sim.Options{}).must("ime list -a -s; pm list packages"); strings.Contains(got, "adbkeyboard") {
		t.Errorf("a phone that was not told to has it: %s", got)
	}
	r := start(t, sim.Options{ADBKeyboard: true})
	own := r.must("settings get secure default_input_method")
	if got := r.must("ime list -s; pm list packages -3"); !strings.Contains(got, adbKeyboard+"\n") || !strings.Contains(got, "package:com.android.adbkeyboard\n") || own == adbKeyboard+"\n" {
		t.Errorf("the keyboards and apps are %s; %s is in use", got, own)
	}
	r.must("ime disable " + adbKeyboard)
	if got := r.must("ime list -s"); strings.Contains(got, adbKeyboard) {
		t.Errorf("switched off, it is among %s", got)
	}
	if got := r.must("ime list -a -s"); !strings.Contains(got, adbKeyboard) {
		t.Errorf("switched off, it is not among %s", got)
	}
	if got := r.shell("ime set " + adbKeyboard); got.code == 0 {
		t.Errorf("switched off, it can be used: %+v", got)
	}
	r.must("ime enable " + adbKeyboard + "; ime set " + adbKeyboard)
	if got := r.must("settings get secure default_input_method"); got != adbKeyboard+"\n" {
		t.Errorf("%s is in use", got)
	}
}

func TestADBKeyboardTypesWhatItIsSent(t *testing.T) {
	const send = "am broadcast -a ADB_INPUT_B64 -p com.android.adbkeyboard --es msg 'R3LDvMOfZSDwn46J'"
	r := start(t, sim.Options{ADBKeyboard: true})
	r.must("am start -a android.intent.action.SENDTO -d smsto:123")
	holds := func(want string) {
		t.Helper()
		if got := r.phone.Snapshot().FocusedText; got != want {
			t.Errorf("the field holds %q, want %q", got, want)
		}
	}
	r.must("ime set " + adbKeyboard + "; " + send)
	r.tap("compose_message_text")
	holds("") // which had no focus
	if got := r.must(send); !strings.HasSuffix(got, "Broadcast completed: result=0\n") {
		t.Errorf("it answers %q", got)
	}
	holds("Grüße 🎉")
	r.must("am broadcast -a ADB_INPUT_B64 --es msg '%'")
	holds("Grüße 🎉")
	r.must("am broadcast -a ADB_CLEAR_TEXT; input text plain")
	holds("plain")
	r.must("ime disable " + adbKeyboard + "; " + send)
	holds("plain") // another keyboard is in use
}
