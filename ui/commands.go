package ui

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"adroit/device/text"
	"adroit/theme"
)

// send starts a turn with what is written, or queues it.
func (a *app) send() tea.Cmd {
	if strings.TrimSpace(a.composer.value()) == "" {
		return nil
	}
	words := a.composer.take()
	a.chat.toEnd()
	a.relayout()
	return func() tea.Msg {
		if _, err := a.session.Send(words); err != nil {
			return unsentMsg{words, err}
		}
		return nil
	}
}

// enterToken asks for the token of a server that was started anew.
func (a *app) enterToken() tea.Cmd {
	locked, wanted := lockedOut(a.session)
	if !wanted {
		return a.say("no token is wanted")
	}
	return a.openForm("The token that the server printed", "", true, func(_ *app, token string) tea.Cmd {
		if token = strings.TrimSpace(token); token != "" {
			locked.SetToken(token)
		}
		return nil
	})
}

// unqueue takes back what was queued last.
func (a *app) unqueue() tea.Cmd {
	if len(a.composer.queue) == 0 {
		return a.say("nothing is queued")
	}
	return func() tea.Msg {
		words, ok := a.session.Unqueue()
		return unqueuedMsg{words, ok}
	}
}

// tookBack puts what was taken back into the composer.
func (a *app) tookBack(msg unqueuedMsg) tea.Cmd {
	if !msg.ok {
		return a.say("too late: it has started")
	}
	a.composer.set(strings.TrimSpace(msg.text + "\n" + a.composer.value()))
	a.relayout()
	return nil
}

func (a *app) page(n int) tea.Cmd {
	if a.focus == onPhone {
		return a.selectRow(n * max(a.phone.height-1, 1))
	}
	a.chat.scroll(n * max(a.chat.height-1, 1))
	return nil
}

func (a *app) toEnd() tea.Cmd {
	a.chat.toEnd()
	return nil
}

func (a *app) toStart() tea.Cmd {
	a.chat.toStart()
	return nil
}

func (a *app) selectEntry(n int) tea.Cmd {
	a.chat.selectBy(n)
	return nil
}

// selection is the selected entry of the chat.
func (a *app) selection() (*entry, bool) {
	if i := a.chat.selected; i >= 0 && i < len(a.chat.entries) {
		return a.chat.entries[i], true
	}
	return nil, false
}

// unfold shows the details of the selected card, or hides them.
func (a *app) unfold() tea.Cmd {
	e, ok := a.selection()
	if !ok {
		return a.say(noEntry)
	}
	c, ok := e.block.(*card)
	if !ok {
		return nil
	}
	c.opened = !c.opened
	e.changed()
	a.chat.reveal(a.chat.selected)
	return nil
}

// entryText is the selected entry as it is shown, so redacted.
func (a *app) entryText() (string, bool) {
	e, ok := a.selection()
	if !ok {
		return "", false
	}
	if said, ok := e.block.(*answer); ok {
		return said.text.String(), true
	}
	return plainText(a.chat.at(a.chat.selected)), true
}

// noEntry says how an entry is selected.
const noEntry = "select an entry first: tab, then up and down"

func (a *app) copyEntry() tea.Cmd {
	words, ok := a.entryText()
	if !ok {
		return a.say(noEntry)
	}
	return a.copy(words)
}

// readEntry shows all of the selected entry, with its details, over the whole
// screen.
func (a *app) readEntry() tea.Cmd {
	e, ok := a.selection()
	if !ok {
		return a.say(noEntry)
	}
	return a.openReader("Entry", func(width int, th theme.Theme) []string { return whole(e.block, width, th) })
}

// whole draws a block with all of its details.
func whole(b block, width int, th theme.Theme) []string {
	if c, ok := b.(*card); ok {
		return c.unfolded(width-1, th)
	}
	return b.lines(width, th)
}

// saveEntry writes the selected entry to a new file.
func (a *app) saveEntry() tea.Cmd {
	words, ok := a.entryText()
	if !ok {
		return a.say(noEntry)
	}
	name := "adroit-" + a.now().Format("20060102-150405") + ".txt"
	return a.openForm("Save to a new file", name, false, func(a *app, path string) tea.Cmd {
		return func() tea.Msg {
			if err := a.save(path, words); err != nil {
				return failedMsg{err}
			}
			return saidMsg{"saved to " + path}
		}
	})
}

// saveNew writes a file that did not exist, for its owner alone.
func saveNew(path, words string) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, os.ErrExist):
		return errors.New("save the entry: there is a file of that name already, choose another")
	case err != nil:
		return fmt.Errorf("save the entry: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := io.WriteString(f, words+"\n"); err != nil {
		return fmt.Errorf("save the entry: %w", err)
	}
	return nil
}

func (a *app) clearChat() tea.Cmd {
	a.finishAnswer()
	a.chat.clear()
	a.relayout()
	return nil
}

// nextTheme goes through the themes.
func (a *app) nextTheme() tea.Cmd {
	names := theme.Names()
	for i, n := range names {
		if n == a.themeName {
			a.themeName = names[(i+1)%len(names)]
			break
		}
	}
	a.restyle()
	return a.say("theme: " + string(a.themeName))
}

func (a *app) toggleLive() tea.Cmd {
	a.phone.live = !a.phone.live
	return a.watch()
}

func (a *app) selectRow(n int) tea.Cmd {
	a.phone.move(n)
	return nil
}

func (a *app) inspect() tea.Cmd {
	a.phone.inspect = !a.phone.inspect
	a.relayout()
	return nil
}

// drawPhone shows the screen as a drawing instead of rows, or the other way.
func (a *app) drawPhone() tea.Cmd {
	a.phone.drawn = !a.phone.drawn
	return nil
}

func (a *app) filterPhone() tea.Cmd {
	a.phone.nextFilter()
	return nil
}

func (a *app) searchPhone() tea.Cmd {
	a.phone.searching = true
	return nil
}

// pressSearch edits what is searched for in the phone pane.
func (a *app) pressSearch(msg tea.KeyPressMsg) tea.Cmd {
	query := []rune(a.phone.query)
	switch msg.String() {
	case "enter":
		a.phone.searching = false
	case "esc", "ctrl+c":
		a.phone.searching = false
		a.phone.search("")
	case "backspace":
		a.phone.search(string(query[:max(len(query)-1, 0)]))
	case "up", "down":
		a.phone.move(map[string]int{"up": -1, "down": +1}[msg.String()])
	default:
		a.phone.search(a.phone.query + msg.Text)
	}
	return nil
}

// hideAfter is how long a revealed text stays on the screen.
const hideAfter = 10 * time.Second

// reveal shows what a mask hides, for a while, on this screen alone.
func (a *app) reveal() tea.Cmd {
	r, ok := a.phone.current()
	if !ok || !r.masked {
		return a.say("nothing is hidden here")
	}
	return func() tea.Msg {
		hidden, ok := a.session.Reveal(r.id)
		return revealMsg{r.id, text.Line(hidden), ok}
	}
}

func (a *app) revealed(msg revealMsg) tea.Cmd {
	if !msg.ok {
		return a.say("it is no longer there")
	}
	a.phone.revealed[msg.node] = msg.text
	return a.after(hideAfter, hideMsg{})
}
