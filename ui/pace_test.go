package ui

import (
	"io"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// tickerFinder is a program that ends once it has looked for the ticker of its
// renderer.
type tickerFinder struct {
	program *tea.Program
	found   *time.Ticker
}

func (f *tickerFinder) Init() tea.Cmd {
	f.found = tickerOf(f.program)
	return tea.Quit
}
func (f *tickerFinder) Update(tea.Msg) (tea.Model, tea.Cmd) { return f, nil }
func (f *tickerFinder) View() tea.View                      { return tea.NewView("") }

// TestTheTickerIsFound fails where another version of Bubble Tea keeps the
// ticker of its renderer elsewhere.
func TestTheTickerIsFound(t *testing.T) {
	t.Parallel()
	f := &tickerFinder{}
	f.program = tea.NewProgram(f, tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithoutSignalHandler())
	if _, err := f.program.Run(); err != nil {
		t.Fatal(err)
	}
	if f.found == nil {
		t.Error("the renderer's ticker was not found: its rate cannot be changed")
	}
}

func TestTheRendererRestsWhileNothingIsDrawn(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.happen(d.settings(false))
	d.wait(time.Minute) // what the start left to do
	d.app.pacer.ticker = time.NewTicker(time.Hour)
	defer d.app.pacer.ticker.Stop()
	for _, step := range []struct {
		name    string
		do      func()
		resting bool
	}{
		{"a frame", func() { d.press("x") }, false},
		{"soon after it", func() { d.wait(restAfter / 2) }, false},
		{"another frame", func() { d.press("y") }, false},
		{"soon after that", func() { d.wait(restAfter * 3 / 4) }, false},
		{"long after it", func() { d.wait(restAfter) }, true},
		{"a message without a frame", func() { d.send(tea.KeyboardEnhancementsMsg{}) }, true},
		{"a frame again", func() { d.press("z") }, false},
		{"long after that", func() { d.wait(2 * restAfter) }, true},
	} {
		step.do()
		if d.app.pacer.resting != step.resting {
			t.Errorf("%s: resting is %v, want %v", step.name, d.app.pacer.resting, step.resting)
		}
	}
}
