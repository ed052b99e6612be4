package scripted_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"adroit/loop/model"
	"adroit/loop/model/scripted"
)

func TestWholeReplies(t *testing.T) {
	m := model.NewChat(model.Config{BaseURL: serve(t), Model: scripted.Name, NoStream: true})
	got := reply(t, m, model.Request{Tools: catalogue(), Messages: []model.Message{{Role: model.RoleUser, Text: "turn on wifi"}}})
	if len(got.Calls) != 1 || got.Text == "" || got.Usage.Estimated || got.Usage.Input == 0 {
		t.Errorf("got %+v", got)
	}
	got = reply(t, m, model.Request{Messages: []model.Message{{Role: model.RoleUser, Text: "fly"}}})
	if got.Stop != model.StopRefusal {
		t.Errorf("stop %q, want a refusal", got.Stop)
	}
}

// TestStream looks at the bytes: words one by one, usage where it was asked
// for, the mark of the end.
func TestStream(t *testing.T) {
	body := `{"model":"adroit-scripted","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":[{"type":"text","text":"help"}]}]}`
	res, err := http.Post(serve(t)+"/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("content type %q", got)
	}
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	events := strings.Split(strings.TrimSuffix(string(raw), "\n\n"), "\n\n")
	if n := len(events); n < 20 || events[n-1] != "data: [DONE]" || !strings.Contains(events[n-2], `"usage":{"prompt_tokens":`) {
		t.Errorf("%d events, the last:\n%s", len(events), strings.Join(events[max(0, len(events)-3):], "\n"))
	}
	for _, event := range events[:len(events)-1] {
		if data, ok := strings.CutPrefix(event, "data: "); !ok || !json.Valid([]byte(data)) {
			t.Errorf("not an event with JSON: %q", event)
		}
	}
}

func TestBadRequests(t *testing.T) {
	url := serve(t)
	for _, tt := range []struct {
		method, path, body string
		status             int
	}{
		{http.MethodPost, "/chat/completions", `{"messages":`, http.StatusBadRequest},
		{http.MethodPost, "/chat/completions", `{"messages":[]}`, http.StatusBadRequest},
		{http.MethodPost, "/chat/completions", `{"messages":[{"role":"user","content":7}]}`, http.StatusBadRequest},
		{http.MethodGet, "/chat/completions", "", http.StatusNotFound},
		{http.MethodPost, "/embeddings", "{}", http.StatusNotFound},
	} {
		req, err := http.NewRequestWithContext(t.Context(), tt.method, url+tt.path, strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != tt.status || !strings.Contains(string(page), `"error":{"message":"`) {
			t.Errorf("%s %s %s: %d %s", tt.method, tt.path, tt.body, res.StatusCode, page)
		}
	}
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

func TestServe(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := scripted.Serve(ctx, listen(t), scripted.Options{Pace: time.Microsecond})
	names, err := model.ListModels(t.Context(), model.Config{BaseURL: s.BaseURL})
	if err != nil || strings.Join(names, " ") != scripted.Name {
		t.Errorf("models %q, %v", names, err)
	}
	got := reply(t, model.NewChat(model.Config{BaseURL: s.BaseURL, Model: scripted.Name}), model.Request{Messages: []model.Message{{Role: model.RoleUser, Text: "help"}}})
	if !strings.Contains(got.Text, "scripted model") {
		t.Errorf("text %q", got.Text)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}

	again := scripted.Serve(ctx, listen(t), scripted.Options{})
	cancel()
	if err := again.Wait(); err != nil {
		t.Errorf("ended by its context: %v", err)
	}
}

// TestWhereNothingIs says what was wrong with an address, and the cure.
func TestWhereNothingIs(t *testing.T) {
	server := httptest.NewServer(scripted.New(scripted.Options{}))
	t.Cleanup(server.Close)
	for request, want := range map[string]string{
		"POST /v1/responses":       "speaks Chat Completions alone, not Responses: choose the API chat",
		"POST /chat/completions":   "nothing is at /chat/completions: the base URL of the scripted model ends in /v1",
		"GET /v2/models":           "nothing is at /v2/models: the base URL of the scripted model ends in /v1",
		"GET /v1/chat/completions": "is not asked by GET: use POST for /v1/chat/completions",
		"DELETE /v1/models":        "is not asked by DELETE",
	} {
		method, path, _ := strings.Cut(request, " ")
		req, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := server.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		said, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusNotFound || !strings.Contains(string(said), want) {
			t.Errorf("%s is answered %s, %s, %v; want %q", request, answer.Status, said, err, want)
		}
	}
	reply := func(dialect model.Dialect, base string) error {
		_, err := model.New(dialect, model.Config{BaseURL: server.URL + base, Model: "m", Retries: -1}).Reply(t.Context(), model.Request{Messages: []model.Message{{Role: model.RoleUser, Text: "Hello"}}}, nil)
		return err
	}
	if err := reply(model.Responses, "/v1"); err == nil || !strings.Contains(err.Error(), "--api chat") {
		t.Errorf("Responses: %v", err)
	}
	if err := reply(model.Chat, "/v2"); err == nil || !strings.Contains(err.Error(), "base URL, which usually ends in /v1") {
		t.Errorf("another path: %v", err)
	}
}
