package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestPlantedSecretsStayOffTheWires plants secrets on screens and looks for them
// in all that a server sends to its clients, and an MCP server to its agent.
func TestPlantedSecretsStayOffTheWires(t *testing.T) {
	p := newPlanter(newSeed(t))
	dir := t.TempDir()
	shown := p.write(t, filepath.Join(dir, "screen0.xml"), false)
	calls := p.touching("screen0", shown)
	model := newParrot(t, p, calls)
	on := serveScreens(t, dir)

	state := serveDemo(t, append(on, "--model", "parrot", "--base-url", model.URL, "--api", "chat")...)
	at := readServed(t, state)
	t.Run("a client in a turn", func(t *testing.T) { p.checkFrames(t, at, "Read the screen") })
	t.Run("an agent at the server", func(t *testing.T) {
		p.checkCalls(t, startMCP(t, "--attach", at.URL, "--state-dir", state), []call{looking[0], looking[1]})
	})
	t.Run("a late client", func(t *testing.T) { p.checkFrames(t, at, "") })
	t.Run("an agent", func(t *testing.T) {
		p.checkCalls(t, startMCP(t, append(on, "--approve", "medium", "--state-dir", t.TempDir())...), calls)
	})
}

// checkFrames reads what a client is sent of a run, until the turn that it asks
// for has ended, or without one until all that was has been told.
func (p *planter) checkFrames(t *testing.T, at served, task string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, at.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.CloseNow()
	ws.SetReadLimit(32 << 20)
	say := func(message map[string]any) {
		if err := wsjson.Write(ctx, ws, message); err != nil {
			t.Fatal(err)
		}
	}
	say(map[string]any{"type": "hello", "version": 1, "token": at.Token, "events": "all", "after_seq": 0})
	frames, last := 0, int64(-1)
	for {
		_, data, err := ws.Read(ctx)
		if err != nil {
			t.Fatalf("after %d frames: %v", frames, err)
		}
		frames++
		p.check(t, string(data))
		var m struct {
			Type      string `json:"type"`
			Seq       int64  `json:"seq"`
			RequestID string `json:"request_id"`
			State     struct{ Seq int64 }
		}
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		switch {
		case m.Type == "welcome" && task != "":
			say(map[string]any{"type": "mode", "mode": "medium"})
			say(map[string]any{"type": "turn", "text": task})
		case m.Type == "welcome":
			last = m.State.Seq
		case m.Type == "approval_requested":
			say(map[string]any{"type": "approve", "request_id": m.RequestID, "decision": "deny"})
		case m.Type == "turn_completed" && task != "", last > 0 && m.Seq == last:
			if frames < 20 {
				t.Errorf("only %d frames came", frames)
			}
			return
		}
	}
}

// checkCalls has an agent make calls and looks into what it gets.
func (p *planter) checkCalls(t *testing.T, session *mcp.ClientSession, calls []call) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, c := range calls {
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: c.tool, Arguments: json.RawMessage(c.arguments)})
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		p.check(t, string(data))
		p.check(t, fmt.Sprint(result.StructuredContent))
	}
}
