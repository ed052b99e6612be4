package model_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"adroit/loop/model"
)

// writing streams text a few bytes at a time.
func writing(text string) http.HandlerFunc {
	var pieces []string
	for runes := range slices.Chunk([]rune(text), 3) {
		pieces = append(pieces, saying(string(runes)))
	}
	return stream(events(append(pieces, finish("stop"), done)...))
}

func TestCommands(t *testing.T) {
	tests := []struct {
		name    string
		written string
		text    string
		calls   []string
		stop    model.StopReason
	}{
		{"a call", `{"tool": "tap", "args": {"target": "3"}}`, "", []string{`call00001 tap {"target": "3"}`}, model.StopToolCalls},
		{"no arguments", `{"tool":"back"}`, "", []string{"call00001 back {}"}, model.StopToolCalls},
		{"arguments as text", `{"tool":"tap","args":"{\"target\":\"3\"}"}`, "", []string{`call00001 tap {"target":"3"}`}, model.StopToolCalls},
		{"prose and a fence", "I tap it.\n```json\n{\"tool\": \"tap\", \"args\": {}}\n```\nThen we see.", "I tap it.\n", []string{"call00001 tap {}"}, model.StopToolCalls},
		{"several objects", `{"note": 1} {"tool":"tap","args":{"n":1}} {"tool":"back"}`, "", []string{`call00001 tap {"n":1}`}, model.StopToolCalls},
		{"trailing commas, line break in a string", "{\"tool\": \"tap\", \"args\": {\"target\": \"a,\n}\",},}", "", []string{`call00001 tap {"target": "a,\n}"}`}, model.StopToolCalls},
		{"an unknown tool", `{"tool":"fly"}`, "", []string{"call00001 fly {}"}, model.StopToolCalls},
		{"tags", `<tool_call>{"name": "tap", "arguments": {"n": 1}}</tool_call>`, "", []string{`call00001 tap {"n": 1}`}, model.StopToolCalls},
		{"tags around an unknown tool", `<tool_call>{"name": "fly", "arguments": {"far": true}}</tool_call>`, "", []string{`call00001 fly {"far": true}`}, model.StopToolCalls},
		{"tags around a command", `<tool_call>{"tool": "tap", "args": {"n": 1}}`, "", []string{`call00001 tap {"n": 1}`}, model.StopToolCalls},
		{"GLM's tags", "I tap.\n<tool_call>tap\n<arg_key>target</arg_key>\n<arg_value>3</arg_value>\n</tool_call><|observation|>", "I tap.\n", []string{`call00001 tap {"target": "3"}`}, model.StopToolCalls},
		{"GLM's tags, a command in a value", `<tool_call>tap<arg_key>target</arg_key><arg_value>{"tool": "back"}</arg_value></tool_call>`, "", []string{`call00001 tap {"target": "{\"tool\": \"back\"}"}`}, model.StopToolCalls},
		{"GLM's tags, without arguments", "<tool_call>back</tool_call>", "", []string{"call00001 back {}"}, model.StopToolCalls},
		{"GLM's tags, half-built twice", "<tool_call>tap<arg_key>target</arg_key><arg_value>3", "", nil, model.StopIncomplete},
		{"tags in a final answer", `{"final": "It said <tool_call>back</tool_call>."}`, "It said <tool_call>back</tool_call>.", nil, model.StopEnd},
		{"Mistral's mark", `[TOOL_CALLS][{"name": "tap", "arguments": {"n": 1}}]`, "", []string{`call00001 tap {"n": 1}`}, model.StopToolCalls},
		{"Llama's tag", `<function=tap>{"n": 1}</function>`, "", []string{`call00001 tap {"n": 1}`}, model.StopToolCalls},
		{"an object that is no command", `The answer is {"name": "Bob"}.`, `The answer is {"name": "Bob"}.`, nil, model.StopEnd},
		{"a final answer", `{"final": "It is \"on\" now \u2013 \ud83d\ude00\n\tDone."}`, "It is \"on\" now – 😀\n\tDone.", nil, model.StopEnd},
		{"a final answer with a line break and a tab", "{\"final\": \"a\nb\tc\"}", "a\nb\tc", nil, model.StopEnd},
		{"a final answer after prose", "Well. {\"final\": \"Done.\"}", "Well. Done.", nil, model.StopEnd},
		{"a final answer that is no text", `{"final": {"wifi": true}}`, `{"wifi": true}`, nil, model.StopEnd},
		{"words alone", "Wi-Fi is on (see [1]).", "Wi-Fi is on (see [1]).", nil, model.StopEnd},
		{"no command twice", `{"tool": "tap", "args": {"target"`, "", nil, model.StopIncomplete},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := conversation()
			req.Messages = req.Messages[:1]
			var heard strings.Builder
			got, err := model.NewCommand(model.Config{BaseURL: server(t, writing(tt.written)), Model: "m"}).
				Reply(t.Context(), req, func(s string) { heard.WriteString(s) })
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != tt.text || heard.String() != tt.text || got.Stop != tt.stop || !slices.EqualFunc(got.Calls, tt.calls, sameCall) {
				t.Errorf("got %q (heard %q) %q %s\nwant %q %q %s", got.Text, heard.String(), got.Calls, got.Stop, tt.text, tt.calls, tt.stop)
			}
		})
	}
}

