package permissions_test

import (
	"fmt"
	"slices"
	"testing"

	"adroit/device/screen"
	"adroit/permissions"
)

func TestAQuestionOfHighRiskTellsWhatIsAtStake(t *testing.T) {
	const app = "com.example.mail"
	send := screen.Node{ID: "9", Role: screen.Button, Label: "Send", Clickable: true, PackageName: app, WindowID: "w1"}
	field := func(id, hint, holds string) screen.Node {
		return screen.Node{ID: id, Role: screen.Input, IsInput: true, Hint: hint, Text: holds, PackageName: app, WindowID: "w1"}
	}
	says := func(label string) screen.Node {
		return screen.Node{ID: "1", Role: screen.Text, Label: label, Text: label, PackageName: app, WindowID: "w1"}
	}
	elsewhere := says("Downloads")
	elsewhere.WindowID = "w2"
	unnamed := field("5", "", "Hello")
	unnamed.ViewID = app + ":id/body"
	many := []screen.Node{says("Offers")}
	for i := range 5 {
		many = append(many, says(fmt.Sprintf("€%d.00", i+1)))
	}
	for name, tt := range map[string]struct {
		around []screen.Node
		want   []string
	}{
		"whom it goes to, and what":       {[]screen.Node{says("Ada"), says("yesterday"), field("2", "Text message", "On my way")}, []string{"Ada", "Text message: On my way"}},
		"an empty field says nothing":     {[]screen.Node{says("Ada"), field("2", "Text message", "")}, []string{"Ada"}},
		"its hint is not what it holds":   {[]screen.Node{field("2", "Text message", "Text message")}, nil},
		"a field without a name":          {[]screen.Node{unnamed}, []string{"body: Hello"}},
		"what a field hides stays hidden": {[]screen.Node{field("2", "Code", "[REDACTED]")}, []string{"Code: [REDACTED]"}},
		"an amount":                       {[]screen.Node{says("Checkout"), says("Total €12.50")}, []string{"Checkout", "Total €12.50"}},
		"a list of amounts":               {many, []string{"Offers"}},
		"another window":                  {[]screen.Node{elsewhere, says("Ada")}, []string{"Ada"}},
		"lines that would deceive":        {[]screen.Node{field("2", "Text", "one\x1b[2J\ntwo")}, []string{"Text: one⟨U+001B⟩[2J⏎two"}},
	} {
		c := &screen.Context{PackageName: app, Nodes: append(slices.Clone(tt.around), send)}
		s := permissions.Situation{Tool: "tap", Risk: permissions.Medium, Screen: c, Target: &c.Nodes[len(c.Nodes)-1], Presses: true}
		r, _ := newBroker(nil, permissions.Options{}).Preview(s, permissions.Request{})
		if r.Risk != permissions.High || !slices.Equal(r.Stakes, tt.want) {
			t.Errorf("%s: %v risk, about %q, want %q", name, r.Risk, r.Stakes, tt.want)
		}
		s.Target.Label = "Search" // of medium risk
		if r, _ := newBroker(nil, permissions.Options{}).Preview(s, permissions.Request{}); len(r.Classes) == 0 && r.Stakes != nil {
			t.Errorf("%s: nothing is at stake, but %q", name, r.Stakes)
		}
	}
}
