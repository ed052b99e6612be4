package scripted

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// move is what the scripted model does next: it says something, and calls a
// tool or ends its turn.
type move struct {
	words    string
	tool     string // empty ends the turn
	args     map[string]string
	declines bool // the words are a refusal: it cannot, or could not, do the task
	halts    bool // what is left of the task is left alone
}

// arguments is the JSON text of the arguments, with the keys in order.
func (m move) arguments() string {
	if len(m.args) == 0 {
		return "{}"
	}
	text, _ := json.Marshal(m.args) // strings alone: it cannot fail
	return string(text)
}

// say ends the turn with words.
func say(format string, args ...any) move { return move{words: fmt.Sprintf(format, args...)} }

// halt ends the turn before its end, where that is not the model's own doing.
func halt(format string, args ...any) move {
	return move{words: fmt.Sprintf(format, args...), halts: true}
}

// decline ends the turn without success.
func decline(format string, args ...any) move {
	return move{words: fmt.Sprintf(format, args...), declines: true, halts: true}
}

// call calls a tool with arguments in pairs of name and value.
func call(words, tool string, pairs ...string) move {
	args := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		args[pairs[i]] = pairs[i+1]
	}
	return move{words: words, tool: tool, args: args}
}

func look(words string) move { return call(words, "observe_screen_context") }

func tap(words string, e element) move {
	return call(words, "tap", "target", e.id, "strategy", "node_id")
}

// goal is a task that was understood.
type goal interface {
	// next decides on the next move from what was seen and done. It is asked
	// only at the beginning and after a step that worked.
	next(conversation) move
}

// maxSteps is where the scripted model gives a task up: each of its tasks
// takes fewer.
const maxSteps = 25

// decide returns the next move of a conversation.
func decide(c conversation) move {
	goals := understand(c.task)
	if len(goals) == 0 {
		return unknown(c.task)
	}
	if c.doubted {
		goals = lasting(goals)
	}
	m := inOrder(goals, c)
	if c.doubted && m.tool == "" && !m.halts && !c.acted() {
		m.words = fmt.Sprintf("I looked again. %s I cannot see what is missing.", m.words)
	}
	return m
}

// pursue returns the next move towards g, for which all steps of c were made.
func pursue(g goal, c conversation) move {
	last, begun := c.last()
	switch {
	case begun && last.result.Data.Denied:
		return halt("I stop here: I was not allowed to %s%s. I did nothing in its place.", c.inWords(last), because(last.result.Message))
	case begun && (last.result.Stop || last.result.Data.Cancelled):
		return decline("I stop here: %s", sentence(last.result.Message))
	case len(c.steps) >= maxSteps:
		return decline("I give up after %d steps without having reached the goal.%s", len(c.steps), report(c))
	case begun && !last.effective():
		return insist(c, recovery(c, last))
	}
	return insist(c, g.next(c))
}

// recovery is the move after a step that failed or had no effect: look again.
// Where looking itself failed, wait first.
func recovery(c conversation, failed step) move {
	trouble := sentence(failed.result.Message)
	switch {
	case failed.tool == "wait_for_idle":
		return look("I try to look again.")
	case failed.tool != "observe_screen_context":
		return look("That did not work as expected. I look again. " + trouble)
	case c.failed(look("")) == 1:
		return call("I could not see the screen, so I wait a moment. "+trouble, "wait_for_idle")
	}
	return decline("I cannot see the screen. %s", trouble)
}

// insist lets a move pass that may still work. One that has failed too often
// gives way to what the failure offered instead, to one step back, and then to
// giving up.
func insist(c conversation, m move) move {
	switch {
	case m.tool == "":
		return m
	case len(c.tools) == 0:
		return decline("I was given no tools, so I cannot work the phone.")
	case !c.mayAct:
		return halt("I have to stop here, and the task is not done yet.%s", report(c))
	case !c.tools[m.tool]:
		return decline("I would need the tool %s for this, and I was not given it.", m.tool)
	case !c.hopeless(m):
		return m
	}
	if instead := candidate(c, m); instead.tool != "" && !c.hopeless(instead) {
		return instead
	}
	back := call("That does not work. I go one step back and try from there.", "press_back")
	if touches := slices.Contains([]string{"tap", "long_press", "type_text"}, m.tool); touches && c.made(back) == 0 && c.tools[back.tool] {
		return back
	}
	return decline("I could not %s. %s", c.inWords(step{tool: m.tool, args: m.args}), c.trouble(m))
}

// candidate is the tap on what the latest failure of m offered in place of its
// target, where it offered one thing alone.
func candidate(c conversation, m move) move {
	for _, s := range c.steps {
		offers := s.result.Data.Candidates
		if m.tool == "tap" && s.is(m) && len(offers) == 1 && elementLine.MatchString(offers[0]) {
			return tap("I take the nearest candidate instead.", parseElement(offers[0]))
		}
	}
	return move{}
}

// report says what was done last, for an answer that comes before the end.
func report(c conversation) string {
	last, ok := c.last()
	if !ok {
		return ""
	}
	if last.effective() {
		return fmt.Sprintf(" The last thing I did was to %s.", c.inWords(last))
	}
	return fmt.Sprintf(" The last thing I tried was to %s: %s", c.inWords(last), sentence(last.result.Message))
}

// deeds are what calls without a target do.
var deeds = map[string]string{
	"observe_screen_context": "look at the screen",
	"wait_for_idle":          "wait until the screen is at rest",
	"press_back":             "go back",
	"press_home":             "go to the home screen",
}

// inWords names a step for a person.
func (c conversation) inWords(s step) string {
	switch s.tool {
	case "tap":
		return fmt.Sprintf("tap %q", c.label(s.args["target"]))
	case "open_app":
		return fmt.Sprintf("open %q", s.args["target"])
	case "open_settings_panel":
		if s.args["panel"] == systemSettings {
			return "open the settings"
		}
		return fmt.Sprintf("open the %s settings", s.args["panel"])
	case "long_press":
		return fmt.Sprintf("hold %q", c.label(s.args["target"]))
	case "type_text":
		return fmt.Sprintf("type into %q", c.label(s.args["target"]))
	}
	if words, ok := deeds[s.tool]; ok {
		return words
	}
	return strings.ReplaceAll(s.tool, "_", " ")
}

// because is the part of a denial's message that the person wrote, if any.
func because(message string) string {
	_, reason, ok := strings.Cut(message, ":")
	if !ok || strings.TrimSpace(reason) == "" {
		return ""
	}
	return " (" + strings.TrimSpace(reason) + ")"
}

// sentence ends text with a full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return "There was no explanation."
	}
	return strings.TrimRight(text, ".") + "."
}
