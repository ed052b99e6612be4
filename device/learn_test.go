//go:build unix

package device

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mailPhone is a phone with a launcher that tells nothing, in German. Its mail
// app lies in an APK of several blocks, its notes app in a file that is none.
func mailPhone(t *testing.T) (*Phone, *hostShell, *fakeADB) {
	t.Helper()
	h := newHostShell(t)
	mail := filepath.Join(h.data, "it's==mail.apk")
	notes := filepath.Join(h.data, "notes.apk")
	writeFile(t, mail, paddedAPK(t))
	writeFile(t, notes, []byte("no APK"))
	h.command(t, "cmd", `case "$*" in
*query-activities*) echo "org.example.mail/.Inbox"; echo "org.example.mail/.Diary"; echo "org.example.notes/.Main" ;;
*HOME*) echo "com.maker.home/.Home" ;;
esac`)
	h.command(t, "dumpsys", "")
	h.command(t, "settings", "echo de-DE,en-US")
	h.command(t, "getprop", "echo en-US")
	h.command(t, "pm", `case "$2" in
users) echo "UserInfo{0:Ada:c13} running" ;;
packages) echo "package:`+mail+`=org.example.mail versionCode:7"; echo "package:`+notes+`=org.example.notes versionCode:1" ;;
esac`)
	p, f := openHostPhone(t, h)
	return p, h, f
}

func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// paddedAPK is the sample APK with much between its files, and many names.
func paddedAPK(t *testing.T) []byte {
	t.Helper()
	sample, err := zip.OpenReader(filepath.Join("apk", "testdata", "labels.apk"))
	if err != nil {
		t.Fatal(err)
	}
	defer sample.Close()
	padding := make([]byte, 300_000)
	for i := range padding {
		padding[i] = byte(rand.Uint32())
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range sample.File {
		if err := w.Copy(f); err != nil {
			t.Fatal(err)
		}
		for range 300 {
			if _, err := w.CreateHeader(&zip.FileHeader{Name: strings.Repeat("a", 100)}); err != nil {
				t.Fatal(err)
			}
		}
		stored, err := w.CreateHeader(&zip.FileHeader{Name: "padding", Method: zip.Store})
		if err == nil {
			_, err = stored.Write(padding)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// called lists the labels of the phone's apps, with a question mark behind a
// guess.
func called(t *testing.T, p *Phone) string {
	t.Helper()
	apps, err := p.Apps(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, app := range apps {
		name := app.Label
		if app.Guessed {
			name += "?"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func TestLearnLabels(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "labels")
	p, _, f := mailPhone(t)
	if got := called(t, p); got != "Mail? Mail? Notes?" {
		t.Errorf("before: %s", got)
	}
	if got := p.knownLabels().app("org.example.mail"); got != "" {
		t.Errorf("before: the app is called %q", got)
	}
	if err := p.LearnLabels(t.Context(), cache); err != nil {
		t.Fatal(err)
	}
	if got := called(t, p); got != "Briefe Notes? Tagebuch" {
		t.Errorf("after: %s", got)
	}
	if got := p.knownLabels().app("org.example.mail"); got != "Briefe" {
		t.Errorf("after: the app is called %q", got)
	}
	// The file is read in a few parts, and not pulled.
	if n := f.requested("shell,v2,raw:dd"); n == 0 || n > 12 || f.requested("sync:") > 0 {
		t.Errorf("the APKs were read in %d parts", n)
	}

	// The next time the labels are known, as long as the version stays.
	p, h, f := mailPhone(t)
	if err := p.LearnLabels(t.Context(), cache); err != nil || called(t, p) != "Briefe Notes? Tagebuch" {
		t.Errorf("from the cache: %s, error %v", called(t, p), err)
	}
	if n := f.requested("shell,v2,raw:dd"); n > 1 { // the file that is no APK
		t.Errorf("the APKs were read in %d parts again", n)
	}
	p, _ = openHostPhone(t, h)
	h.command(t, "settings", "echo null")
	if err := p.LearnLabels(t.Context(), cache); err != nil || called(t, p) != "Diary Letters Notes?" {
		t.Errorf("in the maker's language: %s, error %v", called(t, p), err)
	}
}

func TestLearnLabelsWithoutAUsableCache(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken")
	writeFile(t, broken, []byte("null"))
	for _, cache := range []string{"", broken} {
		p, _, _ := mailPhone(t)
		if err := p.LearnLabels(t.Context(), cache); err != nil || called(t, p) != "Briefe Notes? Tagebuch" {
			t.Errorf("%q: %s, error %v", cache, called(t, p), err)
		}
	}
	p, _, _ := mailPhone(t)
	if err := p.LearnLabels(t.Context(), filepath.Join(dir, "no", "folder")); err == nil || called(t, p) != "Briefe Notes? Tagebuch" {
		t.Errorf("no place for the cache: %s, error %v; want the labels and an error", called(t, p), err)
	}
}

func TestLearnLabelsEndsWithItsContext(t *testing.T) {
	p, _, _ := mailPhone(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.LearnLabels(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// An app that is asked for by a name which nobody told is looked for in the
// apps themselves.
func TestFindAppLearns(t *testing.T) {
	p, _, _ := mailPhone(t)
	if app, err := p.FindApp(t.Context(), "tagebuch"); err != nil || app.Activity != "org.example.mail/.Diary" {
		t.Errorf("found %+v, error %v", app, err)
	}
	missing := new(AppNotFoundError)
	if _, err := p.FindApp(t.Context(), "Camera"); !errors.As(err, &missing) {
		t.Errorf("error %v", err)
	}
}

// A package manager that answers no query tells its apps in its dump.
func TestAppsFromTheTablesOfThePackageManager(t *testing.T) {
	p, h, _ := mailPhone(t)
	h.command(t, "cmd", "echo 'Unknown command: query-activities'; exit 255")
	h.command(t, "dumpsys", `case "$*" in
"package resolvers activity") printf '%s\n' 'Activity Resolver Table:' '  Non-Data Actions:' '      android.intent.action.MAIN:' \
  '        1a2b org.example.mail/.Inbox filter 3c' '          Action: "android.intent.action.MAIN"' '          Category: "android.intent.category.LAUNCHER"' \
  '        1a2b org.example.home/.Home filter 3d' '          Action: "android.intent.action.MAIN"' '          Category: "android.intent.category.HOME"' ;;
esac`)
	if got := called(t, p); got != "Mail?" {
		t.Errorf("the apps are %s", got)
	}
}
