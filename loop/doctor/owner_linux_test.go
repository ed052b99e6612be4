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

// otherUsersServer is the address of an adb server that another user has started.
func otherUsersServer(t *testing.T) string {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can start a server for another user")
	}
	cmd := exec.Command(program(t))
	cmd.Env = append(os.Environ(), listenVariable+"=127.0.0.1:0")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	return start(t, cmd)
}

func TestServerOfAnotherUser(t *testing.T) {
	finding(t, examine(t, elsewhere(t, otherUsersServer(t), "")), "adb.owner", doctor.Warning, "nobody", "--adb 127.0.0.1:5038")
	finding(t, examine(t, elsewhere(t, fakeServer(t, ""), "")), "adb.owner", doctor.OK, "yours", "")
}

// smallDisk is a folder on a disk of 16 MB.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=16m,mode=700"); err != nil {
		t.Skip("only root can mount a small disk: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}
