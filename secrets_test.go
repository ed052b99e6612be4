package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPlantedSecretsNeverLeave plants random secrets in random places of random
// screens, runs the whole program on them, and looks for any part of any secret
// in all that comes out.
func TestPlantedSecretsNeverLeave(t *testing.T) {
	p := newPlanter(newSeed(t))
	dir := t.TempDir()
	const screens = 3
	var shown [screens][]secret
	for i := range screens {
		shown[i] = p.write(t, filepath.Join(dir, fmt.Sprintf("screen%d.xml", i)), false)
	}
	t.Run("saved screens", func(t *testing.T) {
		dir := t.TempDir()
		first, second := filepath.Join(dir, "first.xml"), filepath.Join(dir, "second.xml")
		rapid.Check(t, func(rt *rapid.T) {
			p := newPlanter(rapid.Uint64().Draw(rt, "seed"))
			p.write(t, first, rapid.Bool().Draw(rt, "titled"))
			p.write(t, second, false)
			format := rapid.SampledFrom([]string{"text", "json", "model", "raw"}).Draw(rt, "format")
			p.check(rt, adroit(t, "observe", "--from", first, "--format", format))
			if format != "raw" {
				p.check(rt, adroit(t, "observe", "--from", first, "--from", second, "--format", format))
			}
		})
	})
	t.Run("what is no screen", func(t *testing.T) {
		for _, s := range p.secrets {
			file := filepath.Join(t.TempDir(), "broken.xml")
			if err := os.WriteFile(file, []byte("Exception: "+s.context), 0o600); err != nil {
				t.Fatal(err)
			}
			p.check(t, adroit(t, "observe", "--from", file))
		}
	})

	adb := serveScreens(t, dir)

	t.Run("tools", func(t *testing.T) {
		for i := range screens {
			p.check(t, adroit(t, append(adb, "tool", "open_app", "target="+fmt.Sprintf("screen%d", i), "--approve", "medium")...))
			for _, format := range []string{"text", "json", "model", "raw"} {
				p.check(t, adroit(t, append(adb, "observe", "--format", format)...))
			}
			s := shown[i][p.IntN(len(shown[i]))]
			for _, call := range [][]string{
				{"observe_screen_context"},
				{"observe_screen"},
				{"find_element", "class_name=TextView"},
				{"find_element", "text=" + s.value, "match=semantic"},
				{"tap", "target=" + s.value, "strategy=text"},
				{"type_text", "text=" + s.context, "target=Notes", "strategy=text"},
				{"wait_for_ui", "text=" + s.value, "timeout_ms=250"},
			} {
				p.check(t, adroit(t, append(append(adb, "tool", "--approve", "medium"), call...)...))
			}
		}
	})
	t.Run("runs", func(t *testing.T) {
		for i := range screens {
			m := newParrot(t, p, p.touching(fmt.Sprintf("screen%d", i), shown[i][:1]))
			state := t.TempDir()
			args := append(slices.Clone(adb), "--base-url", m.URL, "--api", "chat", "--model", "parrot", "--state-dir", state)
			if i%2 == 0 {
				args = append(args, "--no-color")
			}
			out := adroit(t, append(args, "run", "--approve", "medium", "--json", "Read the screen")...)
			if !strings.Contains(out, `"turn_completed"`) || !strings.Contains(out, "That is all.") {
				t.Fatalf("the turn did not end as it should:\n%s", out)
			}
			p.check(t, out)
			if i == 0 { // the same for people
				p.check(t, adroit(t, append(args, "run", "--approve", "medium", "Read the screen")...))
			}
			p.check(t, filesIn(t, state))
			p.checkRuns(t, state)
		}
	})
	t.Run("the cockpit", func(t *testing.T) {
		program, err := exec.LookPath("adroit")
		if err != nil {
			t.Fatal(err)
		}
		m := newParrot(t, p, looking)
		state := t.TempDir()
		out := cockpit(t, program, append(adb, "--base-url", m.URL, "--api", "chat", "--model", "parrot", "--state-dir", state))
		p.check(t, out)
		p.check(t, filesIn(t, state))
	})
}
