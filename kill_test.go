package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"

	"adroit/device/sim"
	"adroit/loop/event"
	"adroit/loop/record"
	"adroit/ui/cli"
)

var kills = flag.Int("kills", 10, "how many runs TestKilledRunsGoOn kills")

// lastingPhone is the serial of the phone that outlives the runs.
const lastingPhone = "lasting"

// longestLife is about how long the run takes that is killed.
const longestLife = 900 * time.Millisecond

// TestKilledRunsGoOn kills the program at random moments of a run, on a phone
// that outlives it. Whatever is left must be listed, exported, played back and
// verified, and go on to its end without doing again by itself what may have
// been done.
func TestKilledRunsGoOn(t *testing.T) {
	phone := sim.New(sim.Options{Serial: lastingPhone})
	server, err := phone.ServeServer(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	k := killer{t: t, state: t.TempDir(), adb: server.Addr()}
	for n := range *kills {
		k.task = []string{"Turn on Wi-Fi", "Turn off Wi-Fi"}[n%2]
		id := k.killRun(rand.N(longestLife))
		if id == "" {
			continue // it had not begun
		}
		k.tell(id)
		k.goOn(id)
		if on := phone.WifiEnabled(); on != (n%2 == 0) {
			t.Errorf("run %s, %q: at the end Wi-Fi is on: %v", id, k.task, on)
		}
	}
}

type killer struct {
	t          *testing.T
	state, adb string
	task       string
}

func (k *killer) args(command string, more ...string) []string {
	return append([]string{command, "--state-dir", k.state, "--adb", k.adb}, more...)
}

// killRun begins a run and kills it after the given time. It returns the run's
// id, empty where it had no log yet.
func (k *killer) killRun(after time.Duration) (id string) {
	k.t.Helper()
	before := k.list()
	cmd := exec.Command("adroit", k.args("run", "--device", lastingPhone, "--model", "demo", "--approve", "medium", k.task)...)
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	time.Sleep(after)
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()
	now := k.list()
	if len(now) == len(before) {
		return ""
	}
	return now[0].RunID
}

func (k *killer) list() []*record.Entry {
	k.t.Helper()
	entries, err := record.List(k.state)
	if err != nil {
		k.t.Fatalf("list: %v", err)
	}
	return entries
}

// run runs one command in this process.
func (k *killer) run(args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	ctx, cancel := context.WithTimeout(k.t.Context(), time.Minute)
	defer cancel()
	code = cli.Run(ctx, args, cli.IO{
		In: strings.NewReader(""), Out: &stdout, Err: &stderr, Getenv: func(string) string { return "" },
	})
	return code, stdout.String(), stderr.String()
}

// tell lists, exports, plays back and verifies what is left of a run.
func (k *killer) tell(id string) {
	k.t.Helper()
	if code, out, errs := k.run(k.args("runs", "--json")...); code != 0 || !strings.Contains(out, id) {
		k.t.Errorf("runs: exit code %d\n%s%s", code, out, errs)
	}
	commands := [][]string{{"replay", id, "--speed", "0"}, {"replay", id, "--verify"}}
	for _, format := range record.Formats() {
		commands = append(commands, []string{"export", id, "--format", format})
	}
	for _, c := range commands {
		if code, _, errs := k.run(k.args(c[0], c[1:]...)...); code != 0 {
			k.t.Errorf("%s: exit code %d\n%s", strings.Join(c, " "), code, errs)
		}
	}
}

// goOn resumes a run, and checks that it is one valid story then.
func (k *killer) goOn(id string) {
	k.t.Helper()
	code, _, errs := k.run(k.args("run", "--resume", id, "--approve", "medium", k.task)...)
	if code != 0 {
		k.t.Errorf("resume %s: exit code %d\n%s", id, code, errs)
	}
	path, err := record.Find(k.state, id)
	if err != nil {
		k.t.Fatal(err)
	}
	run, err := record.Read(path)
	if err != nil || run.Cut {
		k.t.Fatalf("read %s: %v, cut %v", id, err, run.Cut)
	}
	if err := checkStory(run); err != nil {
		k.t.Errorf("run %s: %v", id, err)
	}
}

// checkStory demands that the events are without gaps, that each call started
// and finished at most once, and that each turn has one end.
func checkStory(run *record.Run) error {
	seen := map[string]int{}
	for i, e := range run.Events {
		if e.Seq != int64(i+1) {
			return fmt.Errorf("event %d has sequence number %d", i+1, e.Seq)
		}
		switch {
		case e.Type == event.ToolStarted, e.Type == event.ToolFinished, e.Type == event.ToolProposed:
			seen[string(e.Type)+" "+e.CallID]++
		case e.Type.Terminal():
			seen["the end of "+e.TurnID]++
		}
	}
	for what, times := range seen {
		if times != 1 {
			return fmt.Errorf("%s is told %d times", what, times)
		}
	}
	for _, t := range run.Story().Turns {
		if t.End == nil {
			return fmt.Errorf("turn %s has no end", t.ID)
		}
	}
	for _, c := range run.Story().Calls {
		if c.Result == nil {
			return fmt.Errorf("call %s has no result", c.ID)
		}
	}
	return nil
}
