package scripted

import (
	"fmt"
	"slices"
	"strings"
)

// opening opens an app.
type opening struct{ app string }

func (g opening) next(c conversation) move {
	if last, ok := c.last(); ok && last.tool == "open_app" {
		return say("Done: %s", sentence(last.result.Message))
	}
	s, seen := c.screen()
	switch {
	case !seen:
		return look(fmt.Sprintf("I will open %s. I look at the screen first.", g.app))
	case s.in(g.app):
		return say("%s is open already.", s.app)
	}
	return call(fmt.Sprintf("I open %s.", g.app), "open_app", "target", g.target(c))
}

// target is the app as it was asked for, or the one candidate of that name
// that a failed attempt offered: its line is a label and a component.
func (g opening) target(c conversation) string {
	for _, s := range slices.Backward(c.steps) {
		var fitting []string
		for _, line := range s.result.Data.Candidates {
			if fields := strings.Fields(line); len(fields) > 1 && mentions(line, g.app) {
				fitting = append(fitting, fields[len(fields)-1])
			}
		}
		if s.tool == "open_app" && len(fitting) > 0 {
			return fitting[0]
		}
	}
	return g.app
}

// key presses a key.
type key struct{ tool, name string }

func (g key) next(c conversation) move {
	press := call(fmt.Sprintf("I press %s.", g.name), g.tool)
	s, seen := c.screen()
	switch last, _ := c.last(); {
	case last.is(press) && last.result.closed && c.did(press) == 1:
		return call("That closed the keyboard alone. I press back once more.", g.tool)
	case c.did(press) > 0:
		return say("Done: I pressed %s.", g.name)
	case !seen:
		return look(fmt.Sprintf("I will press %s. I look at the screen first.", g.name))
	case g.tool == "press_home" && s.atHome():
		return say("The home screen is in front already.")
	case g.tool == "press_back" && slices.ContainsFunc(c.earlier, func(s step) bool { return s.is(press) && s.effective() }):
		return say("I pressed %s before, and do not press it twice.", g.name)
	case c.failed(press) > 0:
		return decline("I pressed %s, but the screen did not change.", g.name)
	}
	return press
}

// reading says what is on the screen.
type reading struct{}

// mostRead is how many things of a screen are read out.
const mostRead = 15

func (reading) next(c conversation) move {
	s, seen := c.screen()
	if !seen {
		return look("I look at the screen.")
	}
	var things []string
	for _, e := range s.elements {
		if e.label == "" {
			continue
		}
		thing := e.label
		if on, isSwitch := e.on(); isSwitch {
			thing += " (" + onOff(on) + ")"
		}
		things = append(things, thing)
	}
	things = append(things, s.texts...)
	more := ""
	if len(things) > mostRead {
		more = fmt.Sprintf(", and %d more", len(things)-mostRead)
		things = things[:mostRead]
	}
	place := s.app
	if s.title != "" && !isPackage(s.title) { // the name of an activity's class tells a person nothing
		place += ", " + s.title
	}
	if len(things) == 0 {
		return say("The screen shows %s, and nothing that I can read.", place)
	}
	return say("The screen shows %s: %s%s.", place, strings.Join(things, "; "), more)
}
