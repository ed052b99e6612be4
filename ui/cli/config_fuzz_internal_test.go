package cli

import (
	"errors"
	"os"
	"strings"
	"testing"

	"adroit/device/text/userfile"
)

// FuzzConfig reads anything as a configuration file: it is taken, or refused
// with a place in the file.
func FuzzConfig(f *testing.F) {
	f.Add(configTemplate())
	f.Add(strings.ReplaceAll(configTemplate(), "\n# ", "\n"))
	f.Add("device = 'demo'\nmdoel = 1\n[endpoints.a]\nbase_url = 'x'\napi_key = 'k'\n[endpoints.a.prices]\ninput = 'x'")
	f.Add("endpoints.a.headers.x = 1\n\"a.b\" = {c = [1, {d = 2}]}\n[[redact]]\n")
	f.Add("[redact]\nx = '('\n[endpoints.\"\"]\n")
	f.Add("max-steps = 1\nmax_steps = 2\n[endpoints]\nollama = {prices = {cached = nan}}")
	f.Fuzz(func(t *testing.T, content string) {
		c := defaultConfig()
		c.file = "my.toml"
		err := c.take([]byte(content))
		if err == nil {
			c.shown() // whatever was taken can be shown
			return
		}
		if _, ok := errors.AsType[*userfile.Error](err); !ok {
			t.Errorf("error %T %v is not one of the file", err, err)
		}
	})
}

// TestReadmeConfiguration holds the examples of the first page to what is read,
// and its names of endpoints to those there are.
func TestReadmeConfiguration(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := 0
	for part := range strings.SplitSeq(string(page), "```toml\n") {
		example, _, closed := strings.Cut(part, "\n```")
		if !closed || !strings.Contains(example, "[endpoints.") {
			continue
		}
		examples++
		c := defaultConfig()
		c.file = "README.md"
		if err := c.take([]byte(example)); err != nil {
			t.Error(err)
		}
	}
	if examples == 0 {
		t.Error("the first page has no example with an endpoint")
	}
	for _, name := range presetNames() {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("the first page does not name the endpoint %s", name)
		}
	}
}
