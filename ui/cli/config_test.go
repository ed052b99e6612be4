package cli_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// configFile writes a configuration file.
func configFile(t *testing.T, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "my.toml")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestConfigErrors names the line and the cure of what is wrong in the file.
func TestConfigErrors(t *testing.T) {
	const start = "device = \"demo\"\n\n"
	table := func(lines string) string {
		return "[endpoints.mine]\nbase_url = \"http://127.0.0.1:1/v1\"\n" + lines + "\n"
	}
	for name, tt := range map[string]struct{ content, want string }{
		"unknown key":          {start + `mdoel = "x"`, `my.toml:3: unknown key "mdoel"; did you mean model?`},
		"like no key":          {start + `zzzzzz = "x"`, `my.toml:3: unknown key "zzzzzz"; ` + "`adroit config init`"},
		"broken":               {start + `model = =`, `my.toml:3: `},
		"text for a number":    {start + `max_steps = "7"`, `my.toml:3: max_steps: want a whole number, not a text`},
		"number for text":      {start + `model = 7`, `my.toml:3: model: want a text in quotes, not the number 7`},
		"text for a truth":     {start + `images = "yes"`, `my.toml:3: images: want true or false, not a text`},
		"number for a time":    {start + `timeout = 90`, `my.toml:3: timeout: want a text in quotes, not the number 90`},
		"wrong time":           {start + `timeout = "soon"`, `my.toml:3: timeout: "soon": want a positive duration`},
		"list for text":        {start + `model = ["a"]`, `my.toml:3: model: want a text in quotes, not a list`},
		"table for text":       {start + "[model]\nname = 'a'", `my.toml:3: model: want a text in quotes, not a table`},
		"none of the words":    {start + `theme = "pink"`, `my.toml:3: theme: "pink": want `},
		"given twice":          {start + "max-steps = 1\nmax_steps = 2", `max_steps is given twice`},
		"a key":                {start + `api_key = "` + testKey + `"`, `my.toml:3: api_key: a key never stands in this file; put`},
		"a key by a name":      {start + `openai_api_key = "` + testKey + `"`, `my.toml:3: openai_api_key: a key never stands in this file`},
		"a key of an endpoint": {table(`api_key = "` + testKey + `"`), `my.toml:3: endpoints.mine.api_key: a key never stands in this file; put it into an environment variable, and name that variable with api_key_env`},
		"a key for its name":   {table(`api_key_env = "` + testKey + `"`), `my.toml:3: endpoints.mine.api_key_env: want the name of an environment variable`},
		"a key in a header":    {table("[endpoints.mine.headers]\nX-Title = 'a'\nAuthorization = 'Bearer " + testKey + "'"), `my.toml:5: endpoints.mine.headers.Authorization: holds a key`},
		"unknown endpoint key": {table(`baseurl = "x"`), `my.toml:3: unknown key "baseurl"; did you mean base_url?`},
		"wrong address":        {table(`prices = 3`), `my.toml:3: endpoints.mine.prices: want a table, not the number 3`},
		"unknown price":        {table("[endpoints.mine.prices]\ninput = 1\ninptu = 3"), `my.toml:5: unknown key "inptu"; did you mean input?`},
		"price below nothing":  {table(`prices = { input = -1 }`), `my.toml:3: endpoints.mine.prices.input: want a price of at least 0`},
		"price of no number":   {table(`prices = { input = nan }`), `my.toml:3: endpoints.mine.prices.input: want a price of at least 0`},
		"unknown preset":       {"[endpoints.mine]\npreset = \"olama\"", `my.toml:2: endpoints.mine.preset: unknown built-in endpoint "olama"; did you mean ollama?`},
		"no such preset":       {"[endpoints.mine]\npreset = \"somewhere-else\"", `my.toml:2: endpoints.mine.preset: unknown built-in endpoint "somewhere-else"; want one of anthropic, `},
		"endpoint of nothing":  {"[endpoints.mine]\nmodel = \"m\"", `my.toml:1: endpoints.mine: want base_url, or a preset`},
		"not an address":       {"[endpoints.mine]\nbase_url = \"localhost\"", `my.toml:2: endpoints.mine.base_url: "localhost": want an address`},
		"endpoints as text":    {`endpoints = "x"`, `my.toml:1: endpoints: want a table, not a text`},
		"endpoint as text":     {"[endpoints]\nmine = 'x'", `my.toml:2: endpoints.mine: want a table`},
		"no such endpoint":     {`endpoint = "olama"`, `my.toml:1: unknown endpoint "olama"; did you mean ollama?`},
		"keys as text":         {`keys = "x"`, `my.toml:1: keys: want a table, not a text`},
		"no list of keys":      {"[keys]\nmap = 'x'", `my.toml:2: keys.map: want a list of keys such as ["ctrl+t", "f5"], not a text`},
		"number for a key":     {"[keys]\nmap = [1]", `my.toml:2: keys.map: want a text in quotes, not the number 1`},
		"unknown action":       {"[keys]\nquit = ['f8']\nmpa = ['m']", `my.toml:3: keys.mpa: unknown action "mpa"; did you mean map?`},
		"no key":               {"[keys]\nquit = ['hyperspace']", `my.toml:2: keys.quit: "hyperspace" is no key`},
		"two on one key":       {"[keys]\n\nmap = ['f']", `my.toml:3: keys.map: f would mean map ("draw the screen, or list it") and filter ("show all, actionable, or changed") at once`},
		"a key for writing":    {"[keys]\nquit = ['q']", `my.toml:2: keys.quit: q is needed for writing`},
		"the way out":          {"[keys]\nescape = ['f8']", `my.toml:2: keys.escape: its keys cannot be changed`},
		"wrong base address":   {start + `base_url = "localhost"`, `my.toml:3: base_url: "localhost": want an address`},
		"wrong server":         {start + `adb = "localhost"`, `my.toml:3: adb: "localhost": want HOST:PORT`},
		"wrong expression":     {"[redact]\na = '('", `my.toml:2: redact.a: `},
		"expression of nought": {"[redact]\na = 'x*'", `my.toml:2: redact.a: the expression also fits nothing`},
	} {
		t.Run(name, func(t *testing.T) {
			file := configFile(t, tt.content)
			for _, args := range [][]string{{"config", "check", file}, {"config", "show", "--config", file}} {
				got := run(t, nil, args...)
				if got.code != 2 || !strings.Contains(got.err, tt.want) || strings.Count(got.err, "\n") != 1 {
					t.Errorf("%v: exit code %d, stderr %q, want 2 and %q", args, got.code, got.err, tt.want)
				}
				if strings.Contains(got.err+got.out, testKey) {
					t.Errorf("the key was printed: %s", got.err)
				}
			}
		})
	}
}

