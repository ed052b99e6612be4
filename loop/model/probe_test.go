package model_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adroit/loop/model"
)

// fakeModel is a server whose model does what it is told, as far as it can.
type fakeModel struct {
	models     []string // that it lists; nil for no list
	noTools    bool     // it does not know the field
	losesCalls bool     // when it streams
	rejects    string   // says so when it gets a picture
	blind      bool     // takes pictures and does not look at them
	window     int      // bytes of the prompt that it keeps, of the end; 0 for all
	fails      http.HandlerFunc
	requests   int
}

var word = regexp.MustCompile(`[A-Z]+-\d+`)

func (f *fakeModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.fails != nil {
		f.fails(w, r)
		return
	}
	if r.Method == http.MethodGet {
		f.list(w)
		return
	}
	f.requests++
	var req struct {
		Model    string            `json:"model"`
		Stream   bool              `json:"stream"`
		Tools    []json.RawMessage `json:"tools"`
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	body, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(body, &req); err != nil {
		answer(400, err.Error())(w, r)
		return
	}
	var prompt strings.Builder
	for _, m := range req.Messages {
		prompt.Write(m.Content)
	}
	said := prompt.String()
	tokens := len(said) / 4
	if f.window > 0 && len(said) > f.window {
		said, tokens = said[len(said)-f.window:], f.window/4
	}
	picture := strings.Contains(said, "data:image/png")
	switch {
	case f.models != nil && !slices.Contains(f.models, req.Model):
		answer(404, `{"error":{"message":"model not found"}}`)(w, r)
	case len(req.Tools) > 0 && f.noTools:
		answer(400, `{"error":{"message":"m does not support tools"}}`)(w, r)
	case picture && f.rejects != "":
		answer(400, f.rejects)(w, r)
	case len(req.Tools) > 0 && !(req.Stream && f.losesCalls):
		reply(w, req.Stream, tokens, fmt.Sprintf(`"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"report_word","arguments":%q}}]`,
			fmt.Sprintf(`{"word":%q}`, word.FindString(said))), "tool_calls")
	case len(req.Tools) > 0:
		reply(w, req.Stream, tokens, `"content":"I have reported the word."`, "stop")
	case picture && !f.blind:
		reply(w, req.Stream, tokens, `"content":"7305"`, "stop") // it is the number that the probe draws
	default:
		reply(w, req.Stream, tokens, fmt.Sprintf(`"content":%q`, "It is "+word.FindString(said)+"."), "stop")
	}
}

func (f *fakeModel) list(w http.ResponseWriter) {
	if f.models == nil {
		http.NotFound(w, nil)
		return
	}
	var list strings.Builder
	for i, name := range f.models {
		if i > 0 {
			list.WriteByte(',')
		}
		fmt.Fprintf(&list, `{"id":%q}`, name)
	}
	fmt.Fprintf(w, `{"data":[%s]}`, list.String())
}

// reply answers with one message, streamed or whole.
func reply(w http.ResponseWriter, streamed bool, tokens int, message, finish string) {
	part := "message"
	if streamed {
		part = "delta"
	}
	doc := fmt.Sprintf(`{"choices":[{"index":0,%q:{"role":"assistant",%s},"finish_reason":%q}],"usage":{"prompt_tokens":%d,"completion_tokens":3}}`, part, message, finish, tokens)
	if streamed {
		doc = events(doc, done)
	}
	_, _ = io.WriteString(w, doc)
}

// TestProbe finds out what servers of each failing kind can do.
func TestProbe(t *testing.T) {
	able := model.Capabilities{Model: "m", Dialect: model.Chat, Listed: true, Tools: true, StreamTools: true, Images: true, Head: true}
	but := func(change func(*model.Capabilities)) model.Capabilities {
		c := able
		change(&c)
		return c
	}
	listed := []string{"l", "m"}
	for _, tt := range []struct {
		name     string
		fake     fakeModel
		want     model.Capabilities
		note     string
		dialect  model.Dialect
		noStream bool
	}{
		{name: "all", fake: fakeModel{models: listed}, want: able, dialect: model.Chat},
		{name: "no list of models", fake: fakeModel{}, want: but(func(c *model.Capabilities) { c.Listed = false }), dialect: model.Chat},
		{name: "no tools", fake: fakeModel{models: listed, noTools: true}, note: "does not support tools",
			want: but(func(c *model.Capabilities) { c.Tools, c.StreamTools = false, false }), dialect: model.Command},
		{name: "no streamed tools", fake: fakeModel{models: listed, losesCalls: true},
			want: but(func(c *model.Capabilities) { c.StreamTools = false }), dialect: model.Chat, noStream: true},
		{name: "pictures rejected", fake: fakeModel{models: listed, rejects: "image input is not supported"}, note: "image input is not supported",
			want: but(func(c *model.Capabilities) { c.Images = false }), dialect: model.Chat},
		{name: "pictures not looked at", fake: fakeModel{models: listed, blind: true},
			want: but(func(c *model.Capabilities) { c.Images = false }), dialect: model.Chat},
		{name: "head cut off", fake: fakeModel{models: listed, window: 4 * 4096}, note: "counted 4096 tokens",
			want: but(func(c *model.Capabilities) { c.Head = false }), dialect: model.Chat},
	} {
		t.Run(tt.name, func(t *testing.T) {
			url := server(t, tt.fake.ServeHTTP)
			got, err := model.Probe(t.Context(), "", model.Config{BaseURL: url, Model: "m", Retries: -1, Prices: model.Prices{Input: 2, Output: 8, Currency: "$"}})
			if err != nil {
				t.Fatal(err)
			}
			tt.want.BaseURL = url
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(model.Capabilities{}, "At", "Notes", "Usage")); diff != "" {
				t.Errorf("capabilities (-want +got):\n%s", diff)
			}
			if notes := strings.Join(got.Notes, "\n"); (notes == "") != (tt.note == "") || !strings.Contains(notes, tt.note) {
				t.Errorf("notes %q, want one that says %q", notes, tt.note)
			}
			if d, noStream := got.Best(); d != tt.dialect || noStream != tt.noStream {
				t.Errorf("best is %s, not streamed %t; want %s, %t", d, noStream, tt.dialect, tt.noStream)
			}
			if got.Usage.Input < 4096 || got.Usage.Cost <= 0 || got.Usage.Currency != "$" {
				t.Errorf("the probe took %+v, want at least the long prompt and what it cost", got.Usage)
			}
			if got.At.IsZero() || tt.fake.requests > 6 {
				t.Errorf("%d requests, at %s", tt.fake.requests, got.At)
			}
		})
	}
}

