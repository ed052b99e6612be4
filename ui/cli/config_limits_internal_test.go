package cli

import (
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"adroit/loop"
)

// TestLimitsReachTheLoop gives each limit by its variable and by its key of the
// file, and finds it, alone changed, in what the loop is told.
func TestLimitsReachTheLoop(t *testing.T) {
	usual := loop.Limits{Steps: 40, Tokens: 500_000, ToolOutput: 10_000, Context: 128_000, Retries: 2, Claims: 3, DeviceWait: time.Minute}
	for name, tt := range map[string]struct {
		value string // as TOML
		want  func(*loop.Limits)
	}{
		"max_steps":      {"7", func(l *loop.Limits) { l.Steps = 7 }},
		"max_tokens":     {"9000", func(l *loop.Limits) { l.Tokens = 9000 }},
		"context_window": {"8000", func(l *loop.Limits) { l.Context = 8000 }},
		"tool_output":    {"2000", func(l *loop.Limits) { l.ToolOutput = 2000 }},
		"retries":        {"5", func(l *loop.Limits) { l.Retries = 5 }},
		"claims":         {"1", func(l *loop.Limits) { l.Claims = 1 }},
		"device_wait":    {"2m0s", func(l *loop.Limits) { l.DeviceWait = 2 * time.Minute }},
		"theme":          {"dark", func(*loop.Limits) {}},
	} {
		want := usual
		tt.want(&want)
		quoted := tt.value
		if name == "device_wait" || name == "theme" {
			quoted = "'" + quoted + "'"
		}
		file := filepath.Join(t.TempDir(), "my.toml")
		if err := os.WriteFile(file, []byte(name+" = "+quoted+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		none := func(string) string { return "" }
		variable := setting{name: name}.variable()
		for place, load := range map[string]func() (config, error){
			"file":     func() (config, error) { return loadConfig(file, nil, none) },
			"variable": func() (config, error) { return loadConfig("", nil, only(variable, tt.value)) },
		} {
			c, err := load()
			if err != nil {
				t.Errorf("%s by %s: %v", name, place, err)
				continue
			}
			if got := c.loopLimits(time.Minute); !reflect.DeepEqual(got, want) {
				t.Errorf("%s by %s: %+v, want %+v", name, place, got, want)
			}
		}
	}
}

// only is an environment with one variable.
func only(name, value string) func(string) string {
	return func(asked string) string {
		if asked == name {
			return value
		}
		return ""
	}
}

// TestNoRetriesAndNoWait are values of their own, not the defaults.
func TestNoRetriesAndNoWait(t *testing.T) {
	c := defaultConfig()
	for _, s := range c.all() {
		if s.name == "retries" || s.name == "device-wait" || s.name == "approval-timeout" {
			if err := s.value.Set("0"); err != nil {
				t.Error(err)
			}
			c.origins[s.name] = origin{byFile, "my.toml:1"}
		}
	}
	if l := c.loopLimits(time.Minute); l.Retries != -1 || l.DeviceWait != 0 {
		t.Errorf("got %+v", l)
	}
	if d := c.orUsual("approval-timeout", c.ApprovalTimeout, servedApproval); d != 0 {
		t.Errorf("a question waits %s", d)
	}
}

// TestLimitsAreFlagsWhereTheyMeanSomething refuses a limit on the command line
// of a command that has nothing to bound by it.
func TestLimitsAreFlagsWhereTheyMeanSomething(t *testing.T) {
	commands := []struct {
		name string
		args []string
	}{{inCockpit, nil}, {inRun, []string{"run"}}, {inServe, []string{"serve"}}, {inEval, []string{"eval"}}}
	for _, s := range new(config).limits() {
		for _, c := range commands {
			cmd, _, err := (&app{}).rootCommand().Find(c.args)
			if err != nil {
				t.Fatal(err)
			}
			if has := cmd.Flags().Lookup(s.name) != nil; has != s.means(c.name) {
				t.Errorf("%s --%s is a flag: %t", c.name, s.name, has)
			}
		}
	}
	for flag, args := range map[string][]string{
		"--timeout":       {"--timeout", "5m"},
		"--check-timeout": {"eval", "--check-timeout", "5m"},
	} {
		var said strings.Builder
		code := Run(t.Context(), args, IO{In: strings.NewReader(""), Out: io.Discard, Err: &said, Getenv: func(string) string { return "" }})
		if code != exitUsage || !strings.Contains(said.String(), "unknown flag: "+flag) {
			t.Errorf("%q ends with %d: %s", args, code, said.String())
		}
	}
}

// TestTheFirstOfFlagVariableAndFileWins, and the variables of other programs
// count only where all of them say nothing.
func TestTheFirstOfFlagVariableAndFileWins(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my.toml")
	if err := os.WriteFile(file, []byte("base_url = 'http://file.example/v1'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(t.TempDir(), "empty.toml")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	flag := map[string]string{"base-url": "http://flag.example/v1"}
	all := map[string]string{"ADROIT_BASE_URL": "http://variable.example/v1", "OPENAI_BASE_URL": "http://other.example/v1"}
	other := map[string]string{"OPENAI_BASE_URL": "http://other.example/v1"}
	for _, test := range []struct {
		file      string
		flags     map[string]string
		variables map[string]string
		want      string
	}{
		{file, flag, all, "flag"}, {empty, flag, all, "flag"}, {file, nil, all, "variable"},
		{file, nil, other, "file"}, {empty, nil, other, "other"},
	} {
		c, err := loadConfig(test.file, test.flags, func(name string) string { return test.variables[name] })
		if err != nil || c.BaseURL != "http://"+test.want+".example/v1" {
			t.Errorf("%q instead of that of the %s (%v)", c.BaseURL, test.want, err)
		}
	}
}

// TestReducedMotionReachesTheCockpit by its variable.
func TestReducedMotionReachesTheCockpit(t *testing.T) {
	for value, want := range map[string]bool{"true": true, "false": false} {
		c, err := loadConfig("", nil, only("ADROIT_REDUCED_MOTION", value))
		a := &app{config: c}
		if err != nil || a.options().ReducedMotion != want {
			t.Errorf("%s: %v, %t", value, err, !want)
		}
	}
}
