package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// focus is a part of the screen that can have the keys.
type focus int

const (
	onComposer focus = iota
	onChat
	onPhone
	anywhere    // of an action: whatever has the keys
	onRecording // of an action: in place of the composer's, while a recording plays
)

// action is something that the person can do. The one table of actions feeds
// the keys, the palette, the slash commands and the help.
type action struct {
	name string   // of the slash command, without the slash; "" for none
	keys []string // as tea.Key.String writes them
	help string
	at   focus
	run  func(*app) tea.Cmd
}

// actions is the keymap. Keys that edit text are the text area's own.
func actions() []action {
	return []action{
		{"help", []string{"f1"}, "show this help", anywhere, (*app).openHelp},
		{"", []string{"tab"}, "go to the next pane", anywhere, func(a *app) tea.Cmd { return a.nextFocus(+1) }},
		{"", []string{"shift+tab"}, "go to the pane before", anywhere, func(a *app) tea.Cmd { return a.nextFocus(-1) }},
		{"", []string{"ctrl+p"}, "search all commands", anywhere, (*app).openPalette},
		{"", []string{"pgup"}, "scroll the chat up", anywhere, func(a *app) tea.Cmd { return a.page(-1) }},
		{"", []string{"pgdown"}, "scroll the chat down", anywhere, func(a *app) tea.Cmd { return a.page(+1) }},
		{"end", []string{"ctrl+end"}, "follow the end of the chat", anywhere, (*app).toEnd},
		{"", []string{"esc"}, "close, or twice: stop the turn", anywhere, (*app).escape},
		{"", []string{"ctrl+c"}, "clear, else stop, else quit", anywhere, (*app).interrupt},
		{"stop", nil, "stop the turn", anywhere, (*app).cancelTurn},
		{"mode", []string{"ctrl+o"}, "choose what acts without asking", anywhere, (*app).chooseMode},
		{"live", []string{"ctrl+l"}, "pause or resume the live screen", anywhere, (*app).toggleLive},
		{"phones", nil, "go on with another phone", anywhere, (*app).choosePhone},
		{"models", nil, "go on with another model", anywhere, (*app).chooseModel},
		{"runs", nil, "replay, resume or export a recorded run", anywhere, (*app).chooseRun},
		{"again", nil, "begin anew", anywhere, func(a *app) tea.Cmd { return a.goOn(Next{Again: true}) }},
		{"demo", nil, "open the demo", anywhere, func(a *app) tea.Cmd { return a.goOn(Next{Demo: true}) }},
		{"doctor", nil, "examine everything that a run needs", anywhere, (*app).examine},
		{"errors", nil, "list what went wrong", anywhere, (*app).openErrors},
		{"rules", nil, "show what decides whether an act is asked about", anywhere, (*app).openRules},
		{"skills", nil, "list skills and notes for the model", anywhere, (*app).openSkills},
		{"mouse", []string{"f9"}, "give the mouse to the terminal, or take it", anywhere, (*app).toggleMouse},
		{"theme", nil, "switch to the next theme", anywhere, (*app).nextTheme},
		{"clear", nil, "empty the chat on the screen", anywhere, (*app).clearChat},
		{"quit", []string{"ctrl+q"}, "quit", anywhere, (*app).quit},

		{"", []string{"space"}, "pause, or go on", onRecording, (*app).pausePlaying},
		{"", []string{"right", "l"}, "go on to the next step of the model", onRecording, func(a *app) tea.Cmd { return a.skip(+1) }},
		{"", []string{"left", "h"}, "go back to the step before", onRecording, func(a *app) tea.Cmd { return a.skip(-1) }},
		{"", []string{"."}, "go on by one event, and pause", onRecording, (*app).nextEvent},
		{"", []string{"+", "="}, "play faster", onRecording, func(a *app) tea.Cmd { return a.faster(+1) }},
		{"", []string{"-"}, "play slower", onRecording, func(a *app) tea.Cmd { return a.faster(-1) }},
		{"", []string{"home", "g"}, "go to the start", onRecording, (*app).seekStart},
		{"", []string{"end", "G"}, "go to the end", onRecording, (*app).seekEnd},
		{"", []string{"/"}, "search all commands", onRecording, (*app).openPalette},
		{"", []string{"?"}, "show this help", onRecording, (*app).openHelp},

		{"", []string{"enter"}, "send", onComposer, (*app).send},
		{"", []string{"@"}, "name an element of the screen", onComposer, nil},
		{"unqueue", []string{"alt+up"}, "take back what was queued last", onComposer, (*app).unqueue},
		{"", []string{"ctrl+j", "alt+enter", "shift+enter"}, "new line", onComposer, nil},
		{"", []string{"up", "down"}, "what was sent before", onComposer, nil},

		{"", []string{"?"}, "show this help", onChat, (*app).openHelp},
		{"", []string{"up", "k"}, "select the entry before", onChat, func(a *app) tea.Cmd { return a.selectEntry(-1) }},
		{"", []string{"down", "j"}, "select the next entry", onChat, func(a *app) tea.Cmd { return a.selectEntry(+1) }},
		{"", []string{"enter", "o"}, "unfold or fold the details", onChat, (*app).unfold},
		{"", []string{"home", "g"}, "go to the start", onChat, (*app).toStart},
		{"", []string{"end", "G"}, "go to the end", onChat, (*app).toEnd},
		{"copy", []string{"y"}, "copy the selected entry", onChat, (*app).copyEntry},
		{"read", []string{"v"}, "read all of the selected entry", onChat, (*app).readEntry},
		{"pager", []string{"p"}, "open the selected entry in $PAGER", onChat, (*app).pageEntry},
		{"save", []string{"w"}, "write the selected entry to a file", onChat, (*app).saveEntry},

		{"", []string{"?"}, "show this help", onPhone, (*app).openHelp},
		{"", []string{"up", "k"}, "select the element before", onPhone, func(a *app) tea.Cmd { return a.selectRow(-1) }},
		{"", []string{"down", "j"}, "select the next element", onPhone, func(a *app) tea.Cmd { return a.selectRow(+1) }},
		{"", []string{"home", "g"}, "go to the first element", onPhone, func(a *app) tea.Cmd { return a.selectRow(-1 << 20) }},
		{"", []string{"end", "G"}, "go to the last element", onPhone, func(a *app) tea.Cmd { return a.selectRow(+1 << 20) }},
		{"", []string{"enter", "i"}, "inspect the element", onPhone, (*app).inspect},
		{"", []string{"/"}, "find an element", onPhone, (*app).searchPhone},
		{"map", []string{"m"}, "draw the screen, or list it", onPhone, (*app).drawPhone},
		{"filter", []string{"f"}, "show all, actionable, or changed", onPhone, (*app).filterPhone},
		{"", []string{"r"}, "show what [REDACTED] hides, to you alone", onPhone, (*app).reveal},
		{"", []string{"t"}, "tap the element by hand", onPhone, func(a *app) tea.Cmd { return a.actOnRow("tap") }},
		{"", []string{"l"}, "long-press the element by hand", onPhone, func(a *app) tea.Cmd { return a.actOnRow("long_press") }},
		{"", []string{"e"}, "type into the field by hand", onPhone, (*app).typeIntoRow},
		{"", []string{"n"}, "scroll the list forward by hand", onPhone, func(a *app) tea.Cmd { return a.scrollRow("forward") }},
		{"", []string{"p"}, "scroll the list backward by hand", onPhone, func(a *app) tea.Cmd { return a.scrollRow("backward") }},
		{"back", []string{"b"}, "press Back by hand", onPhone, func(a *app) tea.Cmd { return a.act("press_back", nil) }},
		{"home", []string{"h"}, "press Home by hand", onPhone, func(a *app) tea.Cmd { return a.act("press_home", nil) }},
		{"recents", []string{"a"}, "show the recent apps by hand", onPhone, func(a *app) tea.Cmd { return a.act("recent_apps", nil) }},
		{"wider", []string{"<"}, "widen the phone", onPhone, func(a *app) tea.Cmd { return a.moveSplit(-1) }},
		{"narrower", []string{">"}, "narrow the phone", onPhone, func(a *app) tea.Cmd { return a.moveSplit(+1) }},
	}
}

// keyed is the action for a key: that of the part which has the keys, else one
// that works everywhere.
func keyed(name string, at focus) (action, bool) {
	for _, scope := range []focus{at, anywhere} {
		for _, a := range actions() {
			if a.at == scope && a.run != nil && slices.Contains(a.keys, name) {
				return a, true
			}
		}
	}
	return action{}, false
}

// commands are the actions with a name, in the order of the table.
func commands() []action {
	return slices.DeleteFunc(actions(), func(a action) bool { return a.name == "" })
}

// keyNames writes keys for people: "ctrl+j / alt+enter".
func (a action) keyNames() string { return strings.Join(a.keys, " / ") }
