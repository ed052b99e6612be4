package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/adrg/xdg"
	"github.com/spf13/pflag"

	"adroit/theme"
)

// config is every setting of the program, resolved. Each has a flag, an
// environment variable ADROIT_…, and a key of the configuration file, all
// under one name; the first of them that is given wins.
type config struct {
	Device   string
	ADB      string
	Model    string
	BaseURL  string
	API      string // "" is chosen by BaseURL
	StateDir string
	Rules    string // file of the person's rules; "" is the one beside the configuration, if there is one
	NoColor  bool
	Plain    bool // lines of text instead of a screen
	Theme    string

	Workspace string // folder in which files may be read and edited; "" is none
	Images    bool   // the model takes pictures of the screen

	MaxSteps     int
	MaxTokens    int
	Context      int           // tokens that the model can take in
	Timeout      time.Duration // of a turn; 0 is none
	ModelTimeout time.Duration // the longest silence of the endpoint

	// APIKey comes from OPENAI_API_KEY alone, so that it stands in no file of
	// ours and in no process list.
	APIKey string
}

// setting ties a field of config to its name and the help text of its flag.
type setting struct {
	name  string
	help  string
	value pflag.Value
	// fallbacks are variables of other programs that mean the same, asked
	// after the configuration file.
	fallbacks []string
}

// defaultConfig holds what applies where nothing is said.
func defaultConfig() config {
	return config{
		ADB:       "127.0.0.1:5037",
		BaseURL:   openAIBaseURL,
		StateDir:  filepath.Join(xdg.StateHome, "adroit"),
		Theme:     "auto",
		MaxSteps:  40,
		MaxTokens: 500_000,
		Context:   128_000,

		ModelTimeout: 90 * time.Second,
	}
}

// openAIBaseURL is the API that a key without further words belongs to.
const openAIBaseURL = "https://api.openai.com/v1"

// settings lists the flags that every command shares.
func (c *config) settings() []setting {
	return []setting{
		{name: "device", value: stringValue(&c.Device),
			help: `serial of the phone, or "demo" for the simulated one (default: the only phone there is)`},
		{name: "adb", value: stringValue(&c.ADB),
			help: "address of the adb server, `HOST:PORT`"},
		{name: "model", value: stringValue(&c.Model),
			help: `name of the model, or "demo" for the scripted one`},
		{name: "base-url", value: stringValue(&c.BaseURL), fallbacks: []string{"OPENAI_BASE_URL"},
			help: "`URL` of an OpenAI-compatible API"},
		{name: "api", value: enumValue(&c.API, "responses", "chat", "command"),
			help: "dialect of the API: responses, chat, or command for models without tool calls (default: responses for OpenAI's own, else chat)"},
		{name: "state-dir", value: stringValue(&c.StateDir),
			help: "`DIR` for the records of runs"},
		{name: "rules", value: stringValue(&c.Rules),
			help: "`FILE` of rules for what may be done (default: rules.toml in the user's config directory, if present)"},
		{name: "workspace", value: stringValue(&c.Workspace),
			help: "`DIR` in which the model may read files, and edit them after asking (default: none)"},
		{name: "images", value: boolValue(&c.Images),
			help: "let the model see pictures of the screen, with secrets painted over; for models that take images"},
		{name: "no-color", value: boolValue(&c.NoColor),
			help: "no colours; NO_COLOR does the same"},
		{name: "plain", value: boolValue(&c.Plain),
			help: "lines of text instead of a screen, for screen readers"},
		{name: "theme", value: enumValue(&c.Theme, themeNames()...),
			help: "colours of the cockpit: auto, dark, light, ansi16 or none"},
	}
}

// limits lists the flags of the commands that run turns.
func (c *config) limits() []setting {
	return []setting{
		{name: "max-steps", value: countValue(&c.MaxSteps), help: "model calls a turn, at most"},
		{name: "max-tokens", value: countValue(&c.MaxTokens), help: "tokens a turn, at most"},
		{name: "context-window", value: countValue(&c.Context), help: "tokens that the model can take in; before it is full, older screens are left out and then summed up"},
		{name: "timeout", value: durationValue(&c.Timeout), help: "`DURATION` of a turn, at most (default: none)"},
		{name: "model-timeout", value: durationValue(&c.ModelTimeout), help: "`DURATION` for which the model's endpoint may be silent"},
	}
}

func themeNames() []string {
	var names []string
	for _, name := range theme.Names() {
		names = append(names, string(name))
	}
	return names
}

// variable is the environment variable of a setting.
func (s setting) variable() string {
	return "ADROIT_" + strings.ToUpper(strings.ReplaceAll(s.name, "-", "_"))
}

