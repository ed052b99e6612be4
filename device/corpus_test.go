package device

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// corpusFile reads a recorded output of a real phone, or skips the test where
// the recordings are not at hand.
func corpusFile(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("ADROIT_CORPUS")
	if dir == "" {
		t.Skip("ADROIT_CORPUS names no folder of recordings")
	}
	text, err := os.ReadFile(filepath.Join(dir, "adb", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// corpusFiles lists the recordings of one kind.
func corpusFiles(t *testing.T, kind string) []string {
	t.Helper()
	dir := os.Getenv("ADROIT_CORPUS")
	if dir == "" {
		t.Skip("ADROIT_CORPUS names no folder of recordings")
	}
	entries, err := os.ReadDir(filepath.Join(dir, "adb", kind))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, kind+"/"+entry.Name())
	}
	return names
}

// What the product asks of the package manager, the keyboards and the settings,
// as real phones answer it.
func TestAnswersOfTheCorpus(t *testing.T) {
	list := func(kind string, read func(string) any) map[string]any {
		values := make(map[string]any)
		for _, name := range corpusFiles(t, kind) {
			values[name] = read(corpusFile(t, name))
		}
		return values
	}
	for kind, test := range map[string]struct {
		read func(string) any
		want map[string]any
	}{
		"pm-list-users": {
			func(s string) any { return parseUsers(s) },
			map[string]any{"samsung-secure-folder.txt": []int{0, 150}},
		},
		"cmd-package-resolve-activity": {
			func(s string) any { return parseComponents(s) },
			map[string]any{
				"air-app-full.txt":      []string(nil), // not what --brief prints
				"brief-two-lines.txt":   []string{"com.example.app/.MainActivity"},
				"no-activity-found.txt": []string(nil),
			},
		},
		"ime-list": {
			func(s string) any { return slices.Contains(strings.Fields(s), adbKeyboard) },
			map[string]any{"appium-a-list-long.txt": false, "s-latin-only.txt": false},
		},
		"settings": {
			func(s string) any { return parseLongPress(s) },
			map[string]any{
				"get-null.txt": defaultLongPress, "list-system-volume.txt": defaultLongPress,
				"write-secure-settings-denied-miui-android12.txt": defaultLongPress,
			},
		},
	} {
		want := make(map[string]any)
		for name, value := range test.want {
			want[kind+"/"+name] = value
		}
		if diff := cmp.Diff(want, list(kind, test.read)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", kind, diff)
		}
	}
}
