package tools

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/text"
)

// On real screens every element that can be acted upon is touched within its
// bounds, and outside of whatever covers it, or refused with the reason.
func TestTapsOnRealScreens(t *testing.T) {
	corpus := os.Getenv("ADROIT_CORPUS")
	if corpus == "" {
		t.Skip("ADROIT_CORPUS names no folder of real screens")
	}
	files, err := filepath.Glob(filepath.Join(corpus, "dumps", "*.xml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no dumps in %s: %v", corpus, err)
	}
	tap := toolNamed(t, "tap")
	touched, refused := 0, 0
	for _, file := range files {
		name := filepath.Base(file)
		dump, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		registry := redact.NewRegistry(redact.Options{})
		c, err := screen.NewTracker(registry).Observe(screen.Raw{XML: dump})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i := range c.Nodes {
			n := &c.Nodes[i]
			if !n.Clickable || !n.Enabled || n.Bounds.Empty() {
				continue
			}
			p, err := tap.plan(t.Context(), scene{registry: registry, screen: c}, args{"target": n.ID, "strategy": "node_id"})
			if err != nil {
				refused++
				if f, ok := errors.AsType[*failure](err); !ok || f.Message == "" || f.Data["target"] == nil {
					t.Errorf("%s: %s: refused without a reason: %v", name, n.ID, err)
				}
				continue
			}
			touched++
			var at screen.Point
			if _, err := fmt.Sscanf(string(p.commands[0]), "input tap %d %d", &at.X, &at.Y); err != nil || !n.Bounds.Contains(at) {
				t.Errorf("%s: %s at %s is touched by %q", name, n.ID, n.Bounds, p.commands[0])
			}
			if words := tap.words(nil, n); strings.ContainsAny(words, "\n\x1b") || text.Width(words) > 100 {
				t.Errorf("%s: %s is called %q", name, n.ID, words)
			}
		}
	}
	if total := touched + refused; refused*100 > total*5 {
		t.Errorf("%d of %d elements are refused, want at most 5%%", refused, total)
	}
}
