package record_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"adroit/loop/event"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
)

func readSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	return &s
}

// TestLogsFollowTheSchema validates every line of a log, as it stands on disk.
func TestLogsFollowTheSchema(t *testing.T) {
	schema, err := readSchema(t).Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := create(t, t.TempDir(), began)
	appendAll(t, w, story(w.RunID())...)
	appendAll(t, w, exported().Events...)
	whole, err := os.ReadFile(w.Path())
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range bytes.Split(bytes.TrimSpace(whole), []byte("\n")) {
		var v any
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("line %d: %v\n%s", i+1, err, line)
		}
	}
	for _, wrong := range []string{
		`{"v":1,"type":"run","run_id":"x"}`,
		`{"v":2,"seq":1,"time":"2026-11-29T20:05:40Z","run_id":"x","type":"usage"}`,
		`{"v":1,"seq":1,"time":"2026-11-29T20:05:40Z","run_id":"x","type":"turn_completed","turn_id":"t1","outcome":"fine"}`,
		`{"v":1,"seq":1,"time":"2026-11-29T20:05:40Z","run_id":"x","type":"tool_finished","call_id":"c1","tool":"tap"}`,
	} {
		var v any
		if err := json.Unmarshal([]byte(wrong), &v); err != nil {
			t.Fatal(err)
		}
		if schema.Validate(v) == nil {
			t.Errorf("this passes: %s", wrong)
		}
	}
}

// TestSchemaKnowsEveryFieldAndType keeps the schema abreast of the events.
func TestSchemaKnowsEveryFieldAndType(t *testing.T) {
	defs := readSchema(t).Defs
	for name, kind := range map[string]reflect.Type{
		"header": reflect.TypeFor[record.Header](), "event": reflect.TypeFor[event.Event](), "tokens": reflect.TypeFor[event.Tokens](),
		"request": reflect.TypeFor[permissions.Request](), "origin": reflect.TypeFor[permissions.Origin](), "result": reflect.TypeFor[tools.Result](),
	} {
		var fields []string
		for f := range kind.Fields() {
			if field, _, _ := strings.Cut(f.Tag.Get("json"), ","); field != "" && field != "-" {
				fields = append(fields, field)
			}
		}
		slices.Sort(fields)
		if described := slices.Sorted(maps.Keys(defs[name].Properties)); !slices.Equal(fields, described) {
			t.Errorf("the schema has the fields %q of %s, the code %q", described, name, fields)
		}
	}
	var ruled []string
	for _, rule := range defs["event"].AllOf {
		ruled = append(ruled, (*rule.If.Properties["type"].Const).(string))
		for _, name := range append(slices.Collect(maps.Keys(rule.Then.Properties)), rule.Then.Required...) {
			if defs["event"].Properties[name] == nil {
				t.Errorf("the schema gives %s the field %q, which no event has", ruled[len(ruled)-1], name)
			}
		}
	}
	types := eventTypes(t)
	slices.Sort(types)
	slices.Sort(ruled)
	if !slices.Equal(types, ruled) {
		t.Errorf("the schema rules on %q, the events are %q", ruled, types)
	}
}

// eventTypes reads the constants of type event.Type from their source.
func eventTypes(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../event/event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Type" {
			name, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			types = append(types, name)
		}
		return true
	})
	return types
}
