package tools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"adroit/device/screen"
	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

// TestWholeScreensForTheModel gives the model the canonical JSON in place of
// the lines, where it is wanted, and logs the lines all the same.
func TestWholeScreensForTheModel(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.Runner = tools.NewRunner(r.phone, r.broker, r.registry, tools.Options{ScreenJSON: true}, tools.Hooks{})
	r.registry.Add("", "Messages", "planted")
	for _, call := range [][2]string{
		{"observe_screen_context", ``},
		{"open_app", `{"target": "Settings"}`},
		{"wait_for_idle", ``},
		{"tap", `{"target": "no such thing", "strategy": "text"}`},
	} {
		result := r.call(t, call[0], call[1])
		object, whole, _ := strings.Cut(result.ForModel(), "\n")
		var told tools.Result
		if err := json.Unmarshal([]byte(object), &told); err != nil || told.Message != result.Message || told.Screen != "" {
			t.Errorf("%s: %v in %s", call[0], err, object)
		}
		var seen screen.Context
		if err := json.Unmarshal([]byte(whole), &seen); err != nil || len(seen.Nodes) == 0 || seen.ObservationID == "" {
			t.Errorf("%s: %v in %.200s", call[0], err, whole)
		}
		if strings.Contains(whole, "Messages") {
			t.Errorf("%s: a secret that became known is in %s", call[0], whole)
		}
		logged, err := json.Marshal(result)
		if err != nil || result.Screen == "" || strings.Contains(string(logged), `\"nodes\"`) || strings.Contains(string(logged), `"nodes"`) {
			t.Errorf("%s: %v, logged as %s", call[0], err, logged)
		}
	}
	if raw := r.call(t, "observe_screen", ``); !strings.HasSuffix(raw.ForModel(), raw.Screen) || raw.Whole != nil {
		t.Errorf("the raw tree became %s", raw.ForModel())
	}
}
