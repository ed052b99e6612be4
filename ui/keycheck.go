package ui

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"adroit/device/text"
	"adroit/device/text/userfile"
)

// WrongKeys says what is wrong with the keys of an action.
type WrongKeys struct {
	Action string
	Err    error
}

// CheckKeys finds what is wrong with keys of actions, by their names: keys that
// no terminal sends, that would keep something from being written, or that mean
// two things at one place. Of each action one thing is told.
func CheckKeys(keys map[string][]string) []WrongKeys {
	var wrong []WrongKeys
	sound := maps.Clone(keys)
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		if err := checkAction(name, keys[name]); err != nil {
			wrong = append(wrong, WrongKeys{name, err})
			sound[name] = nil // they meet no others
		}
	}
	m := keymapWith(sound)
	for i, a := range m {
		for _, b := range m[:i] {
			k, shared := sharedKey(a, b)
			if !shared {
				continue
			}
			found := clash(keys, a, b, k)
			if !slices.ContainsFunc(wrong, func(w WrongKeys) bool { return w.Action == found.Action }) {
				wrong = append(wrong, found)
			}
		}
	}
	return wrong
}

// sharedKey is the first key of a that means b as well.
func sharedKey(a, b action) (key string, shared bool) {
	if !meet(a.at, b.at) {
		return "", false
	}
	i := slices.IndexFunc(a.keys, func(k string) bool { return slices.Contains(b.keys, k) })
	if i < 0 {
		return "", false
	}
	return a.keys[i], true
}

// clash says that two actions share a key, and blames one that was changed.
func clash(keys map[string][]string, a, b action, k string) WrongKeys {
	if _, changed := keys[a.name]; !changed {
		a, b = b, a
	}
	return WrongKeys{a.name, fmt.Errorf("%s would mean %s (%q) and %s (%q) at once; give one of them another key", k, a.name, a.help, b.name, b.help)}
}

// meet reports whether a key may mean something in both scopes at once.
func meet(a, b focus) bool { return a == b || a == anywhere || b == anywhere }

func checkAction(name string, keys []string) error {
	var names []string
	for _, a := range actions() {
		names = append(names, a.name)
	}
	if err := userfile.OneOf("action", name, names, "the help (f1) shows them"); err != nil {
		return err
	}
	a := actions()[slices.Index(names, name)]
	if !a.configurable() {
		return fmt.Errorf("its keys cannot be changed")
	}
	if len(keys) == 0 && !a.slash {
		return fmt.Errorf("it needs a key: it is no slash command that could be chosen instead")
	}
	for j, k := range keys {
		k, err := parseKey(k)
		if err != nil {
			return err
		}
		if slices.Contains(canonical(keys[:j]), k) {
			return fmt.Errorf("%s is given twice", k)
		}
		if (a.at == anywhere || a.at == onComposer) && edits(k) && !slices.Contains(a.keys, k) {
			return fmt.Errorf("%s is needed for writing: take one with ctrl or alt, or a function key", k)
		}
	}
	return nil
}

// edits reports whether a key writes or edits text.
func edits(k string) bool {
	bare := strings.TrimPrefix(k, "shift+")
	return utf8.RuneCountInString(bare) == 1 ||
		slices.Contains([]string{"space", "backspace", "delete", "insert", "up", "down", "left", "right", "home", "end", "enter"}, bare)
}

// namedKeys are the keys with a name, as tea.Key.String writes them, but for
// the function keys.
var namedKeys = []string{
	"enter", "tab", "backspace", "esc", "space", "up", "down", "left", "right",
	"insert", "delete", "pgup", "pgdown", "home", "end",
}

// sameAs are keys that most terminals send as another one (the control
// characters of ASCII).
var sameAs = map[string]string{"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": "esc", "ctrl+h": "backspace"}

// parseKey reads the name of a key, such as "m", "G", "f5" or "ctrl+alt+up",
// and returns it with its modifiers in order.
func parseKey(name string) (string, error) {
	shown := strconv.Quote(text.Truncate(text.Line(name), 30))
	rest, modifiers := name, map[string]bool{}
	for {
		mod, after, found := strings.Cut(rest, "+")
		if !found || after == "" || !slices.Contains([]string{"ctrl", "alt", "shift"}, mod) || modifiers[mod] {
			break
		}
		modifiers[mod], rest = true, after
	}
	r, size := utf8.DecodeRuneInString(rest)
	single := size == len(rest) && size > 0 && r != utf8.RuneError && unicode.IsGraphic(r) && r != ' '
	switch {
	case single && modifiers["shift"] && len(modifiers) == 1:
		return "", fmt.Errorf("%s: write the character that it gives, such as %q", shown, unicode.ToUpper(r))
	case single && len(modifiers) > 0 && unicode.IsUpper(r):
		return "", fmt.Errorf("%s: write shift+ and the small letter", shown)
	case !single && !slices.Contains(namedKeys, rest) && !functionKey(rest):
		return "", fmt.Errorf("%s is no key: want a character, %s or f1 to f20, after ctrl+, alt+ or shift+ where they are held", shown, strings.Join(namedKeys, ", "))
	}
	key := rest
	for _, mod := range []string{"shift", "alt", "ctrl"} {
		if modifiers[mod] {
			key = mod + "+" + key
		}
	}
	if other := sameAs[key]; other != "" {
		return "", fmt.Errorf("%s is the same as %s to most terminals", shown, other)
	}
	return key, nil
}

func functionKey(s string) bool {
	digits, ok := strings.CutPrefix(s, "f")
	n, err := strconv.Atoi(digits)
	return ok && err == nil && n >= 1 && n <= 20 && strconv.Itoa(n) == digits
}

// canonical is keys with the modifiers of each in order.
func canonical(keys []string) []string {
	list := make([]string, 0, len(keys))
	for _, k := range keys {
		if k, err := parseKey(k); err == nil {
			list = append(list, k)
		}
	}
	return list
}
