package event_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adroit/loop/event"
)

// TestEncoding pins the names of the fields: logs and other programs rely on
// them.
func TestEncoding(t *testing.T) {
	at := time.Date(2026, 11, 29, 20, 5, 40, 0, time.UTC)
	tests := map[string]struct {
		event event.Event
		json  string
	}{
		"zero fields are left out": {
			event.Event{V: 1, Seq: 7, Time: at, RunID: "r", Type: event.TurnQueued, Text: "later"},
			`{"v":1,"seq":7,"time":"2026-11-29T20:05:40Z","run_id":"r","type":"turn_queued","text":"later"}`,
		},
		"a call": {
			event.Event{
				V: 1, Seq: 8, Time: at, RunID: "r", TurnID: "t1", Type: event.ToolFinished, Step: 2, CallID: "c3", Tool: "tap",
				Result: json.RawMessage(`{"ok":true}`), DurationMS: 40, ByPerson: true,
			},
			`{"v":1,"seq":8,"time":"2026-11-29T20:05:40Z","run_id":"r","turn_id":"t1","type":"tool_finished","step":2,` +
				`"call_id":"c3","tool":"tap","result":{"ok":true},"duration_ms":40,"by_person":true}`,
		},
		"an end": {
			event.Event{V: 1, Seq: 9, Time: at, RunID: "r", TurnID: "t1", Type: event.TurnCompleted, Text: "On.", Outcome: event.Done, Verified: true},
			`{"v":1,"seq":9,"time":"2026-11-29T20:05:40Z","run_id":"r","turn_id":"t1","type":"turn_completed","text":"On.","outcome":"done","verified":true}`,
		},
		"tokens": {
			event.Event{V: 1, Seq: 1, Time: at, RunID: "r", Type: event.Usage, Tokens: &event.Tokens{Input: 10, Output: 2, TurnTotal: 12}},
			`{"v":1,"seq":1,"time":"2026-11-29T20:05:40Z","run_id":"r","type":"usage","tokens":{"input":10,"output":2,"turn_total":12}}`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			raw, err := json.Marshal(test.event)
			if err != nil || string(raw) != test.json {
				t.Errorf("encoded as\n%s\nwant\n%s\n%v", raw, test.json, err)
			}
			var back event.Event
			if err := json.Unmarshal(raw, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.event, back); diff != "" {
				t.Errorf("read back differs:\n%s", diff)
			}
		})
	}
}

func TestTerminal(t *testing.T) {
	terminal := map[event.Type]bool{event.TurnCompleted: true, event.TurnFailed: true, event.TurnCancelled: true}
	for _, kind := range []event.Type{
		event.TurnQueued, event.TurnUnqueued, event.TurnStarted, event.StepStarted, event.AssistantText, event.ToolProposed,
		event.ApprovalRequested, event.ApprovalDecided, event.ModeChanged, event.ToolStarted, event.ToolFinished, event.ScreenObserved,
		event.Usage, event.Compacted, event.DeviceState, event.RetryScheduled, event.GateChecked,
		event.TurnCompleted, event.TurnFailed, event.TurnCancelled, "",
	} {
		if kind.Terminal() != terminal[kind] {
			t.Errorf("%s: terminal is %v", kind, kind.Terminal())
		}
	}
}
