package loop

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"adroit/loop/model"
)

// The rules that endpoints have for a request, read from its bytes. They know
// nothing of how the program keeps them.

// toolName is what the API takes for the name of a function
// (https://platform.openai.com/docs/api-reference/chat/create).
var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func checkWire(dialect model.Dialect, body []byte) error {
	var doc wireDoc
	if err := json.Unmarshal(body, &doc); err != nil {
		return err
	}
	if doc.ToolChoice != nil && len(doc.Tools) == 0 {
		return errors.New("tool_choice without tools")
	}
	switch dialect {
	case model.Responses:
		return doc.checkResponses()
	case model.Command:
		if doc.Tools != nil {
			return errors.New("tools are declared to a model without tool calling")
		}
		return doc.checkCommand()
	}
	return doc.checkChat()
}

type wireDoc struct {
	Messages   []wireMessage     `json:"messages"`
	Input      []wireItem        `json:"input"`
	Store      *bool             `json:"store"`
	Tools      []json.RawMessage `json:"tools"`
	ToolChoice json.RawMessage   `json:"tool_choice"`
}

type wireMessage struct {
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	ToolCallID string          `json:"tool_call_id"`
	ToolCalls  []struct {
		ID       string `json:"id"`
		Type     string `json:"type"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"` // a string that holds JSON
		} `json:"function"`
	} `json:"tool_calls"`
}

// wireItem is an input item of the Responses API.
type wireItem struct {
	Type      string          `json:"type"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments string          `json:"arguments"`
	Output    json.RawMessage `json:"output"`
	Sealed    string          `json:"encrypted_content"`
}

// ledger keeps account of calls and their results.
type ledger struct {
	known map[string]bool
	due   map[string]bool
}

func newLedger() ledger { return ledger{known: map[string]bool{}, due: map[string]bool{}} }

func (l ledger) call(id, name, arguments string) error {
	var object map[string]any
	switch err := json.Unmarshal([]byte(arguments), &object); {
	case id == "" || l.known[id]:
		return fmt.Errorf("the id %q of a call is empty or not its own", id)
	case !toolName.MatchString(name):
		return fmt.Errorf("%q is no name of a function", name)
	case err != nil || object == nil:
		return fmt.Errorf("arguments %q are no object", arguments)
	}
	l.known[id], l.due[id] = true, true
	return nil
}

func (l ledger) result(id string, output json.RawMessage) error {
	if !l.due[id] {
		return fmt.Errorf("a result of %q, which is not due", id)
	}
	if isBlank(output) {
		return fmt.Errorf("the result of %q is empty", id)
	}
	delete(l.due, id)
	return nil
}

func isBlank(content json.RawMessage) bool {
	return len(content) == 0 || string(content) == "null" || string(content) == `""` || string(content) == "[]"
}

func (d wireDoc) checkChat() error {
	calls := newLedger()
	previous := ""
	for i, m := range d.Messages {
		err := func() error {
			if (i == 0) != (m.Role == "system") {
				return errors.New("the system's message is the first and only the first")
			}
			if len(calls.due) > 0 && m.Role != "tool" {
				return fmt.Errorf("%d calls have no result yet", len(calls.due))
			}
			switch m.Role {
			case "system":
				return nil
			case "tool":
				return calls.result(m.ToolCallID, m.Content)
			case "user":
				if previous != "system" && previous != "assistant" || isBlank(m.Content) {
					return fmt.Errorf("user after %s: %s", previous, m.Content)
				}
				return nil
			case "assistant":
				if previous != "user" && previous != "tool" || len(m.ToolCalls) == 0 && isBlank(m.Content) {
					return fmt.Errorf("assistant after %s: %s", previous, m.Content)
				}
			default:
				return errors.New("no such role")
			}
			for _, c := range m.ToolCalls {
				if err := calls.call(c.ID, c.Function.Name, c.Function.Arguments); err != nil || c.Type != "function" {
					return fmt.Errorf("a call of type %q: %w", c.Type, err)
				}
			}
			return nil
		}()
		if err != nil {
			return fmt.Errorf("message %d (%s): %w", i, m.Role, err)
		}
		previous = m.Role
	}
	return endsWithQuestion(previous, calls)
}

// endsWithQuestion checks that it is the model's turn to speak.
func endsWithQuestion(last string, calls ledger) error {
	if len(calls.due) > 0 || last != "user" && last != "tool" {
		return fmt.Errorf("it ends with %s and %d calls without result", last, len(calls.due))
	}
	return nil
}

func (d wireDoc) checkResponses() error {
	if d.Store == nil || *d.Store {
		return errors.New("store is not false")
	}
	calls := newLedger()
	previous := ""
	for i, item := range d.Input {
		kind := item.Type
		if kind == "" || kind == "message" {
			kind = item.Role
		}
		err := func() error {
			if previous == "reasoning" && kind != "assistant" && kind != "function_call" && kind != "reasoning" {
				return errors.New("reasoning without what came of it")
			}
			switch kind {
			case "function_call":
				return calls.call(item.CallID, item.Name, item.Arguments)
			case "function_call_output":
				return calls.result(item.CallID, item.Output)
			case "reasoning":
				if !strings.HasPrefix(item.Sealed, "sealed ") {
					return errors.New("not as it was received")
				}
			case "user", "assistant":
				if isBlank(item.Content) {
					return errors.New("empty")
				}
			default:
				return errors.New("no such item")
			}
			if len(calls.due) > 0 && previous != "function_call" || kind == "user" && len(calls.due) > 0 {
				return fmt.Errorf("%d calls have no result yet", len(calls.due))
			}
			return nil
		}()
		if err != nil {
			return fmt.Errorf("item %d (%s): %w", i, kind, err)
		}
		previous = kind
	}
	if previous == "function_call_output" {
		previous = "tool"
	}
	return endsWithQuestion(previous, calls)
}

func (d wireDoc) checkCommand() error {
	previous := ""
	for i, m := range d.Messages {
		var after string // what must come before
		switch m.Role {
		case "system":
		case "user":
			after = "system assistant"
		case "assistant":
			after = "user"
			if err := oneCommand(m.Content); err != nil {
				return fmt.Errorf("message %d: %w", i, err)
			}
		default:
			return fmt.Errorf("message %d is of role %s", i, m.Role)
		}
		if (i == 0) != (m.Role == "system") || !strings.Contains(after, previous) || m.ToolCalls != nil || isBlank(m.Content) {
			return fmt.Errorf("message %d: %s after %s: %s", i, m.Role, previous, m.Content)
		}
		previous = m.Role
	}
	return endsWithQuestion(previous, ledger{})
}

// oneCommand checks that the words end with one command and nothing after it.
func oneCommand(content json.RawMessage) error {
	var words string
	if err := json.Unmarshal(content, &words); err != nil {
		return err
	}
	lines := strings.Split(words, "\n")
	var command map[string]json.RawMessage
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &command); err != nil {
		return fmt.Errorf("no command at the end of %q: %w", words, err)
	}
	_, tool := command["tool"]
	_, args := command["args"]
	_, final := command["final"]
	if tool != args || tool == final || strings.Count(words, `{"tool": `)+strings.Count(words, `{"final":`) > 1 {
		return fmt.Errorf("not one command: %q", words)
	}
	return nil
}
