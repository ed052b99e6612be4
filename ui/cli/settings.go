package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"adroit/theme"
)

// setting ties a field of config to its name and the help text of its flag.
// The flag, the environment variable and the key of the configuration file are
// all made of the name.
type setting struct {
	name  string
	help  string
	value pflag.Value
	// fallback asks the variables of other programs that mean the same. They
	// come after the configuration file.
	fallback func(getenv func(string) string) (value, variable string)
	// live settings are taken over while the cockpit runs.
	live bool
	// only are the commands in which a limit means something; nil is all that
	// run turns.
	only []string
}

// variable is the environment variable of a setting.
func (s setting) variable() string { return "ADROIT_" + strings.ToUpper(s.key()) }

// key is what a setting is called in the configuration file.
func (s setting) key() string { return fileKey(s.name) }

// fileKey spells a name as keys of the configuration file are: with
// underscores. Dashes, as in flags, are understood as well.
func fileKey(name string) string { return strings.ReplaceAll(name, "-", "_") }

// settings lists the flags that every command shares.
func (c *config) settings() []setting {
	return []setting{
		{name: "device", value: stringValue(&c.Device),
			help: `serial of the phone, or "demo" for the simulated one (default: the only phone there is)`},
		{name: "adb", value: serverValue(&c.ADB), fallback: adbServer,
			help: "address of the adb server, `HOST:PORT`"},
		{name: "endpoint", value: stringValue(&c.Endpoint),
			help: "`NAME` of a model's endpoint: a built-in one such as openai or ollama, or one of the configuration file (`adroit endpoint list`)"},
		{name: "model", value: stringValue(&c.Model),
			help: `name of the model, or "demo" for the scripted one`},
		{name: "base-url", value: urlValue(&c.BaseURL), fallback: variables("OPENAI_BASE_URL"),
			help: "`URL` of an OpenAI-compatible API"},
		{name: "api", value: enumValue(&c.API, "responses", "chat", "command"),
			help: "dialect of the API: responses, chat, or command for models without tool calls (default: what a probe found, else responses for OpenAI's own and chat for others)"},
		{name: "state-dir", value: stringValue(&c.StateDir),
			help: "`DIR` for the records of runs"},
		{name: "rules", value: stringValue(&c.Rules),
			help: "`FILE` of rules for what may be done (default: rules.toml in the user's config directory, if present)"},
		{name: "debug-log", value: stringValue(&c.DebugLog),
			help: "`FILE` for a debug log of what was done: names, lengths and durations, no text of people or screens (default: none)"},
		{name: "workspace", value: stringValue(&c.Workspace),
			help: "`DIR` in which the model may read files, and edit them after asking (default: none)"},
		{name: "skills", value: stringValue(&c.Skills),
			help: "`DIR` of further skills for the model, beside skills in the user's config directory and .adroit/skills here"},
		{name: "images", value: boolValue(&c.Images),
			help: "let the model see pictures of the screen, with secrets painted over; for models that take images (default: what a probe found)"},
		{name: "no-color", value: boolValue(&c.NoColor), fallback: noColor,
			help: "no colours; NO_COLOR does the same"},
		{name: "plain", value: boolValue(&c.Plain),
			help: "lines of text instead of a screen, for screen readers"},
		{name: "reduced-motion", value: boolValue(&c.Calm), live: true,
			help: "less movement in the cockpit: the model's words come a line at a time, and seconds count in tens"},
		{name: "theme", value: enumValue(&c.Theme, themeNames()...), live: true,
			help: "colours of the cockpit: auto, dark, light, ansi16 or none"},
	}
}

// The commands that run turns. The cockpit is the program without a command.
const (
	inCockpit = "adroit"
	inRun     = "adroit run"
	inServe   = "adroit serve"
	inEval    = "adroit eval"
)

// means reports whether the setting does anything in command.
func (s setting) means(command string) bool {
	return s.only == nil || slices.Contains(s.only, command)
}

// limitsOf lists the flags of one command that runs turns: those that mean
// something there.
func (c *config) limitsOf(command string) []setting {
	return slices.DeleteFunc(c.limits(), func(s setting) bool { return !s.means(command) })
}

