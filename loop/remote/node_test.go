package remote

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// TestNodeClient has a client in another language, which knows nothing but a
// WebSocket library, run a turn, lose its connection in it, answer and cancel.
func TestNodeClient(t *testing.T) {
	if out, err := exec.CommandContext(t.Context(), "node", "-e", `require("ws")`).CombinedOutput(); err != nil {
		t.Skipf("needs node, and NODE_PATH set to a folder with the npm package ws: %v %s", err, firstLine(out))
	}
	r := newRig(t, nil)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var stderr strings.Builder
	cmd := exec.CommandContext(ctx, "node", "testdata/client.cjs", "ws://"+r.addr, token, "ask me", "wait")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var saw struct {
		Events  int
		InOrder bool
		Ended   []int
		Outcome string
		Summary string
	}
	if err := json.Unmarshal(out, &saw); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if want := len(r.session.events()); saw.Events != want || !saw.InOrder {
		t.Errorf("it saw %d events of %d, in order: %v", saw.Events, want, saw.InOrder)
	}
	if len(saw.Ended) != 2 || saw.Ended[0] != 1 || saw.Ended[1] != 1 {
		t.Errorf("its turns ended %v times, want once each", saw.Ended)
	}
	if saw.Outcome != "done" || saw.Summary != "done: ask me" {
		t.Errorf("its first turn ended as %q: %q", saw.Outcome, saw.Summary)
	}
}

func firstLine(b []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	return line
}
