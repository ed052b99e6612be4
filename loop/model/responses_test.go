package model_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adroit/loop/model"
)

func textDelta(text string) string {
	return fmt.Sprintf(`{"type":"response.output_text.delta","output_index":0,"delta":%q}`, text)
}

func itemDone(index int, item string) string {
	return fmt.Sprintf(`{"type":"response.output_item.done","output_index":%d,"item":%s}`, index, item)
}

func functionItem(callID, name, arguments string) string {
	return fmt.Sprintf(`{"id":"fc_%s","type":"function_call","status":"completed","call_id":%q,"name":%q,"arguments":%q}`, callID, callID, name, arguments)
}

func completed(output string) string {
	return `{"type":"response.completed","response":{"status":"completed","output":` + output + `,"usage":{"input_tokens":9,"output_tokens":2,"input_tokens_details":{"cached_tokens":4}}}}`
}

// TestResponsesAnswers sends answers in the shapes that servers use.
func TestResponsesAnswers(t *testing.T) {
	message := `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hi"}]}`
	tests := []struct {
		name  string
		body  string
		text  string
		calls []string
		stop  model.StopReason
	}{
		{
			name: "words", body: events(textDelta("H"), textDelta("i"), completed("["+message+"]")),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "words without deltas", body: events(completed("[" + message + "]")),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "no output in the last event", body: events(itemDone(1, functionItem("b", "back", "")), itemDone(0, functionItem("a", "tap", `{"n":1}`)), completed("[]"), done),
			calls: []string{`a tap {"n":1}`, "b back {}"}, stop: model.StopToolCalls,
		},
		{
			name: "one id for two calls", body: events(completed("[" + functionItem("a", "tap", "{}") + "," + functionItem("a", "tap", "{}") + "]")),
			calls: []string{"a tap {}", "call00001 tap {}"}, stop: model.StopToolCalls,
		},
		{
			name: "refusal", body: events(`{"type":"response.refusal.delta","delta":"No."}`, completed(`[{"type":"message","content":[{"type":"refusal","refusal":"No."}]}]`)),
			text: "No.", stop: model.StopRefusal,
		},
		{
			name: "length limit over a call", body: events(textDelta("Hi"), itemDone(1, functionItem("a", "tap", "{}")), `{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}}`),
			text: "Hi", stop: model.StopLength,
		},
		{
			name: "content filter over a call", body: events(`{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[` + functionItem("a", "tap", "{}") + `]}}`),
			stop: model.StopRefusal,
		},
		{
			name: "a half-built call beside a whole one", body: events(completed("[" + functionItem("a", "tap", "{}") + "," + strings.Replace(functionItem("b", "tap", `{"n"`), "completed", "incomplete", 1) + "]")),
			calls: []string{"a tap {}"}, stop: model.StopToolCalls,
		},
		{
			name: "end of file before the last event", body: events(textDelta("Hi"), itemDone(1, functionItem("a", "tap", "{}"))),
			text: "Hi", stop: model.StopIncomplete,
		},
		{
			name: "end of file within an event", body: events(textDelta("Hi")) + `data: {"type":"response.comp`,
			text: "Hi", stop: model.StopIncomplete,
		},
		{
			name: "[DONE] before the last event", body: events(textDelta("Hi"), done),
			text: "Hi", stop: model.StopIncomplete,
		},
		{
			name: "unknown events, indexes out of range", body: events(`{"type":"response.sparkle","delta":7}`, itemDone(-1, "{}"), itemDone(1_000_000_000, "{}"), textDelta("Hi"), completed("[]")),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "a whole response although a stream was asked for", body: `{"object":"response","status":"completed","error":null,"output":[` + message + "," + functionItem("a", "tap", "{}") + `]}`,
			text: "Hi", calls: []string{"a tap {}"}, stop: model.StopToolCalls,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var heard strings.Builder
			got, err := model.NewResponses(model.Config{BaseURL: server(t, stream(tt.body)), Model: "m"}).
				Reply(t.Context(), userAsks("x"), func(s string) { heard.WriteString(s) })
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != tt.text || heard.String() != tt.text || got.Stop != tt.stop || !slices.EqualFunc(got.Calls, tt.calls, sameCall) {
				t.Errorf("got %q (heard %q) %q %q\nwant %q %q %q", got.Text, heard.String(), got.Calls, got.Stop, tt.text, tt.calls, tt.stop)
			}
		})
	}
}

func TestResponsesFailures(t *testing.T) {
	for _, tt := range []struct {
		name    string
		handler http.HandlerFunc
		kind    model.ErrorKind
		says    string
		text    string
		idle    time.Duration
	}{
		{"error event", stream(events(textDelta("Hi"), `{"type":"error","code":"server_error","message":"boom"}`)), model.KindServer, "boom", "Hi", 0},
		{"failed", stream(events(textDelta("Hi"), `{"type":"response.failed","response":{"status":"failed","error":{"code":"rate_limit_exceeded","message":"slow down"}}}`)), model.KindRateLimited, "slow down", "Hi", 0},
		{"failed without a word", stream(events(`{"type":"response.failed","response":{"status":"failed"}}`)), model.KindServer, "failed", "", 0},
		{"error object", stream(events(`{"error":{"message":"boom"}}`)), model.KindServer, "boom", "", 0},
		{"no such path", answer(404, "404 page not found"), model.KindNotFound, "page not found", "", 0},
		{"chat completions instead", stream(events(saying("Hi"), finish("stop"), done)), model.KindGarbage, "no reply", "", 0},
		{"HTML page", answer(200, "<html>"), model.KindGarbage, "HTML", "", 0},
		{"stall", func(w http.ResponseWriter, r *http.Request) {
			stream(events(textDelta("Hi")))(w, r)
			<-r.Context().Done()
		}, model.KindHung, "stalled", "Hi", 200 * time.Millisecond},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := model.NewResponses(model.Config{BaseURL: server(t, tt.handler), APIKey: key, Model: "m", Retries: -1, Timeouts: model.Timeouts{Idle: tt.idle}})
			got, err := m.Reply(t.Context(), userAsks("x"), nil)
			checkFailure(t, err, tt.kind, tt.says)
			if got.Text != tt.text || got.Calls != nil {
				t.Errorf("reply %+v, want the text %q and no call", got, tt.text)
			}
		})
	}
}

