package model_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"adroit/loop/model"
)

// FuzzAnswer answers with anything. Whatever it is, Reply comes back with what
// it promises, in each dialect.
func FuzzAnswer(f *testing.F) {
	f.Add(events(saying("Hi"), finish("stop"), done))
	f.Add(events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{\"n\":"}}`), calling(`{"function":{"arguments":"1}"}}`), finish("tool_calls")))
	f.Add(events(calling(`{"id":"a","function":{"name":"tap","arguments":{"n":1}}},{"id":"a","function":{"name":"b"}}`), done))
	f.Add(events(`{"choices":[{"delta":{"content":[{"type":"text","text":"x"}],"reasoning_details":[{"type":"t","text":null}]}}]}`, `{"error":"x"}`))
	f.Add(`{"choices":[{"message":{"content":"x"},"finish_reason":"length"}],"usage":{"prompt_tokens":1}}`)
	f.Add("event: error\ndata: x\n\n")
	f.Add("<html>")
	f.Add(events(textDelta("Hi"), itemDone(0, functionItem("a", "tap", "{}")), completed("[]")))
	f.Add(events(saying(`{"final": "a\u00`), saying(`e9\ud83d`), saying(`\ude00"}`), finish("stop"), done))
	f.Add(events(saying("x <tool_call>{\"name\":\"tap\",}"), finish("stop"), done))
	f.Add(events(saying("x <tool_call>tap<arg_key>target</arg_key><arg_value>3</arg_value></tool_call>"), finish("stop"), done))

	var body atomic.Value
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(body.Load().(string)))
	}))
	f.Cleanup(s.Close)
	cfg := model.Config{BaseURL: s.URL, Model: "m", Retries: -1, Timeouts: model.Timeouts{Reply: 20 * time.Second}}
	dialects := []model.Model{model.NewChat(cfg), model.NewResponses(cfg), model.NewCommand(cfg)}
	f.Fuzz(func(t *testing.T, answer string) {
		body.Store(answer)
		for _, m := range dialects {
			checkPromises(t, m)
		}
	})
}

func checkPromises(t *testing.T, m model.Model) {
	var heard strings.Builder
	got, err := m.Reply(t.Context(), conversation(), func(s string) { heard.WriteString(s) })
	if got.Text != heard.String() {
		t.Errorf("text %q, but %q was streamed", got.Text, heard.String())
	}
	if (len(got.Calls) > 0) != (got.Stop == model.StopToolCalls) || err != nil && got.Stop != model.StopIncomplete {
		t.Errorf("stop %q with calls %q and error %v", got.Stop, got.Calls, err)
	}
	seen := map[string]bool{}
	for _, c := range got.Calls {
		if c.ID == "" || c.Name == "" || c.Arguments == "" || seen[c.ID] {
			t.Errorf("calls %q: a field is empty or an id used twice", got.Calls)
		}
		seen[c.ID] = true
	}
	if err != nil && (strings.ContainsAny(err.Error(), "\n\x1b") || len(err.Error()) > 1000) {
		t.Errorf("not one short line: %q", err)
	}
}

// BenchmarkStream measures the cost of a streamed token, server included.
func BenchmarkStream(b *testing.B) {
	const words = 1000
	body := events(append(slices.Repeat([]string{saying("word ")}, words), finish("stop"), done)...)
	s := httptest.NewServer(stream(body))
	defer s.Close()
	m := model.NewChat(model.Config{BaseURL: s.URL, Model: "m"})
	for b.Loop() {
		if _, err := m.Reply(b.Context(), userAsks("x"), func(string) {}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/words, "ns/token")
}
