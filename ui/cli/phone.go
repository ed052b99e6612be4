package cli

import (
	"fmt"
	"net"
	"time"

	"github.com/spf13/cobra"

	"adroit/device/sim"
)

// The TCP ports that a starting adb server claims for emulators: it probes the
// odd ones of 5555 to 5585 (AOSP, packages/modules/adb/client/transport_local.cpp).
const (
	firstEmulatorPort = 5555
	lastEmulatorPort  = 5585
)

func (a *app) phoneCommand() *cobra.Command {
	var listen string
	var latency time.Duration
	cmd := &cobra.Command{
		Use:   "phone",
		Short: "Serve the simulated phone as a TCP device for `adb connect`",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			listener, err := listenLoopback(cmd.Context(), listen)
			if err != nil {
				return err
			}
			if port := listener.Addr().(*net.TCPAddr).Port; port >= firstEmulatorPort && port <= lastEmulatorPort {
				fmt.Fprintf(a.Err, "adroit: port %d lies in the range that a starting adb server claims for emulators; 5601 does not\n", port)
			}
			fmt.Fprintf(a.Err, "Simulated phone at %s. Connect with: adb connect %[1]s\nEnd with ctrl+c.\n", listener.Addr())
			phone := sim.New(sim.Options{Latency: latency})
			return phone.ServeDevice(cmd.Context(), listener)
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:5601", "loopback `HOST:PORT` to serve at; port 0 takes a free one")
	cmd.Flags().DurationVar(&latency, "latency", 0, "`DURATION` that each command takes longer, as on a real phone")
	return cmd
}