// TestProbeResponses asks in the dialect that it is told.
func TestProbeResponses(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/responses" && r.URL.Path != "/v1/models" {
			t.Errorf("path %s", r.URL.Path)
		}
		stream(events(completed("["+functionItem("a", "report_word", `{"word":"KESTREL-4417"}`)+"]")))(w, r)
	})
	got, err := model.Probe(t.Context(), model.Responses, model.Config{BaseURL: url, Model: "m", Retries: -1})
	if err != nil || !got.StreamTools || got.Images || got.Head || got.Dialect != model.Responses {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestProbeOfAnUnusableEndpoint says what is wrong with it, as a reply would.
func TestProbeOfAnUnusableEndpoint(t *testing.T) {
	for _, tt := range []struct {
		name string
		fake fakeModel
		kind model.ErrorKind
		says []string
	}{
		{"wrong key", fakeModel{fails: answer(401, `{"error":{"message":"bad key"}}`)}, model.KindUnauthorized, []string{"GROQ_API_KEY"}},
		{"no credit", fakeModel{fails: answer(429, `{"error":{"message":"pay first","code":"insufficient_quota"}}`)}, model.KindRateLimited, []string{"pay first"}},
		{"another server", fakeModel{fails: answer(200, "<html>")}, model.KindGarbage, []string{"HTML"}},
		{"no such model", fakeModel{models: []string{"claude", "m-large", "m:8b", "qwen"}}, model.KindNotFound, []string{"it offers m-large, m:8b, qwen and 1 more"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := model.Probe(t.Context(), "", model.Config{
				BaseURL: server(t, tt.fake.ServeHTTP), APIKey: key, KeyVariable: "GROQ_API_KEY", Model: "m", Retries: -1,
			})
			checkFailure(t, err, tt.kind, tt.says...)
		})
	}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	_, err = model.Probe(t.Context(), "", model.Config{BaseURL: "http://" + closed.Addr().String() + "/v1", Model: "m", Retries: -1})
	checkFailure(t, err, model.KindRefused, "nothing listens")
}
