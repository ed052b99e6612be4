package permissions_test

import (
	"encoding/json"
	"slices"
	"testing"

	"adroit/permissions"
)

func TestNamesRoundTrip(t *testing.T) {
	type both struct {
		Risk     permissions.Risk
		Decision permissions.Decision
	}
	for i := range 4 {
		in := both{permissions.Risk(i), permissions.Decision(i)}
		b, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var out both
		if err := json.Unmarshal(b, &out); err != nil || out != in {
			t.Errorf("%s came back as %+v, %v", b, out, err)
		}
	}
	if got := permissions.High.String(); got != "high" {
		t.Errorf("High.String() = %q", got)
	}
}

func TestAnUnknownNameIsTheStrictest(t *testing.T) {
	var r permissions.Risk
	if err := r.UnmarshalText([]byte("harmless")); err == nil || r != permissions.Blocked {
		t.Errorf("risk = %v, %v; want blocked and an error", r, err)
	}
	var d permissions.Decision
	if err := d.UnmarshalText([]byte("sure")); err == nil || d != permissions.Block {
		t.Errorf("decision = %v, %v; want block and an error", d, err)
	}
}

func TestStricterIsGreater(t *testing.T) {
	order := []permissions.Decision{permissions.Allow, permissions.Ask, permissions.Deny, permissions.Block}
	if !slices.IsSorted(order) {
		t.Error("decisions are not in order of strictness")
	}
}
