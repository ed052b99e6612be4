package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"adroit/device/text"
)

// A start that takes longer than this says what it waits for, and for how long.
const (
	saidAfter = 400 * time.Millisecond
	saidEvery = time.Second
)

// saying says on a terminal that something is being waited for, on one line
// that is gone again when done has returned. What takes no time is not said.
func saying(ctx context.Context, out io.Writer, what string) (done func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		began := time.Now()
		next := time.NewTimer(saidAfter)
		defer next.Stop()
		for said := false; ; said = true {
			select {
			case <-ctx.Done():
				if said {
					fmt.Fprint(out, "\r\x1b[K") // back to the start of the line, which is erased
				}
				return
			case <-next.C:
			}
			line := text.Line(what)
			if took := time.Since(began).Truncate(saidEvery); took > 0 {
				line += fmt.Sprintf(" · %d s", int(took.Seconds()))
			}
			fmt.Fprintf(out, "\r%s · ctrl+c ends", line)
			next.Reset(saidEvery)
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}
