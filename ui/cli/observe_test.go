package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// dumpOf is a saved dump with one button.
func dumpOf(label string) string {
	return `<hierarchy rotation="0"><node class="android.widget.Button" package="com.example.app" clickable="true" text="` + label + `" bounds="[0,0][100,100]"/></hierarchy>`
}

func saveDump(t *testing.T, dump string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "dump.xml")
	if err := os.WriteFile(name, []byte(dump), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// A saved dump says nothing of the lock screen, and neither does its JSON.
func TestObserveLeavesOutWhatADumpDoesNotSay(t *testing.T) {
	t.Parallel()
	got := run(t, nil, "observe", "--from", saveDump(t, dumpOf("Send")), "--format", "json")
	for _, field := range []string{"awake", "locked", "keyboardVisible", "capturedAt", "durationMs"} {
		if got.code != 0 || strings.Contains(got.out, `"`+field+`"`) {
			t.Errorf("exit code %d, and %s is told of a saved dump:\n%s", got.code, field, got.out)
		}
	}
}

// No character of a screen reaches a terminal as it is, whatever the format.
func TestObserveEscapes(t *testing.T) {
	t.Parallel()
	file := saveDump(t, dumpOf("a&#x9b;2Jb&#x202e;c&#x1b;]0;d&#x7;e"))
	other := saveDump(t, dumpOf("&#x85;&#x2066;f"))
	for _, format := range []string{"text", "json", "model", "raw"} {
		for _, args := range [][]string{{"--from", file}, {"--from", file, "--from", other}} {
			got := run(t, nil, append([]string{"observe", "--format", format}, args...)...)
			if bad := strings.IndexAny(got.out, "\u009b\u202e\u001b\u0007\u0085\u2066"); bad >= 0 {
				t.Errorf("%s %q holds a control character: %q", format, args, got.out[bad:])
			}
		}
	}
	if got := run(t, nil, "observe", "--from", file, "--format", "json"); !strings.Contains(got.out, `a\u009b2Jb\u202ec`) {
		t.Errorf("the text is not in the JSON, escaped: %s", got.out)
	}
}

// What is no file is refused by its name, at once.
func TestObserveRefusesWhatIsNoFile(t *testing.T) {
	t.Parallel()
	huge := filepath.Join(t.TempDir(), "huge.xml")
	f, err := os.Create(huge)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(65 << 20); err != nil { // takes no room on the disk
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, want string }{
		{t.TempDir(), "is a folder"},
		{huge, "larger than 64 MiB"},
		{filepath.Join(t.TempDir(), "nowhere.xml"), "nowhere.xml"},
		{os.DevNull, "no regular file"},
	} {
		got := run(t, nil, "observe", "--from", tc.name)
		if got.code != 2 || got.out != "" || !strings.Contains(got.err, tc.want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: exit code %d, %q %q, want one line with %q", tc.name, got.code, got.out, got.err, tc.want)
		}
	}
}

// What the person's own expressions name is masked on every screen.
func TestObserveMasksWhatTheConfigNames(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, []byte("[redact]\nemployee = 'EMP-\\d{4}'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file := saveDump(t, dumpOf("Badge EMP-4821, desk 7"))
	for _, format := range []string{"text", "json", "model", "raw"} {
		got := run(t, nil, "observe", "--config", config, "--from", file, "--format", format)
		if got.code != 0 || strings.Contains(got.out, "4821") || !strings.Contains(got.out, "Badge [REDACTED], desk 7") {
			t.Errorf("%s: exit code %d, %s%s", format, got.code, got.out, got.err)
		}
	}
}
