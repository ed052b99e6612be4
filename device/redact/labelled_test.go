package redact

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// example is a line of the labelled set.
type example struct {
	kind, language string
	text           string
	secrets        []string
}

// labelled reads the set: texts of screens with their secrets marked, and
// near-misses without any. Every value in it is invented.
func labelled(t *testing.T) []example {
	t.Helper()
	raw, err := os.ReadFile("testdata/labelled.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var list []example
	for line := range strings.Lines(string(raw)) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
		if strings.HasPrefix(line, "#") || len(fields) < 3 {
			continue
		}
		e := example{kind: fields[0], language: fields[1]}
		rest := strings.ReplaceAll(fields[2], `\n`, "\n")
		for {
			before, after, marked := strings.Cut(rest, "⟦")
			e.text += before
			if !marked {
				break
			}
			secret, tail, _ := strings.Cut(after, "⟧")
			e.text += secret
			e.secrets = append(e.secrets, secret)
			rest = tail
		}
		list = append(list, e)
	}
	return list
}

func TestLabelledSet(t *testing.T) {
	t.Parallel()
	set := labelled(t)
	kinds, languages := map[string]int{}, map[string]int{}
	positives, found, nearMisses, wrong := 0, 0, 0, 0
	for _, e := range set {
		masked, got := NewRegistry(Options{}).Find("app", e.text)
		if len(e.secrets) == 0 {
			nearMisses++
			if len(got) > 0 {
				wrong++
				t.Logf("near-miss masked as %v: %q", got, e.text)
			}
			continue
		}
		positives++
		kinds[e.kind]++
		languages[e.language]++
		leaks := slices.ContainsFunc(e.secrets, func(s string) bool { return strings.Contains(masked, s) })
		switch {
		case leaks || len(got) == 0:
			t.Logf("%s (%s) missed: %q -> %q", e.kind, e.language, e.text, masked)
		default:
			found++
		}
	}
	if positives < 300 || nearMisses < 600 || len(kinds) < 12 || len(languages) < 8 {
		t.Fatalf("the set has %d positives of %d kinds in %d languages and %d near-misses; want 300, 12, 8 and 600", positives, len(kinds), len(languages), nearMisses)
	}
	recall := float64(found) / float64(positives)
	precision := float64(found) / float64(found+wrong)
	t.Logf("%d positives, %d near-misses: recall %.4f, precision %.4f", positives, nearMisses, recall, precision)
	if recall < 0.99 {
		t.Errorf("recall %.4f, want at least 0.99", recall)
	}
	if precision < 0.99 {
		t.Errorf("precision %.4f, want at least 0.99", precision)
	}
}
