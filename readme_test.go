package main

import (
	"bufio"
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"adroit/device/sim"
)

// said is what a command line of the README must come to.
type said struct {
	out  string // a regular expression for what it prints, on either stream
	code int
	// instead are words of the line that stand for the reader's own, by what
	// takes their place here, and what keeps a long command short.
	instead [][2]string
	// serves is the address at which the command waits, by itself, until it is
	// interrupted; "" for a command that ends.
	serves string
	// needs is a program without which the line is not tried.
	needs string
}

var (
	named = [][2]string{{"NAME", "demo"}, {"SERIAL", "demo"}}
	// needsTerminal is said of the cockpit where there is none; the tests of
	// the demo and of attached cockpits drive it on one.
	needsTerminal = said{out: "needs a terminal", code: 2, instead: named}
	// of a server's model: the scripted one has none.
	needsTerminalFor = said{out: "needs a terminal", code: 2, instead: [][2]string{{"NAME", "qwen3:8b"}}}
)

// readme is every command line of the README's shell blocks that begins with
// "adroit", without its comment.
var readme = map[string]said{
	"adroit devices":                        {out: `demo +device +.*Simulated`},
	"adroit observe":                        {out: `(?m)button +Settings`},
	"adroit observe --format model":         {out: `Settings`},
	"adroit doctor":                         {out: `ok +phone.observe`},
	"adroit doctor --bundle report.md":      {out: `report for an issue is in report.md`},
	"adroit endpoint list":                  {out: `ollama +http://127.0.0.1:11434/v1`},
	"adroit config init":                    {out: `wrote .*config.toml`},
	"adroit config show":                    {out: `model +demo +ADROIT_MODEL`},
	"adroit config check":                   {out: `config.toml`},
	"adroit rules list":                     {out: `rules`},
	"adroit skills":                         {out: `skills`},
	"adroit skills check":                   {out: `.`},
	"adroit runs":                           {out: `Turn on Wi-Fi`},
	"adroit replay latest":                  {out: `Turn on Wi-Fi`},
	"adroit export latest":                  {out: `(?s)Turn on Wi-Fi.*done`},
	"adroit tools":                          {out: `open_settings_panel`},
	"adroit eval --example > own.toml":      {out: ``},
	"adroit --model NAME":                   needsTerminal,
	"adroit --endpoint ollama --model NAME": needsTerminalFor,
	"adroit --base-url http://127.0.0.1:9000/v1 --model NAME":                                              needsTerminalFor,
	"adroit attach ws://127.0.0.1:8222":                                                                    {out: `terminal`, code: 2},
	"adroit --resume latest":                                                                               needsTerminal,
	"adroit run --resume latest":                                                                           {out: `that run was done: say what to do next`, code: 2},
	"adroit rules check tap target=Settings strategy=text --device demo":                                   {out: `ask`},
	"adroit eval --model NAME -n 3 --parallel 4":                                                           {out: `pass@1`, instead: [][2]string{{"NAME", "demo --task settings-wifi-on"}}},
	"adroit eval own.toml --prove":                                                                         {out: `\d checks proved`, needs: "adb"},
	"adroit eval --model NAME --task 'fault-*' --json":                                                     {out: `"pass`, instead: named},
	"adroit eval own.toml --device SERIAL --task '*-on' --min-pass 0.8":                                    {out: `pass@1`, instead: named},
	`adroit run --device demo --model demo --approve medium "Turn on Wi-Fi"`:                               {out: `done`},
	`adroit run --device demo --model demo --approve medium --expect checked=Wi-Fi --json "Turn on Wi-Fi"`: {out: `"type":"turn_completed".*"verified":true`},
	"adroit tool open_settings_panel panel=wifi --device demo --approve medium":                            {out: `"status": ?"success"`},
	"adroit tool observe_screen_context --device demo":                                                     {out: `"status": ?"success"`},
	"adroit serve --device demo --model demo":                                                              {out: `ws://127\.0\.0\.1:\d+`, serves: "127.0.0.1:8222"},
	"adroit phone": {out: `at 127\.0\.0\.1:\d+`, serves: "127.0.0.1:5601"},
	"adroit model": {out: `http://127\.0\.0\.1:\d+`, serves: "127.0.0.1:8111"},
}

