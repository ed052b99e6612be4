package command

import (
	"context"
	"fmt"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/shell"
)

// exitAborted is the status of a process ended by SIGABRT.
const exitAborted = 128 + 6

// appProcess starts a Java program, which clients bring along in a .dex file.
// There is no Java here: a class whose wire format is public is imitated by a
// program of the phone's own, any other aborts at once, as where its file is
// missing, so that the client need not wait for it.
func (c *commands) appProcess(_ context.Context, p *shell.Proc) int {
	args := p.Args[1:]
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		args = args[1:] // for the virtual machine
	}
	dex, err := p.FS().ReadFile(p.Path(p.Getenv("CLASSPATH")))
	if len(args) < 2 || err != nil || args[1] != deviceServerClass {
		fmt.Fprintln(p.Stderr, "Aborted")
		return exitAborted
	}
	server := newDeviceServer(c.phone, dex)
	c.phone.Do(func(sys *android.System) {
		sys.Spawn(android.Process{
			Name: "app_process", Args: strings.Join(p.Args, " "), Socket: deviceServerSocket, Serve: server.serve,
		})
	})
	return 0
}
