package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"adroit/device"
	"adroit/device/text"
)

// hostDeadline bounds what is asked of the adb server itself; `adb connect` to
// a silent address is the slowest of it.
const hostDeadline = 15 * time.Second

// deviceRow is one phone as `adroit devices --json` prints it.
type deviceRow struct {
	Serial string `json:"serial"`
	Also   string `json:"also,omitempty"` // other serials of the same phone
	State  string `json:"state"`
	Model  string `json:"model,omitempty"`
	Cure   string `json:"cure,omitempty"`
	device.About
}

func (a *app) devicesCommand() *cobra.Command {
	var connect string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "devices",
		Short: "List the phones that adb knows, and what to do about those that are not ready",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("connect") {
				if err := checkPhoneAddress(connect); err != nil {
					return usage(fmt.Errorf("--connect: %w", err))
				}
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), hostDeadline)
			defer cancel()
			hub, err := a.openHub(ctx)
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("connect") {
				if err := a.connect(ctx, hub, connect); err != nil {
					return unreachable(err)
				}
			}
			infos, err := hub.Devices(ctx)
			if err != nil {
				return unreachable(err)
			}
			return a.printDevices(infos, hub.About(ctx, infos), asJSON)
		},
	}
	cmd.Flags().StringVar(&connect, "connect", "", "connect to a phone at `HOST:PORT` first, anew where adb has only lost it")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}

// connect connects to a phone, and says so on a terminal while it takes.
func (a *app) connect(ctx context.Context, hub *device.Hub, address string) error {
	if isTerminal(a.Err) {
		defer saying(ctx, a.Err, "Connecting to "+address)()
	}
	return hub.Connect(ctx, address)
}

// checkPhoneAddress checks the form of an address, HOST:PORT. adb takes 5555 for
// a port that is left out.
func checkPhoneAddress(address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil { // no port, most likely; if not, the host is none either
		host, port = address, "5555"
	}
	if host == "" || host[0] == '-' || strings.ContainsFunc(host, unicode.IsSpace) {
		return fmt.Errorf("%q is no HOST:PORT: a phone shows its address under Wireless debugging", address)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return fmt.Errorf("%q is no port: it is a number from 1 to 65535", port)
	}
	return nil
}

// printDevices prints the phones with what they told about themselves.
func (a *app) printDevices(infos []device.Info, about []device.About, asJSON bool) error {
	if asJSON {
		rows := make([]deviceRow, len(infos))
		for i, info := range infos {
			rows[i] = deviceRow{
				Serial: info.Serial, Also: info.Also, State: info.State, Cure: info.Cure(),
				Model: cmp.Or(about[i].Model, info.Model), About: about[i],
			}
		}
		return text.WriteJSON(a.Out, rows, "")
	}
	if len(infos) == 0 {
		fmt.Fprintln(a.Err, "No phone is connected. Plug one in with USB debugging on, use `adroit devices --connect HOST:PORT`,\n"+
			"or try the simulated one: `adroit demo`.")
		return nil
	}
	table := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SERIAL\tSTATE\tMODEL\tANDROID\tWHAT TO DO")
	for i, info := range infos {
		serial := info.Serial
		if info.Also != "" {
			serial += " (also " + info.Also + ")"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n",
			text.Line(serial), text.Line(info.State), text.Line(cmp.Or(about[i].Model, info.Model)), text.Line(about[i].Release), text.Line(info.Cure()))
	}
	return table.Flush()
}

// openHub speaks to the adb server, and starts it where adb is installed and
// no server runs, which it says.
func (a *app) openHub(ctx context.Context) (*device.Hub, error) {
	hub := device.NewHub(a.config.ADB)
	started, err := a.startServer(ctx, hub)
	if err != nil {
		return nil, unreachable(err)
	}
	if started != "" {
		fmt.Fprintf(a.Err, "adroit: %s\n", started)
	}
	return hub, nil
}

// startServer starts the adb server of hub where none runs, and says so; ""
// where one runs. An address of the command line may be mistyped: a server that
// is started there would stay, so none is.
func (a *app) startServer(ctx context.Context, hub *device.Hub) (started string, err error) {
	_, err = hub.Version(ctx)
	switch {
	case !errors.Is(err, device.ErrNoServer):
		return "", err
	case a.config.origins["adb"].rank == byFlag:
		return "", errNoServerAt(a.config.ADB)
	}
	if err := hub.StartServer(ctx); err != nil {
		return "", fmt.Errorf("%w; the simulated phone needs no adb: `adroit demo`", err)
	}
	return "started the adb server at " + a.config.ADB, nil
}

// errNoServerAt is the error of an address of --adb where no server runs.
func errNoServerAt(addr string) error {
	return &device.FaultError{Cause: "no adb server is reachable at " + addr, Cure: "correct --adb, or start one there with `" + device.StartCommand(addr) + "`"}
}
