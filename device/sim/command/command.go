// Package command is the programs of Android that drive the simulated phone
// from its shell: input, am, pm, dumpsys, uiautomator, screencap and the rest.
// What they print has the shape that AOSP's own print in the phone's release.
package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"adroit/device/sim/android"
	"adroit/device/sim/fault"
	"adroit/device/sim/shell"
)

// Phone is what the commands act on.
type Phone interface {
	// Do calls f with the system to itself. f must not block, and so must
	// write to no stream.
	Do(f func(*android.System))
	// Has reports whether a fault is on.
	Has(f fault.Fault) bool
	// Properties are the system properties, as getprop lists them.
	Properties() map[string]string
	// IdleTime is how long the screen must rest before it can be dumped.
	IdleTime() time.Duration
}

// exitException is the status of a command that ended in an exception, within
// the system server since Android 10.
const exitException = 255

// Commands returns the phone's programs by name.
func Commands(phone Phone) map[string]shell.Command {
	set := &commands{phone: phone}
	return map[string]shell.Command{
		"am":           set.am,
		"app_process":  set.appProcess,
		"cmd":          set.cmd,
		"dumpsys":      set.dumpsys,
		"getprop":      set.getprop,
		"ime":          set.ime,
		"input":        set.input,
		"ip":           set.ip,
		"locksettings": set.locksettings,
		"logcat":       logcat,
		"monkey":       set.monkey,
		"pgrep":        set.pgrep,
		"pidof":        set.pidof,
		"pkill":        set.pkill,
		"pm":           set.pm,
		"ps":           set.ps,
		"screencap":    set.screencap,
		"service":      set.service,
		"settings":     set.settings,
		"svc":          set.svc,
		"uiautomator":  set.uiautomator,
		"wm":           set.wm,
	}
}

// commands holds what every command needs.
type commands struct {
	phone  Phone
	camera camera
}

// complaint is an error in Android's own words, which a command prints.
type complaint string

func (c complaint) Error() string { return string(c) }

// read returns what f reads from the system.
func read[T any](c *commands, f func(*android.System) T) T {
	var v T
	c.phone.Do(func(sys *android.System) { v = f(sys) })
	return v
}

// release is the Android version.
func (c *commands) release() int {
	return read(c, func(sys *android.System) int { return sys.Release })
}

// cmd hands its words to a system service, as `cmd SERVICE …` does.
func (c *commands) cmd(ctx context.Context, p *shell.Proc) int {
	if len(p.Args) < 2 {
		fmt.Fprintln(p.Stderr, "cmd: No service specified; use -l to list all services")
		return 20
	}
	services := map[string]shell.Command{
		"package":       c.pm,
		"activity":      c.am,
		"input":         c.input,
		"settings":      c.settings,
		"window":        c.wm,
		"wifi":          c.cmdWifi,
		"display":       c.cmdDisplay,
		"input_method":  c.ime,
		"lock_settings": c.locksettings,
	}
	switch service, ok := services[p.Args[1]]; {
	case ok:
		child := *p
		child.Args = p.Args[1:]
		return service(ctx, &child)
	case p.Args[1] == "clipboard":
		fmt.Fprintln(p.Stderr, "No shell command implementation.")
		return exitException
	}
	fmt.Fprintf(p.Stderr, "cmd: Can't find service: %s\n", p.Args[1])
	return 20
}

// throw prints what Android's shell commands print when one ends in an
// exception, and returns its exit status. Older ones ran in a process of their
// own, which died of it.
func (c *commands) throw(p *shell.Proc, command, exception string, frames ...string) int {
	var trace strings.Builder
	for _, frame := range frames {
		trace.WriteString("\tat " + frame + "\n")
	}
	if c.release() < 10 {
		fmt.Fprintf(p.Stderr, "%s\n%s", exception, trace.String())
		return 1
	}
	fmt.Fprintf(p.Stderr, "\nException occurred while executing '%s':\n%s\n%s", command, exception, trace.String())
	return exitException
}
