package shell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"
)

// exitInterrupted is the status of a command ended by SIGINT.
const exitInterrupted = 128 + 2

// interactive runs the statements of the input one by one, as each is whole.
func (s *Shell) interactive(ctx context.Context, r *interp.Runner, in *os.File) int {
	front := &foreground{in: in}
	defer front.watch(ctx, s.Interrupts)()
	last := 0
	for {
		fmt.Fprint(s.Stdout, s.Prompt)
		status, again := s.untilMistake(ctx, r, front, last)
		if !again {
			return status
		}
		last = status
	}
}

// untilMistake runs what is typed until the input or the shell ends. It reports
// true where that was an interrupt or a mistake at the prompt, after which a
// person goes on; last is the status before.
func (s *Shell) untilMistake(ctx context.Context, r *interp.Runner, front *foreground, last int) (status int, again bool) {
	for file, err := range statements(front.in) {
		switch {
		case err == nil:
		case errors.Is(err, os.ErrDeadlineExceeded):
			front.hold(nil)
			return s.leave(r, exitInterrupted), true
		default:
			fmt.Fprintf(s.Stderr, "sh: %v\n", err)
			return s.leave(r, 1), s.Prompt != ""
		}
		for _, stmt := range file.Stmts {
			var interrupted bool
			last, interrupted = front.run(ctx, r, stmt)
			if interrupted {
				last = s.leave(r, exitInterrupted)
				break
			}
			if r.Exited() || ctx.Err() != nil {
				return last, false
			}
		}
		fmt.Fprint(s.Stdout, s.Prompt)
	}
	return last, false
}

// leave makes code what $? tells next, and returns it.
func (s *Shell) leave(r *interp.Runner, code int) int {
	file, err := parse(fmt.Sprintf("(exit %d)", code))
	if err != nil {
		return code
	}
	return status(r.Run(context.Background(), file.Stmts[0]))
}

// foreground is what an interrupt at the terminal ends: the statement that runs,
// or at the prompt what has been typed of one.
type foreground struct {
	in *os.File

	mu  sync.Mutex
	end context.CancelFunc // nil at the prompt
}

// watch hands the interrupts on until ctx ends or the returned function is
// called, which awaits that.
func (f *foreground) watch(ctx context.Context, interrupts <-chan struct{}) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-interrupts:
				f.interrupt()
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

func (f *foreground) interrupt() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.end != nil {
		f.end()
		return
	}
	// Only a pipe is read here, and a pipe takes a deadline.
	_ = f.in.SetReadDeadline(time.Now())
}

// run runs one statement, and reports whether it was interrupted.
func (f *foreground) run(ctx context.Context, r *interp.Runner, stmt *syntax.Stmt) (code int, interrupted bool) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	f.hold(cancel)
	defer f.hold(nil)
	code = status(r.Run(inner, stmt))
	return code, inner.Err() != nil && ctx.Err() == nil
}

// hold says what an interrupt ends from now on. One that came before is over.
func (f *foreground) hold(end context.CancelFunc) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.end = end
	_ = f.in.SetReadDeadline(time.Time{})
}