// TestReadme runs every command line of the README against the simulated
// phone, as the only phone of an adb server, and holds it to what the README
// says. What serves is given a free port in place of its own, which its help
// must name as the README does.
func TestReadme(t *testing.T) {
	lines := readmeLines(t)
	for _, line := range lines {
		if _, known := readme[line]; !known {
			t.Errorf("nothing is said of %q", line)
		}
	}
	for line := range maps.Keys(readme) {
		if !slices.Contains(lines, line) {
			t.Errorf("the README does not have %q", line)
		}
	}
	dir := t.TempDir()
	env := readmeEnv(t, dir)
	first := shell(t, dir, env, `adroit run --device demo --approve medium "Turn on Wi-Fi"`)
	if out, err := first.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, line := range lines {
		t.Run(line, func(t *testing.T) {
			want := readme[line]
			if _, err := exec.LookPath(want.needs); want.needs != "" && err != nil {
				t.Skipf("there is no %s", want.needs)
			}
			typed := line
			for _, word := range want.instead {
				typed = strings.ReplaceAll(typed, word[0], word[1])
			}
			if want.serves != "" {
				if help, err := shell(t, dir, env, line+" --help").CombinedOutput(); err != nil || !strings.Contains(string(help), want.serves) {
					t.Errorf("%v: the help of %s does not name %s:\n%s", err, line, want.serves, help)
				}
				typed += " --listen 127.0.0.1:0"
			}
			cmd := shell(t, dir, env, typed)
			out, code := outcome(t, cmd, want.serves != "")
			if code != want.code || !regexp.MustCompile(want.out).MatchString(out) {
				t.Errorf("%s ended with %d, want %d and %q in:\n%s", typed, code, want.code, want.out, out)
			}
		})
	}
}

// TestReadmeJob runs the job for a CI as the README has it: its rules, and the
// steps of its YAML.
func TestReadmeJob(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile("(?s)```toml\n# ci-rules.toml\n(.*?)```\n\n```yaml\n- run: \\|\n(.*?)- run: (.*?)\n").FindSubmatch(page)
	if parts == nil {
		t.Fatal("the README has no job")
	}
	dir := t.TempDir()
	env := readmeEnv(t, dir)
	for name, content := range map[string][]byte{"ci-rules.toml": parts[1], "first.sh": parts[2], "last.sh": parts[3]} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct{ script, file, want string }{
		{"first.sh", "run.jsonl", `"type":"turn_completed".*"outcome":"done","verified":true`},
		{"last.sh", "report.md", `(?s)Send SMS.*allowed once by rule ci-rules.toml:1.*done \\\(verified`},
	} {
		if out, err := shell(t, dir, env, "sh "+step.script).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", step.script, err, out)
		}
		if got, err := os.ReadFile(filepath.Join(dir, step.file)); err != nil || !regexp.MustCompile(step.want).Match(got) {
			t.Errorf("%s, %v: want %q in\n%s", step.file, err, step.want, got)
		}
	}
}

// readmeLines are the lines of the shell blocks that begin with "adroit", in
// their order.
func readmeLines(t *testing.T) []string {
	t.Helper()
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	inShell := false
	for line := range strings.Lines(string(page)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			inShell = line == "```sh"
		case inShell && strings.HasPrefix(line, "adroit"):
			command, _, _ := strings.Cut(line, "  #")
			command, _, _ = strings.Cut(command, " # ")
			lines = append(lines, strings.TrimSpace(command))
		}
	}
	if len(lines) == 0 {
		t.Fatal("the README has no command lines")
	}
	return lines
}

// readmeEnv is the environment of a reader who has nothing but one phone.
func readmeEnv(t *testing.T, dir string) []string {
	t.Helper()
	server, err := sim.New(sim.Options{}).ServeServer(context.Background(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_CONFIG_HOME=" + dir + "/config", "XDG_STATE_HOME=" + dir + "/state",
		"ADROIT_ADB=" + server.Addr(), "ADROIT_MODEL=demo", "LANG=C.UTF-8",
	}
}

func shell(t *testing.T, dir string, env []string, line string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), "sh", "-c", "exec "+line)
	cmd.Dir, cmd.Env = dir, env
	return cmd
}

// outcome runs cmd to its end, or, if it serves, until it has printed its first
// lines and been interrupted.
func outcome(t *testing.T, cmd *exec.Cmd, serves bool) (out string, code int) {
	t.Helper()
	if !serves {
		all, err := cmd.CombinedOutput()
		return string(all), exitCodeOf(t, err)
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	scanner := bufio.NewScanner(pipe)
	for scanner.Scan() {
		out += scanner.Text() + "\n"
		if strings.Contains(scanner.Text(), "127.0.0.1:") {
			break
		}
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	for scanner.Scan() {
		out += scanner.Text() + "\n"
	}
	if code = exitCodeOf(t, cmd.Wait()); code == 130 { // as any program that was interrupted
		code = 0
	}
	return out, code
}

func exitCodeOf(t *testing.T, err error) int {
	t.Helper()
	failed := new(exec.ExitError)
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	if err == nil {
		return 0
	}
	return failed.ExitCode()
}
