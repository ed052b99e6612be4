package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adroit/device/sim"
)

// TestATypedSecretIsInNoOtherProcess types a secret of the person's with the
// program itself. While it does, no command line of any process holds the value,
// and no environment but its own, which the person gave it (proc_pid_cmdline(5),
// proc_pid_environ(5)): not that of the check that it starts afterwards either.
func TestATypedSecretIsInNoOtherProcess(t *testing.T) {
	program, err := exec.LookPath("adroit")
	if err != nil {
		t.Fatal(err)
	}
	p := &planter{Rand: rand.New(rand.NewPCG(newSeed(t), 3))}
	value := p.word("abcdefghijklmnopqrstuvwxyz", 12)
	model := newParrot(t, p, []call{
		{"type_text", `{"text":"{{secret:CUSTOMER}}","target":"Customer number","strategy":"text"}`},
	})
	adb := servePhone(t, sim.Options{Serial: "typed"})
	adroit(t, append(adb, "tool", "open_app", "target=Northbank", "--approve", "medium")...)
	dir := t.TempDir()
	rules, inherited := filepath.Join(dir, "rules.toml"), filepath.Join(dir, "inherited")
	if err := os.WriteFile(rules, []byte(typedRules), 0o600); err != nil {
		t.Fatal(err)
	}

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, append(adb, "--base-url", model.URL, "--api", "chat", "--model", "parrot", "--state-dir", dir,
		"--rules", rules, "run", "--json", "--approve", "medium", "--check", "tr '\\0' '\\n' </proc/self/environ >"+inherited, "Sign in")...)
	cmd.Env = append(os.Environ(), "HOME="+dir, "OPENAI_API_KEY=k", "ADROIT_SECRET_CUSTOMER="+value)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- cmd.Wait() }()
	for running := true; running; {
		select {
		case err := <-ended:
			if running = false; err != nil {
				t.Fatalf("%v:\n%s", err, out.String())
			}
		default:
			tellsNoProcess(t, cmd.Process.Pid, value)
		}
	}
	if !strings.Contains(out.String(), `"Typed `) {
		t.Errorf("nothing was typed:\n%s", out.String())
	}
	environment, err := os.ReadFile(inherited)
	if err != nil || !bytes.Contains(environment, []byte("HOME="+dir)) {
		t.Fatalf("the check did not tell its environment: %v, %q", err, environment)
	}
	if bytes.Contains(environment, []byte(value)) {
		t.Error("what the program started inherited the secret")
	}
	if strings.Contains(out.String(), value) {
		t.Errorf("the program printed the secret:\n%s", out.String())
	}
}

// tellsNoProcess fails where the command line of any process, or the environment
// of one that runs another program than the one that was given it, holds value.
func tellsNoProcess(t *testing.T, given int, value string) {
	t.Helper()
	own, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", given)) // it may have ended, as any of the others may
	processes, err := filepath.Glob("/proc/[0-9]*")
	if err != nil || len(processes) == 0 {
		t.Fatalf("there is no list of processes: %v", err)
	}
	tells := func(process, file string) bool {
		text, _ := os.ReadFile(filepath.Join(process, file))
		return bytes.Contains(text, []byte(value))
	}
	for _, process := range processes {
		if tells(process, "cmdline") {
			t.Errorf("the command line of %s holds the secret", process)
		}
		if process == fmt.Sprintf("/proc/%d", given) || !tells(process, "environ") {
			continue
		}
		// One that was just started is still the program itself for a moment.
		if line, _ := os.ReadFile(filepath.Join(process, "cmdline")); !bytes.Equal(line, own) && tells(process, "environ") {
			t.Errorf("the environment of %s, %q, holds the secret", process, line)
		}
	}
}
