package model_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"adroit/loop/model"
)

// endless sends chunk again and again, until the client is gone.
func endless(chunk string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			stream(chunk)(w, r)
		}
	}
}

// dialects are the ways to speak to an endpoint.
var dialects = map[string]func(model.Config) model.Model{
	"chat": model.NewChat, "responses": model.NewResponses, "command": model.NewCommand,
}

// TestRunawayReply gives up a reply that does not end, whatever it is made of,
// with one clear error and without asking for it again.
func TestRunawayReply(t *testing.T) {
	letters := strings.Repeat("lorem ", 5_000/len("lorem "))
	for _, tt := range []struct{ name, dialect, payload string }{
		{"text", "chat", saying(letters)},
		{"refusal", "chat", fmt.Sprintf(`{"choices":[{"delta":{"refusal":%q}}]}`, letters)},
		{"reasoning", "chat", fmt.Sprintf(`{"choices":[{"delta":{"reasoning_content":%q}}]}`, letters)},
		{"arguments", "chat", calling(fmt.Sprintf(`{"index":0,"id":"a","function":{"name":"tap","arguments":%q}}`, letters))},
		{"a call in the text", "chat", saying("<tool_call>" + letters)},
		{"text", "command", saying(letters)},
		{"text", "responses", textDelta(letters)},
		{"arguments", "responses", fmt.Sprintf(`{"type":"response.function_call_arguments.delta","delta":%q}`, letters)},
		{"items", "responses", itemDone(0, functionItem("a", "tap", letters))},
	} {
		t.Run(tt.dialect+" "+tt.name, func(t *testing.T) {
			t.Parallel()
			m := dialects[tt.dialect](model.Config{BaseURL: server(t, endless(events(tt.payload))), Model: "m"})
			req := userAsks("x")
			req.Tools = []model.Tool{{Name: "tap"}}
			got, err := m.Reply(t.Context(), req, nil)
			failed := checkFailure(t, err, model.KindGarbage, "went on beyond 4 MiB", "another model")
			if failed.Transient() || got.Calls != nil {
				t.Errorf("transient %t, calls %q; want neither", failed.Transient(), got.Calls)
			}
		})
	}
}

// TestEndlessNothing holds streams that say nothing for ever to the deadline of
// the reply.
func TestEndlessNothing(t *testing.T) {
	for name, chunk := range map[string]string{
		"comments": ": alive\n\n", "events without data": "data:\n\n", "events of no kind": "event: ping\ndata: {}\n\n",
		"blank lines": "\n", "no choice": events(`{"choices":[]}`), "no delta": events(textDelta("")),
	} {
		for dialect, open := range dialects {
			t.Run(dialect+" "+name, func(t *testing.T) {
				t.Parallel()
				m := open(model.Config{
					BaseURL: server(t, endless(chunk)), Model: "m", Retries: -1,
					Timeouts: model.Timeouts{Reply: 300 * time.Millisecond},
				})
				_, err := m.Reply(t.Context(), userAsks("x"), nil)
				checkFailure(t, err, model.KindHung, "did not end within 300ms")
			})
		}
	}
}

// TestBaseURLWithoutScheme is refused before anything is sent or tried again.
func TestBaseURLWithoutScheme(t *testing.T) {
	for _, raw := range []string{
		"", "localhost", "127.0.0.1:80/v1", "localhost:8080/v1", "/v1", "//127.0.0.1/v1", "ftp://127.0.0.1/v1", "http://", "http:///v1",
		"user:" + key + "@127.0.0.1/v1", "http://[::1/v1",
	} {
		for dialect, open := range dialects {
			_, err := open(model.Config{BaseURL: raw, APIKey: key, Model: "m"}).Reply(t.Context(), userAsks("x"), nil)
			if failed := checkFailure(t, err, model.KindRejected, "http:// or https://"); failed.Transient() {
				t.Errorf("%s, %q: transient", dialect, raw)
			}
		}
		_, err := model.ListModels(t.Context(), model.Config{BaseURL: raw})
		checkFailure(t, err, model.KindRejected, "http:// or https://")
	}
	url := strings.Replace(server(t, stream(events(saying("Hi"), finish("stop"), done))), "http://", "HTTP://user:pass@", 1)
	got, err := model.NewChat(model.Config{BaseURL: url, Model: "m"}).Reply(t.Context(), userAsks("x"), nil)
	if err != nil || got.Text != "Hi" {
		t.Errorf("%s: %q, %v", url, got.Text, err)
	}
}

// TestNotFoundNamesTheDialect says which other dialect the endpoint may speak.
func TestNotFoundNamesTheDialect(t *testing.T) {
	cfg := model.Config{BaseURL: server(t, answer(404, "404 page not found\n")), Model: "m", Retries: -1}
	_, err := model.NewResponses(cfg).Reply(t.Context(), userAsks("x"), nil)
	checkFailure(t, err, model.KindNotFound, "--api chat", `"m"`)
	_, err = model.NewChat(cfg).Reply(t.Context(), userAsks("x"), nil)
	if checkFailure(t, err, model.KindNotFound); strings.Contains(err.Error(), "--api") {
		t.Errorf("%v: Chat Completions is what nearly all endpoints speak", err)
	}
}
