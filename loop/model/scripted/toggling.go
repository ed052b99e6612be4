package scripted

import (
	"fmt"
	"maps"
	"slices"
)

// toggling turns a switch of the settings on or off.
type toggling struct {
	name string
	on   bool
}

// panelOf names the settings page that holds a switch, where a tool opens it.
var panelOf = map[string]string{"wifi": "wifi", "bluetooth": "bluetooth"}

// systemSettings is the panel from which all of the settings are reached.
const systemSettings = "system_settings"

// pageOf names the row of the settings behind which a switch is found whose
// name the row does not mention (AOSP Settings).
var pageOf = map[string]string{
	"wifi": "Internet", "airplane": "Network & internet", "data saver": "Network & internet",
	"dark": "Display", "adaptive brightness": "Display", "auto rotate": "Display",
	"battery saver": "Battery", "do not disturb": "Sound & vibration",
	"high contrast text": "Accessibility", "magnification": "Accessibility", "remove animations": "Accessibility",
}

func (g toggling) next(c conversation) move {
	s, seen := c.screen()
	if !seen {
		return look(fmt.Sprintf("%s shall be %s. I look at the screen.", g.name, onOff(g.on)))
	}
	if found, ok := s.find(g.is); ok {
		return g.settle(c, found)
	}
	if !s.whole {
		return look(fmt.Sprintf("I look for the switch of %s.", g.name))
	}
	return g.travel(c, s)
}

// is reports whether e is the wanted switch.
func (g toggling) is(e element) bool {
	_, isSwitch := e.on()
	return isSwitch && (same(e.name(), g.name) || same(e.label, g.name))
}

// settle ends the task where the switch stands as it should, else taps it.
func (g toggling) settle(c conversation, e element) move {
	on, _ := e.on()
	tapped := c.did(tap("", e)) > 0
	switch {
	case on == g.on && tapped:
		return say("Done: %s is %s now.", e.thing(), onOff(on))
	case on == g.on:
		return say("%s is %s already, so there was nothing to do.", e.thing(), onOff(on))
	case tapped:
		return decline("I tapped the switch, but %s is still %s.", e.thing(), onOff(on))
	}
	return tap(fmt.Sprintf("%s is %s. I tap its switch.", e.thing(), onOff(on)), e)
}

// travel goes to where the switch may be.
func (g toggling) travel(c conversation, s screen) move {
	for _, panel := range []string{panelOf[joined(g.name)], systemSettings} {
		open := call("It is not on this screen. I open the settings.", "open_settings_panel", "panel", panel)
		if panel != "" && c.made(open) == 0 {
			return open
		}
	}
	row, ok := s.find(func(e element) bool { return g.leadsTo(e) && c.made(tap("", e)) == 0 })
	if !ok {
		return decline("I found no switch named %q on the settings screens that I looked at.", g.name)
	}
	return tap(fmt.Sprintf("%s should be behind %q.", g.name, row.name()), row)
}

// leadsTo reports whether the switch may be found behind a row of the settings.
func (g toggling) leadsTo(e element) bool {
	return mentions(e.label, g.name) || mentions(e.name(), g.page())
}

// page is the row of the settings behind which the switch is found; empty where
// that is not known. The person may say more than the name: "auto-rotate screen".
func (g toggling) page() string {
	for _, name := range slices.Sorted(maps.Keys(pageOf)) {
		if mentions(g.name, name) {
			return pageOf[name]
		}
	}
	return ""
}

// lasting leaves out the goals that a later one undoes.
func lasting(goals []goal) []goal {
	var kept []goal
	for i, g := range goals {
		undone := slices.ContainsFunc(goals[i+1:], func(later goal) bool {
			t, ok := g.(toggling)
			l, also := later.(toggling)
			return ok && also && same(t.name, l.name)
		})
		if !undone {
			kept = append(kept, g)
		}
	}
	return kept
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
