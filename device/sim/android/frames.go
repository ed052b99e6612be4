package android

import (
	"slices"

	"adroit/device/sim/view"
)

// drawn is what an app last showed and how many frames it took so far.
type drawn struct {
	screen string
	frames int
}

// Frames returns how many frames an app has rendered since it was installed,
// and whether it runs. As on a phone that rests, a frame comes only when
// something in the app's window changes; changes between two calls count as
// one.
func (s *System) Frames(pkg string) (frames int, running bool) {
	if !slices.ContainsFunc(s.tasks, func(t *Task) bool { return t.App.Package == pkg }) {
		return 0, false
	}
	last := s.drawn[pkg]
	if front := s.Front(); front.App.Package == pkg && !s.asleep && !s.lock.shown {
		now := view.Dump(s.RootOf(front), s.focus, 0, view.Dialect{})
		if now != last.screen {
			last = drawn{screen: now, frames: last.frames + 1}
			s.drawn[pkg] = last
		}
	}
	return last.frames, true
}
