package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"adroit/device/redact"
	"adroit/device/text/userfile"
)

// readFile reads the configuration file. One that is optional may be absent.
func (c *config) readFile(optional bool) error {
	data, err := os.ReadFile(c.file)
	if errors.Is(err, fs.ErrNotExist) {
		if optional {
			return nil
		}
		return userfile.Wrong(c.file, 0, errors.New("there is no such file; `adroit config init` writes one"))
	}
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	return c.take(data)
}

// take overlays c with the content of the configuration file. Everything that is
// wrong with it is told at once. An unknown key is a mistake: it is a setting
// that would silently not apply.
func (c *config) take(data []byte) error {
	f := configFile{userfile.TOML(c.file, data), filepath.Base(c.file)}
	keys := userfile.Keys{
		"endpoints": f.Table(func(t *userfile.Table) { c.endpoints = f.endpoints(t) }),
		"redact":    f.Table(func(t *userfile.Table) { c.Redact = f.patterns(t, c.origins) }),
		"keys":      f.Table(func(t *userfile.Table) { c.Keys = f.keys(t, c.origins) }),
	}
	for _, s := range c.all() {
		keys[s.key()] = func(e userfile.Entry) {
			f.set(s, e)
			c.origins[s.name] = origin{byFile, f.place(e.Line)}
		}
	}
	f.read(f.Root, keys, "`adroit config init` writes a file with all there are")
	if c.wantsFiles {
		f.lookAtFiles(c)
	}
	if e, given := f.Root.Get("endpoint"); given && c.Endpoint != "" {
		if _, err := c.named(c.Endpoint); err != nil {
			f.Lacking(e.Line, "%v", err)
		}
	}
	return f.Err()
}

// lookAtFiles notes which files and folders there are not that c names.
func (f configFile) lookAtFiles(c *config) {
	for name, look := range map[string]func() error{
		"rules": func() error {
			_, err := os.ReadFile(c.Rules)
			return err
		},
		"workspace": func() error { return checkFolder(c.Workspace) },
		"skills":    func() error { return checkFolder(c.Skills) },
		"debug_log": func() error { return checkFolder(filepath.Dir(c.DebugLog)) },
	} {
		e, given := f.Root.Get(name)
		if value, text := e.Value.(string); !given || !text || value == "" {
			continue
		}
		if err := look(); err != nil {
			f.Refuse(e, err)
		}
	}
}

// configFile is the configuration file while it is read.
type configFile struct {
	*userfile.Document
	base string // its name without the folder
}

// place is a line, for a person to look it up.
func (f configFile) place(line int) string { return fmt.Sprintf("%s:%d", f.base, line) }

// read reads a table, whose keys are spelled with dashes or underscores. One
// that is meant to hold an API key is refused; cure says what to do about
// another that is not known and like none.
func (f configFile) read(t *userfile.Table, keys userfile.Keys, cure string) {
	for _, e := range f.spelled(t) {
		read, known := keys[e.Key]
		switch {
		case known:
			read(e)
		case namesKey(e.Key):
			f.Refuse(e, errKeyInFile)
		default:
			f.Wrong(e.Line, "%v", userfile.OneOf("key", e.Key, slices.Sorted(maps.Keys(keys)), cure))
		}
	}
}

// spelled are the entries of t with their keys spelled with underscores.
func (f configFile) spelled(t *userfile.Table) []userfile.Entry {
	var list []userfile.Entry
	for _, e := range t.Entries {
		e.Key = fileKey(e.Key)
		if slices.ContainsFunc(list, func(other userfile.Entry) bool { return other.Key == e.Key }) {
			f.Wrong(e.Line, "%s is given twice, with a dash and with an underscore; leave one", e.Key)
			continue
		}
		list = append(list, e)
	}
	return list
}

// set gives s the value of e, which must be of its kind.
func (f configFile) set(s setting, e userfile.Entry) {
	var want string
	var ok bool
	switch s.value.Type() {
	case "bool":
		want = "true or false"
		_, ok = e.Value.(bool)
	case "int":
		want = "a whole number"
		_, ok = e.Value.(int64)
	default:
		want = "a text in quotes"
		_, ok = e.Value.(string)
	}
	if !ok {
		f.Want(e, want)
	} else if err := s.value.Set(fmt.Sprint(e.Value)); err != nil {
		f.Refuse(e, err)
	}
}

// patterns reads the table [redact]: a regular expression by each name.
func (f configFile) patterns(t *userfile.Table, origins map[string]origin) []redact.Pattern {
	var list []redact.Pattern
	for _, e := range f.spelled(t) {
		expression, ok := e.Value.(string)
		if !ok || expression == "" {
			f.Want(e, "a regular expression in quotes")
			continue
		}
		compiled, err := regexp.Compile(expression)
		if err == nil && compiled.MatchString("") {
			err = errors.New("the expression also fits nothing at all, so it would mask nothing; have it want at least one character")
		}
		if err != nil {
			f.Refuse(e, err)
			continue
		}
		list = append(list, redact.Pattern{Kind: e.Key, Regexp: compiled})
		origins[redactRow+e.Key] = origin{byFile, f.place(e.Line)}
	}
	return list
}

// errKeyInFile refuses a key in the configuration file.
var errKeyInFile = errors.New(`a key never stands in this file; put it into an environment variable, and name that variable with api_key_env = "NAME" in the table of the endpoint`)

// namesKey reports whether a key of the file is meant to hold an API key.
func namesKey(key string) bool {
	key = strings.ReplaceAll(strings.ToLower(key), "_", "")
	return strings.Contains(key, "apikey") || key == "key" || key == "token" || key == "secret" || key == "password"
}
