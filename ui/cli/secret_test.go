package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"adroit/ui/cli"
)

// A secret goes into the keyring and comes out of no command.
func TestSecretsAreKept(t *testing.T) {
	keyring.MockInit()
	const value = "correct horse battery"
	var all strings.Builder
	run := func(in string, args ...string) (code int, out string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		code = cli.Run(t.Context(), args, cli.IO{
			In: strings.NewReader(in), Out: &stdout, Err: &stderr, Getenv: func(string) string { return "" },
		})
		all.WriteString(stdout.String() + stderr.String())
		return code, stdout.String()
	}
	if code, out := run("", "secret", "list"); code != 0 || out != "" {
		t.Errorf("an empty keyring lists %q, exit code %d", out, code)
	}
	for _, name := range []string{"mail", "bank-pin", "mail"} {
		if code, _ := run(value+"\n", "secret", "set", name); code != 0 {
			t.Fatalf("set %s: exit code %d: %s", name, code, all.String())
		}
	}
	if got, err := keyring.Get("adroit", "mail"); got != value || err != nil {
		t.Errorf("the keyring holds %q, %v", got, err)
	}
	if _, out := run("", "secret", "list"); out != "bank-pin\nmail\n" {
		t.Errorf("listed %q", out)
	}
	if code, _ := run("", "secret", "rm", "mail"); code != 0 {
		t.Errorf("rm: exit code %d", code)
	}
	if code, _ := run("", "secret", "rm", "mail"); code != 1 {
		t.Errorf("rm of what is gone: exit code %d", code)
	}
	if _, out := run("", "secret", "list"); out != "bank-pin\n" {
		t.Errorf("listed %q", out)
	}
	if strings.Contains(all.String(), value) {
		t.Errorf("a command told the secret:\n%s", all.String())
	}
}
