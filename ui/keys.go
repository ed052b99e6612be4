package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"adroit/device/text"
)

// press gives a key to whoever it is for: the question on the screen before
// everything else, then what lies on top, then the part that has the keys.
func (a *app) press(msg tea.KeyPressMsg) tea.Cmd {
	now := a.now()
	a.struck(now)
	switch {
	case a.quits(msg):
		return a.quit()
	case a.dialog != nil:
		return a.pressDialog(msg, now)
	case a.form != nil:
		return a.pressForm(msg)
	case a.picker != nil:
		return a.pressPicker(msg)
	case a.reader != nil:
		return a.pressReader(msg.String())
	case a.phone.searching:
		return a.pressSearch(msg)
	}
	scope := a.focus
	if scope == onComposer && a.replaying() {
		scope = onRecording
	}
	if act, ok := a.keymap.keyed(msg.String(), scope); ok {
		return act.run(a)
	}
	if scope == onComposer && a.layout != tiny {
		return a.write(msg)
	}
	return nil
}

// quits reports whether msg is the key that quits, which it does whatever lies
// on top: to leave answers no question with more than a denial. One that writes
// a character is left to who writes.
func (a *app) quits(msg tea.KeyPressMsg) bool {
	act, ok := a.keymap.keyed(msg.String(), anywhere)
	return ok && act.name == "quit" && msg.Text == ""
}

// struck notes the time of a key or a paste. An open dialog notes its own.
func (a *app) struck(now time.Time) {
	a.lastKey = now
	if a.dialog == nil {
		a.lastTyped = now
	}
}

// noise hears that something other than keys came: pasted text that is on its
// way, a sequence that no terminal sends. The key before it was no answer.
func (a *app) noise() tea.Cmd {
	now := a.now()
	a.struck(now)
	if a.dialog == nil {
		return nil
	}
	a.dialog.noise(now)
	return a.arm(a.dialog.request.ID)
}

// paste takes pasted text. It is written where the keys go, and does nothing.
func (a *app) paste(msg tea.PasteMsg) tea.Cmd {
	now := a.now()
	a.struck(now)
	switch {
	case a.dialog != nil:
		a.dialog.paste(tea.PasteMsg{Content: text.Line(msg.Content)}, now)
		return a.arm(a.dialog.request.ID)
	case a.form != nil:
		a.form.paste(msg.Content)
	case a.picker == nil && a.reader == nil && !a.phone.searching && !a.replaying() && a.layout != tiny:
		a.focus = onComposer
		a.composer.paste(msg.Content)
		a.relayout()
	}
	return nil
}

// write edits the composer. A slash as its first character opens the palette,
// an @ at the start of a word offers elements of the screen, and a digit on the
// first screen picks what stands there.
func (a *app) write(msg tea.KeyPressMsg) tea.Cmd {
	if a.composer.empty() {
		if msg.Text == "/" {
			return a.openPalette()
		}
		if cmd, ok := a.pick(msg.Text); ok {
			return cmd
		}
	}
	if msg.Text == "@" && a.composer.atWordStart() {
		return a.mention()
	}
	a.composer.press(msg)
	a.relayout()
	return nil
}

// ladder remembers the last rung of esc and ctrl+c that was stepped on.
type ladder struct {
	key string
	at  time.Time
}

// The times within which the next rung counts.
const (
	escapeAgain = 2 * time.Second
	quitAgain   = 3 * time.Second
)

// again reports whether key was the last rung, a moment ago, and steps on it.
func (l *ladder) again(key string, now time.Time, within time.Duration) bool {
	second := l.key == key && now.Sub(l.at) <= within
	*l = ladder{key, now}
	if second {
		*l = ladder{}
	}
	return second
}

// escape ends a search, an inspection or the drawing, else leaves the pane, else
// stops the turn when pressed twice.
func (a *app) escape() tea.Cmd {
	switch {
	case a.phone.query != "" && a.focus == onPhone:
		a.phone.search("")
	case a.phone.inspect && a.focus == onPhone:
		return a.inspect()
	case a.phone.drawn && a.focus == onPhone:
		return a.drawPhone()
	case a.focus != onComposer:
		return a.nextFocus(int(anywhere - a.focus))
	case a.busy() && !a.ladder.again("esc", a.now(), escapeAgain):
		return a.say("esc again stops the turn")
	case a.busy():
		return a.cancelTurn()
	}
	return nil
}

// interrupt clears what is written, else stops the turn, else quits when
// pressed twice.
func (a *app) interrupt() tea.Cmd {
	switch {
	case !a.composer.empty():
		a.composer.take()
		a.relayout()
		return a.say("cleared; up brings it back")
	case a.busy() && !a.turn.stopping:
		return a.cancelTurn()
	case a.ladder.again("ctrl+c", a.now(), quitAgain):
		return tea.Quit
	case a.turn.stopping:
		return a.say("still stopping; ctrl+c again quits without waiting")
	default:
		return a.say("ctrl+c again quits")
	}
}

// busy reports whether a turn runs that can be stopped.
func (a *app) busy() bool { return a.turn.busy && !a.replaying() }

// cancelTurn asks for the end of the turn; its terminal event follows.
func (a *app) cancelTurn() tea.Cmd {
	if !a.busy() {
		return a.say("nothing is running")
	}
	a.turn.stopping = true
	return func() tea.Msg {
		a.session.Cancel()
		return nil
	}
}

func (a *app) quit() tea.Cmd { return tea.Quit }
