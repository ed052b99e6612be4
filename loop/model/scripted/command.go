package scripted

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// The command dialect is for models that cannot call tools: the system prompt
// asks for one JSON object, {"tool": …, "args": …} or {"final": …}, and results
// come as words of the user. Here it is translated into tool calls and back.

// command is what the model writes.
type command struct {
	Tool  string          `json:"tool,omitempty"`
	Args  json.RawMessage `json:"args,omitempty"`
	Final *string         `json:"final,omitempty"`
}

const (
	commandRule = `{"tool": "NAME"`              // in the prompt that asks for commands
	wordsAlone  = "Use no tool now."             // begins a message that forbids them
	resultOf    = "Result of "                   // begins a message with a result; the tool's name and ":" follow
	notACommand = "That is not a valid command." // begins a complaint
)

// toolLine declares a tool in the prompt.
var toolLine = regexp.MustCompile(`(?m)^- (\w+): `)

// inCommands reports whether the request asks for commands.
func (r request) inCommands() bool {
	for _, m := range r.Messages {
		if m.Role == "system" && strings.Contains(string(m.Content), commandRule) {
			return len(r.Tools) == 0
		}
	}
	return false
}

// fromCommands is the request as it would be with tool calls.
func (r request) fromCommands() request {
	native := request{Stream: r.Stream, StreamOptions: r.StreamOptions}
	var open []toolCall // without a result
	for _, m := range r.Messages {
		text := string(m.Content)
		switch {
		case m.Role == "system":
			_, list, _ := strings.Cut(text, commandRule)
			for _, line := range toolLine.FindAllStringSubmatch(list, -1) {
				var t toolParam
				t.Function.Name = line[1]
				native.Tools = append(native.Tools, t)
			}
			continue
		case m.Role == "assistant":
			open = commandsIn(text, len(native.Messages))
			m.ToolCalls = open
		default:
			open = native.hear(text, open)
			continue
		}
		native.Messages = append(native.Messages, m)
	}
	return native
}

// hear adds a message of the user, which stands for several where they followed
// each other: results of the calls that are open, and what the program says. It
// returns the calls that are open still.
func (r *request) hear(text string, open []toolCall) []toolCall {
	for i, part := range strings.Split(text, "\n\n") {
		last := len(r.Messages) - 1
		switch {
		case strings.HasPrefix(part, wordsAlone):
			r.ToolChoice = json.RawMessage(`"none"`)
		case strings.HasPrefix(part, notACommand):
		case len(open) > 0 && strings.HasPrefix(part, resultOf+open[0].Function.Name+":"):
			_, result, _ := strings.Cut(part, "\n")
			r.Messages = append(r.Messages, message{Role: "tool", Content: content(result), ToolCallID: open[0].ID})
			open = open[1:]
		case i > 0 && last >= 0: // a blank line within what came before
			r.Messages[last].Content += content("\n\n" + part)
		default:
			r.Messages = append(r.Messages, message{Role: "user", Content: content(part)})
		}
	}
	return open
}

// commandsIn are the calls that stand in text, one a line. Their ids begin with
// that of the message.
func commandsIn(text string, message int) []toolCall {
	var calls []toolCall
	for line := range strings.Lines(text) {
		var c command
		if json.Unmarshal([]byte(line), &c) != nil || c.Tool == "" {
			continue
		}
		calls = append(calls, toolCall{
			ID:       fmt.Sprintf("%d.%d", message, len(calls)),
			Function: functionCall{Name: c.Tool, Arguments: string(c.Args)},
		})
	}
	return calls
}

// decideInCommands decides as decide does, and writes the move as a command.
func decideInCommands(c conversation) move {
	m := decide(c)
	if m.tool == "" {
		text, _ := json.Marshal(command{Final: &m.words}) // strings alone: it cannot fail
		return move{words: string(text), declines: m.declines}
	}
	text, _ := json.Marshal(command{Tool: m.tool, Args: json.RawMessage(m.arguments())})
	return move{words: m.words + "\n" + string(text)}
}
