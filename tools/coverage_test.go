package tools_test

import (
	"slices"
	"testing"

	"adroit/permissions"
	"adroit/tools"
)

// kind is a kind of call that each tool is tried with.
type kind struct {
	name string
	has  func(tools.Tool) bool // by the tables that the tests go through

	// unless names the tools that cannot be called so, or are elsewhere, and
	// says why. A function says it of many.
	unless map[string]string
	none   func(tools.Tool) string
}

const (
	onThisComputer = "works on this computer alone: workspace_test.go, edit_test.go and skills_test.go"
	listsAll       = "a query finds all that match"
)

func hasScene(t tools.Tool) bool {
	return slices.ContainsFunc(scenes, func(s scene) bool { return s.tool == t.Name })
}

func needsNoPhone(t tools.Tool) string {
	if t.Name == "list_files" || t.Name == "read_file" || t.Name == "edit_file" || t.Name == "read_skill" {
		return onThisComputer
	}
	return ""
}

// namesNothing is why a tool cannot miss what it names.
func namesNothing(t tools.Tool) string {
	switch {
	case needsNoPhone(t) != "":
		return onThisComputer
	case len(t.Params) == 0:
		return "has no arguments"
	case t.Name == "open_settings_panel" || t.Name == "wait_for_idle":
		return "names no element"
	}
	return ""
}

var kinds = []kind{
	{name: "good", has: hasScene, none: needsNoPhone},
	{name: "a bad argument", has: func(t tools.Tool) bool {
		needs := slices.ContainsFunc(t.Params, func(p tools.Param) bool { return p.Required })
		return !needs || usual[t.Name] != nil
	}},
	{name: "an ambiguous target", has: func(t tools.Tool) bool { return len(selectorsOf(t)) > 0 }, none: namesNothing, unless: map[string]string{
		"find_element": listsAll, "wait_for_ui": listsAll, "wait_for_element": listsAll, "wait_for_element_gone": listsAll,
		"open_app":     "no two apps of the simulated phone have one name: TestAnAppThatIsNotAlone",
		"wait_for_app": "looks for the app as open_app does: TestAnAppThatIsNotAlone",
	}},
	{name: "a missing target", has: func(t tools.Tool) bool { return len(selectorsOf(t)) > 0 || missed[t.Name] != "" }, none: namesNothing, unless: map[string]string{
		"wait_for_element_gone": "waits for just that",
	}},
	{name: "a stale id", has: func(t tools.Tool) bool { return len(selectorsOf(t)) > 0 || gone[t.Name] != "" }, none: namesNothing, unless: map[string]string{
		"wait_for_element_gone": "waits for just that: TestEverySearchInVain",
		"open_app":              "names an app", "wait_for_app": "names an app", "wait_for_ui": "names a text",
	}},
	{name: "no effect", has: func(t tools.Tool) bool {
		return waitsInVain[t.Name] != "" || slices.ContainsFunc(effectlessCalls, func(e effectless) bool { return e.tool == t.Name })
	}, none: func(t tools.Tool) string {
		if t.Risk == permissions.Low {
			return "only looks"
		}
		return needsNoPhone(t)
	}, unless: map[string]string{
		"dismiss_keyboard": "no simulated keyboard resists: TestEffectsThatDidNotComeAbout",
	}},
	{name: "a fault that passes", has: hasScene, none: needsNoPhone},
	{name: "a fault for a person", has: hasScene, none: needsNoPhone},
	{name: "a cancel in the middle", has: hasScene, none: needsNoPhone},
}

// Every tool is tried with every kind of call, or it is said why not.
func TestEveryToolIsTriedInEveryWay(t *testing.T) {
	for _, k := range kinds {
		for _, tool := range tools.Catalogue(everything) {
			why := k.unless[tool.Name]
			if why == "" && k.none != nil && !k.has(tool) {
				why = k.none(tool)
			}
			if k.has(tool) == (why != "") {
				t.Errorf("%s, %s: tried: %v; why not: %q", tool.Name, k.name, k.has(tool), why)
			}
		}
		for name := range k.unless {
			if !slices.Contains(tools.Names(), name) {
				t.Errorf("%s: %s is no tool", k.name, name)
			}
		}
	}
}
