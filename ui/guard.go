package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"adroit/device/text"
)

// guarded is cmd, of which a panic is remembered. Bubble Tea begins to end the
// program before it tells of one on standard error, and the program may be over
// by then.
func (a *app) guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		defer func() {
			if v := recover(); v != nil {
				words := text.Line(fmt.Sprint(v))
				a.panicked.CompareAndSwap(nil, &words)
				panic(v)
			}
		}()
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = a.guarded(batch[i])
			}
		}
		return msg
	}
}
