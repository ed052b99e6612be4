package cli

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"adroit/loop/doctor"
)

// tmuxDeadline bounds the question to tmux, which answers within milliseconds.
const tmuxDeadline = 2 * time.Second

// terminal is what the doctor wants to know of the terminal.
func (a *app) terminal(ctx context.Context) doctor.Terminal {
	t := doctor.Terminal{
		Name:   a.Getenv("TERM"),
		Colors: a.colors(),
		UTF8:   isUTF8(cmp.Or(a.Getenv("LC_ALL"), a.Getenv("LC_CTYPE"), a.Getenv("LANG"))),
		Tmux:   a.Getenv("TMUX") != "",
	}
	out, isFile := a.Out.(*os.File)
	t.Interactive = isFile && isTerminal(a.In) && isTerminal(out)
	if !t.Interactive {
		return t
	}
	t.Width, t.Height, _ = term.GetSize(int(out.Fd()))
	if t.Tmux {
		ctx, cancel := context.WithTimeout(ctx, tmuxDeadline)
		defer cancel()
		tmux := exec.CommandContext(ctx, "tmux", "show-options", "-gv", "set-clipboard")
		tmux.WaitDelay = tmuxDeadline
		answer, _ := tmux.Output()
		t.TmuxClipboard = strings.TrimSpace(string(answer))
	}
	return t
}

// colors is how many colours the terminal is told to have.
func (a *app) colors() int {
	if a.config.NoColor {
		return 0
	}
	switch colorprofile.Env(a.Environ) {
	case colorprofile.TrueColor:
		return 1 << 24
	case colorprofile.ANSI256:
		return 256
	case colorprofile.ANSI:
		return 16
	}
	return 0
}

// isUTF8 reads the encoding of a POSIX locale such as "de_DE.UTF-8".
func isUTF8(locale string) bool {
	name := strings.ToLower(locale)
	return strings.Contains(name, "utf-8") || strings.Contains(name, "utf8")
}
