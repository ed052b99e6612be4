package shell

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"
)

// toolbox is the set of small programs every Android brings (toybox and mksh),
// as far as scripts sent over adb use them.
func toolbox() map[string]Command {
	return map[string]Command{
		lookupCommand: lookup,
		"basename":    basename,
		"base64":      base64Command,
		"cat":         cat,
		"chmod":       chmod,
		"cmp":         cmpCommand,
		"cp":          cp,
		"cut":         cut,
		"date":        date,
		"dd":          dd,
		"dirname":     dirname,
		"du":          du,
		"env":         env,
		"find":        find,
		"grep":        grep,
		"egrep":       grep,
		"fgrep":       grep,
		"head":        head,
		"id":          id,
		"kill":        kill,
		"ls":          ls,
		"md5sum":      digest,
		"mkdir":       mkdir,
		"mktemp":      mktemp,
		"mv":          mv,
		"nproc":       func(_ context.Context, p *Proc) int { p.Printf("8\n"); return 0 },
		"rm":          rm,
		"rmdir":       rmdir,
		"sed":         sed,
		"seq":         seq,
		"setsid":      runArguments,
		"nohup":       runArguments,
		"nice":        runArguments,
		"sh":          sh,
		"sha1sum":     digest,
		"sha256sum":   digest,
		"sleep":       sleep,
		"sort":        sortCommand,
		"stat":        stat,
		"sync":        func(context.Context, *Proc) int { return 0 },
		"tail":        tail,
		"tee":         tee,
		"timeout":     timeout,
		"touch":       touch,
		"tr":          tr,
		"uname":       uname,
		"uniq":        uniq,
		"wc":          wc,
		"whoami":      func(_ context.Context, p *Proc) int { p.Printf("shell\n"); return 0 },
		"xargs":       xargs,
		"yes":         yes,
	}
}

// lookup answers command -v, type and which.
func lookup(_ context.Context, p *Proc) int {
	args := p.Args[1:]
	verbose := args[0] == "type"
	code := 0
	for _, name := range slices.DeleteFunc(args[1:], func(a string) bool { return strings.HasPrefix(a, "-") }) {
		_, found := p.shell.program(name)
		switch {
		case found && verbose:
			p.Printf("%s is %s%s\n", name, binDir, strings.TrimPrefix(name, binDir))
		case found:
			p.Printf("%s%s\n", binDir, strings.TrimPrefix(name, binDir))
		case interp.IsBuiltin(name) && verbose:
			p.Printf("%s is a shell builtin\n", name)
		case interp.IsBuiltin(name):
			p.Printf("%s\n", name)
		default:
			code = 1
		}
	}
	return code
}

// sh runs a nested shell: a command string, a script file, or the input.
func sh(ctx context.Context, p *Proc) int {
	args := p.Args[1:]
	if len(args) == 0 {
		return p.nested(nil).Run(ctx, "")
	}
	if args[0] == "-c" && len(args) > 1 {
		return p.nested(args[min(3, len(args)):]).Run(ctx, args[1]+"\n")
	}
	script, err := p.FS().ReadFile(p.Path(args[0]))
	if err != nil {
		fmt.Fprintf(p.Stderr, "/system/bin/sh: can't open '%s': %v\n", args[0], causeOf(err))
		return exitNotFound
	}
	return p.nested(args[1:]).Run(ctx, string(script)+"\n")
}

// nested is a shell with p's files and the positional parameters args.
func (p *Proc) nested(args []string) *Shell {
	return &Shell{
		FS: p.FS(), Commands: p.shell.Commands, TTY: p.shell.TTY, args: args, dir: p.Dir, env: p.environ(),
		Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr,
	}
}

// run starts another program, or a builtin, with p's files.
func (p *Proc) run(ctx context.Context, args []string) int {
	words := make([]string, len(args))
	for i, arg := range args {
		quoted, err := syntax.Quote(arg, syntax.LangMirBSDKorn)
		if err != nil {
			return p.Fail("%q: %v", arg, err)
		}
		words[i] = quoted
	}
	return p.nested(nil).Run(ctx, strings.Join(words, " ")+"\n")
}

func runArguments(ctx context.Context, p *Proc) int { return p.run(ctx, p.Args[1:]) }

func env(ctx context.Context, p *Proc) int {
	if len(p.Args) > 1 {
		return p.run(ctx, p.Args[1:])
	}
	for _, variable := range p.environ() {
		p.Printf("%s\n", variable)
	}
	return 0
}

// environ is what the program hands on to those it starts, as name=value.
func (p *Proc) environ() []string {
	var all []string
	for name, v := range p.env.Each {
		if v.Exported && v.IsSet() {
			all = append(all, name+"="+v.String())
		}
	}
	return all
}

