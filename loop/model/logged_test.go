package model_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adroit/loop/model"
)

// afterLog has a model answer next, takes the items of its reply through a log
// that hides secret, and returns the messages of the request that follows. No
// words and no call may stand in the log.
func afterLog(t *testing.T, dialect model.Dialect, next http.HandlerFunc, secret, words, arguments string) any {
	t.Helper()
	rec := &recorder{next: next}
	m := model.New(dialect, model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m"})
	req := converse(t, m)
	for i := range req.Messages {
		message := &req.Messages[i]
		message.Items = model.LoggedItems(message.Items, func(text string) string {
			return strings.ReplaceAll(text, secret, "[REDACTED]")
		})
		if held := string(message.Items); strings.Contains(held, words) || strings.Contains(held, arguments) {
			t.Errorf("the log holds %s", held)
		}
	}
	if _, err := m.Reply(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	if sent := rec.last(t); dialect == model.Responses {
		return sent["input"]
	}
	return rec.last(t)["messages"]
}

// What a log holds of a response makes it whole again for its provider. Where a
// secret stood in it, what can be read is left out, and never sent otherwise
// than it came.
func TestLoggedItemsOfAResponse(t *testing.T) {
	const (
		plain         = `{"id":"rs_1","type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"I plan <b>."}]}`
		encrypted     = `{"id":"rs_2","type":"reasoning","summary":[{"type":"summary_text","text":"I plan."}],"encrypted_content":"gAAAA<&>swordfish","status":null}`
		plainTold     = `{"id":"rs_3","type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"It is swordfish."}]}`
		encryptedTold = `{"id":"rs_4","type":"reasoning","summary":[{"type":"summary_text","text":"It is swordfish."}],"encrypted_content":"hAAAA"}`
		message       = `{"id":"m_1","type":"message","role":"assistant","content":[{"type":"output_text","text":"I tap."}]}`
	)
	output := "[" + strings.Join([]string{plain, encrypted, plainTold, encryptedTold, message, functionItem("a", "tap", `{"text":"hello"}`)}, ",") + "]"
	got := afterLog(t, model.Responses, stream(events(textDelta("I tap."), completed(output))), "swordfish", "I tap.", "hello")
	var want any
	_ = json.Unmarshal([]byte(`[{"role":"user","content":"x"},`+plain+`,`+encrypted+`,
		{"id":"rs_4","type":"reasoning","summary":[],"encrypted_content":"hAAAA"},
		{"role":"assistant","content":"I tap."},
		{"type":"function_call","call_id":"a","name":"tap","arguments":"{\"text\":\"hello\"}"},
		{"type":"function_call_output","call_id":"a","output":"ok"}]`), &want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("input (-want +got):\n%s", diff)
	}
}

// Of a chat, the text that is reasoned in one piece stands masked, for there
// are providers that reject a message without it; parts, which may be signed,
// go whole or not at all.
func TestLoggedItemsOfAChat(t *testing.T) {
	const (
		parts  = `"reasoning_details":[{"type":"reasoning.text","index":0,"text":"Let me.","signature":"s1"},{"type":"reasoning.encrypted","index":1,"data":"xyz"}],`
		blocks = `"thinking_blocks":[{"type":"thinking","thinking":"Let me.","signature":"s1"}],`
		call   = `{"id":"a","type":"function","extra_content":{"google":{"thought_signature":"s2"}},"function":{"name":"tap","arguments":"{\"text\":\"hello\"}"}}`
	)
	for name, tt := range map[string]struct{ reasoned, secret, want string }{
		"no secret":            {`"reasoning_content":"Let me.",` + parts + blocks, "swordfish", `"reasoning_content":"Let me.",` + parts + blocks},
		"a secret":             {`"reasoning_content":"Let me.",` + parts + blocks, "me", `"reasoning_content":"Let [REDACTED].",`},
		"the other name":       {`"reasoning":"Let me.",`, "me", `"reasoning":"Let [REDACTED].",`},
		"chance in signatures": {parts + blocks, "s", parts + blocks},
		"a told extra":         {`"extra_content":{"google":{"thought":"me"}},`, "me", ``},
		"an extra":             {`"extra_content":{"google":{"thought":true,"n":7}},`, "me", `"extra_content":{"google":{"thought":true,"n":7}},`},
	} {
		t.Run(name, func(t *testing.T) {
			reply := `{"choices":[{"index":0,"message":{` + tt.reasoned + `"content":"I tap.","tool_calls":[` + call + `]},"finish_reason":"tool_calls"}]}`
			got := afterLog(t, model.Chat, answer(200, reply, "Content-Type", "application/json"), tt.secret, "I tap.", "hello")
			var want any
			if err := json.Unmarshal([]byte(`{"role":"assistant",`+tt.want+`"content":"I tap.","tool_calls":[`+call+`]}`), &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got.([]any)[1]); diff != "" {
				t.Errorf("message (-want +got):\n%s", diff)
			}
		})
	}
}

// A reply with nothing that its provider wants back, and what is none, leave
// nothing in the log.
func TestNothingToLog(t *testing.T) {
	for _, items := range []string{
		"", "null", "{", "[]", `{"items":7}`, `{"items":["x",{"type":7}]}`,
		`{"from":"x","items":[{"type":"message"},{"type":"function_call"}]}`, `{"from":"x","message":{}}`,
	} {
		if left := model.LoggedItems(json.RawMessage(items), strings.ToUpper); left != nil {
			t.Errorf("%q leaves %s", items, left)
		}
	}
}
