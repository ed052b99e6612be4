//go:build !unix

package loop

import (
	"context"
	"os/exec"
)

// runGroup runs a command of the shell and returns what it printed. It ends
// with ctx.
func runGroup(ctx context.Context, command string, env []string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Env = append(cmd.Environ(), env...)
	cmd.WaitDelay = pipeDelay
	output, err := cmd.CombinedOutput()
	return output, exited(err)
}
