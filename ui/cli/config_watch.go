package cli

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"adroit/device/text/userfile"
	"adroit/theme"
	"adroit/ui"
)

// settleTime is how long the configuration file must have been left alone before
// it is read: editors write it in several steps.
const settleTime = 100 * time.Millisecond

// configWatch follows the configuration file while the cockpit runs.
type configWatch struct {
	changes chan ui.Changed // closed when the watch has ended

	load    func() (config, error)
	getenv  func(string) string
	watcher *fsnotify.Watcher
	dirs    []string // that are watched
	done    chan struct{}

	// takeOver gives the new settings to what runs; nil where nothing does. It
	// is guarded by mu.
	mu       sync.Mutex
	takeOver func(before, after *config)

	// For the goroutine that follows the file, until done is closed.
	last   config // the latest that was sound
	failed bool   // the latest that was read was not
}

// watchConfig follows the configuration file of the settings, which need not be
// there. Where files cannot be watched it follows nothing, and changes count
// from the next start on.
func (a *app) watchConfig() *configWatch {
	file, given := a.config.file, a.given
	w := &configWatch{
		changes: make(chan ui.Changed), done: make(chan struct{}), last: a.config,
		load:   func() (config, error) { return loadConfig(given["config"], given, a.Getenv) },
		getenv: a.Getenv,
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return w
	}
	// The folder is watched, since editors put a new file in the place of the
	// old; and that of the file itself, where a link leads to it.
	w.watcher, w.dirs = watcher, []string{filepath.Dir(file)}
	if real, err := filepath.EvalSymlinks(file); err == nil && filepath.Dir(real) != w.dirs[0] {
		w.dirs = append(w.dirs, filepath.Dir(real))
	}
	for _, dir := range w.dirs {
		_ = watcher.Add(dir) // a folder that is not there holds no file
	}
	go w.follow(filepath.Base(file))
	return w
}

// onChange has f take over new settings from now on.
func (w *configWatch) onChange(f func(before, after *config)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.takeOver = f
}

// stop ends the watch, and returns the settings as the file says them now.
func (w *configWatch) stop() config {
	if w.watcher == nil {
		close(w.changes)
		return w.last
	}
	close(w.done)
	for range w.changes { //nolint:revive // until follow has closed it
	}
	return w.last
}

// follow reads the file anew whenever it has changed.
func (w *configWatch) follow(name string) {
	defer close(w.changes)
	defer w.watcher.Close()
	settled := time.NewTimer(time.Hour)
	settled.Stop()
	defer settled.Stop()
	for {
		select {
		case e, ok := <-w.watcher.Events:
			if !ok {
				return
			}
			if len(w.dirs) > 1 || filepath.Base(e.Name) == name {
				settled.Reset(settleTime)
			}
		case lost := <-w.watcher.Errors:
			if lost != nil { // events: look whether they were about the file
				settled.Reset(settleTime)
			}
		case <-settled.C:
			if c, tell := w.read(); tell {
				select {
				case w.changes <- c:
				case <-w.done:
					return
				}
			}
		case <-w.done:
			return
		}
	}
}

// read reads the file, and says what has changed where anything has.
func (w *configWatch) read() (c ui.Changed, tell bool) {
	fresh, err := w.load()
	if err != nil {
		w.failed = true
		if wrong, ok := errors.AsType[*userfile.Error](err); ok {
			err = &userfile.Error{File: filepath.Base(wrong.File), Mistakes: wrong.Mistakes} // there is little room
		}
		return ui.Changed{Err: err}, true
	}
	mended := w.failed
	w.failed = false
	fresh.keepChoices(&w.last, w.getenv)
	told := differences(&w.last, &fresh)
	w.mu.Lock()
	if w.takeOver != nil {
		w.takeOver(&w.last, &fresh)
	}
	w.mu.Unlock()
	w.last = fresh
	words := filepath.Base(fresh.file)
	switch {
	case told.none() && mended:
		return ui.Changed{Said: words + " is sound again, and says what it said"}, true
	case told.none():
		return ui.Changed{}, false
	}
	words += " has changed"
	if len(told.now) > 0 {
		c.Theme, c.Keys, c.ReducedMotion = fresh.theme(), fresh.keys(), &fresh.Calm
		words += ": " + strings.Join(told.now, ", ") + " in force"
	}
	if len(told.later) > 0 {
		words += "; " + strings.Join(told.later, ", ") + " from the next session on (/again)"
	}
	if len(told.elsewhere) > 0 {
		words += "; " + strings.Join(told.elsewhere, ", ") + " for other commands than the cockpit"
	}
	c.Said = words
	return c, true
}

