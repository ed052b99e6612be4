package tools

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"adroit/device/redact"
)

func toolNamed(t testing.TB, name string) Tool {
	t.Helper()
	for _, tool := range Catalogue(Options{}) {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("no tool %s", name)
	return Tool{}
}

func TestValidateAcceptsWhatIsCertain(t *testing.T) {
	idle := func(stable, timeout int, bounds bool) args {
		return args{"stable_ms": stable, "timeout_ms": timeout, "include_bounds": bounds}
	}
	target := func(target, strategy string) args { return args{"target": target, "strategy": strategy} }
	tests := []struct {
		tool, in string
		want     args
	}{
		{"press_back", ``, args{}},
		{"press_back", `{}`, args{}},
		{"press_back", `null`, args{}},
		{"press_back", `""`, args{}},
		{"press_back", `"{}"`, args{}},
		{"wait_for_idle", `{}`, idle(500, 5000, false)},
		{"wait_for_idle", `{"stable_ms": 300, "timeout_ms": null}`, idle(300, 5000, false)},
		{"wait_for_idle", `{"stable_ms": "300", "timeout_ms": 1e3, "include_bounds": "True"}`, idle(300, 1000, true)},
		{"wait_for_idle", `"{\"stable_ms\": 300.0}"`, idle(300, 5000, false)},
		{"open_settings_panel", `{"panel": "WiFi"}`, args{"panel": "wifi"}},
		{"tap", `{"target": "Wi-Fi", "strategy": "text"}`, target("Wi-Fi", "text")},
		{"tap", `{"target": 7, "strategy": "node_id"}`, target("7", "node_id")},
		{"tap", `{"target": "7", "strategy": "NODE_ID"}`, target("7", "node_id")},
		{"tap", `{"node_id": 7}`, target("7", "node_id")},
		{"tap", `{"text": "Wi-Fi"}`, target("Wi-Fi", "text")},
		{"tap", `{"view_id": "android:id/title"}`, target("android:id/title", "view_id")},
		{"tap", `{"bounds": [1, 2, 3, 4]}`, target("1,2,3,4", "bounds")},
		{"tap", `{"bounds": "[1,2][3,4]"}`, target("1,2,3,4", "bounds")},
		{"tap", `{"bounds": {"left": 1, "top": 2, "right": 3, "bottom": 4}}`, target("1,2,3,4", "bounds")},
		{"tap", `{"target": ["1", "2", "3", "4"], "strategy": "bounds"}`, target("1,2,3,4", "bounds")},
		{"tap", `{"target": [1, 2, 3, 4]}`, target("1,2,3,4", "bounds")},
		{"tap", `{"target": "text=Wi-Fi"}`, target("Wi-Fi", "text")},
		{"tap", `{"target": "text=a=b"}`, target("a=b", "text")},
		{"tap", `{"target": "text=Wi-Fi", "strategy": "text"}`, target("text=Wi-Fi", "text")},
		{"tap", `{"target": {"node_id": 7}}`, target("7", "node_id")},
		{"type_text", `{"text": 42}`, args{"text": "42"}},
		{"type_text", `{"text": "text=x"}`, args{"text": "text=x"}},
		{"type_text", `{"text": "hi", "node_id": "7"}`, args{"text": "hi", "target": "7", "strategy": "node_id"}},
	}
	for _, tt := range tests {
		t.Run(tt.tool+" "+tt.in, func(t *testing.T) {
			got, err := toolNamed(t, tt.tool).validate(json.RawMessage(tt.in))
			if err != nil || !maps.Equal(got, tt.want) {
				t.Errorf("validate = %v, %v; want %v", got, err, tt.want)
			}
		})
	}
}

func TestValidateNamesTheFieldTheFaultAndTheForm(t *testing.T) {
	tests := []struct{ tool, in, want string }{
		{"tap", `{"target": "x"}`, "tap: strategy: missing; want one of text, node_id, bounds, view_id"},
		{"tap", `{"strategy": "text"}`, "tap: target: missing; want a string that is not empty"},
		{"tap", `{"target": "x", "strategy": "xpath"}`, "tap: strategy: got a string of 5 characters; want one of text, node_id, bounds, view_id"},
		{"tap", `{"target": "", "strategy": "text"}`, "tap: target: got a string of 0 characters; want a string that is not empty"},
		{"tap", `{"target": null, "strategy": "text"}`, "tap: target: got null; want a string that is not empty"},
		{"tap", `{"target": true, "strategy": "text"}`, "tap: target: got a boolean; want a string that is not empty"},
		{"tap", `{"target": "x", "strategy": "text", "count": 2}`, "tap: count: no such field; want the fields target, strategy"},
		{"tap", `{"text": "a", "node_id": 3}`, "tap: node_id: more than one way to name the target; want target and strategy, or exactly one of text, node_id, bounds, view_id"},
		{"tap", `{"target": [1, 2], "strategy": "bounds"}`, "tap: target: got a list; want a string that is not empty"},
		{"tap", `[1]`, "tap: arguments: got a list; want a JSON object with the fields target, strategy"},
		{"tap", `{"target": `, "tap: arguments: not valid JSON; want a JSON object with the fields target, strategy"},
		{"tap", `{} {}`, "tap: arguments: not valid JSON; want a JSON object with the fields target, strategy"},
		{"press_back", `{"times": 2}`, "press_back: times: no such field; want no fields"},
		{"open_settings_panel", `{"panel": "vpn"}`, "open_settings_panel: panel: got a string of 3 characters; want one of wifi, bluetooth, accessibility, app_info, notifications, system_settings"},
		{"wait_for_idle", `{"timeout_ms": 200}`, "wait_for_idle: timeout_ms: got 200; want an integer from 250 to 30000"},
		{"wait_for_idle", `{"timeout_ms": 30001}`, "wait_for_idle: timeout_ms: got 30001; want an integer from 250 to 30000"},
		{"wait_for_idle", `{"timeout_ms": 500.5}`, "wait_for_idle: timeout_ms: got the number 500.5; want an integer from 250 to 30000"},
		{"wait_for_idle", `{"timeout_ms": "soon"}`, "wait_for_idle: timeout_ms: got a string of 4 characters; want an integer from 250 to 30000"},
		{"wait_for_idle", `{"include_bounds": "yes"}`, "wait_for_idle: include_bounds: got a string of 3 characters; want true or false"},
		{"type_text", `{"text": "x", "target": "y"}`, "type_text: strategy: missing; want target and strategy together, or neither"},
		{"type_text", `{"text": "my code is [REDACTED]"}`, "type_text: text: holds [REDACTED]; want the text itself, which only the person can give"},
		{"type_text", `{"text": ""}`, "type_text: text: got a string of 0 characters; want a string that is not empty"},
	}
	for _, tt := range tests {
		t.Run(tt.tool+" "+tt.in, func(t *testing.T) {
			got, err := toolNamed(t, tt.tool).validate(json.RawMessage(tt.in))
			if err == nil || err.Error() != tt.want {
				t.Errorf("validate = %v, %v; want %s", got, err, tt.want)
			}
			refused := toolNamed(t, tt.tool).Refused(json.RawMessage(tt.in), redact.NewRegistry(redact.Options{}))
			if got, _ := refused.Data["got"].(string); got == "" || strings.HasPrefix(got, "got ") {
				t.Errorf("the data say that it got %q", got)
			}
		})
	}
}

// Whatever a model sends: no panic, no value outside its parameter, and no
// text of a value in the error.
func TestValidateIsTotal(t *testing.T) {
	catalogue := Catalogue(Options{})
	rapid.Check(t, func(rt *rapid.T) {
		tool := rapid.SampledFrom(catalogue).Draw(rt, "tool")
		fields := map[string]any{}
		names := append(tool.paramNames(), "text", "node_id", "bounds", "query", "extra")
		for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom(names), rapid.ID[string]).Draw(rt, "names") {
			fields[name] = rapid.OneOf(
				rapid.Just[any](nil), rapid.Just[any](true), rapid.Just[any]([]any{1, "2", nil}), rapid.Just[any](map[string]any{"text": 1}),
				rapid.Map(rapid.Int(), func(n int) any { return n }),
				rapid.Map(rapid.Float64Range(-1e12, 1e12), func(f float64) any { return f }),
				rapid.Map(rapid.SampledFrom([]string{"", "sésame-ouvre-toi", "text=sésame-ouvre-toi", "500", "node_id"}), func(s string) any { return s }),
			).Draw(rt, name)
		}
		raw := mustJSON(fields)
		a, err := tool.validate(raw)
		if err != nil {
			if strings.Contains(err.Error(), "sésame") {
				rt.Fatalf("%s tells the text of an argument", err)
			}
			return
		}
		for name, value := range a {
			p, ok := tool.param(name)
			if !ok {
				rt.Fatalf("%s is no parameter", name)
			}
			if n, isInt := value.(int); isInt && p.Max != 0 && (n < p.Min || n > p.Max) {
				rt.Fatalf("%s = %d is out of range", name, n)
			}
		}
	})
}
