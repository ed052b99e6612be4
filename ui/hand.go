package ui

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"adroit/tools"
)

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

// actOnRow does something with the selected element by hand.
func (a *app) actOnRow(tool string) tea.Cmd {
	r, ok := a.phone.current()
	if !ok {
		return a.say("no element is selected")
	}
	return a.act(tool, map[string]string{"target": r.id, "strategy": "node_id"})
}

// typeIntoRow asks for text and types it into the selected field by hand.
func (a *app) typeIntoRow() tea.Cmd {
	r, ok := a.phone.current()
	if !ok || !r.node.IsInput {
		return a.say("this is no field for text")
	}
	return a.openForm("Type into "+r.mention(), "", r.node.Password, func(a *app, words string) tea.Cmd {
		if words == "" {
			return a.say("nothing was typed")
		}
		return a.act("type_text", map[string]string{"target": r.id, "strategy": "node_id", "text": words})
	})
}

// scrollRow scrolls the selected list, or the one that the selected element is
// in, by hand.
func (a *app) scrollRow(direction string) tea.Cmd {
	arguments := map[string]string{"direction": direction}
	if r, ok := a.phone.current(); ok {
		if list, ok := a.phone.scrollable(r); ok {
			arguments["container"], arguments["container_strategy"] = list.id, "node_id"
		}
	}
	return a.act("scroll", arguments)
}

// scrollable is r, or the nearest element around it, that can be scrolled.
func (p *phone) scrollable(r viewRow) (viewRow, bool) {
	for {
		if r.node.Scrollable {
			return r, true
		}
		parent, ok := p.view.row(r.node.Parent)
		if !ok {
			return viewRow{}, false
		}
		r = parent
	}
}
