package device_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adroit/device"
	"adroit/device/apk"
	"adroit/device/sim"

	"github.com/google/go-cmp/cmp"
)

// labelsOf are the labels of the phone's apps by component, without those that
// are guessed.
func labelsOf(t *testing.T, p *device.Phone) map[string]string {
	t.Helper()
	apps, err := p.Apps(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	labels := make(map[string]string)
	for _, app := range apps {
		if !app.Guessed {
			labels[app.Activity] = app.Label
		}
	}
	return labels
}

// What the launcher keeps to itself stands in the apps' own files, in all of
// Android's versions, and is the same.
func TestLabelsFromTheAppsOfTheSimulatedPhone(t *testing.T) {
	for _, version := range []int{8, 16} {
		speaking, _ := openSim(t, sim.Options{AndroidVersion: version})
		p, phone := openSim(t, sim.Options{AndroidVersion: version, MuteLauncher: true})
		if got := labelsOf(t, p); len(got) > 0 {
			t.Errorf("Android %d: a launcher that keeps its labels to itself told %v", version, got)
		}
		before := phone.Counters().Services
		if err := p.LearnLabels(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		want := labelsOf(t, speaking)
		if diff := cmp.Diff(want, labelsOf(t, p)); diff != "" || len(want) == 0 {
			t.Errorf("Android %d: labels of the launcher and of the apps (-want +got):\n%s", version, diff)
		}
		if n := phone.Counters().Services - before; n > 4*len(want)+10 {
			t.Errorf("Android %d: %d adb round trips for %d apps", version, n, len(want))
		}
		nothingLeft(t, p)
	}
}

// An app with a table of resources, in the phone's language; and its file, as
// adb pulls it.
func TestLabelsFromAnAPKWithResources(t *testing.T) {
	const notes = "com.google.android.keep"
	file, err := os.ReadFile(filepath.Join("apk", "testdata", "labels.apk"))
	if err != nil {
		t.Fatal(err)
	}
	for name, connect := range map[string]func(sim.Options) *device.Phone{
		"embedded": func(o sim.Options) *device.Phone { p, _ := openSim(t, o); return p },
		"adb":      func(o sim.Options) *device.Phone { p, _ := connectSim(t, startRealADB(t), o); return p },
	} {
		t.Run(name, func(t *testing.T) {
			p := connect(sim.Options{MuteLauncher: true, APKs: map[string][]byte{notes: file}})
			run(t, p, "settings put system system_locales de-DE,en-US")
			if err := p.LearnLabels(t.Context(), ""); err != nil {
				t.Fatal(err)
			}
			found := false
			for component, label := range labelsOf(t, p) {
				if strings.HasPrefix(component, notes+"/") {
					found = found || label == "Briefe"
				}
			}
			if !found {
				t.Errorf("the labels are %v", labelsOf(t, p))
			}
			path, err := p.Shell(t.Context(), "pm path "+notes)
			if err != nil {
				t.Fatal(err)
			}
			var pulled bytes.Buffer
			_, err = p.Pull(t.Context(), strings.TrimPrefix(strings.TrimSpace(string(path.Stdout)), "package:"), &pulled)
			if err != nil || !bytes.Equal(pulled.Bytes(), file) {
				t.Errorf("pulled %d bytes of %d, error %v", pulled.Len(), len(file), err)
			}
		})
	}
}

// The APKs of a folder lie on the phone, and their labels are those that the
// files hold. Some real ones have none, and their app stays a guess.
func TestLabelsFromRealAPKs(t *testing.T) {
	dir := os.Getenv("ADROIT_APKS")
	if dir == "" {
		t.Skip("ADROIT_APKS names no folder with APKs")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.apk"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no APKs in %s, error %v", dir, err)
	}
	const notes = "com.google.android.keep"
	for _, name := range files {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := apk.ReadLabels(bytes.NewReader(file), int64(len(file)), "en-US")
		if err != nil {
			t.Fatal(err)
		}
		p, phone := openSim(t, sim.Options{MuteLauncher: true, APKs: map[string][]byte{notes: file}})
		before := phone.Counters().Services
		if err := p.LearnLabels(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		services := phone.Counters().Services - before
		list, err := p.Apps(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list, func(app device.App) bool { return app.Package == notes })
		if i < 0 || want.App != "" && list[i].Label != want.App || list[i].Guessed != (want.App == "") {
			t.Errorf("%s: the app is called %+v, want %q", name, list[i], want.App)
		}
		t.Logf("%s: %q, read with all other apps in %d adb round trips", filepath.Base(name), want.App, services)
	}
}