// TestEveryConfigErrorIsTold tells all that is wrong with a file at once, up to
// a syntax error.
func TestEveryConfigErrorIsTold(t *testing.T) {
	file := configFile(t, `devcie = "demo"
max_steps = 0
timeout = "soon"
endpoint = "mien"
max-steps = 3
api_key = "`+testKey+`"

[endpoints.mine]
preset = "olama"
api_key_env = "`+testKey+`"
stream = "no"
headers = { X-Title = 7, Authorization = "`+testKey+`" }
pries = 1

[endpoints.mine.prices]
input = -1
currency = 2

[endpoints.other]
context = 0

[keys]
map = ["f", 7]
quit = ["hyperspace"]
palette = ["f5"]
live = ["f5"]

[redact]
a = "("
b = ""
`)
	want := `:1: unknown key "devcie"; did you mean device?
:2: max_steps: "0": want a whole number of at least 1
:3: timeout: "soon": want a positive duration such as 90s or 5m
:4: unknown endpoint "mien"; did you mean mine?
:5: max_steps is given twice, with a dash and with an underscore; leave one
:6: api_key: a key never stands in this file; put it into an environment variable, and name that variable with api_key_env = "NAME" in the table of the endpoint
:9: endpoints.mine.preset: unknown built-in endpoint "olama"; did you mean ollama?
:10: endpoints.mine.api_key_env: want the name of an environment variable, such as MY_API_KEY; the key itself never stands in this file
:11: endpoints.mine.stream: want true or false, not a text
:12: endpoints.mine.headers.Authorization: holds a key, and a key never stands in this file; name its variable with headers_env = { Authorization = "NAME" }
:12: endpoints.mine.headers.X-Title: want a text in quotes, not the number 7
:13: unknown key "pries"; did you mean prices?
:16: endpoints.mine.prices.input: want a price of at least 0, not the number -1
:17: endpoints.mine.prices.currency: want a text in quotes, not the number 2
:19: endpoints.other: want base_url, or a preset that has one
:20: endpoints.other.context: want a whole number of at least 1, not the number 0
:23: keys.map: want a text in quotes, not the number 7
:24: keys.quit: "hyperspace" is no key
:26: keys.live: f5 would mean live
:29: redact.a: error parsing regexp: missing closing ): ` + "`(`" + `
:30: redact.b: want a regular expression in quotes, not an empty text
`
	for _, args := range [][]string{{"config", "check", file}, {"config", "show", "--config", file}, {"runs", "--config", file}} {
		got := run(t, nil, args...)
		told := strings.Split(strings.ReplaceAll(got.err, file, ""), "\n")
		for i, line := range strings.Split(want, "\n") {
			if i >= len(told) || !strings.HasPrefix(told[i], line) || len(told) != strings.Count(want, "\n")+1 {
				t.Fatalf("%v: line %d is not %q in\n%s", args, i+1, line, strings.Join(told, "\n"))
			}
		}
		if got.code != 2 || strings.Contains(got.err+got.out, testKey) {
			t.Errorf("%v: exit code %d, %s", args, got.code, got.err)
		}
	}
	broken := configFile(t, "mdoel = 1\n[endpoints.mine]\nmodel = \"m\"\nstream =\n")
	want = broken + ":1: unknown key \"mdoel\"; did you mean model?\n" + broken + ":4: expected value but found '\\n' instead\n"
	if got := run(t, nil, "config", "check", broken); got.err != want {
		t.Errorf("of a broken file:\n%swant\n%s", got.err, want)
	}
}

