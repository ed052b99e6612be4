// Package shell is the inside of the simulated phone as its command line sees
// it: a file system in memory, the small Unix tools of Android (toybox), and a
// shell that runs scripts over them.
//
// Scripts come from whoever drives the phone and are not trusted. The package
// interprets them and never starts a program, opens a file, reads an
// environment variable or makes a connection of the machine it runs on.
package shell

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
)

// Exit statuses a POSIX shell gives by itself (POSIX.1-2017, Shell Command
// Language 2.8.2), and the one of a command ended by SIGHUP.
const (
	exitUsage    = 2
	exitNotFound = 127
	exitHangup   = 128 + 1
)

// jobTime is how long the jobs that a shell leaves in the background may still
// run: long enough for one to leave a process or a file behind.
const jobTime = 100 * time.Millisecond

// trapTime bounds the trap of a shell whose stream has closed.
const trapTime = 2 * time.Second

// Command is one program of the phone. It returns its exit status, and early
// when ctx ends.
type Command func(ctx context.Context, p *Proc) int

// Shell is one shell process. Fill it in, call Run once.
type Shell struct {
	FS       *FS
	Commands map[string]Command // the phone's programs beside the toolbox
	Stdin    io.Reader          // nil is an input already at its end
	Stdout   io.Writer
	Stderr   io.Writer
	// TTY is the controlling terminal behind /dev/tty, nil where there is none.
	TTY io.Writer
	// Prompt is written before each statement that is read from the input.
	// With one, a person types: a mistake does not end the shell.
	Prompt string
	// Interrupts tells of each ctrl+c at the terminal, nil where there is none.
	Interrupts <-chan struct{}

	args []string // positional parameters
	dir  string   // where it starts; "/" if empty
	env  []string // as name=value; that of an adb shell if empty

	mu    sync.Mutex
	traps map[string]string // by signal name without SIG
}

// environment is what an adb shell starts with.
var environment = []string{
	"HOME=/",
	"PATH=/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin",
	"SHELL=/system/bin/sh",
	"USER=shell",
	"LOGNAME=shell",
	"HOSTNAME=simulated",
	"TERM=xterm",
	"ANDROID_ROOT=/system",
	"ANDROID_DATA=/data",
	"EXTERNAL_STORAGE=/sdcard",
	"TMPDIR=/data/local/tmp",
	"UID=2000", "EUID=2000", "GID=2000",
	pidVariable + "=4242",
}

// Run interprets script, or with an empty script what stands on the input, and
// returns the exit status. When ctx ends the script is hung up: its running
// command ends, its HUP and EXIT traps run, and Run returns soon after.
func (s *Shell) Run(ctx context.Context, script string) int {
	stdin, closeStdin, err := openStdin(s.Stdin)
	if err != nil {
		fmt.Fprintf(s.Stderr, "sh: %v\n", err)
		return exitUsage
	}
	defer closeStdin()
	ctx, end := context.WithCancel(ctx)
	defer end()
	r, err := s.newRunner(stdin)
	if err != nil {
		fmt.Fprintf(s.Stderr, "sh: %v\n", err)
		return exitUsage
	}
	var status int
	if script == "" && s.Stdin != nil {
		status = s.interactive(ctx, r, stdin)
	} else {
		status = s.script(ctx, r, script)
	}
	if ctx.Err() == nil {
		settle(r, end)
		return status
	}
	s.hangUp(r)
	return exitHangup
}

// settle waits for the jobs left in the background, and ends those that take
// long.
func settle(r *interp.Runner, end func()) {
	wait, err := parse("wait")
	if err != nil {
		return
	}
	defer time.AfterFunc(jobTime, end).Stop()
	_ = r.Run(context.Background(), wait.Stmts[0]) // it always succeeds
}

// script runs one whole script.
func (s *Shell) script(ctx context.Context, r *interp.Runner, script string) int {
	file, err := parse(script)
	if err != nil {
		fmt.Fprintf(s.Stderr, "sh: %v\n", err)
		return 1
	}
	return status(r.Run(ctx, file))
}

// hangUp runs the traps a script set for the end of its terminal or stream.
func (s *Shell) hangUp(r *interp.Runner) {
	ctx, cancel := context.WithTimeout(context.Background(), trapTime)
	defer cancel()
	for _, signal := range []string{"HUP", "EXIT"} {
		s.mu.Lock()
		action := s.traps[signal]
		s.mu.Unlock()
		file, err := parse(action)
		if err != nil {
			continue
		}
		for _, stmt := range file.Stmts {
			// The stream has closed: nobody is left to be told of a failure.
			_ = r.Run(ctx, stmt)
		}
	}
}

