package fault

import (
	"strings"
	"sync"
	"testing"
)

func TestParseKnowsEveryFault(t *testing.T) {
	seen := map[Fault]bool{}
	for _, d := range All() {
		if seen[d.Fault] || d.Does == "" {
			t.Errorf("%q is listed twice or does nothing", d.Fault)
		}
		seen[d.Fault] = true
		if got, err := Parse(string(d.Fault)); err != nil || got != d.Fault {
			t.Errorf("Parse(%q) = %q, %v", d.Fault, got, err)
		}
	}
	_, err := Parse("nope")
	if err == nil {
		t.Fatal("an unknown fault was parsed")
	}
	for f := range seen {
		if !strings.Contains(err.Error(), string(f)) {
			t.Errorf("the error for an unknown name does not offer %q", f)
		}
	}
}

func TestSet(t *testing.T) {
	var s Set
	if s.Has(Slow) {
		t.Error("the zero set has a fault")
	}
	var adding sync.WaitGroup
	for range 10 {
		for _, d := range All() {
			adding.Go(func() { s.Add(d.Fault) })
		}
	}
	adding.Wait()
	if len(s.on) != len(All()) || !s.Has(Slow) || !s.Has(InjectDenied) {
		t.Errorf("%d faults are on, want each once", len(s.on))
	}
	s.Clear()
	if s.Has(Slow) {
		t.Error("a fault outlives Clear")
	}
}
