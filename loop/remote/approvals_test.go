package remote

import (
	"testing"
	"time"

	"adroit/permissions"
)

// TestHighRiskNeedsItsWord on the server, whatever a client made of it.
func TestHighRiskNeedsItsWord(t *testing.T) {
	r := newRig(t, nil)
	c, _ := r.hello(map[string]any{"approvals": true})
	c.send(map[string]any{"type": "turn", "text": "ask me to pay"})
	asked := c.next("approval_requested")
	word := asked["request"].(map[string]any)["word"].(string)
	if word == "" {
		t.Fatal("the question has no word")
	}
	answers := []struct {
		with map[string]any
		code any
	}{
		{map[string]any{"decision": "once"}, codeWrongWord},
		{map[string]any{"decision": "once", "word": "yes"}, codeWrongWord},
		{map[string]any{"decision": "session", "word": word}, codeNotGrantable},
		{map[string]any{"decision": "once", "word": word}, nil},
		{map[string]any{"decision": "once", "word": word}, codeNotPending},
	}
	for _, a := range answers {
		a.with["type"], a.with["request_id"] = "approve", asked["request_id"]
		if answer := c.ask(a.with); answer["code"] != a.code {
			t.Errorf("%v was answered %v, want %v", a.with, answer, a.code)
		}
	}
	c.next("turn_completed")
}

// TestLeavingGrantsNothing leaves a question open: whoever comes next can
// answer it, and when nobody does it is denied.
func TestLeavingGrantsNothing(t *testing.T) {
	r := newRigOn(t, newFakeSession(t, 1500*time.Millisecond), nil)
	c, _ := r.hello(map[string]any{"approvals": true})
	c.send(map[string]any{"type": "turn", "text": "ask me"})
	c.next("approval_requested")
	c.ws.CloseNow()
	watcher, welcome := r.hello(map[string]any{"events": "all", "after_seq": 0})
	if pending, _ := welcome["state"].(map[string]any)["pending"].([]any); len(pending) != 1 {
		t.Errorf("pending are %v", pending)
	}
	if decided := watcher.next("approval_decided"); decided["decision"] != string(permissions.Denied) || decided["by"] != permissions.ByTimeout {
		t.Errorf("decided as %v", decided)
	}
	watcher.next("turn_completed")
	if len(r.session.granted) != 0 {
		t.Error("the act was granted")
	}
}
