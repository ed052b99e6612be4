package screen

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

func readSchema(t *testing.T) (*jsonschema.Schema, *jsonschema.Resolved) {
	t.Helper()
	raw, err := os.ReadFile("screencontext.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &schema, resolved
}

func validate(t *testing.T, schema *jsonschema.Resolved, c *Context) {
	t.Helper()
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var instance any
	if err := json.Unmarshal(raw, &instance); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(instance); err != nil {
		t.Errorf("%v\n%s", err, raw)
	}
}

func TestContextsFitTheSchema(t *testing.T) {
	t.Parallel()
	_, schema := readSchema(t)
	for _, name := range []string{"settings", "login", "shop", "game"} {
		c, err := newTestTracker().Observe(Raw{
			XML:    []byte(readDump(t, name)),
			State:  State{PackageName: "com.example.front", Activity: ".Main", WindowTitle: "Front", AppLabel: "Front", KeyboardVisible: true, KeyboardBounds: Rect{0, 1600, 1080, 2400}, Locked: true, Awake: true},
			Source: "uiautomator", CapturedAt: time.Unix(1700000000, 0).UTC(), Duration: time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		validate(t, schema, c)
	}
	if schema.Validate(map[string]any{"nodes": []any{map[string]any{"role": "thing"}}}) == nil {
		t.Error("the schema accepts what is no ScreenContext")
	}
}

func TestSchemaNamesEveryField(t *testing.T) {
	t.Parallel()
	schema, _ := readSchema(t)
	for _, part := range []struct {
		fields reflect.Type
		schema *jsonschema.Schema
	}{
		{reflect.TypeFor[Context](), schema},
		{reflect.TypeFor[Node](), schema.Defs["node"]},
	} {
		var want []string
		for field := range part.fields.Fields() {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
				want = append(want, name)
			}
		}
		var got []string
		for name := range part.schema.Properties {
			got = append(got, name)
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("the schema has %q, %s has %q", got, part.fields, want)
		}
	}
}

func TestCorpusFitsTheSchema(t *testing.T) {
	_, schema := readSchema(t)
	for _, file := range corpus(t, "dumps") {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := newTestTracker().Observe(Raw{XML: raw})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		validate(t, schema, c)
	}
}
