package loop

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adroit/device/screen"
	"adroit/loop/event"
	"adroit/loop/model"
)

// reasoner is an endpoint whose model reasons before a call, and then answers.
// It keeps what it was sent.
type reasoner struct {
	asks, answers string // bodies
	asked         []map[string]any
}

func (r *reasoner) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	var request map[string]any
	_ = json.Unmarshal(body, &request)
	r.asked = append(r.asked, request)
	w.Header().Set("Content-Type", "application/json")
	reply := r.answers
	if len(r.asked) == 1 {
		reply = r.asks
	}
	_, _ = io.WriteString(w, reply)
}

// reasoned is the reasoning in the nth request, in JSON.
func (r *reasoner) reasoned(n int) string {
	var found []any
	messages, _ := r.asked[n]["messages"].([]any)
	input, _ := r.asked[n]["input"].([]any)
	for _, item := range append(messages, input...) {
		item := item.(map[string]any)
		if text, ok := item["reasoning_content"]; ok {
			found = append(found, text)
		}
		if item["type"] == "reasoning" {
			found = append(found, item["content"])
		}
	}
	return string(mustJSON(found))
}

// TestReasoningGoesOnAfterACrash ends a program in the middle of a turn and has
// another take up its run: a provider that wants its model's reasoning back
// gets it from both.
func TestReasoningGoesOnAfterACrash(t *testing.T) {
	const calls = `"tool_calls":[{"id":"a","type":"function","function":{"name":"press_back","arguments":"{}"}}]`
	chat := func(message, finish string) string {
		return `{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant",` + message + `},"finish_reason":"` + finish + `"}]}`
	}
	response := func(items string) string {
		return `{"object":"response","status":"completed","output":[` + items + `]}`
	}
	for name, tt := range map[string]struct {
		dialect  model.Dialect
		endpoint reasoner
		want     string
	}{
		"chat": {model.Chat, reasoner{
			asks:    chat(`"content":"","reasoning_content":"They want to go back. Ask ada@example.org.",`+calls, "tool_calls"),
			answers: chat(`"content":"Done."`, "stop"),
		}, `["They want to go back. Ask [REDACTED]."]`},
		"responses": {model.Responses, reasoner{
			asks: response(`{"type":"reasoning","id":"rs_1","summary":[],"content":[{"type":"reasoning_text","text":"They want to go back."}]},
				{"type":"function_call","call_id":"a","name":"press_back","arguments":"{}","status":"completed"}`),
			answers: response(`{"type":"message","id":"m_1","role":"assistant","content":[{"type":"output_text","text":"Done."}]}`),
		}, `[[{"text":"They want to go back.","type":"reasoning_text"}]]`},
	} {
		t.Run(name, func(t *testing.T) {
			listening := httptest.NewServer(&tt.endpoint)
			defer listening.Close()
			m := model.New(tt.dialect, model.Config{BaseURL: listening.URL + "/v1", APIKey: "k", Model: "m", NoStream: true})
			log, recorded := logIn(t, t.TempDir())
			st := newStage(t, m, nil, recorded)
			st.RunTurn(t.Context(), "Go back")
			st.close(t)

			_, resumed := goingOn(t, cutAfter(t, log.Path(), event.ToolFinished))
			st = newStage(t, m, nil, resumed)
			if end := st.RunTurn(t.Context(), "Go on"); end.Outcome != event.Done {
				t.Errorf("the run that goes on ended %s: %s", end.Outcome, end.Reason)
			}
			st.close(t)
			if diff := cmp.Diff(tt.want, tt.endpoint.reasoned(2)); diff != "" {
				t.Errorf("reasoning sent after the crash (-want +got):\n%s", diff)
			}
		})
	}
}

// cutAfter returns a copy of a log that ends after its first event of the type.
func cutAfter(t *testing.T, path string, last event.Type) string {
	t.Helper()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	for line := range strings.Lines(string(whole)) {
		kept.WriteString(line)
		if strings.Contains(line, `"type":"`+string(last)+`"`) {
			break
		}
	}
	cut := filepath.Join(t.TempDir(), "cut.jsonl")
	if err := os.WriteFile(cut, []byte(kept.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return cut
}

// TestReasoningOfHiddenTypingIsHidden: while a password field is on the screen,
// what is reasoned about typing is no more in the log than what is typed.
func TestReasoningOfHiddenTypingIsHidden(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		typing := wants(aCall("type_text", `{"text":"swordfish"}`))
		typing.Items = json.RawMessage(`{"from":"chat x m","message":{"reasoning_content":"I type swordfish."}}`)
		st := newStage(t, replies(typing, says("Done.")), nil)
		form := aScreen("Sign in")
		form.Nodes = []screen.Node{{ID: "1", Password: true}}
		st.phone.put(form)
		if _, err := st.phone.Observe(t.Context()); err != nil {
			t.Fatal(err)
		}
		st.RunTurn(t.Context(), "Sign in")
		st.close(t)
		if told := string(mustJSON(st.journal.all())); strings.Contains(told, "swordfish") || !strings.Contains(told, `"reasoning_content":"[REDACTED]"`) {
			t.Errorf("told %s", told)
		}
	})
}