// limits lists the flags of all commands that run turns.
func (c *config) limits() []setting {
	return []setting{
		{name: "max-steps", value: countValue(&c.MaxSteps), help: "model calls a turn, at most"},
		{name: "max-tokens", value: countValue(&c.MaxTokens), help: "tokens a turn, at most"},
		{name: "context-window", value: countValue(&c.Context), help: "tokens that the model can take in; before it is full, older screens are left out and then summed up"},
		{name: "timeout", value: durationValue(&c.Timeout), only: []string{inRun, inEval},
			help: "`DURATION` of the turn of adroit run, or of an attempt of adroit eval, at most (default: none)"},
		{name: "model-timeout", value: durationValue(&c.ModelTimeout), help: "`DURATION` for which the model's endpoint may be silent"},
		{name: "approval-timeout", value: waitValue(&c.ApprovalTimeout), only: []string{inCockpit, inServe},
			help: "`DURATION` after which a question that nobody answered is denied; 0 waits as long as the turn (default: 10m in adroit serve, else 0)"},
		{name: "device-wait", value: waitValue(&c.DeviceWait), help: "`DURATION` for which a turn waits for a lost phone; 0 waits without end (default: 1m in adroit run and adroit eval, else 0)"},
		{name: "check-timeout", value: durationValue(&c.CheckTimeout), only: []string{inRun},
			help: "`DURATION` of a command of adroit run --check, at most"},
		{name: "speak-command", value: stringValue(&c.SpeakCommand), only: []string{inCockpit, inRun},
			help: "`COMMAND` of the shell that gets a short spoken form of each answer on its standard input, such as espeak (default: none)"},
	}
}

// unflagged lists the settings that are chosen once and for all: they have a
// variable and a key of the configuration file, and no flag.
func (c *config) unflagged() []setting {
	return []setting{
		{name: "tool-output", value: numberValue(&c.ToolOutput, leastToolOutput), help: "characters of a tool's result that the model gets, at most"},
		{name: "retries", value: numberValue(&c.Retries, 0), help: "how often what failed in a way that may pass is tried again; only what is safe to repeat"},
		{name: "claims", value: countValue(&c.Claims), help: "claims of the model to be done that may be disproved before the turn ends: by the success criteria of a skill, or by --expect and --check of adroit run"},
		{name: "screen-format", value: enumValue(&c.ScreenFormat, compactScreens, jsonScreens),
			help: "how the model gets the screen: compact lines, of which an act returns those that changed, or json, all of the ScreenContext each time, which takes many times the tokens and mostly a larger tool_output"},
		{name: "live-interval", value: durationValue(&c.LiveInterval), live: true,
			help: "`DURATION` between two looks of the live screen while it changes; while it does not, they come ever more rarely, up to ten times as far apart"},
	}
}

// The forms in which the model gets screens.
const (
	compactScreens = "compact"
	jsonScreens    = "json"
)

// leastToolOutput leaves room for the message of a result and the mark of what
// was cut, in characters.
const leastToolOutput = 500

// all lists every setting.
func (c *config) all() []setting { return slices.Concat(c.settings(), c.limits(), c.unflagged()) }

func themeNames() []string {
	var names []string
	for _, name := range theme.Names() {
		names = append(names, string(name))
	}
	return names
}

// variables asks the environment for the first of names that is set.
func variables(names ...string) func(func(string) string) (value, variable string) {
	return func(getenv func(string) string) (value, variable string) {
		for _, name := range names {
			if value = getenv(name); value != "" {
				return value, name
			}
		}
		return "", ""
	}
}

// noColor is NO_COLOR, which counts when it is set to anything
// (https://no-color.org).
func noColor(getenv func(string) string) (value, variable string) {
	if getenv("NO_COLOR") == "" {
		return "", ""
	}
	return "true", "NO_COLOR"
}

// adbServer is the address of the adb server as adb's own variables give it:
// ADB_SERVER_SOCKET (tcp:HOST:PORT or tcp:PORT), then ANDROID_ADB_SERVER_PORT.
func adbServer(getenv func(string) string) (value, variable string) {
	if socket, ok := strings.CutPrefix(getenv("ADB_SERVER_SOCKET"), "tcp:"); ok && socket != "" {
		if !strings.Contains(socket, ":") {
			socket = "127.0.0.1:" + socket
		}
		return socket, "ADB_SERVER_SOCKET"
	}
	if port := getenv("ANDROID_ADB_SERVER_PORT"); port != "" {
		return "127.0.0.1:" + port, "ANDROID_ADB_SERVER_PORT"
	}
	return "", ""
}
