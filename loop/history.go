package loop

import (
	"encoding/json"
	"slices"
	"strings"

	"adroit/loop/model"
)

// history is the conversation as the model gets to see it. Until it is
// compacted it is only ever appended to, so that the bytes sent for it stay a
// prefix of what is sent next and a provider's cache can serve them. User and
// assistant take turns, with tool results, and a message with their pictures,
// between an assistant's calls and its next message: the order of which package
// model makes one that even the strictest chat templates accept.
//
// The person's words and the model's own stand in it as they were said, since
// the model knows them already; what comes from the phone is in the tool
// results, which are redacted.
type history struct {
	messages []model.Message
	notes    []note       // one for each message
	open     []model.Call // calls of the last assistant message that have no result yet
	pictures pictures     // of the results so far of that message's calls
}

// note is what compaction has to know of a message.
type note struct {
	person bool     // words of the person
	brief  string   // the text without its screen or pictures; empty where it shows none
	app    string   // in front after the call that this is the result of
	acts   []string // that the message is the result of, or tells of

	pictures string // the names of those that the message shows or showed
}

func (h *history) add(m model.Message, n note) {
	h.messages = append(h.messages, m)
	h.notes = append(h.notes, n)
}

// sent is the history for a request. Later appends do not change it.
func (h *history) sent() []model.Message { return slices.Clip(h.messages) }

// person appends words of the person.
func (h *history) person(text string) {
	h.mustBeAnswered()
	h.add(model.Message{Role: model.RoleUser, Text: text}, note{person: true})
}

// program appends words of this program, in the person's place.
func (h *history) program(text string) {
	h.mustBeAnswered()
	h.add(model.Message{Role: model.RoleUser, Text: text}, note{})
}

// assistant appends the model's message, whose calls must be answered next.
// Arguments that are not a JSON object are kept as {}: providers reject a
// history with broken ones, for good.
func (h *history) assistant(r model.Reply) {
	h.mustBeAnswered()
	calls := slices.Clone(r.Calls)
	for i := range calls {
		if !isObject(calls[i].Arguments) {
			calls[i].Arguments = "{}"
		}
	}
	h.add(model.Message{Role: model.RoleAssistant, Text: r.Text, Calls: calls, Items: r.Items}, note{})
	h.open = calls
}

// result answers the oldest open call. After the last one come the pictures.
func (h *history) result(text string, n note) {
	h.add(model.Message{Role: model.RoleTool, Text: text, CallID: h.open[0].ID}, n)
	h.open = h.open[1:]
	if len(h.open) == 0 {
		h.showPictures(n.app)
	}
}

// close ends a turn in which the model did not have the last word: with why.
func (h *history) close(why string) {
	h.mustBeAnswered()
	last := len(h.messages) - 1
	if last >= 0 && h.messages[last].Role != model.RoleAssistant {
		h.add(model.Message{Role: model.RoleAssistant, Text: "[" + why + "]"}, note{})
	}
}

func (h *history) mustBeAnswered() {
	if len(h.open) > 0 {
		panic("loop: a message before the result of call " + h.open[0].ID)
	}
}

// isObject reports whether a model's arguments are one JSON object.
func isObject(arguments string) bool {
	return strings.HasPrefix(strings.TrimLeft(arguments, " \t\r\n"), "{") && json.Valid([]byte(arguments))
}
