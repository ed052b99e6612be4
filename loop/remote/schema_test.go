package remote

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"adroit/loop/event"
)

// TestSchemaRefuses shows that the schema can fail: what every other test sends
// and receives is held against it.
func TestSchemaRefuses(t *testing.T) {
	all, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string][]string{
		"fromClient": {
			`{}`, `{"type":"hello","version":1}`, `{"type":"hello","version":1,"token":"x","events":"some"}`,
			`{"type":"turn"}`, `{"type":"turn","text":""}`, `{"type":"approve","request_id":"q1","decision":"yes"}`,
			`{"type":"call","tool":"tap"}`, `{"type":"welcome"}`,
		},
		"fromServer": {
			`{}`, `{"type":"welcome","version":1}`, `{"type":"reply"}`, `{"type":"reply","ok":false,"code":"because"}`,
			`{"type":"gap","from":0,"to":1,"message":""}`, `{"type":"turn_started","v":1,"seq":1}`,
			`{"type":"turn_completed","v":1,"seq":1,"time":"2026-01-01T00:00:00Z","run_id":"r","turn_id":"t1","outcome":"done"}`,
			`{"type":"usage","v":1,"seq":0,"time":"2026-01-01T00:00:00Z","run_id":"r"}`,
		},
	}
	for side, messages := range tests {
		for _, m := range messages {
			var v any
			if err := json.Unmarshal([]byte(m), &v); err != nil {
				t.Fatal(err)
			}
			if all[side].Validate(v) == nil {
				t.Errorf("%s lets pass %s", side, m)
			}
		}
	}
}

// TestSchemaNamesEveryField holds the fields that the code reads and writes
// against those that the schema names.
func TestSchemaNamesEveryField(t *testing.T) {
	all, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, def := range all["fromClient"].Schema().Defs {
		for name := range def.Properties {
			named[name] = true
		}
	}
	for _, v := range []any{request{}, Welcome{}, Guidance{}, Skill{}, State{}, Turn{}, reply{}, notice{}} {
		kind := reflect.TypeOf(v)
		for field := range kind.Fields() {
			if field.Anonymous { // its fields stand beside the others
				continue
			}
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); !named[name] {
				t.Errorf("the schema does not name %s of %s", name, kind.Name())
			}
		}
	}
}

// TestSmallSet encodes an event of every type: the small set holds those that
// the specification lists, and each is valid in either set.
func TestSmallSet(t *testing.T) {
	small := []string{
		"turn_started", "assistant_text", "tool_action", "approval_requested", "screen_observed",
		"turn_completed", "turn_failed", "turn_cancelled",
	}
	types := []event.Type{
		event.TurnQueued, event.TurnUnqueued, event.TurnStarted, event.StepStarted, event.AssistantText, event.ToolProposed,
		event.ApprovalRequested, event.ApprovalDecided, event.ModeChanged, event.ToolStarted, event.ToolFinished,
		event.ScreenObserved, event.Usage, event.Compacted, event.DeviceState, event.RetryScheduled, event.GateChecked,
		event.TurnCompleted, event.TurnFailed, event.TurnCancelled,
	}
	var got []string
	for i, kind := range types {
		e := event.Event{
			V: 1, Seq: int64(i + 1), Time: time.Unix(1, 0).UTC(), RunID: "r", TurnID: "t1", Type: kind, Text: "words",
			CallID: "c1", Tool: "tap", Label: "Tap", RequestID: "q1", Request: json.RawMessage(`{}`), Screen: json.RawMessage(`{}`), Outcome: event.Done,
		}
		for _, wanted := range []string{eventsAll, eventsSmall} {
			data, err := encodeEvent(e, wanted, holderOther)
			if err != nil {
				t.Fatal(err)
			}
			if data == nil && wanted == eventsSmall {
				continue
			}
			var m map[string]any
			if err := json.Unmarshal(data, &m); err != nil {
				t.Fatal(err)
			}
			check(t, "fromServer", m)
			if wanted == eventsSmall {
				got = append(got, m["type"].(string))
			} else if m["type"] != string(kind) {
				t.Errorf("%s is sent as %v", kind, m["type"])
			}
		}
	}
	slices.Sort(got)
	slices.Sort(small)
	if !slices.Equal(got, small) {
		t.Errorf("the small set is %v, want %v", got, small)
	}
}
