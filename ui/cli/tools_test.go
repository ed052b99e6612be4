package cli_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// contract is what other programs rely on, of one tool.
type contract struct {
	name     string
	risk     string
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
	low       = "low"
	medium    = "medium"
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
	{name: "edit_file", risk: "high", required: []string{"path", "old_text", "new_text"}},
}

// listedTool is one tool as `adroit tools --format json` prints it.
type listedTool struct {
	Name, Risk  string
	Description string
	Parameters  json.RawMessage
}

// listedSchema is what the contracts say of a schema.
type listedSchema struct {
	Type                 string
	AdditionalProperties *bool
	Required             []string
	Properties           map[string]struct {
		Type, Description string
		Enum              []string
		Minimum, Maximum  *float64
		Default           json.RawMessage
	}
}

func listTools(t *testing.T) []listedTool {
	t.Helper()
	got := run(t, nil, "tools", "--format", "json")
	var listed []listedTool
	if err := json.Unmarshal([]byte(got.out), &listed); err != nil || got.code != 0 {
		t.Fatalf("exit code %d, %v: %s", got.code, err, got.err)
	}
	return listed
}

// TestSchemasAreValid compiles each schema, which validates it against the
// metaschema of its draft first, and has it judge calls.
func TestSchemasAreValid(t *testing.T) {
	for _, tool := range listTools(t) {
		schema := compile(t, tool.Parameters)
		if schema.DraftVersion != 2020 {
			t.Errorf("%s: draft %d", tool.Name, schema.DraftVersion)
		}
		if schema.Validate(map[string]any{"nonsense": true}) == nil {
			t.Errorf("%s takes any field", tool.Name)
		}
		if err := schema.Validate(map[string]any{}); (err == nil) != (len(schema.Required) == 0) {
			t.Errorf("%s without arguments: %v", tool.Name, err)
		}
	}
	if _, err := compiled([]byte(`{"type": "object", "required": "target"}`)); err == nil {
		t.Error("the metaschema takes anything")
	}
}

func compile(t *testing.T, raw []byte) *jsonschema.Schema {
	t.Helper()
	schema, err := compiled(raw)
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return schema
}

func compiled(raw []byte) (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("tool.json", document); err != nil {
		return nil, err
	}
	return c.Compile("tool.json")
}

func TestToolsHoldTheirContracts(t *testing.T) {
	var got []contract
	for _, tool := range listTools(t) {
		got = append(got, contractOf(t, tool))
	}
	less := cmpopts.SortSlices(func(a, b string) bool { return a < b })
	if diff := cmp.Diff(contracts, got, cmp.AllowUnexported(contract{}), less, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the tools differ from their contracts (-want +got):\n%s", diff)
	}
}

// contractOf reads a tool as a program would.
func contractOf(t *testing.T, tool listedTool) contract {
	t.Helper()
	var schema listedSchema
	if err := json.Unmarshal(tool.Parameters, &schema); err != nil {
		t.Fatalf("%s: %v", tool.Name, err)
	}
	if schema.Type != "object" || schema.AdditionalProperties == nil || *schema.AdditionalProperties || tool.Description == "" {
		t.Errorf("%s is not a described tool with a closed object of arguments: %s", tool.Name, tool.Parameters)
	}
	c := contract{name: tool.Name, risk: tool.Risk, required: schema.Required,
		enums: map[string][]string{}, ranges: map[string][2]float64{}, defaults: map[string]string{}}
	for name, property := range schema.Properties {
		if !slices.Contains(schema.Required, name) {
			c.optional = append(c.optional, name)
		}
		if property.Enum != nil {
			c.enums[name] = property.Enum
		}
		if property.Minimum != nil && property.Maximum != nil {
			c.ranges[name] = [2]float64{*property.Minimum, *property.Maximum}
		}
		if property.Default != nil {
			c.defaults[name] = string(property.Default)
		}
		if property.Description == "" || property.Type == "" {
			t.Errorf("%s: %s has no description or no type", tool.Name, name)
		}
	}
	return c
}