// TestConfigTemplate writes a file that can be used with every line in force, and
// never over another.
func TestConfigTemplate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deep", "config.toml")
	if got := run(t, nil, "config", "init", "--config", file); got.code != 0 || !strings.Contains(got.out, file) {
		t.Fatalf("exit code %d, %s%s", got.code, got.out, got.err)
	}
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	commented := regexp.MustCompile(`(?m)^# (\S.* = |\[)`)
	if n := len(commented.FindAll(written, -1)); n < 30 {
		t.Errorf("only %d lines can be put in force", n)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(written)), "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			t.Errorf("the line %q is in force", line)
		}
	}
	if got := run(t, nil, "config", "check", file); got.code != 0 {
		t.Errorf("as written: %s", got.err)
	}
	live := configFile(t, commented.ReplaceAllString(string(written), "$1"))
	if got := run(t, nil, "config", "check", live); got.code != 0 {
		t.Errorf("with every line in force: %s", got.err)
	}

	if err := os.WriteFile(file, []byte("model = \"mine\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, nil, "config", "init", "--config", file); got.code != 2 || !strings.Contains(got.err, "--force") {
		t.Errorf("over a file: exit code %d, %s", got.code, got.err)
	}
	if kept, _ := os.ReadFile(file); string(kept) != "model = \"mine\"\n" {
		t.Errorf("the file is now %q", kept)
	}
	if got := run(t, nil, "config", "init", "--config", file, "--force"); got.code != 0 {
		t.Errorf("--force: %s", got.err)
	}
	if again, _ := os.ReadFile(file); string(again) != string(written) {
		t.Error("--force wrote another file")
	}
}

// TestConfigPath follows flag and variable, and needs no sound file.
func TestConfigPath(t *testing.T) {
	file := configFile(t, "nonsense")
	if got := run(t, nil, "config", "path", "--config", file); got.code != 0 || strings.TrimSpace(got.out) != file {
		t.Errorf("flag: %q %s", got.out, got.err)
	}
	if got := run(t, map[string]string{"ADROIT_CONFIG": file}, "config", "path"); got.code != 0 || strings.TrimSpace(got.out) != file {
		t.Errorf("variable: %q %s", got.out, got.err)
	}
}

// shown is what `adroit config show` says of each setting: "value | origin".
func shown(t *testing.T, env map[string]string, args ...string) map[string]string {
	t.Helper()
	got := run(t, env, append([]string{"config", "show", "--format", "json"}, args...)...)
	var rows []struct{ Name, Value, Origin string }
	if err := json.Unmarshal([]byte(got.out), &rows); got.code != 0 || err != nil {
		t.Fatalf("exit code %d, %v: %s", got.code, err, got.err)
	}
	list := map[string]string{}
	for _, r := range rows {
		list[r.Name] = r.Value + " | " + r.Origin
	}
	if strings.Contains(got.out+got.err, testKey) {
		t.Errorf("the key was printed:\n%s", got.out)
	}
	return list
}

