package scripted_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"adroit/loop/model/scripted"
)

// FuzzConversation tells the model anything, as the task and as the result of
// its look at the screen: it always answers, with words.
func FuzzConversation(f *testing.F) {
	f.Add("Turn on Wi-Fi", ok("Observed", wifiOff))
	f.Add(`send a message "Hi" to Jonas`, ok("Observed", compose))
	f.Add("what is on the screen?", ok("Observed", "12 13 [on] | x [off]\n- | |\n9999999999999999999999 switch"))
	f.Add("open Messages", failed("App not found", `{"candidates":["7 button x",""," "]}`, 0))
	f.Add("tap [", "not JSON")
	f.Add("In Notes, in Notes, long-press x and type \"a\" into b, wait for c and go back", ok("Observed", "keyboard hidden; new: 1\n1 input b [focused]"))
	f.Add("turn \"a and b\" off, then on; and, then. and go home", "")
	f.Add("[Checked by the program] go on", "")
	h := scripted.New(scripted.Options{})
	f.Fuzz(func(t *testing.T, task, result string) {
		body, err := json.Marshal(map[string]any{
			"tools": []any{map[string]any{"type": "function", "function": map[string]any{"name": "tap"}}, map[string]any{"function": map[string]any{"name": "observe_screen_context"}}},
			"messages": []any{
				map[string]any{"role": "user", "content": task},
				map[string]any{"role": "assistant", "tool_calls": []any{map[string]any{"id": "a", "function": map[string]any{"name": "observe_screen_context", "arguments": "{}"}}}},
				map[string]any{"role": "tool", "tool_call_id": "a", "content": result},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/chat/completions", strings.NewReader(string(body))))
		var doc struct {
			Choices []struct {
				Message struct{ Content, Refusal string }
			}
		}
		if err := json.Unmarshal(w.Body.Bytes(), &doc); err != nil || w.Code != http.StatusOK || len(doc.Choices) != 1 {
			t.Fatalf("%d %s (%v)", w.Code, w.Body, err)
		}
		if m := doc.Choices[0].Message; m.Content+m.Refusal == "" {
			t.Error("no words")
		}
	})
}
