package device_test

import (
	"errors"
	"strings"
	"testing"

	"adroit/device"
	"adroit/device/sim"
)

func TestAnAppOfOwnerAndWorkProfile(t *testing.T) {
	p, _ := openSim(t, sim.Options{WorkProfile: true})
	_, err := p.FindApp(t.Context(), "Contacts")
	ambiguous, ok := errors.AsType[*device.AmbiguousAppError](err)
	if !ok || len(ambiguous.Candidates) != 2 {
		t.Fatalf("error %v", err)
	}
	for _, app := range ambiguous.Candidates {
		named, err := p.FindApp(t.Context(), app.Ref())
		if err != nil {
			t.Fatal(err)
		}
		run(t, p, device.StartApp(named))
		front, err := p.Shell(t.Context(), "dumpsys activity activities | grep topResumed")
		if err != nil {
			t.Fatal(err)
		}
		user := map[int]string{0: " u0 ", 10: " u10 "}[app.User]
		if !strings.Contains(string(front.Stdout), user+"com.google.android.contacts/") {
			t.Errorf("%s opened %s", app.Ref(), front.Stdout)
		}
	}
	if app, err := p.FindApp(t.Context(), "Notes"); err != nil || app.User != 0 {
		t.Errorf("an app of the owner alone: %+v, error %v", app, err)
	}
}
