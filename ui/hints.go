package ui

import "adroit/device/text"

// hint is a key that helps at the moment, and what it does.
type hint struct{ key, what string }

// hintGap is the space between two hints, in cells.
const hintGap = 3

func (h hint) width() int { return text.Width(h.key) + 1 + text.Width(h.what) }

// hint names the key that an action has now. An action without one is named as
// the slash command that it then is.
func (a *app) hint(action, what string) hint {
	switch k := a.keymap.key(action); k {
	case "":
		return hint{"/" + action, what}
	case "right":
		return hint{"→", what}
	default:
		return hint{k, what}
	}
}

// hints are the keys that help now, the most important first, and last the one
// that always has its place.
func (a *app) hints() []hint {
	help := a.hint("help", "help")
	stop := hint{"esc esc", "stop"}
	switch {
	case a.dialog != nil:
		return []hint{{"ctrl+c", "deny and stop"}}
	case a.form != nil || a.picker != nil:
		return []hint{{"esc", "back"}, {"enter", "choose"}}
	case a.phone.searching:
		return []hint{{"esc", "clears"}, {"enter", "keeps what is found"}}
	case a.turn.stopping:
		return []hint{help, {"ctrl+c ctrl+c", "quit without waiting"}}
	case a.focus == onPhone:
		return append(a.phoneHints(), a.hint("phone_help", "keys"))
	case a.focus == onChat:
		return []hint{a.hint("unfold", "details"), a.hint("copy", "copy"), a.hint("read", "read"), a.hint("next_pane", "phone"), a.hint("chat_help", "keys")}
	case a.replaying():
		return []hint{a.hint("playback_pause", "pause"), a.hint("playback_next", "next step"), help}
	case a.turn.busy && !a.composer.empty():
		return []hint{stop, a.hint("send", "queue it")}
	case a.turn.busy:
		return []hint{help, stop}
	case !a.composer.empty():
		return []hint{{"ctrl+j", "new line"}, help, a.hint("send", "send")}
	case len(a.options.Missing) > 0:
		return []hint{{"1", "looks again"}, {"/", "commands"}, help}
	default:
		return []hint{{"/", "commands"}, a.hint("next_pane", "panes"), help}
	}
}

// phoneHints are those for the selected element.
func (a *app) phoneHints() []hint {
	hints := []hint{}
	r, ok := a.phone.current()
	switch {
	case !ok:
		return hints
	case r.masked && a.phone.revealed[r.id] == "":
		hints = append(hints, a.hint("reveal", "reveal"))
	case r.node.IsInput:
		hints = append(hints, a.hint("type", "type"))
	}
	if r.act {
		hints = append(hints, a.hint("tap", "tap"))
	}
	return append(hints, a.hint("inspect", "inspect"), a.hint("find", "find"), a.hint("map", "map"))
}
