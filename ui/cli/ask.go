package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/muesli/cancelreader"
	"golang.org/x/term"

	"adroit/device/text"
	"adroit/permissions"
)

// terminalApprover asks on the terminal, for commands without a screen. Every
// approval takes a word that is drawn anew for the question, so that nothing
// typed ahead can be an answer.
type terminalApprover struct {
	in  io.Reader
	out io.Writer
}

// Ask prints r and reads the answer on a goroutine that ends with the
// question.
func (t *terminalApprover) Ask(ctx context.Context, r permissions.Request, answer func(permissions.Answer) error) {
	deny := permissions.Answer{Verdict: permissions.Denied, By: permissions.ByPerson}
	word := r.Word
	if word == "" {
		var err error
		if word, err = permissions.NewWord(); err != nil {
			_ = answer(deny)
			return
		}
	}
	t.print(r, word)
	in, err := cancelreader.NewReader(t.in)
	if err != nil {
		_ = answer(deny)
		return
	}
	context.AfterFunc(ctx, func() { in.Cancel() })
	go func() {
		defer in.Close()
		line, err := bufio.NewReader(in).ReadString('\n')
		a := deny
		if err == nil && strings.TrimSpace(line) == word {
			a = permissions.Answer{Verdict: permissions.Once, By: permissions.ByPerson, Word: r.Word}
		}
		// The only error is that the question is over, which denies as well.
		_ = answer(a)
	}()
}

// print shows what is asked.
func (t *terminalApprover) print(r permissions.Request, word string) {
	say := func(format string, args ...any) { fmt.Fprintln(t.out, text.Line(fmt.Sprintf(format, args...))) }
	say("%s risk: %s", strings.ToUpper(r.Risk.String()), r.Action)
	for _, reason := range r.Reasons {
		say("  because %s", reason)
	}
	if r.TargetLine != "" {
		say("  target   %s", r.TargetLine)
	}
	say("  app      %s %s", r.AppLabel, r.App)
	if r.Window != "" {
		say("  window   %s", r.Window)
	}
	if r.Typing != "" {
		say("  types    %s", r.Typing)
	}
	for _, c := range r.Commands {
		say("  command  %s", c)
	}
	if r.Changed != "" {
		say("  the screen changed since the last question: %s", r.Changed)
	}
	fmt.Fprintf(t.out, "Type %q to do it once; anything else denies: ", word)
}

// isTerminal reports whether stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
