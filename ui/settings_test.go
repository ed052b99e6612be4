package ui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"adroit/loop/event"
	"adroit/theme"
)

// TestConfigurationChanges takes a new theme at once, says what was taken, and
// leaves everything as it was after an error.
func TestConfigurationChanges(t *testing.T) {
	t.Parallel()
	d := newDriverWith(t, 100, 30, Options{Theme: "dark", Device: "Pixel 8", Model: "scripted"})
	dark := d.app.theme
	d.send(changedMsg{Changed{Err: errors.New("my.toml:3: unknown key\nmy.toml:5: a bad theme")}})
	d.sees("The settings stay as they were (/errors says why): my.toml:3: unknown key")
	d.misses("a bad theme")
	d.command("errors")
	d.sees("my.toml:3: unknown key", "my.toml:5: a bad theme")
	d.press("esc")
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

// TestReducedMotionChanges counts for what is streaming in already.
func TestReducedMotionChanges(t *testing.T) {
	t.Parallel()
	d := newDriverWith(t, 100, 30, Options{Device: "Pixel 8", Model: "scripted"})
	d.happen(
		event.Event{Type: event.TurnStarted, TurnID: "t1", Text: "go"},
		event.Event{Type: event.StepStarted, TurnID: "t1", Step: 1, MaxSteps: 40},
		event.Event{Type: event.AssistantText, TurnID: "t1", Step: 1, Text: "The first line.\nHalf a sec"},
	)
	d.sees("Half a sec")
	d.send(changedMsg{Changed{ReducedMotion: new(true)}})
	d.wait(13 * time.Second)
	if s := d.screen(); strings.Contains(s, "Half a sec") || strings.Contains(s, "writing · 13 s") {
		t.Errorf("with reduced motion:\n%s", s)
	}
	d.send(changedMsg{Changed{ReducedMotion: new(false)}})
	d.sees("Half a sec", "writing · 13 s")
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
