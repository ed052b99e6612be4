package permissions_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/sim"
	"adroit/permissions"
)

// control is one control of an app of the simulated phone, and what pressing it must ask as.
type control struct {
	app     string
	label   string
	classes []permissions.Class
}

func checkControl(t *testing.T, c *screen.Context, want control) {
	t.Helper()
	n, err := c.Resolve(want.label, screen.ByText)
	if err != nil {
		t.Fatalf("%s: %v", want.app, err)
	}
	got := permissions.Policy{}.Rule(pressOn(c, n.ID))
	risk := permissions.Medium
	if len(want.classes) > 0 {
		risk = permissions.High
	}
	if !slices.Equal(got.Classes, want.classes) || got.Risk != risk || got.Decision != permissions.Ask {
		t.Errorf("%s, %s: %v, %v risk, %v (%q)", want.app, n.Line(), got.Decision, got.Risk, got.Classes, got.Reasons)
	}
}

func TestPolicyOnTheSimulatedPhone(t *testing.T) {
	controls := []control{
		{"Settings", "Network & internet", nil},
		{"Settings", "Connected devices", nil},
		{"Messages", "Start chat", nil},
		{"Messages", "Mia Berg", nil},
		{"Contacts", "Ada Berg", nil},
		{"Chrome", "Pay now", []permissions.Class{permissions.Payment}},
		{"Chrome", "Terms of service", nil},
		{"Prize draw", "Continue", nil},
		{"Prize draw", "Send all contacts", []permissions.Class{permissions.MessageSend}},
		{"Long list", "Entry 3", nil},
		{"Panels", "Large card", nil},
		{"Northbank", "Sign in", []permissions.Class{permissions.SensitiveTextEntry}},
	}
	registry := redact.NewRegistry(redact.Options{})
	server, err := sim.New(sim.Options{}).ServeServer(context.WithoutCancel(t.Context()), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	phone, err := device.NewHub(server.Addr()).Open(t.Context(), "", registry)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range controls {
		app, err := phone.FindApp(t.Context(), want.app)
		if err != nil {
			t.Fatal(err)
		}
		if err := phone.Run(t.Context(), device.StartApp(app)); err != nil {
			t.Fatal(err)
		}
		c, err := phone.Observe(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		checkControl(t, c, want)
	}
}

// On real screens these labels are found on what does what they say, and their
// like on what does not.
func TestPolicyOnControlsOfRealScreens(t *testing.T) {
	classes := map[string]permissions.Class{
		"Send": permissions.MessageSend, "SEND": permissions.MessageSend, "发送": permissions.MessageSend,
		"Uninstall": permissions.Deletion, "삭제": permissions.Deletion, "Удалить аккаунт": permissions.Deletion,
		"Sign out": permissions.AccountChange, "Log out": permissions.AccountChange,
		"Оплатить": permissions.Payment, "Заказать": permissions.Purchase,
	}
	ordinary := []string{"Settings", "Back", "Search", "Menu", "Home", "Next", "Close", "取消", "搜索", "Назад", "OK"}
	grave, plain := 0, 0
	eachRealScreen(t, func(t *testing.T, c *screen.Context) {
		for i := range c.Nodes {
			n := &c.Nodes[i]
			if !n.Clickable || n.PackageName != c.PackageName {
				continue
			}
			got := permissions.Policy{}.Rule(pressOn(c, n.ID))
			if class, ok := classes[n.Label]; ok && n.Role == screen.Button {
				grave++
				if !slices.Contains(got.Classes, class) {
					t.Errorf("%s asks as %v, want %s", n.Line(), got.Classes, class)
				}
			}
			if slices.Contains(ordinary, n.Label) {
				plain++
				if len(got.Classes) > 0 {
					t.Errorf("%s asks as %v (%q)", n.Line(), got.Classes, got.Reasons)
				}
			}
		}
	})
	if grave < 8 || plain < 8 {
		t.Errorf("only %d grave and %d ordinary controls were found", grave, plain)
	}
}

// eachRealScreen calls f for every screen of the corpus.
func eachRealScreen(t *testing.T, f func(*testing.T, *screen.Context)) {
	t.Helper()
	corpus := os.Getenv("ADROIT_CORPUS")
	if corpus == "" {
		t.Skip("ADROIT_CORPUS names no folder of real screens")
	}
	files, err := filepath.Glob(filepath.Join(corpus, "dumps", "*.xml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no dumps in %s: %v", corpus, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			dump, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c, err := screen.NewTracker(redact.NewRegistry(redact.Options{})).Observe(screen.Raw{XML: dump})
			if err != nil {
				t.Fatal(err)
			}
			f(t, c)
		})
	}
}
