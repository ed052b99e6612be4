package tools_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"adroit/permissions"
	"adroit/tools"
)

// contract is what other programs rely on, of each tool in the order of the
// catalogue.
type contract struct {
	name     string
	risk     permissions.Risk
	required []string
	optional []string
	enums    map[string][]string
	ranges   map[string][2]float64
	defaults map[string]string
}

var (
	strategy  = []string{"text", "node_id", "bounds", "view_id"}
	selector  = map[string][]string{"strategy": strategy}
	matching  = map[string][]string{"match": {"exact", "contains", "semantic"}}
	target    = []string{"strategy", "target"}
	container = []string{"container", "container_strategy"}
	query     = []string{"class_name", "content_description", "match", "node_id", "text"}
	timeout   = map[string][2]float64{"timeout_ms": {250, 30000}}
	wait      = map[string]string{"timeout_ms": "5000"}
	low       = permissions.Low
	medium    = permissions.Medium
)

var contracts = []contract{
	{name: "observe_screen", risk: low},
	{name: "observe_screen_context", risk: low},
	{name: "find_element", risk: low, optional: query, enums: matching, defaults: map[string]string{"match": `"contains"`}},
	{name: "open_app", risk: medium, required: []string{"target"}},
	{name: "open_settings_panel", risk: medium, required: []string{"panel"}, enums: map[string][]string{
		"panel": {"wifi", "bluetooth", "accessibility", "app_info", "notifications", "system_settings"},
	}},
	{name: "tap", risk: medium, required: target, enums: selector},
	{name: "long_press", risk: medium, required: target, enums: selector},
	{name: "double_tap", risk: medium, required: target, enums: selector},
	{name: "focus_input", risk: medium, required: target, enums: selector},
	{name: "clear_text", risk: medium, optional: target, enums: selector},
	{name: "type_text", risk: medium, required: []string{"text"}, optional: target, enums: selector},
	{name: "scroll", risk: medium, required: []string{"direction"}, optional: container,
		enums: map[string][]string{"direction": {"forward", "backward"}, "container_strategy": strategy}},
	{name: "scroll_to_element", risk: medium, optional: slices.Concat(query, container, []string{"direction", "max_scrolls"}),
		enums: map[string][]string{
			"match": {"exact", "contains", "semantic"}, "direction": {"forward", "backward"}, "container_strategy": strategy,
		},
		ranges:   map[string][2]float64{"max_scrolls": {1, 30}},
		defaults: map[string]string{"match": `"contains"`, "direction": `"forward"`, "max_scrolls": "8"}},
	{name: "swipe", risk: medium,
		optional: slices.Concat(container, []string{"direction", "start_x", "start_y", "end_x", "end_y", "duration_ms"}),
		enums:    map[string][]string{"direction": {"left", "right", "up", "down"}, "container_strategy": strategy},
		ranges:   map[string][2]float64{"duration_ms": {50, 5000}}, defaults: map[string]string{"duration_ms": "300"}},
	{name: "drag_and_drop", risk: medium,
		optional: []string{"source", "source_strategy", "destination", "destination_strategy",
			"start_x", "start_y", "end_x", "end_y", "hold_ms", "duration_ms"},
		enums:    map[string][]string{"source_strategy": strategy, "destination_strategy": strategy},
		ranges:   map[string][2]float64{"hold_ms": {300, 3000}, "duration_ms": {100, 5000}},
		defaults: map[string]string{"hold_ms": "550", "duration_ms": "600"}},
	{name: "press_back", risk: medium},
	{name: "press_home", risk: medium},
	{name: "recent_apps", risk: medium},
	{name: "dismiss_keyboard", risk: medium},
	{name: "wait_for_ui", risk: low, optional: []string{"text", "timeout_ms"}, ranges: timeout, defaults: wait},
	{name: "wait_for_idle", risk: low, optional: []string{"stable_ms", "timeout_ms", "include_bounds"},
		ranges:   map[string][2]float64{"stable_ms": {100, 10000}, "timeout_ms": {250, 30000}},
		defaults: map[string]string{"stable_ms": "500", "timeout_ms": "5000", "include_bounds": "false"}},
	{name: "wait_for_app", risk: low, required: []string{"target"}, optional: []string{"timeout_ms"}, ranges: timeout, defaults: wait},
	{name: "wait_for_element", risk: low, optional: slices.Concat(query, []string{"timeout_ms"}), enums: matching, ranges: timeout,
		defaults: map[string]string{"match": `"contains"`, "timeout_ms": "5000"}},
	{name: "wait_for_element_gone", risk: low, optional: slices.Concat(query, []string{"timeout_ms"}), enums: matching, ranges: timeout,
		defaults: map[string]string{"match": `"contains"`, "timeout_ms": "5000"}},
	{name: "screenshot", risk: low},
	{name: "list_files", risk: low, required: []string{"path"}},
	{name: "read_file", risk: low, required: []string{"path"}},
	{name: "edit_file", risk: permissions.High, required: []string{"path", "old_text", "new_text"}},
}

