package tools_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"adroit/permissions"
	"adroit/tools"
)

// processList are the command lines of all processes (proc_pid_cmdline(5)).
func processList(t *testing.T) []byte {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(files) == 0 {
		t.Skipf("there is no list of processes: %v", err)
	}
	var all [][]byte
	for _, f := range files {
		line, _ := os.ReadFile(f) // it may have ended
		all = append(all, line)
	}
	return bytes.Join(all, []byte("\n"))
}

// A secret stands in no list of processes while it is typed.
func TestASecretStandsInNoProcessList(t *testing.T) {
	t.Parallel()
	r, _, _ := secretRig(t, permissions.Once)
	own := []byte(filepath.Base(os.Args[0]))
	if !bytes.Contains(processList(t), own) {
		t.Fatal("the list of processes lacks this one")
	}
	ended := make(chan tools.Result)
	go func() { ended <- r.call(t, "type_text", typing("{{secret:bank}}", passwordField)) }()
	for {
		if bytes.Contains(processList(t), []byte(bankPassword)) {
			t.Error("the secret stands in a command line")
		}
		select {
		case result := <-ended:
			if result.Status != tools.Success {
				t.Error(result.ForModel())
			}
			return
		default:
		}
	}
}
