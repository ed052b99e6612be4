package screen

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adroit/device/redact"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with a file in testdata, or rewrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func newTestTracker() *Tracker { return NewTracker(redact.NewRegistry(redact.Options{})) }

// observe is one observation of a dump that must succeed.
func observe(t testing.TB, tr *Tracker, xml string) *Context {
	t.Helper()
	c, err := tr.Observe(Raw{XML: []byte(xml)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func readDump(t testing.TB, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name+".xml"))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	states := map[string]State{
		"settings": {PackageName: "com.example.settings", AppLabel: "Settings", Activity: "com.example.settings.Main", WindowTitle: "Network & internet", Width: 1080, Height: 2400, Awake: true},
		"login":    {PackageName: "com.example.bank", Width: 1080, Height: 2400, KeyboardVisible: true, KeyboardBounds: Rect{0, 1150, 1080, 2400}, Awake: true},
		"shop":     {PackageName: "com.example.shop", Width: 1080, Height: 2400, Awake: true},
		"windows":  {PackageName: "com.example.chat", WindowTitle: "com.example.chat/com.example.chat.Thread", Width: 1080, Height: 2400, Awake: true},
		"game":     {PackageName: "com.example.front", Awake: true, Locked: true},
	}
	for name, state := range states {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := newTestTracker().Observe(Raw{
				XML: []byte(readDump(t, name)), State: state, Source: "uiautomator",
				CapturedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Duration: 1830 * time.Millisecond,
			})
			if err != nil {
				t.Fatal(err)
			}
			canonical, err := json.MarshalIndent(c, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".model", c.Model())
			golden(t, name+".tree", c.Tree())
			golden(t, name+".raw", c.RawTree())
			golden(t, name+".json", string(canonical)+"\n")
		})
	}
}

// A Context that came back from JSON, as a client of the harness has it, still
// gives the model's text, matches and tap points.
func TestDecodedContextWorks(t *testing.T) {
	t.Parallel()
	c := observe(t, newTestTracker(), readDump(t, "shop"))
	canonical, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var back Context
	if err := json.Unmarshal(canonical, &back); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(&back)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(canonical, again) {
		t.Errorf("JSON changed on the way:\n%s\n%s", canonical, again)
	}
	if back.Model() != c.Model() {
		t.Errorf("model text changed on the way:\n%s\n%s", c.Model(), back.Model())
	}
	n, err := back.Resolve("Basket, 2 items", ByText)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := back.TapPoint(n.ID); err != nil {
		t.Errorf("TapPoint: %v", err)
	}
	if !strings.Contains(back.RawTree(), "Basket") {
		t.Errorf("RawTree of a decoded context has lost the screen: %s", back.RawTree())
	}
}