// TestOrigins follows each setting through the places that may give it.
func TestOrigins(t *testing.T) {
	file := configFile(t, `endpoint = "mine"
max_steps = 7
max-tokens = 1000
theme = "dark"

[endpoints.mine]
preset = "groq"
model = "llama"
context = 32000
stream = false
headers = { X-Title = "adroit" }
[endpoints.mine.headers_env]
api-key = "OTHER"

[endpoints.mine.prices]
input = 2
output = 8.5
currency = "EUR"

[endpoints.mine.body]
reasoning_effort = "low"

[redact]
employee = 'EMP-\d{6}'
badge = """
B-\\d+"""

[keys]
map = [
  "x",
]

[endpoints.ollama]
model = "qwen3"
`)
	env := map[string]string{
		"ADROIT_MAX_TOKENS": "2000", "GROQ_API_KEY": testKey, "OTHER": testKey, "NO_COLOR": "1",
		"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "ADB_SERVER_SOCKET": "tcp:5040",
	}
	for _, tt := range []struct {
		name string
		env  map[string]string
		args []string
		want map[string]string
	}{
		{"endpoint of the file", env, []string{"--max-steps", "9"}, map[string]string{
			"max_steps": "9 | --max-steps", "max_tokens": "2000 | ADROIT_MAX_TOKENS", "theme": "dark | my.toml:4",
			"endpoint": "mine | my.toml:1", "model": "llama | endpoint mine, my.toml:8",
			"base_url": "https://api.groq.com/openai/v1 | endpoint mine, preset groq, my.toml:7", "context_window": "32000 | endpoint mine, my.toml:9",
			"api_key": "set | GROQ_API_KEY of endpoint mine, preset groq, my.toml:7", "stream": "false | endpoint mine, my.toml:10",
			"headers.X-Title": "set | endpoint mine, my.toml:11", "headers.api-key": "set | endpoint mine, my.toml:13",
			"prices": "input 2.00 EUR, cached 2.00 EUR, output 8.50 EUR a million tokens | endpoint mine, my.toml:15",
			"body":   "reasoning_effort | endpoint mine, my.toml:20", "redact.employee": `EMP-\d{6} | my.toml:24`, "redact.badge": `B-\d+ | my.toml:25`, "keys.map": "x | my.toml:29",
			"no_color": "true | NO_COLOR", "adb": "127.0.0.1:5040 | ADB_SERVER_SOCKET", "plain": "false | default",
		}},
		{"flags over the endpoint", env, []string{"--model", "m", "--base-url", "http://127.0.0.1:1/v1", "--api", "command"}, map[string]string{
			"endpoint": "mine | my.toml:1", "model": "m | --model", "base_url": "http://127.0.0.1:1/v1 | --base-url", "api": "command | --api",
		}},
		{"an endpoint by flag", map[string]string{"ADROIT_MODEL": "not this one"}, []string{"--endpoint", "ollama"}, map[string]string{
			"endpoint": "ollama | --endpoint", "model": "qwen3 | endpoint ollama, my.toml:34",
			"base_url": "http://127.0.0.1:11434/v1 | endpoint ollama, built in", "api_key": "none | endpoint ollama, built in", "stream": "true | default",
		}},
		{"an endpoint by variable", map[string]string{"ADROIT_ENDPOINT": "openrouter", "ADROIT_MODEL": "m"}, nil, map[string]string{
			"endpoint": "openrouter | ADROIT_ENDPOINT", "model": "m | ADROIT_MODEL",
			"base_url": "https://openrouter.ai/api/v1 | endpoint openrouter, built in", "api_key": "not set | OPENROUTER_API_KEY of endpoint openrouter, built in",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := shown(t, tt.env, append(tt.args, "--config", file)...)
			for _, name := range slices.Sorted(maps.Keys(tt.want)) {
				if got[name] != tt.want[name] {
					t.Errorf("%s: %s, want %s", name, got[name], tt.want[name])
				}
			}
		})
	}
	got := shown(t, map[string]string{"OPENAI_API_KEY": testKey, "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}, "--config", configFile(t, ""))
	if got["base_url"] != "http://127.0.0.1:9/v1 | OPENAI_BASE_URL" || got["api_key"] != "set | OPENAI_API_KEY" {
		t.Errorf("without an endpoint: %q", got)
	}
}

// TestHeaderVariableUnset refuses an endpoint whose header has no value.
func TestHeaderVariableUnset(t *testing.T) {
	file := configFile(t, "[endpoints.mine]\nbase_url = 'http://127.0.0.1:1/v1'\nheaders_env = { api-key = 'OTHER' }\n")
	got := run(t, nil, "config", "show", "--config", file, "--endpoint", "mine")
	if got.code != 2 || !strings.Contains(got.err, "OTHER is not set, which holds the header api-key") {
		t.Errorf("exit code %d, %s", got.code, got.err)
	}
}
