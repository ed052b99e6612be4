package model_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adroit/loop/model"
)

// logged takes the items of every message through a log.
func logged(t *testing.T, req model.Request, plain ...string) model.Request {
	t.Helper()
	for i := range req.Messages {
		m := &req.Messages[i]
		m.Items = model.OpaqueItems(m.Items)
		for _, words := range plain {
			if strings.Contains(string(m.Items), words) {
				t.Errorf("%q can be read in %s", words, m.Items)
			}
		}
	}
	return req
}

// What a log holds of a response makes it whole again for its provider, and
// holds nothing that anybody else could read.
func TestLoggedItemsOfAResponse(t *testing.T) {
	reasoning := `{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"I plan."}],"content":[{"type":"reasoning_text","text":"I plan."}],"encrypted_content":"gAAAA<&>"}`
	message := `{"id":"m_1","type":"message","role":"assistant","content":[{"type":"output_text","text":"I tap."}]}`
	rec := &recorder{next: stream(events(textDelta("I tap."), completed("["+reasoning+","+message+","+functionItem("a", "tap", `{"text":"hunter2"}`)+"]")))}
	m := model.NewResponses(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m"})
	req := logged(t, converse(t, m), "I plan", "I tap", "hunter2")
	if _, err := m.Reply(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	var want []any
	_ = json.Unmarshal([]byte(`[{"role":"user","content":"x"},
		{"id":"rs_1","type":"reasoning","summary":[],"encrypted_content":"gAAAA<&>"},
		{"role":"assistant","content":"I tap."},
		{"type":"function_call","call_id":"a","name":"tap","arguments":"{\"text\":\"hunter2\"}"},
		{"type":"function_call_output","call_id":"a","output":"ok"}]`), &want)
	if diff := cmp.Diff(want, rec.last(t)["input"]); diff != "" {
		t.Errorf("input (-want +got):\n%s", diff)
	}
}

func TestLoggedItemsOfAChat(t *testing.T) {
	rec := &recorder{next: thinking}
	m := model.NewChat(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m"})
	req := logged(t, converse(t, m), "Let ", "me.")
	if _, err := m.Reply(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	_ = json.Unmarshal([]byte(`{"role":"assistant","content":"",
		"reasoning_details":[{"type":"reasoning.encrypted","index":1,"data":"xyz"}],
		"tool_calls":[{"id":"a","type":"function","function":{"name":"tap","arguments":"{}"},"extra_content":{"google":{"thought_signature":"s2"}}},
			{"id":"b","type":"function","function":{"name":"tap","arguments":"{}"}}]}`), &want)
	if diff := cmp.Diff(want, rec.assistantMessage(t)); diff != "" {
		t.Errorf("message sent back (-want +got):\n%s", diff)
	}
}

// A reply of which nothing is encrypted leaves nothing in the log.
func TestNothingIsLoggedOfPlainItems(t *testing.T) {
	for name, next := range map[string]http.HandlerFunc{
		"a response": stream(events(completed(`[{"type":"reasoning","content":[{"type":"reasoning_text","text":"I plan."}]},` + functionItem("a", "tap", "{}") + "]"))),
		"nothing":    stream(events(textDelta("Hi"), completed("[]"))),
	} {
		got, err := model.NewResponses(model.Config{BaseURL: server(t, next), Model: "m"}).Reply(t.Context(), userAsks("x"), nil)
		if left := model.OpaqueItems(got.Items); err != nil || left != nil {
			t.Errorf("%s leaves %s, %v", name, left, err)
		}
	}
	for _, broken := range []string{"", "null", "{", "[]", `{"items":7}`, `{"items":["x",{"type":7}]}`} {
		if left := model.OpaqueItems(json.RawMessage(broken)); left != nil {
			t.Errorf("%q leaves %s", broken, left)
		}
	}
}
