package doctor_test

import (
	"os"
	"os/exec"
	"syscall"
	"testing"

	"adroit/loop/doctor"
)

// nobody is the user that no files belong to on Linux.
const nobody = 65534

func TestServerOfAnotherUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can start a server for another user")
	}
	cmd := exec.Command(program(t))
	cmd.Env = append(os.Environ(), listenVariable+"=127.0.0.1:0")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	addr := start(t, cmd)
	finding(t, examine(t, elsewhere(t, addr, "")), "adb.owner", doctor.Warning, "nobody", "--adb 127.0.0.1:5038")

	mine := elsewhere(t, fakeServer(t, ""), "")
	finding(t, examine(t, mine), "adb.owner", doctor.OK, "yours", "")
}
