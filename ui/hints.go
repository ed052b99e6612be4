package ui

import "adroit/device/text"

// hint is a key that helps at the moment, and what it does.
type hint struct{ key, what string }

// hintGap is the space between two hints, in cells.
const hintGap = 3

func (h hint) width() int { return text.Width(h.key) + 1 + text.Width(h.what) }

// hints are the keys that help now, the most important first, and last the one
// that always has its place.
func (a *app) hints() []hint {
	help := hint{"f1", "help"}
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
		return append(a.phoneHints(), hint{"?", "keys"})
	case a.focus == onChat:
		return []hint{{"enter", "details"}, {"y", "copy"}, {"v", "read"}, {"tab", "phone"}, {"?", "keys"}}
	case a.replaying():
		return []hint{{"space", "pause"}, {"→", "next step"}, help}
	case a.turn.busy && !a.composer.empty():
		return []hint{stop, {"enter", "queue it"}}
	case a.turn.busy:
		return []hint{help, stop}
	case !a.composer.empty():
		return []hint{{"ctrl+j", "new line"}, help, {"enter", "send"}}
	case len(a.options.Missing) > 0:
		return []hint{{"1", "looks again"}, {"/", "commands"}, help}
	default:
		return []hint{{"/", "commands"}, {"tab", "panes"}, help}
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
		hints = append(hints, hint{"r", "reveal"})
	case r.node.IsInput:
		hints = append(hints, hint{"e", "type"})
	}
	if r.act {
		hints = append(hints, hint{"t", "tap"})
	}
	return append(hints, hint{"enter", "inspect"}, hint{"/", "find"}, hint{"m", "map"})
}
