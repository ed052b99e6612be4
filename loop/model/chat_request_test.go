package model_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adroit/loop/model"
)

// recorder is a server that keeps the bodies of the requests it gets.
type recorder struct {
	bodies [][]byte
	next   http.HandlerFunc
}

func (rec *recorder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	rec.bodies = append(rec.bodies, body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	rec.next(w, r)
}

// last returns the latest request as a document.
func (rec *recorder) last(t *testing.T) map[string]any {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(rec.bodies[len(rec.bodies)-1], &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

var hi = stream(events(saying("Hi"), finish("stop"), done))

// conversation is a request with one of everything.
func conversation() model.Request {
	return model.Request{
		System: "You work a phone.",
		Messages: []model.Message{
			{Role: model.RoleUser, Text: "Tap <b>"},
			{Role: model.RoleAssistant, Calls: []model.Call{{ID: "a", Name: "tap", Arguments: `{"target":"b"}`}, {ID: "b", Name: "back", Arguments: `{"cut`}}},
			{Role: model.RoleTool, CallID: "a", Text: "ok"},
			{Role: model.RoleTool, CallID: "b", Text: "invalid arguments"},
			{Role: model.RoleAssistant, Text: "Done."},
			{Role: model.RoleUser, Text: "Thanks"},
		},
		Tools: []model.Tool{
			{Name: "tap", Description: "Taps.", Parameters: json.RawMessage(`{"type":"object","properties":{"target":{"type":"string"}},"required":["target"]}`)},
			{Name: "back"},
		},
	}
}

func TestRequest(t *testing.T) {
	rec := &recorder{next: func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions" {
			t.Errorf("%s %s", r.Method, r.URL)
		}
		if r.Header.Get("Authorization") != "Bearer "+key || r.Header.Get("X-Team") != "phones" {
			t.Errorf("headers %v", r.Header)
		}
		hi(w, r)
	}}
	m := model.NewChat(model.Config{
		BaseURL: server(t, rec.ServeHTTP), APIKey: key, Model: "gpt-x",
		Headers: map[string]string{"X-Team": "phones"},
		Body:    map[string]any{"temperature": 0, "options": map[string]any{"num_ctx": 32768}},
	})
	if _, err := m.Reply(t.Context(), conversation(), nil); err != nil {
		t.Fatal(err)
	}
	want := `{
		"model": "gpt-x", "stream": true, "stream_options": {"include_usage": true},
		"temperature": 0, "options": {"num_ctx": 32768},
		"messages": [
			{"role": "system", "content": "You work a phone."},
			{"role": "user", "content": "Tap <b>"},
			{"role": "assistant", "content": "", "tool_calls": [
				{"id": "a", "type": "function", "function": {"name": "tap", "arguments": "{\"target\":\"b\"}"}},
				{"id": "b", "type": "function", "function": {"name": "back", "arguments": "{}"}}]},
			{"role": "tool", "tool_call_id": "a", "content": "ok"},
			{"role": "tool", "tool_call_id": "b", "content": "invalid arguments"},
			{"role": "assistant", "content": "Done."},
			{"role": "user", "content": "Thanks"}],
		"tools": [
			{"type": "function", "function": {"name": "tap", "description": "Taps.", "parameters": {"type": "object", "properties": {"target": {"type": "string"}}, "required": ["target"]}}},
			{"type": "function", "function": {"name": "back", "parameters": {"type": "object", "properties": {}}}}]
	}`
	var wanted map[string]any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wanted, rec.last(t)); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}

