// Package cli is the command line: the commands that need no screen, the ones
// that open the cockpit, and the configuration of both.
//
// It is the only place that reads the configuration file and the environment;
// every other package is handed values. It wires the parts together and holds
// no behaviour of its own beyond reading arguments, printing, and turning
// errors and outcomes into exit codes.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"adroit/device/text"
	"adroit/device/text/userfile"
)

// The exit codes of every command.
const (
	exitOK          = 0   // done, and verified where that was asked for
	exitFailed      = 1   // an error
	exitUsage       = 2   // a wrong flag, argument or configuration
	exitUnfinished  = 3   // the run ended without success: denied, out of turns, …
	exitUnreachable = 4   // no phone reachable or no model configured at the start
	exitCancelled   = 130 // interrupted by the person (128 + SIGINT)
)

// IO is what a command reads from and writes to.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
	Getenv   func(string) string
	Environ  []string // the same, as a list: what the cockpit asks about the terminal
}

// SystemIO is the process's own input, output and environment. It takes the
// person's secrets out of what programs inherit that are started from here: an
// adb server outlives this one, and shows its environment to whoever may look.
func SystemIO() IO {
	secrets := map[string]string{}
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, secretVariables) && os.Unsetenv(name) == nil {
			secrets[name] = value
		}
	}
	getenv := func(name string) string {
		if value, ok := secrets[name]; ok {
			return value
		}
		return os.Getenv(name)
	}
	return IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: getenv, Environ: os.Environ()}
}

// Main runs one command line, without the program's name, and returns the
// exit code. SIGINT, SIGTERM and SIGHUP cancel it: what is running ends in
// good order.
func Main(args []string, streams IO) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	// The first signal asks for an end in good order; a second one ends at once.
	context.AfterFunc(ctx, stop)
	return Run(ctx, args, streams)
}

// Run is Main with the caller's context in place of signals.
func Run(ctx context.Context, args []string, streams IO) int {
	a := &app{IO: streams}
	root := a.rootCommand()
	root.SetArgs(args)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		withoutMarks(root)
	}
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	var failure *exitError
	if !errors.As(err, &failure) {
		failure = &exitError{code: exitFailed, err: err}
	}
	if ctx.Err() != nil {
		failure.code = exitCancelled
	}
	if lines, other := mistakes(failure.err); len(lines) > 0 {
		for _, line := range lines {
			fmt.Fprintln(streams.Err, line)
		}
	} else if other != nil {
		fmt.Fprintf(streams.Err, "adroit: %s\n", text.Line(other.Error()))
	}
	return failure.code
}

// mistakes are the lines of an error about files that a person wrote. Any other
// error is returned as it is.
func mistakes(err error) (lines []string, other error) {
	if _, ok := errors.AsType[*userfile.Error](err); !ok {
		return nil, err
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		lines = append(lines, text.Line(line))
	}
	return lines, nil
}

// exitError is an error that decides the exit code. Without err nothing more
// is printed: the command has said it already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usage marks err as the caller's: exit code 2.
func usage(err error) error { return &exitError{code: exitUsage, err: err} }

// unreachable marks err as a missing phone or model: exit code 4.
func unreachable(err error) error { return &exitError{code: exitUnreachable, err: err} }