// loadConfig resolves the settings: flag, then environment, then file, then
// the other programs' variables, then default. flags holds the values that
// were given on the command line, by name.
func loadConfig(file string, flags map[string]string, getenv func(string) string) (config, error) {
	c := defaultConfig()
	fromFile, err := c.readFile(file, getenv)
	if err != nil {
		return config{}, err
	}
	c.ADB = adbServer(c.ADB, fromFile["adb"], getenv)
	for _, s := range append(c.settings(), c.limits()...) {
		given, origin := flags[s.name], "--"+s.name
		if given == "" {
			given, origin = getenv(s.variable()), s.variable()
		}
		for _, name := range s.fallbacks {
			if given == "" && !fromFile[s.name] {
				given, origin = getenv(name), name
			}
		}
		if given == "" {
			continue
		}
		if err := s.value.Set(given); err != nil {
			return config{}, fmt.Errorf("%s: %w", origin, err)
		}
	}
	if getenv("NO_COLOR") != "" {
		c.NoColor = true
	}
	c.APIKey = getenv("OPENAI_API_KEY")
	return c, c.checkAddresses()
}

// readFile overlays the configuration file and tells which keys it set. The
// file at the usual place may be absent; one that was asked for by name may
// not. An unknown key is an error: it is a setting that would silently not
// apply.
func (c *config) readFile(name string, getenv func(string) string) (map[string]bool, error) {
	optional := false
	if name == "" {
		name = getenv("ADROIT_CONFIG")
	}
	if name == "" {
		name, optional = filepath.Join(xdg.ConfigHome, "adroit", "config.toml"), true
	}
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && optional {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	var keys map[string]any
	_, err = toml.Decode(string(data), &keys)
	if parse, ok := errors.AsType[toml.ParseError](err); ok {
		return nil, fmt.Errorf("configuration %s, line %d: %s", name, parse.Position.Line, parse.Message)
	}
	if err != nil {
		return nil, fmt.Errorf("configuration %s: %w", name, err)
	}
	set := map[string]bool{}
	for _, s := range append(c.settings(), c.limits()...) {
		v, ok := keys[s.name]
		if !ok {
			continue
		}
		if err := s.value.Set(fmt.Sprint(v)); err != nil {
			return nil, fmt.Errorf("configuration %s: %s: %w", name, s.name, err)
		}
		set[s.name] = true
		delete(keys, s.name)
	}
	for key := range keys {
		return nil, fmt.Errorf("configuration %s: unknown key %q; the keys are the names of the flags", name, key)
	}
	return set, nil
}

// checkAddresses refuses addresses that no connection can be made to.
func (c *config) checkAddresses() error {
	base, err := url.Parse(c.BaseURL)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return fmt.Errorf("--base-url %q: want an address that begins with http:// or https://", c.BaseURL)
	}
	if _, _, err := net.SplitHostPort(c.ADB); err != nil {
		return fmt.Errorf("--adb %q: want HOST:PORT, such as 127.0.0.1:5037", c.ADB)
	}
	return nil
}

// adbServer is the address of the adb server as adb's own variables give it:
// ADB_SERVER_SOCKET (tcp:HOST:PORT or tcp:PORT), then ANDROID_ADB_SERVER_PORT.
// The configuration file outranks them.
func adbServer(current string, fromFile bool, getenv func(string) string) string {
	if fromFile {
		return current
	}
	if socket, ok := strings.CutPrefix(getenv("ADB_SERVER_SOCKET"), "tcp:"); ok && socket != "" {
		if !strings.Contains(socket, ":") {
			return "127.0.0.1:" + socket
		}
		return socket
	}
	if port := getenv("ANDROID_ADB_SERVER_PORT"); port != "" {
		return "127.0.0.1:" + port
	}
	return current
}

// value is a pflag.Value over a parse function, so that flag, environment and
// file refuse the same things in the same words.
type value struct {
	kind string
	set  func(string) error
	get  func() string
}

func (v value) Set(s string) error { return v.set(s) }
func (v value) String() string {
	if v.get == nil {
		return ""
	}
	return v.get()
}
func (v value) Type() string { return v.kind }

func stringValue(p *string) pflag.Value {
	return value{"string", func(s string) error { *p = s; return nil }, func() string { return *p }}
}

func enumValue(p *string, allowed ...string) pflag.Value {
	return value{"string", func(s string) error {
		if slices.Contains(allowed, s) {
			*p = s
			return nil
		}
		return fmt.Errorf("%q: want %s", s, strings.Join(allowed, ", "))
	}, func() string { return *p }}
}

func boolValue(p *bool) pflag.Value {
	return value{"bool", func(s string) (err error) {
		if *p, err = strconv.ParseBool(s); err != nil {
			return fmt.Errorf("%q: want true or false", s)
		}
		return nil
	}, func() string { return strconv.FormatBool(*p) }}
}

func countValue(p *int) pflag.Value {
	return value{"int", func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return fmt.Errorf("%q: want a whole number of at least 1", s)
		}
		*p = n
		return nil
	}, func() string { return strconv.Itoa(*p) }}
}

func durationValue(p *time.Duration) pflag.Value {
	return value{"duration", func(s string) error {
		d, err := time.ParseDuration(s)
		if err != nil || d <= 0 {
			return fmt.Errorf("%q: want a positive duration such as 90s or 5m", s)
		}
		*p = d
		return nil
	}, func() string {
		if *p == 0 {
			return ""
		}
		return p.String()
	}}
}
