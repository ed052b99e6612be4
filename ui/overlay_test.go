package ui

import (
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

func TestOverlayKeepsTheWidth(t *testing.T) {
	t.Parallel()
	red := lipgloss.NewStyle().Foreground(lipgloss.Color("1"))
	for _, c := range []struct {
		below string
		x     int
		want  string
	}{
		{"abcdefgh", 2, "ab[]efgh"},
		{"設設設設", 2, "設[]設設"},
		{"設設設設", 1, " [] 設設"},
		{"設設設設", 6, "設設設[]"},
		{red.Render("設設設設"), 3, "設 [] 設"},
		{"", 0, "[]"},
	} {
		if got := ansi.Strip(overlay([]string{c.below}, []string{"[]"}, c.x, 0)); got != c.want {
			t.Errorf("over %q at %d: %q, want %q", c.below, c.x, got, c.want)
		}
	}
	if got := overlay([]string{"a", "b"}, []string{"1", "2"}, 0, 1); got != "a\n1" {
		t.Errorf("over the last line: %q", got)
	}
}
