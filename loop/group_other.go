//go:build !unix

package loop

import (
	"context"
	"os/exec"
)

// runGroup runs a command of the shell and returns what it printed. It ends
// with ctx.
func runGroup(ctx context.Context, command string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.WaitDelay = pipeDelay
	output, err := cmd.CombinedOutput()
	return output, exited(err)
}
