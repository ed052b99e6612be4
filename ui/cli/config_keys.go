package cli

import (
	"fmt"
	"strings"

	"adroit/device/text/userfile"
	"adroit/ui"
)

// keysRow begins the names of the rows of [keys].
const keysRow = "keys."

// keys reads the table [keys]: a list of keys by the name of each action.
func (f configFile) keys(t *userfile.Table, origins map[string]origin) map[string][]string {
	keys := map[string][]string{}
	entries := map[string]userfile.Entry{}
	for _, e := range f.spelled(t) {
		list := []string{}
		f.List(`a list of keys such as ["ctrl+t", "f5"]`, f.Text(func(key string) error {
			list = append(list, key)
			return nil
		}))(e)
		if elements, ok := e.Value.([]userfile.Entry); !ok || len(elements) > len(list) {
			continue
		}
		keys[e.Key], entries[e.Key] = list, e
		origins[keysRow+e.Key] = origin{byFile, f.place(e.Line)}
	}
	for _, wrong := range ui.CheckKeys(keys) {
		e := entries[wrong.Action]
		f.Lacking(e.Line, "%s: %v", e.Name, wrong.Err) // other keys may stand behind a syntax error
	}
	return keys
}

// shownKeys are the actions with other keys than the usual ones.
func (c *config) shownKeys() []shownSetting {
	var rows []shownSetting
	for _, a := range ui.KeyActions() {
		if keys, changed := c.Keys[a.Name]; changed {
			rows = append(rows, shownSetting{keysRow + a.Name, strings.Join(keys, ", "), c.origins[keysRow+a.Name].String()})
		}
	}
	return rows
}

// keysTemplate is the table [keys] with the usual keys, commented out.
func keysTemplate() string {
	var b strings.Builder
	b.WriteString("\n" + comment("Keys of the cockpit by the name of each action; the help (f1) shows them.") + "# [keys]\n")
	for _, a := range ui.KeyActions() {
		fmt.Fprintf(&b, "# %s = [%s] # %s\n", a.Name, quotedList(a.Keys), a.Help)
	}
	return b.String()
}

func quotedList(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = fmt.Sprintf("%q", s)
	}
	return strings.Join(quoted, ", ")
}
