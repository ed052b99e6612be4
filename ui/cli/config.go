package cli

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/adrg/xdg"

	"adroit/device/redact"
	"adroit/loop"
	"adroit/loop/model"
)

// config is every setting of the program, resolved. Each has a flag, an
// environment variable ADROIT_…, and a key of the configuration file, all
// under one name; the first of them that is given wins.
type config struct {
	Device   string
	ADB      string
	Endpoint string // the named one in use; "" is the one that BaseURL names
	Model    string
	BaseURL  string
	API      string // "" is chosen by BaseURL
	StateDir string
	Rules    string // file of the person's rules; "" is the one beside the configuration, if there is one
	NoColor  bool
	Plain    bool // lines of text instead of a screen
	Theme    string
	Calm     bool // no more movement on the screen than is needed

	DebugLog  string // file for the debug log; "" is none
	Workspace string // folder in which files may be read and edited; "" is none
	Skills    string // folder of further skills; "" is none
	Images    bool   // the model takes pictures of the screen

	MaxSteps     int
	MaxTokens    int
	Context      int           // tokens that the model can take in
	Timeout      time.Duration // of a turn; 0 is none
	ModelTimeout time.Duration // the longest silence of the endpoint
	SpeakCommand string        // gets what is to be read aloud of each answer; "" is none

	ApprovalTimeout time.Duration // of a question; 0 is none. See orUsual
	DeviceWait      time.Duration // for a lost phone; 0 is without end. See orUsual
	CheckTimeout    time.Duration // of a command of --check
	ToolOutput      int           // characters of a tool result that the model gets
	Retries         int           // of what failed in a way that may pass
	Claims          int           // claims to be done that may be disproved
	ScreenFormat    string        // in which the model gets screens: compact or json
	LiveInterval    time.Duration // between two looks of the live screen

	// APIKey comes from the environment variable KeyVariable alone, so that it
	// stands in no file of ours and in no process list.
	APIKey      string
	KeyVariable string

	// What only an endpoint of the configuration file or a probe says.
	Headers  map[string]string
	Body     map[string]any
	NoStream bool
	Prices   model.Prices

	Keys   map[string][]string // of actions in the cockpit, in place of the usual ones
	Redact []redact.Pattern    // what the person wants masked, besides what always is

	secretHeaders []string // names of those whose values came from variables

	wantsFiles bool // what the file names must be there when it is read

	file      string              // the configuration file; it need not be there
	endpoints map[string]endpoint // of the configuration file, by name
	inUse     endpoint            // the one that Endpoint names
	origins   map[string]origin   // of the settings that are no default, by name
	probe     *model.Capabilities // what the endpoint and model in use were found to do; nil is not known
}

// origin says where a value came from.
type origin struct {
	rank  rank
	place string // as a person would look for it
}

// rank orders the places of values, the weakest first.
type rank int

const (
	byDefault  rank = iota
	byEndpoint      // said by the endpoint in use
	byFallback      // another program's variable
	byFile
	byEnvironment
	byFlag
	byChoice // the person's, in the cockpit
)

func (o origin) String() string {
	if o.rank == byDefault {
		return "default"
	}
	return o.place
}

// defaultConfig holds what applies where nothing is said.
func defaultConfig() config {
	return config{
		ADB:       "127.0.0.1:5037",
		BaseURL:   model.OpenAI,
		StateDir:  filepath.Join(xdg.StateHome, "adroit"),
		Theme:     "auto",
		MaxSteps:  40,
		MaxTokens: 500_000,
		Context:   128_000,

		ModelTimeout: 90 * time.Second,
		CheckTimeout: 180 * time.Second,
		ToolOutput:   10_000,
		Retries:      2,
		Claims:       3,
		ScreenFormat: compactScreens,
		LiveInterval: loop.LiveInterval,

		KeyVariable: "OPENAI_API_KEY",
		origins:     map[string]origin{},
	}
}

// loadConfig resolves the settings: flag, then environment, then file, then
// the other programs' variables, then default. flags holds the values that were
// given on the command line, by name.
func loadConfig(file string, flags map[string]string, getenv func(string) string) (config, error) {
	c := defaultConfig()
	c.file = configPath(file, getenv)
	if err := c.readFile(file == "" && getenv("ADROIT_CONFIG") == ""); err != nil {
		return config{}, err
	}
	for _, s := range c.all() {
		given, from := flags[s.name], origin{byFlag, "--" + s.name}
		if given == "" {
			given, from = getenv(s.variable()), origin{byEnvironment, s.variable()}
		}
		if given == "" && s.fallback != nil && c.origins[s.name].rank < byFile {
			given, from.place = s.fallback(getenv)
			from.rank = byFallback
		}
		if given == "" {
			continue
		}
		if err := s.value.Set(given); err != nil {
			return config{}, fmt.Errorf("%s: %w", from.place, err)
		}
		c.origins[s.name] = from
	}
	if err := c.useEndpoint(getenv); err != nil {
		return config{}, err
	}
	if err := c.demoElsewhere(); err != nil {
		return config{}, err
	}
	c.recall()
	return c, nil
}

// demoElsewhere refuses the scripted model where the command line names an
// endpoint, which it does not have. An endpoint that is set for all runs gives
// way to it.
func (c *config) demoElsewhere() error {
	if c.Model != demoName {
		return nil
	}
	for _, name := range []string{"base-url", "endpoint"} {
		if c.origins[name].rank == byFlag {
			return fmt.Errorf("--%s does not go with the model %q (%s), which is scripted and has no endpoint: leave one out, or name another with --model",
				name, demoName, c.origins["model"])
		}
	}
	return nil
}

// configPath is where the configuration file is, or would be.
func configPath(flag string, getenv func(string) string) string {
	switch {
	case flag != "":
		return flag
	case getenv("ADROIT_CONFIG") != "":
		return getenv("ADROIT_CONFIG")
	}
	return filepath.Join(xdg.ConfigHome, "adroit", "config.toml")
}
