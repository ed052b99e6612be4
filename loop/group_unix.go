//go:build unix

package loop

import (
	"context"
	"os/exec"
	"syscall"
)

// runGroup runs a command of the shell in a process group of its own and
// returns what it printed. The whole group ends with the command, and with
// ctx.
func runGroup(ctx context.Context, command string, env []string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Env = append(cmd.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endGroup := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = endGroup
	cmd.WaitDelay = pipeDelay
	output, err := cmd.CombinedOutput()
	if cmd.Process != nil {
		_ = endGroup() // what the command left in the background; mostly there is nothing
	}
	return output, exited(err)
}
