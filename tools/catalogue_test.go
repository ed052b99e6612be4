package tools_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"adroit/tools"
)

// everything offers all there is.
var everything = tools.Options{Images: true, Workspace: ".", Skills: someSkills}

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
		{"read_skill", false, images}, {"read_skill", true, tools.Options{Skills: someSkills}},
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
