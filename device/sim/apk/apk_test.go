package apk_test

import (
	"bytes"
	"testing"

	"adroit/device/apk"
	sim "adroit/device/sim/apk"

	"github.com/google/go-cmp/cmp"
)

func TestBuild(t *testing.T) {
	file := sim.Build(sim.App{
		Package: "org.example.mail", VersionCode: 7, VersionName: "7.0", Label: "Briefe ✉",
		Activities: []sim.Activity{{Class: "org.example.mail.Inbox"}, {Class: "org.example.mail.Diary", Label: "Tagebuch"}},
	})
	got, err := apk.ReadLabels(bytes.NewReader(file), int64(len(file)))
	want := apk.Labels{Package: "org.example.mail", App: "Briefe ✉", Activities: map[string]string{"org.example.mail.Diary": "Tagebuch"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, labels (-want +got):\n%s", err, diff)
	}
}
