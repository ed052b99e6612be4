package ui

import (
	"strings"
	"testing"
	"time"

	"adroit/device/screen"
	"adroit/device/text"
	"adroit/theme"
)

// TestHeaderKeepsItsWarnings: the names of a phone and of its app never push out
// how old the screen is, and what to beware of.
func TestHeaderKeepsItsWarnings(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	p := newPhone("Pixel 8 Pro of somebody adb-R5CT1234567-aBcDeF._adb-tls-connect._tcp")
	p.live = true
	p.show(newView(&screen.Context{AppLabel: strings.Repeat("A long name ", 9), Stale: true, Locked: true, Awake: true, Complete: true, CapturedAt: now}, nil))
	for _, width := range []int{46, 60} {
		lines := p.header(width, false, now, theme.New(theme.None, true))
		for i, want := range []string{"live · ", "stale, locked"} {
			if text.Width(lines[i]) != width || !strings.Contains(lines[i], want) || !strings.Contains(lines[i], "…") {
				t.Errorf("line %d of %d cells: %q", i+1, width, lines[i])
			}
		}
	}
}

// TestInspectorFits shows a long value in several lines, and says what found no
// room.
func TestInspectorFits(t *testing.T) {
	t.Parallel()
	p := newPhone("Pixel 8")
	p.show(newView(&screen.Context{Awake: true, Complete: true, Nodes: []screen.Node{{
		ID: "1", Role: screen.Button, Label: "Send", Text: strings.Repeat("one word after another ", 20), ClassName: "android.widget.Button",
		ViewID: "com.example:id/send", PackageName: "com.example", Clickable: true, Enabled: true, Bounds: screen.Rect{Right: 9, Bottom: 9},
	}}}, nil))
	p.resize(30)
	th := theme.New(theme.None, true)
	whole := p.inspector(46, inspectorHeight, th)
	if got := strings.Join(whole, "\n"); len(whole) > inspectorHeight || !strings.Contains(got, "can          tap") || !strings.Contains(got, "…") {
		t.Errorf("the inspector shows %q", whole)
	}
	if few := p.inspector(46, 5, th); len(few) != 5 || !strings.Contains(few[4], "more lines") {
		t.Errorf("in five lines the inspector shows %q", few)
	}
}
