package ui

import (
	"errors"
	"testing"

	"adroit/theme"
)

// TestConfigurationChanges takes a new theme at once, says what was taken, and
// leaves everything as it was after an error.
func TestConfigurationChanges(t *testing.T) {
	t.Parallel()
	d := newDriverWith(t, 100, 30, Options{Theme: "dark", Device: "Pixel 8", Model: "scripted"})
	dark := d.app.theme
	d.send(changedMsg{Changed{Err: errors.New("configuration my.toml, line 3: unknown key")}})
	d.sees("line 3: unknown key")
	if d.app.themeName != "dark" {
		t.Errorf("the theme is %s after an error", d.app.themeName)
	}
	d.send(changedMsg{Changed{Said: "the configuration has changed: model from the next session on"}})
	d.sees("model from the next session on")
	d.send(changedMsg{Changed{Theme: theme.None, Said: "the configuration has changed: theme"}})
	d.sees("the configuration has changed: theme")
	if d.app.themeName != theme.None || d.app.theme.Accent.Render("x") == dark.Accent.Render("x") {
		t.Errorf("the theme is %s", d.app.themeName)
	}
}

// TestAwaitingChanges ends with the channel.
func TestAwaitingChanges(t *testing.T) {
	t.Parallel()
	changes := make(chan Changed, 1)
	a := &app{options: Options{Changes: changes}}
	changes <- Changed{Said: "theme"}
	if msg, ok := a.awaitChange()().(changedMsg); !ok || msg.Said != "theme" {
		t.Errorf("got %v", msg)
	}
	close(changes)
	if msg := a.awaitChange()(); msg != nil {
		t.Errorf("got %v after the end", msg)
	}
}