// differing are names of settings by when a change of theirs counts.
type differing struct {
	now       []string // a running cockpit takes it over
	later     []string // from the next session on
	elsewhere []string // never in the cockpit
}

func (d *differing) none() bool { return len(d.now)+len(d.later)+len(d.elsewhere) == 0 }

// differences names the settings that are not the same.
func differences(before, after *config) differing {
	live, elsewhere := []string{"no_color"}, []string(nil)
	for _, s := range after.all() {
		if s.live {
			live = append(live, s.key())
		}
		if !s.means(inCockpit) {
			elsewhere = append(elsewhere, s.key())
		}
	}
	old := map[string]string{}
	for _, row := range before.shown() {
		old[row.Name] = row.Value
	}
	var d differing
	fresh := map[string]bool{}
	for _, row := range after.shown() {
		fresh[row.Name] = true
		value, was := old[row.Name]
		switch {
		case was && value == row.Value:
		case slices.Contains(live, row.Name) || strings.HasPrefix(row.Name, redactRow) || strings.HasPrefix(row.Name, keysRow):
			d.now = append(d.now, row.Name)
		case slices.Contains(elsewhere, row.Name):
			d.elsewhere = append(d.elsewhere, row.Name)
		default:
			d.later = append(d.later, row.Name)
		}
	}
	for _, row := range before.shown() {
		switch {
		case fresh[row.Name]:
		case strings.HasPrefix(row.Name, keysRow):
			d.now = append(d.now, row.Name)
		default:
			d.later = append(d.later, row.Name)
		}
	}
	return d
}

// takeOver gives a running session the settings that it can take over. A
// pattern of secrets is only ever added: what is hidden stays hidden until the
// session ends.
func (s *session) takeOver(before, after *config) {
	s.SetLiveInterval(after.LiveInterval)
	known := map[string]bool{}
	for _, p := range before.Redact {
		known[p.Kind+"\n"+p.Regexp.String()] = true
	}
	for _, p := range after.Redact {
		if !known[p.Kind+"\n"+p.Regexp.String()] {
			s.secrets.AddPattern(p)
		}
	}
}

// keepChoices takes over what the person chose in the cockpit, which counts more
// than what a file says.
func (c *config) keepChoices(before *config, getenv func(string) string) {
	for _, name := range []string{"device", "endpoint", "model"} {
		from := before.origins[name]
		if from.rank < byChoice {
			continue
		}
		switch name {
		case "device":
			c.give(name, before.Device, from)
		case "endpoint":
			// What is chosen is there: before was made of it. If the file has
			// lost it, the file counts.
			if _, err := c.named(before.Endpoint); err == nil {
				_ = c.choose(before.Endpoint, "", getenv)
			}
		case "model":
			c.give(name, before.Model, from)
		}
	}
}

// keys are those of the settings, never nil.
func (c *config) keys() map[string][]string {
	if c.Keys == nil {
		return map[string][]string{}
	}
	return c.Keys
}

// theme is what the settings make of the colours.
func (c *config) theme() theme.Name {
	if c.NoColor {
		return theme.None
	}
	return theme.Name(c.Theme)
}
