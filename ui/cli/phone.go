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
	var listen, screens string
	var latency time.Duration
	var faults []string
	cmd := &cobra.Command{
		Use:   "phone",
		Short: "Serve the simulated phone as a TCP device for `adb connect`",
		Long: "Serve the simulated phone as a TCP device, until ctrl+c ends it.\n\n" +
			"It is a phone in the network for every adb program on this machine: run\n" +
			"`adb connect HOST:PORT` with the address that is printed, or\n" +
			"`adroit devices --connect HOST:PORT`, and work with it as with a real one.",
		Example: "  adroit phone\n" +
			"  adroit phone --listen 127.0.0.1:0 --latency 40ms\n" +
			"  adroit phone --screens dumps --fault null-root",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			options := sim.Options{Latency: latency}
			for _, name := range faults {
				f, err := sim.ParseFault(name)
				if err != nil {
					return usage(fmt.Errorf("--fault: %w", err))
				}
				options.Faults = append(options.Faults, f)
			}
			if screens != "" {
				saved, err := sim.LoadScreens(screens)
				if err != nil {
					return usage(fmt.Errorf("--screens: %w", err))
				}
				options.Screens = saved
			}
			listener, err := listenLoopback(cmd.Context(), listen)
			if err != nil {
				return err
			}
			if port := listener.Addr().(*net.TCPAddr).Port; port >= firstEmulatorPort && port <= lastEmulatorPort {
				fmt.Fprintf(a.Err, "adroit: port %d lies in the range that a starting adb server claims for emulators; 5601 does not\n", port)
			}
			fmt.Fprintf(a.Err, "Simulated phone at %s. Connect with: adb connect %[1]s\nEnd with ctrl+c.\n", listener.Addr())
			return sim.New(options).ServeDevice(cmd.Context(), listener)
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:5601", "`HOST:PORT` to wait at for adb: a loopback address; port 0 takes a free one, which is printed")
	cmd.Flags().StringVar(&screens, "screens", "", "serve the saved dumps in `DIR` as screens that one can move between")
	cmd.Flags().StringArrayVar(&faults, "fault", nil, "`NAME` of something that goes wrong; repeatable; a wrong name lists them")
	cmd.Flags().DurationVar(&latency, "latency", 0, "`DURATION` that each command takes longer, as on a real phone")
	return cmd
}