// status reads an exit status out of what the interpreter returned.
func status(err error) int {
	if err == nil {
		return 0
	}
	if es, ok := errors.AsType[interp.ExitStatus](err); ok {
		return int(es)
	}
	return 1
}

// openStdin gives the interpreter the pipe it wants to read from. The returned
// function ends the goroutine that fills it.
func openStdin(r io.Reader) (*os.File, func(), error) {
	if r == nil {
		r = strings.NewReader("")
	}
	if f, ok := r.(*os.File); ok {
		return f, func() {}, nil
	}
	pr, pw, err := os.Pipe()
	if err != nil {
		return nil, nil, fmt.Errorf("open stdin: %w", err)
	}
	go func() {
		// Ends with the reader: adb's streams end when their peer or the
		// command does, and a closed pipe stops the copy at its next byte.
		_, _ = io.Copy(pw, r)
		pw.Close()
	}()
	return pr, func() { pr.Close() }, nil
}

// newRunner builds the interpreter with every door to the host replaced.
func (s *Shell) newRunner(stdin *os.File) (*interp.Runner, error) {
	variables := s.env
	if len(variables) == 0 {
		variables = environment
	}
	env := &phoneEnv{Environ: expand.ListEnviron(variables...)}
	r, err := interp.New(
		// interp.Dir would look the directory up on the host.
		func(r *interp.Runner) error { r.Dir = cmp.Or(s.dir, "/"); return nil },
		interp.Env(env),
		interp.Params(append([]string{"--"}, s.args...)...),
		interp.StdIO(stdin, s.Stdout, s.Stderr),
		interp.CallHandler(s.call),
		interp.ExecHandlers(func(interp.ExecHandlerFunc) interp.ExecHandlerFunc { return s.exec }),
		interp.OpenHandler(s.open),
		interp.StatHandler(func(_ context.Context, name string, follow bool) (fs.FileInfo, error) {
			return s.FS.Stat(name, follow)
		}),
		interp.ReadDirHandler2(s.readDir),
		interp.AccessHandler(func(_ context.Context, name string, mode interp.AccessMode) error {
			return s.FS.Access(name, fs.FileMode(mode))
		}),
	)
	if err != nil {
		return nil, fmt.Errorf("start interpreter: %w", err)
	}
	r.Reset()
	env.started = true
	return r, nil
}

// phoneEnv is the environment of a phone's shell. It closes two doors of the
// interpreter that take no handler: it makes its own fifos beneath the first
// TMPDIR it is told and opens names like theirs on the host, and it asks the
// host for the home of a ~user.
type phoneEnv struct {
	expand.Environ
	started bool
}

func (e *phoneEnv) Get(name string) expand.Variable {
	switch user, isHome := strings.CutPrefix(name, "HOME "); {
	case isHome:
		return expand.Variable{Set: true, Kind: expand.String, Str: "~" + user}
	case name == "TMPDIR" && !e.started:
		// No path a script can spell begins with this, and no host has it.
		return expand.Variable{Set: true, Kind: expand.String, Str: "/\x00"}
	}
	return e.Environ.Get(name)
}

func (s *Shell) open(ctx context.Context, name string, flag int, perm fs.FileMode) (io.ReadWriteCloser, error) {
	return s.openFile(interp.HandlerCtx(ctx).Dir, name, flag, perm)
}

// openFile opens name for a process that stands in dir.
func (s *Shell) openFile(dir, name string, flag int, perm fs.FileMode) (io.ReadWriteCloser, error) {
	if !path.IsAbs(name) {
		name = path.Join(dir, name)
	}
	if path.Clean(name) == devTTY && s.TTY != nil {
		return terminal{s.TTY}, nil
	}
	f, err := s.FS.Open(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (s *Shell) readDir(_ context.Context, name string) ([]fs.DirEntry, error) {
	infos, err := s.FS.ReadDir(name)
	if err != nil {
		return nil, err
	}
	entries := make([]fs.DirEntry, len(infos))
	for i, info := range infos {
		entries[i] = info
	}
	return entries, nil
}

// terminal is an open /dev/tty. What is typed goes to the shell's input, so a
// read finds nothing.
type terminal struct{ io.Writer }

func (terminal) Read([]byte) (int, error) { return 0, io.EOF }
func (terminal) Close() error             { return nil }