func TestResponsesRequest(t *testing.T) {
	rec := &recorder{next: func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/responses" {
			t.Errorf("path %s", r.URL.Path)
		}
		stream(events(completed("[]")))(w, r)
	}}
	m := model.NewResponses(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "gpt-x", Body: map[string]any{"reasoning": map[string]any{"effort": "low"}}})
	req := conversation()
	req.NoTools = true
	for range 2 {
		if _, err := m.Reply(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
	}
	want := `{
		"model": "gpt-x", "stream": true, "store": false, "include": ["reasoning.encrypted_content"], "reasoning": {"effort": "low"},
		"instructions": "You work a phone.", "tool_choice": "none",
		"input": [
			{"role": "user", "content": "Tap <b>"},
			{"type": "function_call", "call_id": "a", "name": "tap", "arguments": "{\"target\":\"b\"}"},
			{"type": "function_call", "call_id": "b", "name": "back", "arguments": "{}"},
			{"type": "function_call_output", "call_id": "a", "output": "ok"},
			{"type": "function_call_output", "call_id": "b", "output": "invalid arguments"},
			{"role": "assistant", "content": "Done."},
			{"role": "user", "content": "Thanks"}],
		"tools": [
			{"type": "function", "strict": false, "name": "tap", "description": "Taps.", "parameters": {"type": "object", "properties": {"target": {"type": "string"}}, "required": ["target"]}},
			{"type": "function", "strict": false, "name": "back", "parameters": {"type": "object", "properties": {}}}]
	}`
	var wanted map[string]any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wanted, rec.last(t)); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	if !bytes.Equal(rec.bodies[0], rec.bodies[1]) {
		t.Error("equal requests gave different bytes")
	}
}

// TestResponsesItems sends the items of a reply back as they came, to their
// endpoint alone, each call under the id that the caller knows.
func TestResponsesItems(t *testing.T) {
	reasoning := `{"id":"rs_1","type":"reasoning","summary":[],"encrypted_content":"secret<&>"}`
	rec := &recorder{next: stream(events(completed("[" + reasoning + "," + functionItem("a", "tap", "{}") + "," + functionItem("a", "back", "{}") + "]")))}
	url := server(t, rec.ServeHTTP)
	m := model.NewResponses(model.Config{BaseURL: url, Model: "m"})
	req := converse(t, m)
	if _, err := m.Reply(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	var want []any
	_ = json.Unmarshal([]byte(`[{"role":"user","content":"x"},`+reasoning+`,`+functionItem("a", "tap", "{}")+`,
		{"id":"fc_a","type":"function_call","status":"completed","call_id":"call00001","name":"back","arguments":"{}"},
		{"type":"function_call_output","call_id":"a","output":"ok"},
		{"type":"function_call_output","call_id":"call00001","output":"ok"}]`), &want)
	if diff := cmp.Diff(want, rec.last(t)["input"]); diff != "" {
		t.Errorf("input (-want +got):\n%s", diff)
	}

	other := model.NewChat(model.Config{BaseURL: url, Model: "m"})
	_, _ = other.Reply(t.Context(), req, nil)
	if bytes.Contains(rec.bodies[len(rec.bodies)-1], []byte("secret")) {
		t.Error("another dialect got the items")
	}
}

func TestResponsesWithoutEncryptedReasoning(t *testing.T) {
	rec := &recorder{}
	rec.next = func(w http.ResponseWriter, r *http.Request) {
		if rec.last(t)["include"] != nil {
			answer(400, `{"error":{"message":"Encrypted content is not supported with this model.","param":"include"}}`)(w, r)
			return
		}
		stream(events(textDelta("Hi"), completed("[]")))(w, r)
	}
	m := model.NewResponses(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m"})
	for range 2 {
		got, err := m.Reply(t.Context(), userAsks("x"), nil)
		if err != nil || got.Text != "Hi" || got.Usage != (model.Usage{Input: 9, Cached: 4, Output: 2}) {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	if len(rec.bodies) != 3 {
		t.Errorf("%d requests, want 3", len(rec.bodies))
	}
}

func TestResponsesUsageOfNothingIsNone(t *testing.T) {
	url := server(t, stream(events(textDelta("Hi"), `{"type":"response.completed","response":{"status":"completed","output":[],"usage":{"input_tokens":0,"output_tokens":0}}}`)))
	got, err := model.NewResponses(model.Config{BaseURL: url, Model: "m"}).Reply(t.Context(), userAsks("x"), nil)
	if err != nil || !got.Usage.Estimated || got.Usage.Input == 0 {
		t.Errorf("usage %+v, %v", got.Usage, err)
	}
}
