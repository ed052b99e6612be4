package redact_test

import (
	"regexp"
	"testing"

	"adroit/device/redact"
)

// TestAddPattern masks what fits from then on, also what had been seen before,
// beside the patterns that were there.
func TestAddPattern(t *testing.T) {
	t.Parallel()
	r := redact.NewRegistry(redact.Options{Patterns: []redact.Pattern{{Kind: "badge", Regexp: regexp.MustCompile(`B-\d+`)}}})
	const line = "EMP-123456 wears B-77"
	if got, kinds := r.Find("app", line); got != "EMP-123456 wears [REDACTED]" || len(kinds) != 1 {
		t.Errorf("at first %q %v", got, kinds)
	}
	r.AddPattern(redact.Pattern{Kind: "employee", Regexp: regexp.MustCompile(`EMP-\d{6}`)})
	if got, kinds := r.Find("app", line); got != "[REDACTED] wears [REDACTED]" || len(kinds) != 2 {
		t.Errorf("then %q %v", got, kinds)
	}
	if got := r.Text("of EMP-654321"); got != "of [REDACTED]" {
		t.Errorf("text %q", got)
	}
}
