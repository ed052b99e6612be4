package ui

import (
	"strings"
	"testing"
)

// TestKeysOfTheConfiguration do what the usual ones did, which do nothing any
// more, and stand wherever keys are named.
func TestKeysOfTheConfiguration(t *testing.T) {
	t.Parallel()
	d := newDriverWith(t, 120, 120, Options{Device: "Pixel 8", Model: "scripted", Keys: map[string][]string{
		"help": {"f7"}, "next_pane": {"shift+ctrl+n"}, "palette": {"f8", "f6"},
	}})
	d.sees("f7 help")
	d.sees("ctrl+shift+n panes")
	d.press("f1")
	if d.app.reader != nil {
		t.Error("the usual key still opens the help")
	}
	d.press("f7")
	d.sees("f8 / f6")
	d.press("f7")
	if d.app.reader != nil {
		t.Error("the key of the help does not close it")
	}
	d.send(changedMsg{Changed{Keys: map[string][]string{"palette": {"f5"}}, Said: "keys in force"}})
	d.press("f6")
	if d.app.picker != nil {
		t.Error("a key that was taken back opens the palette")
	}
	d.press("f5")
	if d.app.picker == nil {
		t.Fatal("the new key does not open the palette")
	}
	d.press("esc")
	d.send(changedMsg{Changed{Said: "something else has changed"}})
	d.press("f5")
	if d.app.picker == nil {
		t.Error("a change of something else took the keys back")
	}
}

// TestCheckKeys finds keys that no terminal sends, that are needed elsewhere,
// or that mean two things.
func TestCheckKeys(t *testing.T) {
	t.Parallel()
	type keys = map[string][]string
	usual := keys{}
	for _, a := range KeyActions() {
		if _, twice := usual[a.Name]; twice {
			t.Errorf("two actions are called %s", a.Name)
		}
		usual[a.Name] = a.Keys
	}
	for _, sound := range []keys{
		nil, usual,
		{"map": {"f"}, "filter": {"m"}}, // exchanged
		{"map": nil}, {"quit": {}},      // the commands are left
		{"tap": {"T", "alt+t", "ctrl+alt+shift+t"}, "send": {"ctrl+s"}, "map": {"é", "+"}},
	} {
		if wrong := CheckKeys(sound); len(wrong) > 0 {
			t.Errorf("%v: %v", sound, wrong)
		}
	}
	for name, tt := range map[string]struct {
		keys         keys
		action, want string
	}{
		"unknown action":     {keys{"nonsense": {"x"}}, "nonsense", "unknown action"},
		"of the text area":   {keys{"new_line": {"f5"}}, "new_line", "cannot be changed"},
		"the way out":        {keys{"interrupt": {"f5"}}, "interrupt", "cannot be changed"},
		"taken from ctrl+c":  {keys{"map": {"ctrl+c"}}, "map", `interrupt ("clear, else stop, else quit")`},
		"taken from esc":     {keys{"map": {"esc"}}, "map", "escape"},
		"of a pane and all":  {keys{"quit": {"f5"}, "map": {"f5"}}, "map", "quit"},
		"of the usual one":   {keys{"tap": {"e"}}, "tap", `type ("type into the field by hand")`},
		"the changed one":    {keys{"map": {"r"}}, "map", "reveal"},
		"twice":              {keys{"map": {"x", "x"}}, "map", "given twice"},
		"twice, other order": {keys{"map": {"ctrl+alt+x", "alt+ctrl+x"}}, "map", "given twice"},
		"a letter anywhere":  {keys{"quit": {"Q"}}, "quit", "needed for writing"},
		"space anywhere":     {keys{"quit": {"space"}}, "quit", "needed for writing"},
		"editing anywhere":   {keys{"live": {"backspace"}}, "live", "needed for writing"},
		"enter anywhere":     {keys{"live": {"enter"}}, "live", "needed for writing"},
		"no key at all":      {keys{"palette": {}}, "palette", "needs a key"},
		"empty":              {keys{"map": {""}}, "map", "is no key"},
		"two characters":     {keys{"map": {"ab"}}, "map", "is no key"},
		"blank":              {keys{"map": {" "}}, "map", "is no key"},
		"control character":  {keys{"map": {"\x1b"}}, "map", "is no key"},
		"unknown modifier":   {keys{"map": {"cmd+x"}}, "map", "is no key"},
		"modifier alone":     {keys{"map": {"ctrl+"}}, "map", "is no key"},
		"no such F key":      {keys{"map": {"f21"}}, "map", "is no key"},
		"shift and a letter": {keys{"map": {"shift+g"}}, "map", `such as 'G'`},
		"ctrl and a capital": {keys{"map": {"ctrl+G"}}, "map", "write shift+ and the small letter"},
		"tab by its byte":    {keys{"map": {"ctrl+i"}}, "map", "the same as tab"},
	} {
		wrong := CheckKeys(tt.keys)
		if len(wrong) != 1 || wrong[0].Action != tt.action || !strings.Contains(wrong[0].Err.Error(), tt.want) || strings.ContainsAny(wrong[0].Err.Error(), "\x1b\n") {
			t.Errorf("%s: %v, want %s: … %s …", name, wrong, tt.action, tt.want)
		}
	}
	// The keys of an action that are wrong meet no others, and neither do those
	// that it had.
	several := CheckKeys(keys{"nonsense": {"x"}, "map": {"ab"}, "filter": {"m"}, "tap": {"e"}})
	if len(several) != 3 || several[0].Action != "map" || several[1].Action != "nonsense" || several[2].Action != "tap" {
		t.Errorf("of several: %v", several)
	}
}
