package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"adroit/permissions"
)

// keymap is the actions with the keys that they have now.
type keymap []action

// keymapWith is the usual keymap with other keys for some actions.
func keymapWith(keys map[string][]string) keymap {
	m := keymap(actions())
	for i := range m {
		if changed, ok := keys[m[i].name]; ok && m[i].configurable() {
			m[i].keys = canonical(changed)
		}
	}
	return m
}

// keyed is the action for a key: that of the part which has the keys, else one
// that works everywhere.
func (m keymap) keyed(name string, at focus) (action, bool) {
	for _, scope := range []focus{at, anywhere} {
		for _, a := range m {
			if a.at == scope && a.run != nil && slices.Contains(a.keys, name) {
				return a, true
			}
		}
	}
	return action{}, false
}

// commands are the actions that are slash commands, in the order of the table.
func (m keymap) commands() []action {
	return slices.DeleteFunc(slices.Clone(m), func(a action) bool { return !a.slash })
}

// key is the first key of the action with that name, "" where it has none.
func (m keymap) key(name string) string {
	for _, a := range m {
		if a.name == name && len(a.keys) > 0 {
			return a.keys[0]
		}
	}
	return ""
}

// configurable reports whether the configuration may give the action other
// keys. The way out of everything always has the same ones, and what edits text
// those of the text area.
func (a action) configurable() bool {
	return a.run != nil && a.name != "escape" && a.name != "interrupt"
}

// KeyAction is an action that the configuration may give other keys.
type KeyAction struct {
	Name string
	Keys []string // the usual ones
	Help string
}

// KeyActions lists them in the order of the help.
func KeyActions() []KeyAction {
	var list []KeyAction
	for _, a := range actions() {
		if a.configurable() {
			list = append(list, KeyAction{a.name, a.keys, a.help})
		}
	}
	return list
}

// KeysMarkdown is a page of all keys, by the part of the screen that they
// belong to, with the names of the actions in the configuration.
func KeysMarkdown() string {
	var b strings.Builder
	b.WriteString("# Keys\n\nThe table `[keys]` of the configuration gives an action other keys by its name, such as `map = [\"m\"]`.\n" +
		"Actions without a name keep theirs.\n")
	for _, at := range scopes {
		fmt.Fprintf(&b, "\n## %s\n\n| key | what it does | name | command |\n|---|---|---|---|\n", focusNames[at])
		for _, a := range actions() {
			if a.at != at {
				continue
			}
			name, command := "", ""
			if a.configurable() {
				name = code(a.name)
			}
			if a.slash {
				command = code(a.command())
			}
			keys := make([]string, len(a.keys))
			for i, k := range a.keys {
				keys[i] = code(k)
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", strings.Join(keys, " "), a.help, name, command)
		}
	}
	b.WriteString("\n## When the model asks\n\nThese keys cannot be changed.\n\n| key | what it does |\n|---|---|\n")
	for _, c := range choices(permissions.Request{Grantable: true, Arguments: json.RawMessage(`{"target":"1"}`)}) {
		fmt.Fprintf(&b, "| %s | %s |\n", code(c.key), c.label)
	}
	return b.String()
}

func code(s string) string { return "`" + s + "`" }