func timeout(ctx context.Context, p *Proc) int {
	args := p.Args[1:]
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		args = args[1:]
	}
	if len(args) < 2 {
		return p.Fail("needs 2 arguments")
	}
	limit, err := seconds(args[0])
	if err != nil {
		return p.Fail("%v", err)
	}
	inner, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	code := p.run(inner, args[1:])
	if inner.Err() != nil && ctx.Err() == nil {
		return 124
	}
	return code
}

func xargs(ctx context.Context, p *Proc) int {
	var words []string
	if err := lines(p.Stdin, func(line string) bool {
		words = append(words, strings.Fields(line)...)
		return true
	}); err != nil {
		return p.Fail("%v", err)
	}
	args := p.Args[1:]
	if len(args) == 0 {
		p.Printf("%s\n", strings.Join(words, " "))
		return 0
	}
	child := *p
	child.Stdin = nil
	return child.run(ctx, append(slices.Clone(args), words...))
}

func sleep(ctx context.Context, p *Proc) int {
	var total time.Duration
	for _, arg := range p.Args[1:] {
		d, err := seconds(arg)
		if err != nil {
			return p.Fail("%v", err)
		}
		total += d
	}
	select {
	case <-time.After(total):
		return 0
	case <-ctx.Done():
		return exitHangup
	}
}

// seconds reads toybox's durations: a number with an optional unit.
func seconds(arg string) (time.Duration, error) {
	unit := time.Second
	digits := arg
	for suffix, d := range map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour} {
		if number, ok := strings.CutSuffix(arg, suffix); ok {
			digits, unit = number, d
		}
	}
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("bad number '%s'", arg)
	}
	return time.Duration(n * float64(unit)), nil
}

func yes(ctx context.Context, p *Proc) int {
	word := "y"
	if len(p.Args) > 1 {
		word = strings.Join(p.Args[1:], " ")
	}
	page := []byte(strings.Repeat(word+"\n", 1+4096/(len(word)+1)))
	for ctx.Err() == nil {
		if _, err := p.Stdout.Write(page); err != nil {
			return 1
		}
	}
	return exitHangup
}

func date(_ context.Context, p *Proc) int {
	now := p.FS().now().UTC()
	for _, arg := range p.Args[1:] {
		if format, ok := strings.CutPrefix(arg, "+"); ok {
			p.Printf("%s\n", strftime(now, format))
			return 0
		}
	}
	p.Printf("%s\n", now.Format("Mon Jan _2 15:04:05 MST 2006"))
	return 0
}

// strftime expands the conversions scripts use.
func strftime(t time.Time, format string) string {
	layouts := map[byte]string{
		'Y': "2006", 'm': "01", 'd': "02", 'H': "15", 'M': "04", 'S': "05",
		'F': "2006-01-02", 'T': "15:04:05", 'z': "-0700", 'Z': "MST",
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		switch format[i] {
		case 's':
			fmt.Fprint(&b, t.Unix())
		case 'N':
			fmt.Fprintf(&b, "%09d", t.Nanosecond())
		case '%':
			b.WriteByte('%')
		default:
			layout, ok := layouts[format[i]]
			if !ok {
				b.WriteString("%" + string(format[i]))
				continue
			}
			b.WriteString(t.Format(layout))
		}
	}
	return b.String()
}

func id(_ context.Context, p *Proc) int {
	if slices.Contains(p.Args[1:], "-u") {
		p.Printf("%d\n", UIDShell)
		return 0
	}
	p.Printf("uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),3001(net_bt_admin),3002(net_bt),3003(inet) context=u:r:shell:s0\n")
	return 0
}

func uname(_ context.Context, p *Proc) int {
	if slices.Contains(p.Args[1:], "-m") {
		p.Printf("aarch64\n")
		return 0
	}
	if slices.Contains(p.Args[1:], "-a") {
		p.Printf("Linux localhost 5.15.0-simulated #1 SMP PREEMPT aarch64 Toybox\n")
		return 0
	}
	p.Printf("Linux\n")
	return 0
}

// kill accepts its arguments: a script's own children end with its stream.
func kill(_ context.Context, p *Proc) int {
	opts := slices.DeleteFunc(slices.Clone(p.Args[1:]), func(a string) bool { return strings.HasPrefix(a, "-") })
	if len(opts) == 0 {
		return p.Fail("needs 1 argument")
	}
	for _, pid := range opts {
		// The interpreter writes $! as g and a number.
		if _, err := strconv.Atoi(strings.TrimPrefix(pid, "g")); err != nil {
			return p.Fail("bad pid '%s'", pid)
		}
	}
	return 0
}
