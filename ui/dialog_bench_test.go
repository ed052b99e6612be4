package ui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// BenchmarkDialogKey measures one key that is no answer, and its frame, while
// a question is open.
func BenchmarkDialogKey(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 35}, {200, 60}} {
		b.Run(itoa(size[0])+"x"+itoa(size[1]), func(b *testing.B) {
			d := newDriver(b, size[0], size[1])
			d.happen(says(1, numbers(1, 1000)))
			d.asking(medium("q1"))
			d.wait(glance)
			d.app.after = func(time.Duration, tea.Msg) tea.Cmd { return nil }
			for b.Loop() {
				d.app.Update(keyNamed("k"))
				d.app.View()
			}
		})
	}
}