// TestPrefixIsStable holds what providers' prompt caches need: the same
// conversation gives the same bytes, a longer one begins with them.
func TestPrefixIsStable(t *testing.T) {
	rec := &recorder{next: hi}
	m := model.NewChat(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m", Body: map[string]any{"b": 1, "a": 2, "c": map[string]any{"y": 1, "x": 2}}})
	req := conversation()
	for range 3 {
		if _, err := m.Reply(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
	}
	req.Messages = append(req.Messages, model.Message{Role: model.RoleAssistant, Text: "Bye"}, model.Message{Role: model.RoleUser, Text: "More"})
	if _, err := m.Reply(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(rec.bodies[0], rec.bodies[1]) || !bytes.Equal(rec.bodies[0], rec.bodies[2]) {
		t.Error("equal requests gave different bytes")
	}
	prefix, _, ok := bytes.Cut(rec.bodies[0], []byte(`"Thanks"`))
	if !ok || !bytes.HasPrefix(rec.bodies[3], prefix) {
		t.Error("the longer conversation does not begin with the bytes of the shorter")
	}
}

func TestNoTools(t *testing.T) {
	rec := &recorder{next: hi}
	m := model.NewChat(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m"})
	req := conversation()
	req.NoTools = true
	if _, err := m.Reply(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	if got := rec.last(t); got["tool_choice"] != "none" || got["tools"] == nil {
		t.Errorf("tool_choice %v with tools %v", got["tool_choice"], got["tools"])
	}
	req.Tools = nil
	if _, err := m.Reply(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	if _, sent := rec.last(t)["tool_choice"]; sent {
		t.Error("tool_choice is sent without tools, which servers reject")
	}
}

func TestNoStream(t *testing.T) {
	rec := &recorder{next: answer(200, `{"choices":[{"index":0,"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1}}`, "Content-Type", "application/json")}
	m := model.NewChat(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m", NoStream: true})
	var heard []string
	got, err := m.Reply(t.Context(), userAsks("x"), func(s string) { heard = append(heard, s) })
	if err != nil || got.Text != "Hi" || strings.Join(heard, "|") != "Hi" || got.Usage != (model.Usage{Input: 3, Output: 1}) {
		t.Errorf("got %+v, %v, heard %q", got, err, heard)
	}
	for _, field := range []string{"stream", "stream_options"} {
		if _, sent := rec.last(t)[field]; sent {
			t.Errorf("%s is sent", field)
		}
	}
}

// TestRejectedStreamOptions leaves the field out once the endpoint has said
// that it does not know it, and does not try it again.
func TestRejectedStreamOptions(t *testing.T) {
	rec := &recorder{}
	rec.next = func(w http.ResponseWriter, r *http.Request) {
		if _, sent := rec.last(t)["stream_options"]; sent {
			answer(400, `{"error":{"message":"Unrecognized request argument supplied: stream_options"}}`)(w, r)
			return
		}
		hi(w, r)
	}
	m := model.NewChat(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m"})
	for range 2 {
		got, err := m.Reply(t.Context(), userAsks("x"), nil)
		if err != nil || got.Text != "Hi" || !got.Usage.Estimated {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	if len(rec.bodies) != 3 {
		t.Errorf("%d requests, want 3", len(rec.bodies))
	}

	rec.next = answer(400, `{"error":{"message":"stream_options and everything else is wrong"}}`)
	_, err := m.Reply(t.Context(), userAsks("x"), nil)
	checkFailure(t, err, model.KindRejected)
	if len(rec.bodies) != 4 {
		t.Error("asked again although there was nothing left to leave out")
	}
}

// thinking is a reply with all that providers want back.
var thinking = stream(events(
	`{"choices":[{"index":0,"delta":{"reasoning_content":"Let ","reasoning_details":[{"type":"reasoning.text","index":0,"text":"Let "}]}}]}`,
	`{"choices":[{"index":0,"delta":{"reasoning_content":"me.","reasoning_details":[{"type":"reasoning.text","index":0,"text":"me.","signature":"s1"},{"type":"reasoning.encrypted","index":1,"data":"xyz"}]}}]}`,
	calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{}"},"extra_content":{"google":{"thought_signature":"s2"}}},{"index":1,"id":"b","function":{"name":"tap","arguments":"{}"}}`),
	finish("tool_calls"), done))

// reply asks m and returns the conversation with its reply and a result.
func converse(t *testing.T, m model.Model) model.Request {
	t.Helper()
	req := userAsks("x")
	got, err := m.Reply(t.Context(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Messages = append(req.Messages, model.Message{Role: model.RoleAssistant, Text: got.Text, Calls: got.Calls, Items: got.Items})
	for _, c := range got.Calls {
		req.Messages = append(req.Messages, model.Message{Role: model.RoleTool, CallID: c.ID, Text: "ok"})
	}
	return req
}

// assistantMessage returns the assistant's message of the latest request.
func (rec *recorder) assistantMessage(t *testing.T) map[string]any {
	t.Helper()
	return rec.last(t)["messages"].([]any)[1].(map[string]any)
}

func TestItemsGoBackToTheirProviderAlone(t *testing.T) {
	rec := &recorder{next: thinking}
	url := server(t, rec.ServeHTTP)
	m := model.NewChat(model.Config{BaseURL: url, Model: "m"})
	req := converse(t, m)
	if _, err := m.Reply(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	_ = json.Unmarshal([]byte(`{"role":"assistant","content":"","reasoning_content":"Let me.",
		"reasoning_details":[{"type":"reasoning.text","index":0,"text":"Let me.","signature":"s1"},{"type":"reasoning.encrypted","index":1,"data":"xyz"}],
		"tool_calls":[{"id":"a","type":"function","function":{"name":"tap","arguments":"{}"},"extra_content":{"google":{"thought_signature":"s2"}}},
			{"id":"b","type":"function","function":{"name":"tap","arguments":"{}"}}]}`), &want)
	if diff := cmp.Diff(want, rec.assistantMessage(t)); diff != "" {
		t.Errorf("message sent back (-want +got):\n%s", diff)
	}

	other := model.NewChat(model.Config{BaseURL: url, Model: "another"})
	if _, err := other.Reply(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	if got := rec.assistantMessage(t); got["reasoning_content"] != nil || got["reasoning_details"] != nil {
		t.Errorf("another model got the items: %v", got)
	}
}

func TestRejectedItems(t *testing.T) {
	rec := &recorder{next: thinking}
	m := model.NewChat(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m"})
	req := converse(t, m)
	rec.next = func(w http.ResponseWriter, r *http.Request) {
		if rec.assistantMessage(t)["reasoning_content"] != nil {
			answer(400, `{"error":{"message":"messages.1: property 'reasoning_content' is unsupported"}}`)(w, r)
			return
		}
		hi(w, r)
	}
	got, err := m.Reply(t.Context(), req, nil)
	if err != nil || got.Text != "Hi" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestCallIDsAreNewToTheConversation lets a log or a screen name a call by its
// id alone, also with servers that count from 0 in every reply.
func TestCallIDsAreNewToTheConversation(t *testing.T) {
	rec := &recorder{next: stream(events(calling(`{"index":0,"id":"call_0","function":{"name":"tap","arguments":"{}"}},{"index":1,"function":{"name":"tap","arguments":"{}"}}`), finish("tool_calls"), done))}
	m := model.NewChat(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m"})
	got, err := m.Reply(t.Context(), converse(t, m), nil)
	if err != nil || len(got.Calls) != 2 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if got.Calls[0].ID != "call00002" || got.Calls[1].ID != "call00003" {
		t.Errorf("ids %q and %q, want call00002 and call00003", got.Calls[0].ID, got.Calls[1].ID)
	}
}
