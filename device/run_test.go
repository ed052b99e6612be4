package device

import (
	"errors"
	"strings"
	"testing"
)

func TestRunUsesOneShell(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = prints("", "", 0) })
	p := openPhone(t, f)
	if err := p.Run(t.Context(), Keys(KeyHome), "input text 'x'"); err != nil {
		t.Fatal(err)
	}
	if got := f.requested("shell,v2,raw:set -e\ninput keyevent 3\ninput text 'x'"); got != 1 {
		t.Errorf("requests %q", f.requests)
	}
	if err := p.Run(t.Context()); err != nil || f.requested("shell") != 1 {
		t.Errorf("nothing to do took a shell, error %v", err)
	}
}

func TestRunReadsRefusals(t *testing.T) {
	for _, test := range []struct {
		name, stdout, stderr string
		exit                 byte
		want                 error
	}{
		{"touch not allowed", "", "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n", 255, ErrInjection},
		{"touch not allowed, newer", "", "Caused by: java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.\n", 0, ErrInjection},
		{"character not on the keyboard", "", "Exception occurred while executing 'text':\njava.lang.NullPointerException: Attempt to get length of null array\n", 255, ErrTextLost},
		{"no such activity", "Error: Activity not started, unable to resolve Intent { act=x }\n", "", 0, ErrNoActivity},
		{"class does not exist", "", "Error type 3\nError: Activity class {com.x/com.x.Main} does not exist.\n", 0, ErrNoActivity},
		{"not exported", "", "Security exception: Permission Denial: starting Intent { } from null (pid=1, uid=2000) not exported from uid 10246\n", 255, ErrNotExported},
		{"not exported, wrapped", "java.lang.SecurityException: Permission Denial: starting Intent { } not exporte\nd from uid 101\n53\n", "", 0, ErrNotExported},
		{"settings", "", "java.lang.SecurityException: Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS\n", 255, ErrSettingsDenied},
		{"still booting", "", "cmd: Can't find service: activity\n", 20, ErrSystemDown},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := startADB(t)
			f.set(func(f *fakeADB) { f.serve = prints(test.stdout, test.stderr, test.exit) })
			err := openPhone(t, f).Run(t.Context(), "input tap 1 1")
			if !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			fault := new(FaultError)
			if !errors.As(err, &fault) || !strings.Contains(err.Error(), fault.Cure) {
				t.Errorf("error %v has no cure in its text", err)
			}
		})
	}
}

func TestRunReportsWhatItDoesNotKnow(t *testing.T) {
	for _, serve := range []struct {
		stdout, stderr string
		exit           byte
		says           string
	}{
		{"", "sh: input: inaccessible or not found\n", 127, "inaccessible"},
		{"Error: Activity not started, unknown error code 101\n", "", 0, "unknown error code 101"},
		{"", "", 1, "status 1"},
	} {
		f := startADB(t)
		f.set(func(f *fakeADB) { f.serve = prints(serve.stdout, serve.stderr, serve.exit) })
		if err := openPhone(t, f).Run(t.Context(), "input tap 1 1"); err == nil || !strings.Contains(err.Error(), serve.says) {
			t.Errorf("error %v, want one that says %q", err, serve.says)
		}
	}
}

func TestRunTakesWarningsForSuccess(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) {
		f.serve = prints("Starting: Intent { cmp=com.x/.A }\n", "Warning: Activity not started, its current task has been brought to the front\n", 0)
	})
	if err := openPhone(t, f).Run(t.Context(), "am start -n com.x/.A"); err != nil {
		t.Error(err)
	}
}

// A secret that an error of the phone repeats is masked.
func TestRunMasksSecrets(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = prints("", "Error: cannot type ada.lovelace@example.com\n", 1) })
	err := openPhone(t, f).Run(t.Context(), "input text 'x'")
	if err == nil || strings.Contains(err.Error(), "lovelace") {
		t.Errorf("error %v", err)
	}
}
