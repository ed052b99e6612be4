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

	"adroit/permissions"
	"adroit/ui"
)

// terminalApprover asks on the terminal, for commands without a screen. Every
// approval takes a word that is drawn anew for the question, so that nothing
// typed ahead can be an answer.
type terminalApprover struct {
	in   io.Reader
	out  io.Writer
	last string // the word of the question before
}

// Ask prints r and reads the answer on a goroutine that ends with the
// question.
func (t *terminalApprover) Ask(ctx context.Context, r permissions.Request, answer func(permissions.Answer) error) {
	deny := permissions.Answer{Verdict: permissions.Denied, By: permissions.ByPerson}
	word, err := ui.WordFor(r, t.last)
	if err != nil {
		_ = answer(deny)
		return
	}
	t.last = word
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

// print shows what is asked. A command is no session for which an act could be
// approved.
func (t *terminalApprover) print(r permissions.Request, word string) {
	r.Covers = ""
	for _, line := range ui.QuestionLines(r) {
		fmt.Fprintln(t.out, line)
	}
	fmt.Fprintf(t.out, "Type %q to do it once; anything else denies: ", word)
}

// isTerminal reports whether stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
