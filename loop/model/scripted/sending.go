package scripted

import (
	"fmt"
	"slices"
	"strings"
)

// sending sends a text message.
type sending struct {
	body, to string
	dictated bool // the body is all that followed in the task
}

// messagesApp is the app that sends messages, as launchers call it.
const messagesApp = "Messages"

func (g sending) next(c conversation) move {
	s, seen := c.screen()
	switch {
	case !seen:
		return look(fmt.Sprintf("I will write to %s. I look at the screen.", g.to))
	case !s.whole:
		return look("I look at what is on the screen now.")
	case sent(c):
		return g.confirm(s)
	case !s.in(messagesApp):
		return call("I open the messages app.", "open_app", "target", messagesApp)
	}
	switch fields := s.inputs(); len(fields) {
	case 0:
		return g.choose(s)
	case 1:
		back := call(fmt.Sprintf("This is not the conversation with %s. I go back.", g.to), "press_back")
		switch {
		case g.isWith(s):
			return g.write(s, fields[0])
		case c.made(back) > 0:
			return decline("I do not find the conversation with %s.", g.to)
		}
		return back
	default:
		if to := fields[0]; !mentions(to.label, g.to) {
			return typing(fmt.Sprintf("I name %s as the recipient.", g.to), g.to, to)
		}
		return g.write(s, fields[len(fields)-1])
	}
}

// isWith reports whether the screen is headed by the recipient's name. What
// stands further down may be somebody's words.
func (g sending) isWith(s screen) bool {
	return mentions(s.title, g.to) || len(s.texts) > 0 && mentions(s.texts[0], g.to)
}

// choose opens the conversation with the recipient from the list, or a new one.
func (g sending) choose(s screen) move {
	row, ok := s.find(func(e element) bool { return same(e.name(), g.to) })
	if !ok {
		row, ok = s.find(func(e element) bool { return mentions(e.name(), g.to) })
	}
	if ok {
		return tap(fmt.Sprintf("There is a conversation with %s already.", row.name()), row)
	}
	for _, label := range []string{"Start chat", "New conversation", "New message", "Compose"} {
		if button, ok := s.find(func(e element) bool { return same(e.name(), label) }); ok {
			return tap("I start a new conversation.", button)
		}
	}
	return decline("I see neither a conversation with %s nor a way to start one.", g.to)
}

// write types the message where it is not written yet, and sends it.
func (g sending) write(s screen, field element) move {
	if !strings.Contains(field.label, g.body) {
		return typing("I write the message.", g.body, field)
	}
	button, ok := s.find(isSend)
	if !ok {
		return decline("The message is written, but I see no button that sends it.")
	}
	return tap("The message is written. I send it.", button)
}

// isSend reports whether e is a button that sends.
func isSend(e element) bool { return e.role != "input" && slices.Contains(words(e.name()), "send") }

// sent reports whether a button that sends was tapped. Where it is not known
// whether the tap happened, it counts: nothing is sent twice.
func sent(c conversation) bool {
	steps := slices.Concat(c.earlier, c.steps)
	for i, s := range steps {
		happened := s.effective() || s.result.Data.UnknownEffect
		if s.tool == "tap" && happened && pressedSend(steps[:i], s) {
			return true
		}
	}
	return false
}

// pressedSend reports whether the tap was on what the screens before it showed
// as a button that sends.
func pressedSend(before []step, tapped step) bool {
	return slices.ContainsFunc(before, func(s step) bool {
		e, ok := s.result.screen.find(func(e element) bool { return e.id == tapped.args["target"] })
		return ok && isSend(e)
	})
}

// confirm says what is to be seen of the message after it was sent.
func (g sending) confirm(s screen) move {
	shows := func(text string) bool { return strings.Contains(text, g.body) }
	listed := slices.ContainsFunc(s.texts, shows) || slices.ContainsFunc(s.elements, func(e element) bool {
		return e.role != "input" && shows(e.label)
	})
	if !listed {
		return decline("I tapped send, but I do not see the message in the conversation.")
	}
	return say("Done: I sent %q to %s.", g.body, g.to)
}

func typing(words, text string, field element) move {
	return call(words, "type_text", "text", text, "target", field.id, "strategy", "node_id")
}
