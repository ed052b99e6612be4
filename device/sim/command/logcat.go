package command

import (
	"context"
	"slices"
	"strings"

	"adroit/device/sim/shell"
)

// logcat prints a log in which nothing stands, and waits for more until its
// stream ends, unless it is told to print what there is (-d, -t, -L), or to do
// something else (-c, -g, -G, -S).
func logcat(ctx context.Context, p *shell.Proc) int {
	flagged := func(letters string) bool {
		return slices.ContainsFunc(p.Args[1:], func(arg string) bool {
			return len(arg) > 1 && arg[0] == '-' && strings.Contains(letters, arg[1:2])
		})
	}
	if flagged("cgGS") {
		return 0
	}
	p.Printf("--------- beginning of main\n")
	if !flagged("dtL") {
		<-ctx.Done()
	}
	return 0
}
