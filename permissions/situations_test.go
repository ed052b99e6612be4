package permissions_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"adroit/device/screen"
	"adroit/permissions"
)

// TestSituations rules on the presses of testdata/situations.txt. Half of them
// are near-misses: what merely speaks of sending, paying or deleting, says that
// it will not be done, or that it was.
func TestSituations(t *testing.T) {
	data, err := os.ReadFile("testdata/situations.txt")
	if err != nil {
		t.Fatal(err)
	}
	all, grave := 0, 0
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "|")
		if len(fields) != 3 {
			t.Fatalf("%q: want three fields", line)
		}
		role, class := screen.Role(strings.TrimSpace(fields[0])), strings.TrimSpace(fields[2])
		label, err := strconv.Unquote(`"` + strings.TrimSpace(fields[1]) + `"`)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all++
		got := permissions.Policy{}.Rule(press(role, label))
		if got.Decision != permissions.Ask {
			t.Errorf("%s: decision %v", line, got.Decision)
		}
		if class == "-" {
			if len(got.Classes) > 0 || got.Risk != permissions.Medium || !slices.Equal(got.Reasons, []string{"it acts on the phone"}) {
				t.Errorf("%s: %v risk, %v (%q)", line, got.Risk, got.Classes, got.Reasons)
			}
			continue
		}
		grave++
		if !slices.Equal(got.Classes, []permissions.Class{permissions.Class(class)}) || got.Risk != permissions.High {
			t.Errorf("%s: %v risk, %v (%q)", line, got.Risk, got.Classes, got.Reasons)
			continue
		}
		if reason := got.Reasons[0]; !strings.HasPrefix(reason, "the target says ") && !strings.HasPrefix(reason, "the button carries a price") {
			t.Errorf("%s: the first reason is %q", line, reason)
		}
	}
	if all < 200 || grave*2 > all {
		t.Errorf("%d situations, %d of them grave: want 200, and half of them near-misses", all, grave)
	}
}
