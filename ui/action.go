package ui

import (
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
	name  string   // by which the configuration gives it keys
	slash bool     // it is a slash command of that name, too
	keys  []string // as tea.Key.String writes them
	help  string
	at    focus
	run   func(*app) tea.Cmd // nil: the text area does it
}

// actions is the keymap as it is without a configuration. Keys that edit text
// are the text area's own.
func actions() []action {
	return []action{
		{"help", true, []string{"f1"}, "show this help", anywhere, (*app).openHelp},
		{"next_pane", false, []string{"tab"}, "go to the next pane", anywhere, func(a *app) tea.Cmd { return a.nextFocus(+1) }},
		{"previous_pane", false, []string{"shift+tab"}, "go to the pane before", anywhere, func(a *app) tea.Cmd { return a.nextFocus(-1) }},
		{"palette", false, []string{"ctrl+p"}, "search all commands", anywhere, (*app).openPalette},
		{"page_up", false, []string{"pgup"}, "scroll the chat up", anywhere, func(a *app) tea.Cmd { return a.page(-1) }},
		{"page_down", false, []string{"pgdown"}, "scroll the chat down", anywhere, func(a *app) tea.Cmd { return a.page(+1) }},
		{"end", true, []string{"ctrl+end"}, "follow the end of the chat", anywhere, (*app).toEnd},
		{"escape", false, []string{"esc"}, "close, or twice: stop the turn", anywhere, (*app).escape},
		{"interrupt", false, []string{"ctrl+c"}, "clear, else stop, else quit", anywhere, (*app).interrupt},
		{"stop", true, nil, "stop the turn", anywhere, (*app).cancelTurn},
		{"mode", true, []string{"ctrl+o"}, "choose what acts without asking", anywhere, (*app).chooseMode},
		{"claim", true, nil, "take the approvals from another cockpit", anywhere, (*app).claim},
		{"live", true, []string{"ctrl+l"}, "pause or resume the live screen", anywhere, (*app).toggleLive},
		{"phones", true, nil, "go on with another phone", anywhere, (*app).choosePhone},
		{"models", true, nil, "go on with another model", anywhere, (*app).chooseModel},
		{"runs", true, nil, "replay, resume or export a recorded run", anywhere, (*app).chooseRun},
		{"again", true, nil, "begin anew", anywhere, func(a *app) tea.Cmd { return a.goOn(Next{Again: true}) }},
		{"demo", true, nil, "open the demo", anywhere, func(a *app) tea.Cmd { return a.goOn(Next{Demo: true}) }},
		{"doctor", true, nil, "examine everything that a run needs", anywhere, (*app).examine},
		{"errors", true, nil, "list what went wrong", anywhere, (*app).openErrors},
		{"rules", true, nil, "show what decides whether an act is asked about", anywhere, (*app).openRules},
		{"skills", true, nil, "list skills and notes for the model", anywhere, (*app).openSkills},
		{"token", true, nil, "enter the token of a server that was started anew", anywhere, (*app).enterToken},
		{"mouse", true, []string{"f9"}, "give the mouse to the terminal, or take it", anywhere, (*app).toggleMouse},
		{"theme", true, nil, "switch to the next theme", anywhere, (*app).nextTheme},
		{"clear", true, nil, "empty the chat on the screen", anywhere, (*app).clearChat},
		{"quit", true, []string{"ctrl+q"}, "quit", anywhere, (*app).quit},

		{"playback_pause", false, []string{"space"}, "pause, or go on", onRecording, (*app).pausePlaying},
		{"playback_next", false, []string{"right", "l"}, "go on to the next step of the model", onRecording, func(a *app) tea.Cmd { return a.skip(+1) }},
		{"playback_back", false, []string{"left", "h"}, "go back to the step before", onRecording, func(a *app) tea.Cmd { return a.skip(-1) }},
		{"playback_event", false, []string{"."}, "go on by one event, and pause", onRecording, (*app).nextEvent},
		{"playback_faster", false, []string{"+", "="}, "play faster", onRecording, func(a *app) tea.Cmd { return a.faster(+1) }},
		{"playback_slower", false, []string{"-"}, "play slower", onRecording, func(a *app) tea.Cmd { return a.faster(-1) }},
		{"playback_start", false, []string{"home", "g"}, "go to the start", onRecording, (*app).seekStart},
		{"playback_end", false, []string{"end", "G"}, "go to the end", onRecording, (*app).seekEnd},
		{"playback_palette", false, []string{"/"}, "search all commands", onRecording, (*app).openPalette},
		{"playback_help", false, []string{"?"}, "show this help", onRecording, (*app).openHelp},

		{"send", false, []string{"enter"}, "send", onComposer, (*app).send},
		{"mention", false, []string{"@"}, "name an element of the screen", onComposer, nil},
		{"unqueue", true, []string{"alt+up"}, "take back what was queued last", onComposer, (*app).unqueue},
		{"new_line", false, []string{"ctrl+j", "alt+enter", "shift+enter"}, "new line", onComposer, nil},
		{"history", false, []string{"up", "down"}, "what was sent before", onComposer, nil},

		{"chat_help", false, []string{"?"}, "show this help", onChat, (*app).openHelp},
		{"chat_up", false, []string{"up", "k"}, "select the entry before", onChat, func(a *app) tea.Cmd { return a.selectEntry(-1) }},
		{"chat_down", false, []string{"down", "j"}, "select the next entry", onChat, func(a *app) tea.Cmd { return a.selectEntry(+1) }},
		{"unfold", false, []string{"enter", "o"}, "unfold or fold the details", onChat, (*app).unfold},
		{"chat_start", false, []string{"home", "g"}, "go to the start", onChat, (*app).toStart},
		{"chat_end", false, []string{"end", "G"}, "go to the end", onChat, (*app).toEnd},
		{"copy", true, []string{"y"}, "copy the selected entry", onChat, (*app).copyEntry},
		{"read", true, []string{"v"}, "read all of the selected entry", onChat, (*app).readEntry},
		{"pager", true, []string{"p"}, "open the selected entry in $PAGER", onChat, (*app).pageEntry},
		{"save", true, []string{"w"}, "write the selected entry to a file", onChat, (*app).saveEntry},

		{"phone_help", false, []string{"?"}, "show this help", onPhone, (*app).openHelp},
		{"phone_up", false, []string{"up", "k"}, "select the element before", onPhone, func(a *app) tea.Cmd { return a.selectRow(-1) }},
		{"phone_down", false, []string{"down", "j"}, "select the next element", onPhone, func(a *app) tea.Cmd { return a.selectRow(+1) }},
		{"phone_start", false, []string{"home", "g"}, "go to the first element", onPhone, func(a *app) tea.Cmd { return a.selectRow(-1 << 20) }},
		{"phone_end", false, []string{"end", "G"}, "go to the last element", onPhone, func(a *app) tea.Cmd { return a.selectRow(+1 << 20) }},
		{"inspect", false, []string{"enter", "i"}, "inspect the element", onPhone, (*app).inspect},
		{"find", false, []string{"/"}, "find an element", onPhone, (*app).searchPhone},
		{"map", true, []string{"m"}, "draw the screen, or list it", onPhone, (*app).drawPhone},
		{"filter", true, []string{"f"}, "show all, actionable, or changed", onPhone, (*app).filterPhone},
		{"reveal", false, []string{"r"}, "show what [REDACTED] hides, to you alone", onPhone, (*app).reveal},
		{"tap", false, []string{"t"}, "tap the element by hand", onPhone, func(a *app) tea.Cmd { return a.actOnRow("tap") }},
		{"long_press", false, []string{"l"}, "long-press the element by hand", onPhone, func(a *app) tea.Cmd { return a.actOnRow("long_press") }},
		{"type", false, []string{"e"}, "type into the field by hand", onPhone, (*app).typeIntoRow},
		{"scroll_forward", false, []string{"n"}, "scroll the list forward by hand", onPhone, func(a *app) tea.Cmd { return a.scrollRow("forward") }},
		{"scroll_backward", false, []string{"p"}, "scroll the list backward by hand", onPhone, func(a *app) tea.Cmd { return a.scrollRow("backward") }},
		{"back", true, []string{"b"}, "press Back by hand", onPhone, func(a *app) tea.Cmd { return a.act("press_back", nil) }},
		{"home", true, []string{"h"}, "press Home by hand", onPhone, func(a *app) tea.Cmd { return a.act("press_home", nil) }},
		{"recents", true, []string{"a"}, "show the recent apps by hand", onPhone, func(a *app) tea.Cmd { return a.act("recent_apps", nil) }},
		{"wider", true, []string{"<"}, "widen the phone", onPhone, func(a *app) tea.Cmd { return a.moveSplit(-1) }},
		{"narrower", true, []string{">"}, "narrow the phone", onPhone, func(a *app) tea.Cmd { return a.moveSplit(+1) }},
	}
}

// command is the slash command of the action, "" where it has none.
func (a action) command() string {
	if !a.slash {
		return ""
	}
	return "/" + a.name
}

// keyNames writes keys for people: "ctrl+j / alt+enter".
func (a action) keyNames() string { return strings.Join(a.keys, " / ") }
