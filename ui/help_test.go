package ui

import (
	"strings"
	"testing"
)

// TestTheHelpNamesEveryCommand, and says all of what it does, at any width.
func TestTheHelpNamesEveryCommand(t *testing.T) {
	t.Parallel()
	a := newDriver(t, 80, 24).app
	for _, width := range []int{40, 60, 80, 100, 200} {
		help := strings.Join(strings.Fields(plainText(a.keymap.help(scopes, width, a.theme))), " ")
		for _, act := range a.keymap {
			if command := act.command(); !strings.Contains(help, command) {
				t.Errorf("%s is not in the help at %d columns", command, width)
			}
		}
		if strings.Contains(help, "…") {
			t.Errorf("something is cut at %d columns:\n%s", width, help)
		}
	}
}

// TestTheHelpOfARecording begins with the keys that control it.
func TestTheHelpOfARecording(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.press("f1")
	d.misses(focusNames[onRecording])
	d = newDriver(t, 80, 24)
	d.replay(&fakePlayback{length: 57})
	d.press("f1")
	d.sees("Help", focusNames[onRecording], focusNames[anywhere])
}
