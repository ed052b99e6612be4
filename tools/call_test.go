package tools_test

import (
	"encoding/json"
	"testing"

	"adroit/tools"
)

func TestResultForModel(t *testing.T) {
	tests := []struct {
		name string
		in   tools.Result
		want string
	}{
		{"a success with the screen behind the object", tools.Result{
			OK: true, Status: tools.Success, Message: `Tapped switch "Wi-Fi"`, Data: map[string]any{"checked": true},
			Screen: "3 switch Wi-Fi [on]\ngone: 2",
		}, `{"ok":true,"status":"success","message":"Tapped switch \"Wi-Fi\"","data":{"checked":true},"next_actions":[],"artifacts":[]}` +
			"\n3 switch Wi-Fi [on]\ngone: 2"},
		{"an error says whether to repeat it", tools.Result{
			Status: tools.Error, Message: "Target not found", Idempotent: true, RetryAfterMS: 500,
			NextActions: []string{"observe_screen_context"},
		}, `{"ok":false,"status":"error","message":"Target not found","data":{},"next_actions":["observe_screen_context"],"artifacts":[],"retry_after_ms":500,"idempotent":true,"stop":false}`},
		{"an error that does not pass", tools.Result{
			Status: tools.Error, Message: "locked", Stop: true,
		}, `{"ok":false,"status":"error","message":"locked","data":{},"next_actions":[],"artifacts":[],"idempotent":false,"stop":true}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.in.ForModel(); got != tt.want {
				t.Errorf("ForModel =\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestResultCarriesTheScreenInItsJSON(t *testing.T) {
	raw, err := json.Marshal(tools.Result{OK: true, Status: tools.Success, Screen: "1 button OK"})
	if err != nil {
		t.Fatal(err)
	}
	var back tools.Result
	if err := json.Unmarshal(raw, &back); err != nil || back.Screen != "1 button OK" || !back.OK {
		t.Errorf("%s came back as %+v, %v", raw, back, err)
	}
}
