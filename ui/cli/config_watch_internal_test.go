package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"adroit/loop/model"
	"adroit/theme"
	"adroit/ui"
)

// watched is an app whose configuration file is followed.
func watched(t *testing.T, content string) (a *app, w *configWatch, write func(string)) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "my.toml")
	write = func(content string) {
		t.Helper()
		fresh := file + ".new" // as editors do
		if err := os.WriteFile(fresh, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(fresh, file); err != nil {
			t.Fatal(err)
		}
	}
	write(content)
	a = &app{IO: IO{Getenv: func(string) string { return "" }}, given: map[string]string{"config": file}}
	c, err := loadConfig(file, a.given, a.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	a.config = c
	return a, a.watchConfig(), write
}

// next is the next change that is told.
func (w *configWatch) next(t *testing.T) ui.Changed {
	t.Helper()
	select {
	case c := <-w.changes:
		return c
	case <-time.After(20 * time.Second):
		t.Fatal("no change was told")
		return ui.Changed{}
	}
}

// TestConfigIsFollowed takes what is safe at once, names what must wait, and
// stays as it was when the file is wrong.
func TestConfigIsFollowed(t *testing.T) {
	_, w, write := watched(t, "theme = 'dark'\nmax_steps = 7\n")
	write("theme = 'light'\nmax_steps = 9\n[redact]\nemployee = 'EMP-\\d{6}'\n")
	if c := w.next(t); c.Err != nil || c.Theme != theme.Light || c.Said != "my.toml has changed: theme, redact.employee in force; max_steps from the next session on (/again)" {
		t.Errorf("got %+v", c)
	}
	write("theme = 'light'\nmaxsteps = 9\nretries = -1\n")
	if c := w.next(t); c.Err == nil || c.Theme != "" || c.Err.Error() != "my.toml:2: unknown key \"maxsteps\"; did you mean max_steps?\nmy.toml:3: retries: \"-1\": want a whole number of at least 0" {
		t.Errorf("got %+v", c)
	}
	write("theme = 'light'\nmax_steps = 9\n# mended\n[redact]\nemployee = 'EMP-\\d{6}'\n")
	if c := w.next(t); c.Err != nil || !strings.Contains(c.Said, "sound again") {
		t.Errorf("got %+v", c)
	}
	write("theme = 'light'\nmax_steps = 9\nreduced_motion = true\n[redact]\nemployee = 'EMP-\\d{6}'\n")
	if c := w.next(t); c.ReducedMotion == nil || !*c.ReducedMotion || c.Said != "my.toml has changed: reduced_motion in force" {
		t.Errorf("got %+v", c)
	}
	write("theme = 'light'\nreduced_motion = true\n")
	if c := w.next(t); !strings.Contains(c.Said, "max_steps, redact.employee from the next session on") {
		t.Errorf("got %+v", c)
	}
	write("theme = 'light'\nreduced_motion = true\ntimeout = '5m'\ncheck_timeout = '1m'\nclaims = 2\n")
	if c := w.next(t); c.Said != "my.toml has changed; claims from the next session on (/again); timeout, check_timeout for other commands than the cockpit" {
		t.Errorf("got %+v", c)
	}
	if last := w.stop(); last.Theme != "light" || last.MaxSteps != 40 || last.Redact != nil {
		t.Errorf("in the end %+v", last)
	}
	if _, open := <-w.changes; open {
		t.Error("something was told after the end")
	}
}

// TestKeysAreFollowed takes other keys over at once, and the usual ones again.
func TestKeysAreFollowed(t *testing.T) {
	_, w, write := watched(t, "[keys]\nmap = ['x']\nquit = ['f8']\n")
	write("[keys]\nmap = ['x', 'z']\n")
	if c := w.next(t); c.Err != nil || c.Said != "my.toml has changed: keys.map, keys.quit in force" || !slices.Equal(c.Keys["map"], []string{"x", "z"}) || len(c.Keys) != 1 {
		t.Errorf("got %+v", c)
	}
	write("")
	if c := w.next(t); c.Err != nil || c.Keys == nil || len(c.Keys) != 0 {
		t.Errorf("got %+v", c)
	}
	w.stop()
}

// TestChoicesOutlastTheFile keeps what the person chose in the cockpit when the
// file changes.
func TestChoicesOutlastTheFile(t *testing.T) {
	const endpoints = "[endpoints.a]\nbase_url = 'http://127.0.0.1:1/v1'\nmodel = 'one'\nimages = true\n[endpoints.b]\nbase_url = 'http://127.0.0.1:2/v1'\n"
	a, w, write := watched(t, "device = 'x'\nendpoint = 'a'\n"+endpoints)
	w.stop()
	if a.config.Model != "one" || !a.config.takesImages() {
		t.Fatalf("model %q", a.config.Model)
	}
	if err := a.choose(ui.Next{Endpoint: "b"}); err != nil || a.config.Model != "" || a.config.takesImages() || a.config.BaseURL != "http://127.0.0.1:2/v1" {
		t.Errorf("endpoint b: %v, %q at %q, images %t", err, a.config.Model, a.config.BaseURL, a.config.takesImages())
	}
	if err := a.choose(ui.Next{Model: "two"}); err != nil || a.config.Model != "two" {
		t.Errorf("model two: %v, %q", err, a.config.Model)
	}
	if err := a.choose(ui.Next{Phone: "y"}); err != nil {
		t.Error(err)
	}
	w = a.watchConfig()
	write("device = 'z'\nendpoint = 'a'\nmax_steps = 3\n" + endpoints)
	if c := w.next(t); c.Said != "my.toml has changed; max_steps from the next session on (/again)" {
		t.Errorf("got %+v", c)
	}
	if c := w.stop(); c.Endpoint != "b" || c.Model != "two" || c.BaseURL != "http://127.0.0.1:2/v1" || c.Device != "y" || c.MaxSteps != 3 {
		t.Errorf("%q %q %q %q %d", c.Endpoint, c.Model, c.BaseURL, c.Device, c.MaxSteps)
	}
	if err := a.choose(ui.Next{Endpoint: "a"}); err != nil || a.config.Model != "one" {
		t.Errorf("back at a: %v, %q", err, a.config.Model)
	}
	if err := a.choose(ui.Next{Endpoint: "nowhere"}); err == nil {
		t.Error("an endpoint that is not there was taken")
	}
}

// TestProbeChoosesTheDialect unless somebody says otherwise.
func TestProbeChoosesTheDialect(t *testing.T) {
	c := defaultConfig()
	c.StateDir, c.BaseURL, c.Model = t.TempDir(), "http://user:secret@127.0.0.1:1/v1/", "m"
	for _, found := range []struct {
		model.Capabilities
		dialect          model.Dialect
		noStream, images bool
	}{
		{model.Capabilities{Tools: true, StreamTools: true, Images: true}, model.Chat, false, true},
		{model.Capabilities{Tools: true}, model.Chat, true, false},
		{model.Capabilities{}, model.Command, false, false},
	} {
		found.BaseURL, found.Model, found.Dialect = model.ShownURL(c.BaseURL), "m", model.Chat
		if err := c.remember(found.Capabilities); err != nil {
			t.Fatal(err)
		}
		c.recall()
		if c.dialect() != found.dialect || c.noStream() != found.noStream || c.takesImages() != found.images {
			t.Errorf("%+v: %s, not streamed %t, images %t", found, c.dialect(), c.noStream(), c.takesImages())
		}
	}
	c.API = "chat"
	c.give("images", "true", origin{byFlag, "--images"})
	if c.modelLabel("m") != "m (chat)" {
		t.Errorf("label %q", c.modelLabel("m"))
	}
	if c.dialect() != model.Chat || !c.takesImages() {
		t.Error("the probe counts more than what was said")
	}
	if err := os.WriteFile(c.probesFile(), []byte("{broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c.recall(); c.probe != nil {
		t.Error("a broken file remembers something")
	}
}
