package cli

import (
	"fmt"
	"net"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adroit/device/sim"
)

// The TCP ports that a starting adb server claims for emulators: it probes the
// odd ones of 5555 to 5585 (AOSP, packages/modules/adb/client/transport_local.cpp).
const (
	firstEmulatorPort = 5555
	lastEmulatorPort  = 5585
)

func (a *app) phoneCommand() *cobra.Command {
	listen, o := "", phoneOptions{android: "14"}
	cmd := &cobra.Command{
		Use:   "phone",
		Short: "Serve the simulated phone as a TCP device for `adb connect`",
		Long: "Serve the simulated phone as a TCP device, until ctrl+c ends it.\n\n" +
			"It is a phone in the network for every adb program on this machine: run\n" +
			"`adb connect HOST:PORT` with the address that is printed, or\n" +
			"`adroit devices --connect HOST:PORT`, and work with it as with a real one.",
		Example: "  adroit phone\n" +
			"  adroit phone --listen 127.0.0.1:0 --latency 40ms\n" +
			"  adroit phone --android 10 --work-profile\n" +
			"  adroit phone --screens dumps --fault null-root",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			options, err := o.options()
			if err != nil {
				return usage(err)
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
	o.bind(cmd.Flags())
	return cmd
}

// phoneOptions are the flags that say what phone is simulated.
type phoneOptions struct {
	sim.Options
	android, screens string
	faults           []string
}

func (o *phoneOptions) bind(flags *pflag.FlagSet) {
	flags.StringVar(&o.screens, "screens", "", "serve the saved dumps in `DIR` as screens that one can move between")
	flags.StringArrayVar(&o.faults, "fault", nil, "`NAME` of something that goes wrong; repeatable; a wrong name lists them")
	flags.Var(enumValue(&o.android, androidVersions()...), "android", "`VERSION` of Android: 8, 10, 12, 14 or 16")
	flags.Var(delayValue(&o.Latency), "latency", "`DURATION` that each command takes longer, as on a real phone")
	flags.Var(delayValue(&o.IdleTime), "idle-time", "`DURATION` for which a dump waits for the screen to rest; a real phone's is 1s")
	flags.BoolVar(&o.WorkProfile, "work-profile", false, "have a second user, 10, who has some of the apps too")
	flags.BoolVar(&o.ADBKeyboard, "adb-keyboard", false, "have ADBKeyboard installed and switched on, which types any text")
	flags.BoolVar(&o.MuteLauncher, "mute-launcher", false, "have a launcher that keeps the labels of its apps to itself")
}

// options is the phone that the flags describe.
func (o *phoneOptions) options() (sim.Options, error) {
	phone := o.Options
	phone.AndroidVersion, _ = strconv.Atoi(o.android) // one of the names of versions
	for _, name := range o.faults {
		f, err := sim.ParseFault(name)
		if err != nil {
			return phone, fmt.Errorf("--fault: %w", err)
		}
		phone.Faults = append(phone.Faults, f)
	}
	if o.screens != "" {
		saved, err := sim.LoadScreens(o.screens)
		if err != nil {
			return phone, fmt.Errorf("--screens: %w", err)
		}
		phone.Screens = saved
	}
	return phone, nil
}

// androidVersions are the names of the versions that can be simulated.
func androidVersions() []string {
	var names []string
	for _, v := range sim.AndroidVersions() {
		names = append(names, strconv.Itoa(v))
	}
	return names
}
