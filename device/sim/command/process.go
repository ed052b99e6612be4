package command

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/fault"
	"adroit/device/sim/shell"
)

// process is a line of ps.
type process struct{ user, pid, ppid, name, args string }

// adbdPID is the process id of adbd, whose children the shell's programs are.
const adbdPID = "3010"

// processes are those that matter to automation. Where another client holds
// the automation connection, it is among them.
func (c *commands) processes() []process {
	all := []process{
		{"root", "1", "0", "init", "/system/bin/init second_stage"},
		{"system", "1288", "402", "system_server", "system_server"},
		{"u0_a120", "1719", "402", android.SystemUI, android.SystemUI},
		{"shell", adbdPID, "1", "adbd", "/apex/com.android.adbd/bin/adbd"},
		{"shell", "4242", adbdPID, "sh", "/system/bin/sh"},
	}
	if c.phone.Has(fault.AutomationTaken) {
		all = append(all, process{"shell", "3777", adbdPID, "app_process", "app_process / com.wetest.uia2.Main"})
	}
	for _, app := range read(c, runningApps) {
		all = append(all, process{fmt.Sprintf("u0_a%d", app.UID-firstAppUID), strconv.Itoa(appPID(app)), "402", app.Package, app.Package})
	}
	for _, p := range read(c, (*android.System).Processes) {
		all = append(all, process{"shell", strconv.Itoa(p.PID), adbdPID, p.Name, p.Args})
	}
	return all
}

// firstAppUID is the first user id of apps (Process.FIRST_APPLICATION_UID).
const firstAppUID = 10_000

// appPID is the process id of an app, which is always the same one here.
func appPID(app *android.App) int { return 5000 + app.UID%firstAppUID }

// runningApps are the apps that have a task, each once.
func runningApps(sys *android.System) []*android.App {
	var running []*android.App
	for _, task := range sys.Tasks() {
		if !slices.Contains(running, task.App) {
			running = append(running, task.App)
		}
	}
	return running
}

// pidof prints the processes with these names, the newest first, on one line;
// with -s one of them alone.
func (c *commands) pidof(_ context.Context, p *shell.Proc) int {
	single := false
	var pids []string
	for _, name := range p.Args[1:] {
		if name == "-s" {
			single = true
			continue
		}
		for _, proc := range slices.Backward(c.processes()) {
			if proc.name == name || proc.args == name {
				pids = append(pids, proc.pid)
			}
		}
	}
	if len(pids) == 0 {
		return 1
	}
	if single {
		pids = pids[:1]
	}
	p.Printf("%s\n", strings.Join(pids, " "))
	return 0
}

// ps lists processes, in the columns of -o.
func (c *commands) ps(_ context.Context, p *shell.Proc) int {
	columns := []string{"USER", "PID", "PPID", "NAME"}
	if i := slices.Index(p.Args, "-o"); i >= 0 && i+1 < len(p.Args) {
		columns = strings.Split(strings.ToUpper(p.Args[i+1]), ",")
	}
	p.Printf("%s\n", strings.Join(columns, " "))
	for _, proc := range c.processes() {
		var fields []string
		for _, column := range columns {
			fields = append(fields, map[string]string{
				"USER": proc.user, "UID": proc.user, "PID": proc.pid, "PPID": proc.ppid,
				"NAME": proc.name, "COMM": proc.name, "ARGS": proc.args, "CMD": proc.args, "CMDLINE": proc.args,
			}[column])
		}
		p.Printf("%s\n", strings.Join(fields, " "))
	}
	return 0
}

// pgrep prints the processes whose name matches a pattern, with -f their whole
// command line.
func (c *commands) pgrep(_ context.Context, p *shell.Proc) int {
	matches, err := processPattern(p.Args[1:])
	if err != nil {
		return p.Fail("%v", err)
	}
	found := 1
	for _, proc := range c.processes() {
		if matches(proc.name, proc.args) {
			p.Printf("%s\n", proc.pid)
			found = 0
		}
	}
	return found
}

// pkill ends the processes that pgrep would print, as far as they are the
// shell's own.
func (c *commands) pkill(_ context.Context, p *shell.Proc) int {
	matches, err := processPattern(p.Args[1:])
	if err != nil {
		return p.Fail("%v", err)
	}
	found := 1
	c.phone.Do(func(sys *android.System) {
		sys.Kill(func(proc android.Process) bool {
			if !matches(proc.Name, proc.Args) {
				return false
			}
			found = 0
			return true
		})
	})
	return found
}

// processPattern reads the arguments of pgrep and pkill.
func processPattern(args []string) (matches func(name, commandLine string) bool, err error) {
	if len(args) == 0 {
		return nil, complaint("No pattern")
	}
	pattern, err := regexp.CompilePOSIX(args[len(args)-1])
	if err != nil {
		return nil, fmt.Errorf("bad pattern: %w", err)
	}
	if slices.Contains(args, "-f") {
		return func(_, commandLine string) bool { return pattern.MatchString(commandLine) }, nil
	}
	return func(name, _ string) bool { return pattern.MatchString(name) }, nil
}