func TestCommandRequest(t *testing.T) {
	rec := &recorder{next: writing(`{"final":"ok"}`)}
	m := model.NewCommand(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m"})
	req := conversation()
	req.NoTools = true
	if _, err := m.Reply(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	doc := rec.last(t)
	if doc["tools"] != nil || doc["tool_choice"] != nil {
		t.Error("tools are declared to a model that does not know them")
	}
	var lines []string
	for _, m := range doc["messages"].([]any) {
		m := m.(map[string]any)
		lines = append(lines, fmt.Sprintf("%s: %s", m["role"], m["content"]))
	}
	if !strings.HasPrefix(lines[0], "system: You work a phone.\n\nAnswer with exactly one JSON object") ||
		!strings.HasSuffix(lines[0], "\n- tap: Taps. {\"type\":\"object\",\"properties\":{\"target\":{\"type\":\"string\"}},\"required\":[\"target\"]}\n- back: {\"type\":\"object\",\"properties\":{}}") {
		t.Errorf("system prompt %q", lines[0])
	}
	want := []string{
		"user: Tap <b>",
		`assistant: {"tool": "tap", "args": {"target":"b"}}` + "\n" + `{"tool": "back", "args": {}}`,
		"user: Result of tap:\nok\n\nResult of back:\ninvalid arguments",
		`assistant: {"final":"Done."}`,
		"user: Thanks\n\n" + `Use no tool now. Answer with {"final": "WORDS"}.`,
	}
	if !slices.Equal(lines[1:], want) {
		t.Errorf("messages\n%s\nwant\n%s", strings.Join(lines[1:], "\n"), strings.Join(want, "\n"))
	}
}

// TestCommandCorrection asks once more for what was no command, and counts the
// tokens of both.
func TestCommandCorrection(t *testing.T) {
	usage := `{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":3}}`
	attempts := 0
	rec := &recorder{next: func(w http.ResponseWriter, r *http.Request) {
		written := `Sure: {"tool": "tap", "args": {"target": `
		if attempts++; attempts == 2 {
			written = `{"tool": "tap", "args": {}}`
		}
		stream(events(saying(written), finish("stop"), usage, done))(w, r)
	}}
	req := conversation()
	got, err := model.NewCommand(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m"}).Reply(t.Context(), req, nil)
	if err != nil || got.Text != "Sure: " || len(got.Calls) != 1 || got.Usage != (model.Usage{Input: 20, Output: 6}) {
		t.Errorf("got %+v, %v", got, err)
	}
	messages := rec.last(t)["messages"].([]any)
	if last := messages[len(messages)-1].(map[string]any)["content"].(string); !strings.HasPrefix(last, "That is not a valid command.") {
		t.Errorf("the correction is %q", last)
	}
}

func TestCommandFailures(t *testing.T) {
	m := model.NewCommand(model.Config{BaseURL: server(t, stream(events(saying("Hi {"), `{"error":"boom"}`))), APIKey: key, Model: "m", Retries: -1})
	got, err := m.Reply(t.Context(), conversation(), nil)
	checkFailure(t, err, model.KindServer, "boom")
	if got.Text != "Hi " || got.Calls != nil {
		t.Errorf("got %+v", got)
	}
	cut := model.NewCommand(model.Config{BaseURL: server(t, stream(events(saying(`{"tool":"tap","args":{}}`), finish("length"), done))), Model: "m"})
	if got, err := cut.Reply(t.Context(), conversation(), nil); err != nil || got.Stop != model.StopLength || got.Calls != nil {
		t.Errorf("got %+v, %v", got, err)
	}
}
