package ui

import (
	"strings"
	"testing"

	"adroit/permissions"
)

// FuzzApproval puts any bytes into every field of a question: the frame stays
// printable and straight, still tells the risk, and y alone never approves
// what is of high risk.
func FuzzApproval(f *testing.F) {
	for _, seed := range []string{
		"Send", "\x1b[2J\x1b]52;c;aGk=\x07", "\u202eevil\u2066", "\u009b31m", "a\nb\r\nc\td", "設定 ❤️ 🇩🇪 e\u0301",
		strings.Repeat("word ", 400), strings.Repeat("x", 3000), "\xff\xfe", "[medium risk]",
	} {
		f.Add(seed, uint8(80), uint8(24))
	}
	f.Fuzz(func(t *testing.T, s string, width, height uint8) {
		d := newDriver(t, int(width%220)+1, int(height%70)+1)
		r := high("q1")
		r.Action, r.Typing, r.TargetLine, r.App, r.AppLabel, r.Window, r.Changed = s, s, s, s, s, s, s
		r.Reasons, r.Commands = []string{s, s}, []string{s, s}
		r.Tool, r.TargetID, r.ObservationID, r.Rule, r.Permit, r.Covers = s, s, s, s, s, s
		r.Origin = &permissions.Origin{Line: s, App: s, ObservationID: s}
		r.Classes, r.Arguments = []permissions.Class{permissions.Class(s)}, asJSON(t, map[string]string{"text": s, s: s})
		d.asking(r)
		d.wait(glance)
		d.harmless()
		told := strings.Contains(strings.Join(d.app.dialog.page.lines, "\n"), "HIGH RISK")
		if !told && d.app.width > 2*nameWidth {
			t.Errorf("the question does not tell its risk:\n%s", d.screen())
		}
		d.press("y")
		d.wait(settled)
		d.harmless()
		for _, g := range d.session.answers {
			if g.answer.Verdict != permissions.Denied {
				t.Errorf("one key answered %+v", g)
			}
		}
	})
}
