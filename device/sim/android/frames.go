package android

import "adroit/device/sim/view"

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
	task := s.taskOf(s.App(pkg))
	if task == nil {
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
