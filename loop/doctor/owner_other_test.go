//go:build unix && !linux

package doctor_test

import "testing"

// otherUsersServer is not to be had: only Linux tells whose a server is.
func otherUsersServer(t *testing.T) string {
	t.Skip("only Linux tells whose a server is")
	return ""
}

// smallDisk is not to be had without the help of other programs.
func smallDisk(t *testing.T) string {
	t.Skip("only Linux mounts a small disk at once")
	return ""
}
