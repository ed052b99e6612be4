package model

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// command is the dialect for models that cannot call tools: they answer with
// one JSON object in their text. Chat Completions carries it.
type command struct{ chat Model }

// NewCommand returns a model that is asked to write its tool calls as JSON in
// its text: {"tool": …, "args": {…}} for a call, {"final": …} for the answer.
// It is reached through Chat Completions like NewChat's.
func NewCommand(cfg Config) Model { return &command{chat: NewChat(cfg)} }

// Reply implements Model. A reply that should have been another is asked for
// once more.
func (c *command) Reply(ctx context.Context, req Request, delta func(text string)) (Reply, error) {
	plain := plainRequest(req)
	said := speech{delta: delta}
	var used Usage
	for attempt := 1; ; attempt++ {
		heard := commandSpeech{speech: &said}
		r, err := c.chat.Reply(ctx, plain, heard.hear)
		used = used.plus(r.Usage)
		r.Usage, r.Items = used, nil
		complaint := ""
		if err == nil && r.Stop == StopEnd {
			complaint = judge(&r, &heard, req)
		}
		r.Text = said.text.String()
		switch {
		case complaint == "":
			return r, err
		case attempt == 2:
			r.Stop = StopIncomplete
			return r, nil
		}
		plain.Messages = append(plain.Messages,
			Message{Role: RoleAssistant, Text: heard.raw.String()},
			Message{Role: RoleUser, Text: complaint})
	}
}

// judge makes of a reply in text what it stands for: a call, or words that are
// said. It returns what is to be told the model where it stands for nothing.
func judge(r *Reply, heard *commandSpeech, req Request) (complaint string) {
	cmd, found := findCommand(heard.raw.String(), req.Tools)
	switch {
	case found && cmd.Tool == "":
		heard.conclude(cmd.final())
	case found && req.NoTools:
		return noToolsNow
	case found:
		r.Stop = StopToolCalls
		r.Calls = []Call{{ID: idsOf(req.Messages).claim(""), Name: cmd.Tool, Arguments: cmd.arguments()}}
	case heard.attempted():
		return correction
	default:
		heard.flush()
	}
	return ""
}

const (
	// commandRules stand before the list of the tools.
	commandRules = `Answer with exactly one JSON object and nothing else.
To use a tool: {"tool": "NAME", "args": {…}}
To answer the person, when you are done or cannot go on: {"final": "WORDS"}
After each tool you are told its result. These are the tools, each with the JSON Schema of its args:`

	correction = `That is not a valid command. Answer with exactly one JSON object: {"tool": "NAME", "args": {…}} or {"final": "WORDS"}.`
	noToolsNow = `Use no tool now. Answer with {"final": "WORDS"}.`
)

// plainRequest spells req for a model that knows only text.
func plainRequest(req Request) Request {
	var system strings.Builder
	system.WriteString(req.System)
	if len(req.Tools) > 0 {
		fmt.Fprintf(&system, "\n\n%s", commandRules)
	}
	for _, t := range req.Tools {
		fmt.Fprintf(&system, "\n- %s: %s", t.Name, strings.TrimSpace(t.Description+" "+string(schemaOf(t))))
	}
	plain := Request{System: strings.TrimSpace(system.String())}
	say := func(m Message) { // in turn: many chat templates fail otherwise
		if last := len(plain.Messages) - 1; last >= 0 && plain.Messages[last].Role == m.Role {
			before := &plain.Messages[last]
			before.Text += "\n\n" + m.Text
			before.Images = slices.Concat(before.Images, m.Images)
			return
		}
		plain.Messages = append(plain.Messages, m)
	}
	names := map[string]string{} // of tools, by call
	for _, m := range req.Messages {
		switch m.Role {
		case RoleAssistant:
			for _, call := range m.Calls {
				names[call.ID] = call.Name
			}
			m = Message{Role: RoleAssistant, Text: commandText(m)}
		case RoleTool:
			m = Message{Role: RoleUser, Text: fmt.Sprintf("Result of %s:\n%s", names[m.CallID], m.Text)}
		}
		say(m)
	}
	if req.NoTools && len(req.Tools) > 0 {
		say(Message{Role: RoleUser, Text: noToolsNow})
	}
	return plain
}

// commandText is an assistant message as the model should have written it.
func commandText(m Message) string {
	if len(m.Calls) == 0 {
		text, _ := json.Marshal(map[string]string{"final": m.Text})
		return string(text)
	}
	lines := make([]string, 0, len(m.Calls)+1)
	if m.Text != "" {
		lines = append(lines, m.Text)
	}
	for _, call := range m.Calls {
		arguments := objectText(call.Arguments)
		if !isObject(arguments) {
			arguments = "{}"
		}
		name, _ := json.Marshal(call.Name)
		lines = append(lines, fmt.Sprintf(`{"tool": %s, "args": %s}`, name, arguments))
	}
	return strings.Join(lines, "\n")
}
