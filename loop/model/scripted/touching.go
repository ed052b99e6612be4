package scripted

import (
	"fmt"
	"slices"
)

// tapping taps what bears a name, or holds it.
type tapping struct {
	name string
	tool string // tap or long_press
}

// verb is what the tool does, and what it did, in words.
func (g tapping) verb() (does, did string) {
	if g.tool == "long_press" {
		return "hold", "held"
	}
	return "tap", "tapped"
}

func (g tapping) next(c conversation) move {
	if last, ok := c.last(); ok && last.tool == g.tool {
		return say("Done: %s", sentence(last.result.Message))
	}
	does, did := g.verb()
	s, seen := c.screen()
	if !seen {
		return look(fmt.Sprintf("I look for %q.", g.name))
	}
	if slices.ContainsFunc(c.earlier, func(s step) bool {
		return s.tool == g.tool && s.effective() && mentions(c.label(s.args["target"]), g.name)
	}) {
		return say("I %s %q before, and do not %s it twice.", did, g.name, does)
	}
	e, ok := s.named(g.name)
	if !ok {
		return search(c, s, g.name)
	}
	press := call(fmt.Sprintf("I %s %q.", does, e.name()), g.tool, "target", e.id, "strategy", "node_id")
	if c.count(press, func(s step) bool { return s.result.OK }) > 0 {
		return decline("I %s %q, but nothing changed.", did, e.name())
	}
	return press
}

// named finds what bears a name, or else mentions it.
func (s screen) named(name string) (element, bool) {
	if e, ok := s.find(func(e element) bool { return same(e.name(), name) || same(e.label, name) }); ok {
		return e, true
	}
	return s.find(func(e element) bool { return mentions(e.label, name) })
}

// mostScrolls is how far it scrolls for something, in the tool's own unit.
const mostScrolls = "30"

// search is the next move towards what is not on the screen as far as it is
// known: look at all of it, then scroll, then give up.
func search(c conversation, s screen, name string) move {
	scroll := call(fmt.Sprintf("I see nothing named %q here. I scroll to find it.", name), "scroll_to_element", "text", name, "max_scrolls", mostScrolls)
	switch {
	case !s.whole:
		return look(fmt.Sprintf("I look for %q.", name))
	case c.tools[scroll.tool] && c.made(scroll) == 0:
		return scroll
	}
	return decline("I see nothing named %q on the screen.", name)
}

// entering types a text into a field: the one of that name, or the only one.
type entering struct{ text, field string }

func (g entering) next(c conversation) move {
	if last, ok := c.last(); ok && last.tool == "type_text" {
		return say("Done: %s", sentence(last.result.Message))
	}
	s, seen := c.screen()
	if !seen {
		return look("I look for the field.")
	}
	fields := s.inputs()
	if g.field != "" {
		fields = slices.DeleteFunc(fields, func(e element) bool { return !mentions(e.label, g.field) })
	}
	switch {
	case len(fields) == 1:
		return typing(fmt.Sprintf("I type into %q.", fields[0].name()), g.text, fields[0])
	case !s.whole:
		return look("I look for the field.")
	case len(fields) > 1:
		return decline("I see more than one field that may be meant: say which.")
	}
	return decline("I see no such field on the screen.")
}

// waiting waits until something is on the screen.
type waiting struct{ name string }

func (g waiting) next(c conversation) move {
	if s, seen := c.screen(); seen {
		if _, ok := s.named(g.name); ok || slices.ContainsFunc(s.texts, func(text string) bool { return mentions(text, g.name) }) {
			return say("Done: %q is on the screen.", g.name)
		}
	}
	wait := call(fmt.Sprintf("I wait for %q.", g.name), "wait_for_element", "text", g.name)
	switch {
	case c.did(wait) > 0:
		return say("Done: %q is on the screen.", g.name)
	case c.made(wait) > 0:
		return decline("I waited for %q, and it did not come.", g.name)
	}
	return wait
}
