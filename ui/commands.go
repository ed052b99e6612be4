package ui

import (
	"encoding/json"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"adroit/device/text"
	"adroit/theme"
	"adroit/tools"
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
	if n := len(a.composer.queue); n > 0 {
		a.composer.queue = a.composer.queue[:n-1]
	}
	a.composer.set(text.Safe(strings.TrimSpace(msg.text + "\n" + a.composer.value())))
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
		return a.say("select an entry first: up and down")
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

// copyEntry copies the selected entry as it is shown, so redacted.
func (a *app) copyEntry() tea.Cmd {
	e, ok := a.selection()
	if !ok {
		return a.say("select an entry first: tab, then up and down")
	}
	var lines []string
	for _, line := range a.chat.at(a.chat.selected) {
		lines = append(lines, strings.TrimRight(ansi.Strip(line), " "))
	}
	words := strings.Trim(strings.Join(lines, "\n"), "\n")
	if said, ok := e.block.(*answer); ok {
		words = said.text.String()
	}
	return tea.Batch(tea.SetClipboard(words), a.say("copied "+plural(len(words), "byte")))
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
	return a.watchIf(true)
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

// tapRow taps the selected element by hand.
func (a *app) tapRow() tea.Cmd {
	r, ok := a.phone.current()
	if !ok {
		return nil
	}
	return a.act("tap", map[string]string{"target": r.id, "strategy": "node_id"})
}

// act does something on the phone by the person's own hand, through the same
// checks as the model's calls.
func (a *app) act(tool string, arguments map[string]string) tea.Cmd {
	raw := json.RawMessage("{}")
	if len(arguments) > 0 {
		raw, _ = json.Marshal(arguments) // strings alone: cannot fail
	}
	return attempt(func() error {
		return a.session.Act(tools.Call{Name: tool, Arguments: raw, ByPerson: true})
	})
}
