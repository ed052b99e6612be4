package loop

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"adroit/loop/event"
	"adroit/loop/model"
)

// wireReply is what the server answers to one request.
type wireReply struct {
	Text     string
	Reasons  bool
	Calls    []model.Call
	Finish   string // the finish_reason of Chat Completions
	Rejected bool   // answered with an error for good
}

// drawWireReplies draws what the server answers. A model without tool calling
// sends one command in its words, and a server that makes a call of it one call.
func drawWireReplies(rt *rapid.T, dialect model.Dialect) []wireReply {
	most := 4
	if dialect == model.Command {
		most = 1
	}
	calls := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) model.Call {
		return model.Call{
			ID:        rapid.SampledFrom([]string{"", "same", "same", "call_1", "call_2", "ungültig id"}).Draw(rt, "id"),
			Name:      rapid.SampledFrom([]string{"tap", "tap", "press_back", "observe_screen_context", "no_such_tool", "two words", "größer", ""}).Draw(rt, "tool"),
			Arguments: rapid.SampledFrom([]string{`{"target":"3","strategy":"node_id"}`, `{}`, `{"a":1}`, `[]`, `{`, ``, `null`, `"{}"`}).Draw(rt, "arguments"),
		}
	}), 0, most)
	return rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) wireReply {
		return wireReply{
			Text:     rapid.SampledFrom([]string{"", "Some words.", `{"final": "Done."}`, `{"tool": "tap", "args": {"target": "3"}}`, "\u001b[2J\u202e"}).Draw(rt, "text"),
			Reasons:  rapid.Bool().Draw(rt, "reasons"),
			Calls:    calls.Draw(rt, "calls"),
			Finish:   rapid.SampledFrom([]string{"stop", "tool_calls", "tool_calls", "length", "content_filter"}).Draw(rt, "finish"),
			Rejected: rapid.IntRange(0, 9).Draw(rt, "rejected") == 0,
		}
	}), 1, 8).Draw(rt, "replies")
}

// chatBody is the reply in the words of Chat Completions.
func (r wireReply) chatBody() any {
	message := map[string]any{"role": "assistant", "content": r.Text}
	if r.Reasons {
		message["reasoning_content"] = "I think."
	}
	var calls []any
	for _, c := range r.Calls {
		calls = append(calls, map[string]any{"id": c.ID, "type": "function", "function": map[string]any{"name": c.Name, "arguments": c.Arguments}})
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	return map[string]any{"object": "chat.completion", "choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": r.Finish}}}
}

// responsesBody is the reply in the words of the Responses API; n numbers the
// items.
func (r wireReply) responsesBody(n int) any {
	output := []any{}
	if r.Reasons {
		output = append(output, map[string]any{"type": "reasoning", "id": fmt.Sprintf("rs_%d", n), "summary": []any{}, "encrypted_content": fmt.Sprintf("sealed %d", n)})
	}
	if r.Text != "" {
		output = append(output, map[string]any{"type": "message", "id": fmt.Sprintf("msg_%d", n), "role": "assistant", "status": "completed",
			"content": []any{map[string]any{"type": "output_text", "text": r.Text, "annotations": []any{}}}})
	}
	for i, c := range r.Calls {
		output = append(output, map[string]any{"type": "function_call", "id": fmt.Sprintf("fc_%d_%d", n, i), "call_id": c.ID, "name": c.Name, "arguments": c.Arguments, "status": "completed"})
	}
	body := map[string]any{"id": fmt.Sprintf("resp_%d", n), "object": "response", "status": "completed", "output": output}
	switch r.Finish {
	case "length":
		body["status"], body["incomplete_details"] = "incomplete", map[string]any{"reason": "max_output_tokens"}
	case "content_filter":
		body["status"], body["incomplete_details"] = "incomplete", map[string]any{"reason": "content_filter"}
	}
	return body
}

// wireServer answers with the replies in turn and judges what it is sent.
type wireServer struct {
	dialect model.Dialect
	replies []wireReply

	mu     sync.Mutex
	asked  int
	broken error
}

// begin forgets what was and answers with other replies from now on.
func (s *wireServer) begin(replies []wireReply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked, s.broken, s.replies = 0, nil, replies
}

func (s *wireServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.asked
	s.asked++
	if err = errors.Join(err, checkWire(s.dialect, body)); err != nil {
		s.broken = errors.Join(s.broken, fmt.Errorf("request %d: %w\n%s", n, err, body))
	}
	reply := s.replies[n%len(s.replies)]
	w.Header().Set("Content-Type", "application/json")
	if reply.Rejected {
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, `{"error":{"message":"no"}}`)
		return
	}
	answer := reply.chatBody()
	if s.dialect == model.Responses {
		answer = reply.responsesBody(n)
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// TestEveryRequestIsValidOnTheWire drives sessions with the real dialects
// against a server that answers at random and judges each request by the rules
// of the protocol.
func TestEveryRequestIsValidOnTheWire(t *testing.T) {
	for _, dialect := range []model.Dialect{model.Chat, model.Responses, model.Command} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			server := &wireServer{dialect: dialect}
			listening := httptest.NewServer(server)
			defer listening.Close()
			endpoint := model.New(dialect, model.Config{BaseURL: listening.URL + "/v1", APIKey: "k", Model: "m", NoStream: true})
			requests := 0
			rapid.Check(t, func(rt *rapid.T) {
				server.begin(drawWireReplies(rt, dialect))
				p := &player{script: sessionScript{
					Results: rapid.SliceOfN(rapid.SampledFrom([]string{"ok", "picture", "changed", "changed", "failed", "denied", "stop_turn", "for_good"}), 1, 8).Draw(rt, "results"),
				}}
				limits := Limits{
					Steps:   rapid.IntRange(1, 6).Draw(rt, "steps"),
					Context: rapid.SampledFrom([]int{0, 0, 100, 200}).Draw(rt, "context"),
				}
				p.st = newStage(t, endpoint, p.run, func(c *Config) { c.Limits = limits })
				defer p.st.close(t)
				ended := make(chan struct{}, 1)
				p.st.Subscribe(func(e event.Event) {
					if e.Type.Terminal() {
						ended <- struct{}{}
					}
				})
				for range rapid.IntRange(1, 4).Draw(rt, "turns") {
					if _, err := p.st.Send("Turn on Wi-Fi"); err != nil {
						rt.Fatal(err)
					}
					select {
					case <-ended:
					case <-time.After(time.Minute):
						rt.Fatal("the turn does not end")
					}
				}
				server.mu.Lock()
				defer server.mu.Unlock()
				requests += server.asked
				if server.broken != nil {
					rt.Fatal(server.broken)
				}
			})
			if requests == 0 {
				t.Error("nothing was asked")
			}
		})
	}
}
