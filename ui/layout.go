package ui

import tea "charm.land/bubbletea/v2"

// layout is how the screen is divided at a given size.
type layout int

const (
	tiny   layout = iota // one line, which still shows and answers questions
	single               // one pane at a time
	tabs                 // one pane at a time, with a line about the other
	split                // chat and phone side by side
)

// The sizes from which a layout fits, in cells.
const (
	singleW, singleH = 40, 10
	tabsW            = 80
	splitW, splitH   = 120, 30

	narrowestChat  = 48
	narrowestPhone = 36
)

func layoutFor(width, height int) layout {
	switch {
	case width < singleW || height < singleH:
		return tiny
	case width >= splitW && height >= splitH:
		return split
	case width >= tabsW:
		return tabs
	default:
		return single
	}
}

// resize takes the terminal's new size. It never answers anything.
func (a *app) resize(width, height int) tea.Cmd {
	a.width, a.height = width, height
	a.layout = layoutFor(width, height)
	a.relayout()
	return tea.Batch(a.disturb(), a.watch())
}

// relayout gives every pane its share of the screen.
func (a *app) relayout() {
	a.composer.resize(a.chatWidth())
	if a.reader != nil {
		a.reader.place(a.width, a.height, a.theme)
	}
	a.placeDialog() // and the panes around it
}

// chatWidth is the width of the chat and the composer.
func (a *app) chatWidth() int {
	if a.layout != split {
		return a.width
	}
	w := a.width*58/100 + a.split
	return min(max(w, narrowestChat), a.width-1-narrowestPhone)
}

// textWidth is the width of what stands in the chat: its words keep off the
// border between the panes, and the edge.
func (a *app) textWidth() int { return a.chatWidth() - 1 }

// phoneWidth is the width of the phone pane.
func (a *app) phoneWidth() int {
	if a.layout != split {
		return a.width
	}
	return a.width - a.chatWidth() - 1
}

// bodyHeight is what is left for the panes between banner and status line.
func (a *app) bodyHeight() int {
	h := a.height - 1 - len(a.banners())
	if a.layout == tabs {
		h-- // the line about the pane that is hidden
	}
	return max(h, 1)
}

// chatHeight is what is left for the transcript above the composer.
func (a *app) chatHeight() int { return max(a.bodyHeight()-1-a.composer.height(), 1) }

// phoneVisible reports whether the phone pane is on the screen.
func (a *app) phoneVisible() bool {
	return a.layout == split || a.layout != tiny && a.focus == onPhone
}

// moveSplit moves the border between the panes.
func (a *app) moveSplit(n int) tea.Cmd {
	before := a.chatWidth()
	a.split += 2 * n
	a.relayout()
	if a.chatWidth() == before {
		a.split -= 2 * n // the pane is as narrow as it gets
	}
	return nil
}

// nextFocus gives the keys to the next part of the screen.
func (a *app) nextFocus(n int) tea.Cmd {
	a.focus = (a.focus + focus(n) + anywhere) % anywhere
	a.chat.selected = -1
	if a.focus == onChat {
		a.chat.selected = len(a.chat.entries) - 1
	}
	a.relayout()
	return a.watch()
}

// watch asks for a live screen, or for none any more: it is wanted as long as
// it is not paused and the pane can be seen, and until there is a first screen
// to speak of. While the pane is hidden, the line about it says how old the
// last screen is; every act of the model brings a new one. One request is under
// way at a time, so that none overtakes another.
func (a *app) watch() tea.Cmd {
	live := a.phone.live && (a.phoneVisible() || a.phone.view == nil)
	if live == a.watching || a.watchAsked {
		return nil
	}
	a.watching, a.watchAsked = live, true
	return func() tea.Msg {
		a.session.Watch(live)
		return watchedMsg{}
	}
}