// everything offers all there is.
var everything = tools.Options{Images: true, Workspace: "."}

func TestCatalogueHoldsItsContract(t *testing.T) {
	catalogue := tools.Catalogue(everything)
	var got, want []contract
	for _, tool := range catalogue {
		got = append(got, contractOf(t, tool))
	}
	for _, c := range contracts {
		c.required, c.optional = slices.Sorted(slices.Values(c.required)), slices.Sorted(slices.Values(c.optional))
		want = append(want, c)
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(contract{}), cmp.Comparer(equalMaps), cmp.Comparer(equalRanges), cmp.Comparer(equalStrings)); diff != "" {
		t.Errorf("the catalogue differs from its contract (-want +got):\n%s", diff)
	}
}

func equalMaps(a, b map[string][]string) bool { return maps.EqualFunc(a, b, slices.Equal) }

func equalRanges(a, b map[string][2]float64) bool { return maps.Equal(a, b) }

func equalStrings(a, b map[string]string) bool { return maps.Equal(a, b) }

// contractOf reads a tool's schema as a program would.
func contractOf(t *testing.T, tool tools.Tool) contract {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal(tool.Schema(), &schema); err != nil {
		t.Fatalf("%s: %v", tool.Name, err)
	}
	if _, err := schema.Resolve(nil); err != nil {
		t.Fatalf("%s: not a JSON Schema: %v", tool.Name, err)
	}
	c := contract{name: tool.Name, risk: tool.Risk, required: slices.Sorted(slices.Values(schema.Required)),
		enums: map[string][]string{}, ranges: map[string][2]float64{}, defaults: map[string]string{}}
	for name, property := range schema.Properties {
		if !slices.Contains(schema.Required, name) {
			c.optional = append(c.optional, name)
		}
		for _, value := range property.Enum {
			c.enums[name] = append(c.enums[name], value.(string))
		}
		if property.Minimum != nil {
			c.ranges[name] = [2]float64{*property.Minimum, *property.Maximum}
		}
		if property.Default != nil {
			c.defaults[name] = string(property.Default)
		}
		if property.Description == "" || property.Type == "" {
			t.Errorf("%s: %s has no description or no type", tool.Name, name)
		}
	}
	slices.Sort(c.optional)
	return c
}

func TestToolsThatNotEverybodyCanUse(t *testing.T) {
	images, workspace := tools.Options{Images: true}, tools.Options{Workspace: "."}
	for _, tt := range []struct {
		tool string
		with bool
		o    tools.Options
	}{
		{"screenshot", false, tools.Options{}}, {"screenshot", false, workspace}, {"screenshot", true, images},
		{"list_files", false, tools.Options{}}, {"list_files", false, images}, {"list_files", true, workspace},
		{"read_file", false, images}, {"read_file", true, workspace},
		{"edit_file", false, images}, {"edit_file", true, workspace},
	} {
		offered := slices.ContainsFunc(tools.Catalogue(tt.o), func(t tools.Tool) bool { return t.Name == tt.tool })
		if offered != tt.with {
			t.Errorf("%s is offered with %+v: %v", tt.tool, tt.o, offered)
		}
	}
}

func TestSchemasAreClosedAndWithoutCombinators(t *testing.T) {
	for _, tool := range tools.Catalogue(everything) {
		var top map[string]any
		if err := json.Unmarshal(tool.Schema(), &top); err != nil {
			t.Fatal(err)
		}
		if top["type"] != "object" || top["additionalProperties"] != false || top["properties"] == nil {
			t.Errorf("%s: %s is not a closed object with properties", tool.Name, tool.Schema())
		}
		for _, combinator := range []string{"oneOf", "anyOf", "allOf", "not", "if", "enum", "dependentRequired"} {
			if _, ok := top[combinator]; ok {
				t.Errorf("%s: %s at the top of the schema", tool.Name, combinator)
			}
		}
	}
}

func TestDescriptionsAreWhatAModelNeeds(t *testing.T) {
	for _, tool := range tools.Catalogue(everything) {
		d := tool.Description()
		if d == "" || strings.ContainsAny(d, "\n\t") || len(d) > 400 {
			t.Errorf("%s: description %q is not a short line", tool.Name, d)
		}
	}
}
