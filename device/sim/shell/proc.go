package shell

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
)

// binDir is where every program of the phone stands.
const binDir = "/system/bin/"

// lookupCommand is the name under which [Shell.call] hands on command -v,
// type and their kin. It holds a byte that no script's program name can.
const lookupCommand = "lookup\x00"

// Proc is a running program: its arguments and its open files.
type Proc struct {
	Args   []string // with the program's name first
	Dir    string
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer

	shell *Shell
	env   expand.Environ
}

// exec runs a simple command that is neither a function nor a builtin.
func (s *Shell) exec(ctx context.Context, args []string) error {
	hc := interp.HandlerCtx(ctx)
	p := &Proc{Args: args, Dir: hc.Dir, Stdout: hc.Stdout, Stderr: hc.Stderr, shell: s, env: hc.Env}
	command, ok := s.program(args[0])
	if !ok {
		return p.notFound()
	}
	if f, ok := hc.Stdin.(*os.File); ok && f != nil {
		p.Stdin = f
		defer interruptible(ctx, f)()
	} else {
		p.Stdin = strings.NewReader("")
	}
	code := command(ctx, p)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case code != 0:
		return interp.ExitStatus(code)
	}
	return nil
}

// interruptible makes reads of f end with ctx. The returned function undoes it.
func interruptible(ctx context.Context, f *os.File) func() {
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		// Only a pipe can block, and a pipe takes a deadline.
		_ = f.SetReadDeadline(time.Now())
	})
	return func() {
		if !stop() {
			<-stopped
			_ = f.SetReadDeadline(time.Time{})
		}
	}
}

// program finds what a command word names: a bare name, or the path of a
// program under /system/bin.
func (s *Shell) program(name string) (Command, bool) {
	name = strings.TrimPrefix(name, binDir)
	name = strings.TrimPrefix(name, "/bin/")
	if strings.ContainsRune(name, '/') {
		return nil, false
	}
	if command, ok := s.Commands[name]; ok {
		return command, true
	}
	command, ok := toolbox()[name]
	return command, ok
}

// notFound says why a command word cannot be run, as mksh does.
func (p *Proc) notFound() error {
	name := p.Args[0]
	if !strings.ContainsRune(name, '/') {
		fmt.Fprintf(p.Stderr, "/system/bin/sh: %s: inaccessible or not found\n", name)
		return interp.ExitStatus(exitNotFound)
	}
	info, err := p.shell.FS.Stat(p.Path(name), true)
	switch {
	case err != nil:
		fmt.Fprintf(p.Stderr, "/system/bin/sh: %s: inaccessible or not found\n", name)
		return interp.ExitStatus(exitNotFound)
	case info.IsDir() || p.shell.FS.Access(p.Path(name), 1) != nil:
		fmt.Fprintf(p.Stderr, "/system/bin/sh: %s: can't execute: Permission denied\n", name)
	default:
		fmt.Fprintf(p.Stderr, "/system/bin/sh: %s: not executable: 64-bit ELF file\n", name)
	}
	return interp.ExitStatus(exitNotFound - 1)
}

// Getenv returns a variable of the program's environment, empty if unset.
func (p *Proc) Getenv(name string) string { return p.env.Get(name).String() }

// Path makes name absolute from where the program stands.
func (p *Proc) Path(name string) string {
	if path.IsAbs(name) {
		return name
	}
	return path.Join(p.Dir, name)
}

// FS returns the phone's file system.
func (p *Proc) FS() *FS { return p.shell.FS }

// Open opens name for reading.
func (p *Proc) Open(name string) (io.ReadCloser, error) {
	return p.shell.openFile(p.Dir, name, os.O_RDONLY, 0)
}

// Create opens name for writing, made or emptied. Unlike FS it can open the
// program's terminal.
func (p *Proc) Create(name string) (io.WriteCloser, error) {
	return p.shell.openFile(p.Dir, name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o660)
}

// Printf writes to the program's output. A reader that has gone away ends the
// program by its context, so a failed write is not reported here.
func (p *Proc) Printf(format string, args ...any) {
	fmt.Fprintf(p.Stdout, format, args...)
}

// Fail writes a complaint that begins with the program's name and returns
// exit status 1.
func (p *Proc) Fail(format string, args ...any) int {
	fmt.Fprintf(p.Stderr, p.Args[0]+": "+format+"\n", args...)
	return 1
}

// causeOf strips a file error of its operation and path, which Android's tools
// word by themselves.
func causeOf(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

// inputs calls each with every file named, or with the standard input where
// none is or "-" stands, and returns the exit status.
func (p *Proc) inputs(names []string, each func(name string, r io.Reader) error) int {
	if len(names) == 0 {
		names = []string{"-"}
	}
	code := 0
	for _, name := range names {
		var r io.ReadCloser = io.NopCloser(p.Stdin)
		if name != "-" {
			f, err := p.Open(name)
			if err != nil {
				code = p.Fail("%s: %v", name, causeOf(err))
				continue
			}
			r = f
		}
		err := each(name, r)
		r.Close()
		if err != nil {
			code = p.Fail("%s: %v", name, causeOf(err))
		}
	}
	return code
}

// lines calls each with every line of r without its newline, until each
// returns false.
func lines(r io.Reader, each func(line string) bool) error {
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		if line != "" && !each(strings.TrimSuffix(line, "\n")) {
			return nil
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// options reads single-letter options off args as getopt does. A letter of
// spec followed by a colon takes a value. It returns the options by letter and
// the operands; an unknown option is returned as an error.
func options(args []string, spec string) (map[byte]string, []string, error) {
	opts := map[byte]string{}
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			break
		}
		for i := 1; i < len(arg); i++ {
			at := strings.IndexByte(spec, arg[i])
			switch {
			case at < 0 || arg[i] == ':':
				return nil, nil, fmt.Errorf("unknown option '%c'", arg[i])
			case !strings.HasPrefix(spec[at+1:], ":"):
				opts[arg[i]] = ""
				continue
			case i+1 < len(arg):
				opts[arg[i]] = arg[i+1:]
			case len(args) > 0:
				opts[arg[i]], args = args[0], args[1:]
			default:
				return nil, nil, fmt.Errorf("missing argument to '%c'", arg[i])
			}
			break
		}
	}
	return opts, args, nil
}

// has reports whether any of the letters was given.
func has(opts map[byte]string, letters string) bool {
	return slices.ContainsFunc([]byte(letters), func(b byte) bool { _, ok := opts[b]; return ok })
}
