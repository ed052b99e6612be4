package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// parrot is a model that looks at the screen and then says, and calls tools
// with, every secret that may stand there.
type parrot struct {
	*httptest.Server
	t       *testing.T
	planter *planter
	calls   []call // one after the other, before it speaks

	mu sync.Mutex
}

// call is one call of a tool, with its arguments as JSON.
type call struct{ tool, arguments string }

func newParrot(t *testing.T, p *planter, calls []call) *parrot {
	m := &parrot{t: t, planter: p, calls: calls}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

// ServeHTTP answers a request in the streamed form of chat completions.
func (m *parrot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var request struct {
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(body, &request) != nil {
		http.Error(w, "no such thing", http.StatusNotFound)
		return
	}
	results := 0
	for _, msg := range request.Messages {
		if msg.Role == "tool" {
			results++
		}
		if msg.Role != "assistant" { // those are its own words
			m.planter.check(m.t, string(msg.Content))
		}
	}
	w.Header().Set("Content-Type", "text/event-stream")
	if results < len(m.calls) {
		arguments, err := json.Marshal(m.calls[results].arguments)
		if err != nil {
			m.t.Error(err)
		}
		fmt.Fprintf(w, `data: {"choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"call%d","type":"function","function":{"name":%q,"arguments":%s}}]}}]}`+"\n\n",
			results, m.calls[results].tool, arguments)
		fmt.Fprint(w, `data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`+"\n\ndata: [DONE]\n\n")
		return
	}
	var words strings.Builder
	for _, s := range m.planter.secrets {
		fmt.Fprintf(&words, "I saw %s.\n", s.context)
	}
	words.WriteString("\nThat is all.")
	for rest := words.String(); rest != ""; {
		n := min(1+m.planter.IntN(20), len(rest))
		piece, err := json.Marshal(rest[:n])
		if err != nil {
			m.t.Error(err)
		}
		fmt.Fprintf(w, `data: {"choices":[{"index":0,"delta":{"content":%s}}]}`+"\n\n", piece)
		rest = rest[n:]
	}
	fmt.Fprint(w, `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
}

// looking are calls that only look at the screen.
var looking = []call{{"observe_screen_context", "{}"}, {"observe_screen", "{}"}}

// touching are calls that open an app, look at it, and look for, tap and type
// secrets.
func (p *planter) touching(app string, secrets []secret) []call {
	calls := append([]call{{"open_app", fmt.Sprintf(`{"target":%q}`, app)}}, looking...)
	for _, s := range secrets {
		value := quoted(s.context)
		calls = append(calls,
			call{"find_element", `{"text":` + value + `}`},
			call{"tap", `{"target":` + value + `,"strategy":"text"}`},
			call{"type_text", `{"text":` + value + `,"target":"Notes","strategy":"text"}`},
		)
	}
	return calls
}

// quoted is s as a JSON string.
func quoted(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err) // no string has no JSON
	}
	return string(raw)
}
