package command

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/shell"
)

// newTask is the flag am adds to what it starts (Intent.FLAG_ACTIVITY_NEW_TASK).
const newTask = 0x10000000

// am is the activity manager's command (AOSP ActivityManagerShellCommand).
func (c *commands) am(_ context.Context, p *shell.Proc) int {
	if len(p.Args) < 2 {
		fmt.Fprintln(p.Stderr, "Activity manager (activity) commands:")
		return exitException
	}
	args := p.Args[2:]
	switch p.Args[1] {
	case "start", "start-activity":
		return c.amStart(p, args)
	case "force-stop", "kill":
		if len(args) == 0 {
			return c.throw(p, p.Args[1], "java.lang.IllegalArgumentException: Argument expected after \""+p.Args[1]+"\"")
		}
		c.phone.Do(func(sys *android.System) { sys.Stop(args[len(args)-1]) })
		return 0
	case "broadcast":
		in, _, err := parseIntent(args)
		if err != nil {
			fmt.Fprintf(p.Stderr, "Error: %v\n", err)
			return 1
		}
		in.Flags |= 0x400000
		p.Printf("Broadcasting: %s\n", in)
		c.phone.Do(func(sys *android.System) { sys.Broadcast(in) })
		p.Printf("Broadcast completed: result=0\n")
		return 0
	case "get-current-user":
		p.Printf("0\n")
		return 0
	case "get-config", "stack", "task":
		return 0
	}
	fmt.Fprintf(p.Stderr, "Unknown command: %s\n", p.Args[1])
	return exitException
}

// startOptions are am start's own, beside the intent.
type startOptions struct {
	wait, stop bool
}

func (c *commands) amStart(p *shell.Proc, args []string) int {
	in, opts, err := parseIntent(args)
	if err != nil {
		return c.throw(p, "start", "java.lang.IllegalArgumentException: "+err.Error())
	}
	p.Printf("Starting: %s\n", in)
	var started string
	c.phone.Do(func(sys *android.System) {
		if opts.stop {
			pkg, _ := android.SplitComponent(in.Component)
			sys.Stop(pkg)
		}
		var w *android.Window
		if w, err = sys.Start(in); w != nil {
			started = w.Component()
		}
	})
	in.Flags |= newTask
	switch {
	case errors.Is(err, android.ErrNoClass):
		pkg, class := android.SplitComponent(in.Component)
		fmt.Fprintf(p.Stderr, "Error type 3\nError: Activity class {%s/%s} does not exist.\n", pkg, class)
		return c.startFailure()
	case errors.Is(err, android.ErrUnresolved):
		fmt.Fprintf(p.Stderr, "Error: Activity not started, unable to resolve %s\n", in)
		return c.startFailure()
	case errors.Is(err, android.ErrBroughtForward):
		fmt.Fprintln(p.Stderr, "Warning: Activity not started, its current task has been brought to the front")
	}
	if opts.wait {
		state := ""
		if c.release() >= 10 {
			state = "LaunchState: COLD\n"
			if err != nil {
				state = "LaunchState: HOT\n"
			}
		}
		p.Printf("Status: ok\n%sActivity: %s\nTotalTime: 212\nWaitTime: 215\nComplete\n", state, started)
	}
	return 0
}

// startFailure is the status of a start that failed: releases before 12 return
// 0 all the same.
func (c *commands) startFailure() int {
	if c.release() < 12 {
		return 0
	}
	return 1
}

// parseIntent reads an intent from a command's words (AOSP
// Intent.parseCommandArgs).
func parseIntent(args []string) (android.Intent, startOptions, error) {
	in := android.Intent{Extras: map[string]string{}}
	var opts startOptions
	take := func(name string) (string, error) {
		if len(args) == 0 {
			return "", complaint(fmt.Sprintf("Argument expected after %q", name))
		}
		value := args[0]
		args = args[1:]
		return value, nil
	}
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		var err error
		switch arg {
		case "-a":
			in.Action, err = take(arg)
		case "-d":
			in.Data, err = take(arg)
		case "-n":
			if in.Component, err = take(arg); err == nil && !strings.Contains(in.Component, "/") {
				err = complaint("Bad component name: " + in.Component)
			}
		case "-p":
			in.Package, err = take(arg)
		case "-c":
			var category string
			category, err = take(arg)
			in.Categories = append(in.Categories, category)
		case "-f":
			var flags string
			if flags, err = take(arg); err == nil {
				var n uint64
				n, err = strconv.ParseUint(flags, 0, 32)
				in.Flags = uint32(n)
			}
		case "--user":
			var user string
			if user, err = take(arg); err == nil {
				in.User, err = parseUser(user)
			}
		case "-t", "--display", "--windowingMode", "--esn":
			_, err = take(arg)
		case "-e", "--es", "--ei", "--ez", "--el", "--ef", "--eu", "--eia", "--esa":
			var key, value string
			if key, err = take(arg); err == nil {
				value, err = take(arg)
				in.Extras[key] = value
			}
		case "-W":
			opts.wait = true
		case "-S":
			opts.stop = true
		default:
			if strings.HasPrefix(arg, "-") {
				continue // flags that change nothing here, such as --activity-clear-top
			}
			target(&in, arg)
		}
		if err != nil {
			return in, opts, err
		}
	}
	return in, opts, nil
}

// parseUser reads a user as commands name one; the owner stands for all.
func parseUser(word string) (int, error) {
	switch word {
	case "current", "cur", "all":
		return android.Owner, nil
	}
	user, err := strconv.Atoi(word)
	if err != nil {
		return 0, complaint("Bad user number: " + word)
	}
	return user, nil
}

// target adds the last word of an intent: a URI, a component or a package.
func target(in *android.Intent, word string) {
	switch {
	case strings.Contains(word, ":"):
		in.Data = word
		return
	case strings.Contains(word, "/"):
		in.Component = word
	default:
		in.Package = word
	}
	if in.Action == "" {
		in.Action = android.ActionMain
	}
	if len(in.Categories) == 0 {
		in.Categories = []string{android.CategoryLauncher}
	}
}

// monkey starts an app from its icon, which is what scripts abuse it for. Like
// the real one it leaves auto-rotate switched on.
func (c *commands) monkey(_ context.Context, p *shell.Proc) int {
	pkg := ""
	for i, arg := range p.Args {
		if arg == "-p" && i+1 < len(p.Args) {
			pkg = p.Args[i+1]
		}
	}
	started := read(c, func(sys *android.System) bool {
		sys.Settings.Put(android.SystemSpace, "accelerometer_rotation", "1")
		_, err := sys.Start(android.Intent{Action: android.ActionMain, Categories: []string{android.CategoryLauncher}, Package: pkg})
		return err == nil || errors.Is(err, android.ErrBroughtForward)
	})
	if pkg == "" || !started {
		fmt.Fprintln(p.Stderr, "** No activities found to run, monkey aborted.")
		return 252
	}
	p.Printf("Events injected: 1\n## Network stats: elapsed time=24ms (0ms mobile, 0ms wifi, 24ms not connected)\n")
	return 0
}
