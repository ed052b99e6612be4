package shell

import (
	"context"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"
)

// pidVariable stands in for $$ and $PPID, for which the interpreter would give
// the host's process ids.
const pidVariable = "SHELL_PID"

// parse reads a script as Android's mksh would and confines it.
func parse(script string) (*syntax.File, error) {
	file, err := newParser().Parse(strings.NewReader(script), "")
	if err != nil {
		return nil, err
	}
	return file, confine(file)
}

func newParser() *syntax.Parser {
	return syntax.NewParser(syntax.Variant(syntax.LangMirBSDKorn))
}

// statements yields what stands on in, as soon as a line completes it.
func statements(in io.Reader) iter.Seq2[*syntax.File, error] {
	return func(yield func(*syntax.File, error) bool) {
		for stmts, err := range newParser().InteractiveSeq(in) {
			file := &syntax.File{Stmts: stmts}
			if err == nil {
				err = confine(file)
			}
			if !yield(file, err) || err != nil {
				return
			}
		}
	}
}

// confine takes from a parsed script what would let the interpreter ask the
// host: its process ids become the phone's, and constructs that mksh does not
// have or that consult the host's users are refused.
func confine(file *syntax.File) error {
	var err error
	refuse := func(what string, pos syntax.Pos) {
		if err == nil {
			err = fmt.Errorf("%d:%d: %s: not supported", pos.Line(), pos.Col(), what)
		}
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			if n.Param != nil && (n.Param.Value == "$" || n.Param.Value == "PPID") {
				n.Param, n.Short = &syntax.Lit{Value: pidVariable}, false
			}
		case *syntax.ProcSubst:
			refuse("process substitution", n.Pos())
		case *syntax.CoprocClause:
			refuse("coprocess", n.Pos())
		case *syntax.UnaryTest:
			if n.Op == syntax.TsUsrOwn || n.Op == syntax.TsGrpOwn {
				refuse("test "+n.Op.String(), n.Pos())
			}
		}
		return err == nil
	})
	return err
}

// call sees every simple command before the interpreter does and replaces the
// builtins that would leave the phone: those that look programs up on the
// host's disk, and those that parse text by themselves, unconfined.
func (s *Shell) call(ctx context.Context, args []string) ([]string, error) {
	for len(args) > 1 && (args[0] == "command" || args[0] == "builtin") && !strings.HasPrefix(args[1], "-") {
		args = args[1:]
	}
	switch args[0] {
	case "command", "builtin", "type", "hash", "which":
		return append([]string{lookupCommand}, args...), nil
	case "eval":
		return s.confined(ctx, "eval", strings.Join(args[1:], " "))
	case ".", "source":
		if len(args) < 2 {
			return []string{"false"}, nil
		}
		name := args[1]
		if !path.IsAbs(name) {
			name = path.Join(interp.HandlerCtx(ctx).Dir, name)
		}
		script, err := s.FS.ReadFile(name)
		if err != nil {
			fmt.Fprintf(interp.HandlerCtx(ctx).Stderr, "sh: %s: %v\n", args[1], causeOf(err))
			return []string{"false"}, nil
		}
		return s.confined(ctx, "eval", string(script))
	case "trap":
		return s.trap(ctx, args)
	case "pwd":
		return args[:1], nil // -P would resolve links on the host
	case "test", "[":
		for i, arg := range args[1:] {
			if arg == "-O" || arg == "-G" {
				args[i+1] = "-e" // what the shell user can see it may as well own
			}
		}
	case "echo":
		// Unlike the interpreter's, mksh's echo expands escapes by default.
		return append([]string{"echo", "-e"}, args[1:]...), nil
	case "kill": // the interpreter names it a builtin and has none
		return append([]string{binDir + "kill"}, args[1:]...), nil
	case "help", "history", "enable", "suspend", "ulimit", "umask":
		return []string{"true"}, nil
	}
	return args, nil
}

// confined returns the call of builtin with the confined form of script.
func (s *Shell) confined(ctx context.Context, builtin, script string) ([]string, error) {
	text, err := confinedText(script)
	if err != nil {
		fmt.Fprintf(interp.HandlerCtx(ctx).Stderr, "sh: %v\n", err)
		return []string{"false"}, nil
	}
	return []string{builtin, text}, nil
}

func confinedText(script string) (string, error) {
	file, err := parse(script)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	if err := syntax.NewPrinter().Print(&text, file); err != nil {
		return "", err
	}
	return text.String(), nil
}

// trap keeps the action for the signals a closing stream raises; the
// interpreter itself knows only EXIT and ERR.
func (s *Shell) trap(ctx context.Context, args []string) ([]string, error) {
	if len(args) < 3 {
		return args, nil
	}
	action := ""
	if args[1] != "-" { // which takes the trap away
		var err error
		if action, err = confinedText(args[1]); err != nil {
			fmt.Fprintf(interp.HandlerCtx(ctx).Stderr, "sh: trap: %v\n", err)
			return []string{"false"}, nil
		}
	}
	call := []string{"trap", action}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.traps == nil {
		s.traps = map[string]string{}
	}
	for _, name := range args[2:] {
		switch signal := signalName(name); signal {
		case "EXIT", "ERR":
			call = append(call, signal)
			fallthrough
		default:
			s.traps[signal] = action
		}
	}
	if len(call) == 2 {
		return []string{"true"}, nil
	}
	return call, nil
}

// signalName spells a signal as trap's EXIT or HUP.
func signalName(name string) string {
	numbers := map[string]string{"0": "EXIT", "1": "HUP", "2": "INT", "3": "QUIT", "15": "TERM"}
	if named, ok := numbers[name]; ok {
		return named
	}
	return strings.TrimPrefix(strings.ToUpper(name), "SIG")
}
