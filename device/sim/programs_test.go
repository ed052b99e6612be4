package sim_test

import (
	"strings"
	"testing"

	"adroit/device/sim"
)

func TestProcessesOfApps(t *testing.T) {
	r := start(t, sim.Options{})
	const messages = "com.google.android.apps.messaging"
	if got := r.shell("pidof " + messages); got != (result{"", "", 1}) {
		t.Errorf("of an app that does not run: %+v", got)
	}
	r.must("am start -a android.intent.action.SENDTO -d smsto:123")
	pid := strings.TrimSpace(r.must("pidof " + messages))
	if got := r.must("ps -A -o PID,NAME | grep messaging"); got != pid+" "+messages+"\n" {
		t.Errorf("pidof says %q, ps %q", pid, got)
	}
	if got := r.must("pidof -s system_server adbd"); got != "1288\n" {
		t.Errorf("pidof -s says %q", got)
	}
}

func TestClearedApp(t *testing.T) {
	r := start(t, sim.Options{})
	const messages = "com.google.android.apps.messaging"
	before := len(r.phone.Messages())
	r.must("am start -a android.intent.action.SENDTO -d smsto:123")
	r.tap("compose_message_text")
	r.must("input text hello")
	r.tap("Send SMS")
	if got := len(r.phone.Messages()); got != before+1 {
		t.Fatalf("%d messages, want one more than %d", got, before)
	}
	if got := r.must("pm clear " + messages); got != "Success\n" || len(r.phone.Messages()) != before || r.phone.ForegroundPackage() == messages {
		t.Errorf("pm clear says %q, and leaves %d messages and %s in front", got, len(r.phone.Messages()), r.phone.ForegroundPackage())
	}
	if got := r.shell("pm clear org.example.none"); got.code == 0 || got.out != "Failed\n" {
		t.Errorf("of an app that is not there: %+v", got)
	}
}

func TestFilesInFolders(t *testing.T) {
	r := start(t, sim.Options{})
	r.must("mkdir -p /sdcard/d/e && echo hello >/sdcard/d/f && echo x >/sdcard/d/e/g")
	if got := r.must("ls -R /sdcard/d"); got != "/sdcard/d:\ne\nf\n\n/sdcard/d/e:\ng\n" {
		t.Errorf("ls -R: %q", got)
	}
	if got := r.must("du /sdcard/d; du -s /sdcard/d; du -sh /sdcard/d/f; du -a /sdcard/d/e"); got != "8\t/sdcard/d/e\n16\t/sdcard/d\n16\t/sdcard/d\n4.0K\t/sdcard/d/f\n4\t/sdcard/d/e/g\n8\t/sdcard/d/e\n" {
		t.Errorf("du: %q", got)
	}
	if got := r.shell("du /sdcard/none"); got.code == 0 || !strings.Contains(got.err, "No such file") {
		t.Errorf("du of nothing: %+v", got)
	}
}

func TestLogGoesOn(t *testing.T) {
	r := start(t, sim.Options{})
	if got := r.must("logcat -d"); got != "--------- beginning of main\n" {
		t.Errorf("logcat -d: %q", got)
	}
	if got := r.shell("timeout 0.05 logcat; echo $?"); got.out != "--------- beginning of main\n124\n" {
		t.Errorf("logcat: %+v", got)
	}
}
