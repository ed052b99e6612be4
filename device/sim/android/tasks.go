package android

import "slices"

// Push opens a window above the one in front, in its task.
func (s *System) Push(w *Window) {
	s.blur()
	task := s.tasks[len(s.tasks)-1]
	w.User = task.Top().User
	if w.App == nil {
		w.App, w.Class = task.Top().App, task.Top().Class
	}
	task.Windows = append(task.Windows, w)
}

// Pop closes the window in front. A task whose last window closes is gone;
// the launcher's stays.
func (s *System) Pop() {
	s.blur()
	task := s.tasks[len(s.tasks)-1]
	closed := task.Top()
	if len(task.Windows) == 1 && s.isHome(task) {
		return
	}
	task.Windows = task.Windows[:len(task.Windows)-1]
	if len(task.Windows) == 0 {
		s.tasks = s.tasks[:len(s.tasks)-1]
	}
	if closed.Closed != nil {
		closed.Closed()
	}
}

// Back does what the back key does: hide the keyboard, or let the window have
// it, or close the window.
func (s *System) Back() {
	if s.keyboard {
		s.keyboard = false
		return
	}
	if w := s.Active(); w != s.Front() {
		s.Unfloat(w)
		return
	}
	front := s.Front()
	if front.Back != nil && front.Back() {
		return
	}
	s.Pop()
}

// Home brings the launcher to the front, at its first page.
func (s *System) Home() {
	s.blur()
	for _, task := range s.tasks {
		if s.isHome(task) {
			task.Windows = task.Windows[:1]
			s.raise(task)
			return
		}
	}
	for _, app := range s.Apps {
		for _, a := range app.Activities {
			if a.Home {
				w := a.Open(Intent{Action: ActionMain, Categories: []string{CategoryHome}})
				w.App, w.Class = app, a.Class
				s.lastTask++
				s.tasks = append(s.tasks, &Task{ID: s.lastTask, App: app, Windows: []*Window{w}})
				return
			}
		}
	}
}

// Stop closes the windows of a package, as `am force-stop` does; the home screen
// stays.
func (s *System) Stop(pkg string) {
	var stopped []*Window
	for _, task := range s.tasks {
		if task.App.Package == pkg && s.isHome(task) {
			continue
		}
		task.Windows = slices.DeleteFunc(task.Windows, func(w *Window) bool {
			stops := w.App.Package == pkg
			if stops {
				stopped = append(stopped, w)
			}
			return stops
		})
	}
	s.tasks = slices.DeleteFunc(s.tasks, func(t *Task) bool { return len(t.Windows) == 0 })
	for _, w := range stopped {
		s.blur()
		if w.Closed != nil {
			w.Closed()
		}
	}
}

// raise brings a task to the front.
func (s *System) raise(task *Task) {
	if i := slices.Index(s.tasks, task); i >= 0 && i != len(s.tasks)-1 {
		s.blur()
		s.tasks = append(slices.Delete(s.tasks, i, i+1), task)
	}
}

func (s *System) taskOf(app *App, user int) *Task {
	for _, task := range s.tasks {
		if task.App == app && task.Top().User == user {
			return task
		}
	}
	return nil
}

func (s *System) isHome(task *Task) bool {
	return slices.ContainsFunc(task.App.Activities, func(a *Activity) bool { return a.Home })
}
