package doctor

import (
	"cmp"
	"context"
	"fmt"

	"adroit/device/text"
)

// Terminal is what is known of the terminal that the cockpit would stand on.
type Terminal struct {
	Interactive   bool   // input and output are a terminal
	Width, Height int    // cells
	Name          string // TERM
	Colors        int    // 0, 16, 256 or 1<<24
	UTF8          bool   // the locale's encoding
	Tmux          bool
	// What tmux does with an application's request to fill the clipboard
	// (option set-clipboard), "" where it does not say.
	TmuxClipboard string
}

// onWindows is the system whose terminals tell nothing of themselves by TERM and
// locale.
const onWindows = "windows"

// The smallest terminals for the whole cockpit and for one pane of it, cells.
const (
	wideWidth, wideHeight     = 120, 30
	narrowWidth, narrowHeight = 40, 10
)

func examineTerminal(_ context.Context, s *Subject, tell func(Finding)) (left string) {
	t := s.Terminal
	if !t.Interactive {
		return "this is no terminal; `adroit run` needs none"
	}
	tell(t.size())
	tell(t.colors(s.System))
	tell(t.unicode(s.System))
	if t.Tmux {
		tell(t.clipboard())
	}
	return "this is no tmux"
}

func (t Terminal) size() Finding {
	const check = "terminal.size"
	size := fmt.Sprintf("the terminal has %s and %s", text.Count(t.Width, "column"), text.Count(t.Height, "row"))
	switch {
	case t.Width < narrowWidth || t.Height < narrowHeight:
		return warning(check, size+": room for one line of the cockpit", fmt.Sprintf("make it at least %d×%d; %d×%d shows chat and phone side by side", narrowWidth, narrowHeight, wideWidth, wideHeight))
	case t.Width < wideWidth || t.Height < wideHeight:
		return note(check, size+": room for one pane at a time", fmt.Sprintf("%d×%d shows chat and phone side by side", wideWidth, wideHeight))
	}
	return ok(check, size)
}

func (t Terminal) colors(system string) Finding {
	const check = "terminal.colors"
	switch {
	case t.Name == "dumb" || t.Name == "" && system != onWindows:
		return note(check, "the terminal says that it can only write lines", "set TERM, or use --plain")
	case t.Colors == 0:
		return note(check, "no colours", "unset NO_COLOR, or choose --theme none to agree with it")
	case t.Colors < 256:
		return note(check, text.Count(t.Colors, "colour"), "set TERM=xterm-256color or COLORTERM=truecolor if the terminal can do more")
	case t.Colors == 256:
		return ok(check, "256 colours")
	}
	return ok(check, "24-bit colours")
}

func (t Terminal) unicode(system string) Finding {
	const check = "terminal.unicode"
	if system == onWindows {
		return ok(check, "Windows' terminals take Unicode whatever the locale")
	}
	if !t.UTF8 {
		return warning(check, "the locale is not UTF-8: lines and symbols may come out wrong", "set LANG to one that ends in .UTF-8, such as C.UTF-8")
	}
	return ok(check, "the locale is UTF-8")
}

func (t Terminal) clipboard() Finding {
	const check = "terminal.tmux"
	if t.TmuxClipboard == "on" {
		return ok(check, "tmux hands what is copied to the terminal's clipboard")
	}
	return note(check, fmt.Sprintf("tmux does not let the cockpit fill the clipboard (set-clipboard is %s)", text.Line(cmp.Or(t.TmuxClipboard, "unknown"))),
		"tmux set-option -g set-clipboard on, which is kept by a line in ~/.tmux.conf: set -g set-clipboard on")
}
