package loop

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

// PanicError is a programming error that was caught on a goroutine of the
// session. The session has ended; its log is closed and complete.
type PanicError struct {
	Task  string // what the goroutine was for
	Value any    // what it panicked with
	Stack []byte // where
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("internal error in %s: %v: please report it", e.Task, e.Value)
}

// protect runs f. A panic in it ends the session in good order instead of the
// program: every goroutine of the session runs under it.
func (s *Session) protect(task string, f func()) {
	defer func() {
		if v := recover(); v != nil {
			s.cancel(&PanicError{Task: task, Value: v, Stack: debug.Stack()})
		}
	}()
	f()
}

// interruption lets one goroutine cut short what another does, or will do.
type interruption struct {
	mu     sync.Mutex
	cause  error
	cancel context.CancelCauseFunc // nil before begin
}

// begin returns the context of what can be interrupted. release frees it.
func (i *interruption) begin(parent context.Context) (ctx context.Context, release func()) {
	ctx, cancel := context.WithCancelCause(parent)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.cancel = cancel
	if i.cause != nil {
		cancel(i.cause)
	}
	return ctx, func() { cancel(nil) }
}

// interrupt ends the context with cause; before begin it will have ended from
// the start.
func (i *interruption) interrupt(cause error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.cause == nil {
		i.cause = cause
	}
	if i.cancel != nil {
		i.cancel(i.cause)
	}
}

// Why something was interrupted, beside the session's own end.
var (
	errCancelled = errors.New("cancelled by the person")
	errStopped   = errors.New("stopped by the person, who was asked for approval")
)
