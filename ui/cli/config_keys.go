package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"

	"adroit/ui"
)

// keysRow begins the names of the rows of [keys].
const keysRow = "keys."

// takeKeys reads the table [keys]: a list of keys by the name of each action.
func (c *config) takeKeys(d *document, p toml.Primitive) error {
	t, err := d.table(p, "keys")
	if err != nil {
		return err
	}
	c.Keys = map[string][]string{}
	for _, name := range t.keys() {
		if c.Keys[name], err = d.keyList(name, t[name]); err != nil {
			return err
		}
		c.origins[keysRow+name] = origin{byFile, d.place(t[name])}
	}
	wrong, ok := errors.AsType[*ui.KeyError](ui.CheckKeys(c.Keys))
	if !ok {
		return nil
	}
	err = fmt.Errorf("%s%w", keysRow, wrong)
	if near := nearestAction(wrong.Action); near != "" {
		err = fmt.Errorf("%w: did you mean %s?", err, near)
	}
	return d.at(t[wrong.Action], err)
}

func (d *document) keyList(name string, p toml.Primitive) ([]string, error) {
	list, ok := d.value(p).([]any)
	keys := make([]string, 0, len(list))
	for _, v := range list {
		k, text := v.(string)
		keys, ok = append(keys, k), ok && text
	}
	if !ok {
		return nil, d.at(p, fmt.Errorf("keys.%s: want a list of keys such as [\"ctrl+t\", \"f5\"], not %s", name, kindOf(d.value(p))))
	}
	return keys, nil
}

// nearestAction is the action that may have been meant by a name that none has.
func nearestAction(name string) string {
	var names []string
	for _, a := range ui.KeyActions() {
		if a.Name == name {
			return ""
		}
		names = append(names, a.Name)
	}
	return nearest(name, names)
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
