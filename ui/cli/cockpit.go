package cli

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"adroit/device"
	"adroit/theme"
	"adroit/ui"
)

// demoTasks are what the first screen of the demo suggests. The scripted model
// knows them all.
var demoTasks = []string{
	"Turn on Wi-Fi",
	`Send the message "See you at eight" to Ada`,
	"Open Settings and tell me what is on the screen",
}

func (a *app) demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Open the cockpit on a simulated phone and a scripted model",
		Long: "Open the cockpit on the embedded simulated phone and the embedded scripted model: needs no phone,\n" +
			"no adb, no key and no network.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			a.config.Device, a.config.Model = demoName, demoName
			return a.cockpit(cmd, args)
		},
	}
}

// cockpit opens the terminal UI on the phone and the model of the settings.
func (a *app) cockpit(cmd *cobra.Command, _ []string) error {
	ctx := cmd.Context()
	if !isTerminal(a.In) || !isTerminal(a.Out) {
		return usage(errNotTerminal)
	}
	s, err := a.openSession(ctx, sessionOptions{})
	if err != nil {
		return err
	}
	defer s.end() // ui.Run closes the session itself
	demo := a.config.Device == demoName && a.config.Model == demoName
	options := ui.Options{
		Session: s.Session,
		Theme:   theme.Name(a.config.Theme),
		Device:  phoneName(s.phone),
		Model:   s.modelName,
		Demo:    demo,
		LogPath: s.logPath,
		In:      a.In,
		Out:     a.Out,
		Environ: a.Environ,
	}
	if a.config.NoColor {
		options.Theme = theme.None
	}
	if demo {
		options.SuggestedTasks = demoTasks
	}
	return ui.Run(ctx, options)
}

// phoneName is how a phone is called on the screen: its model, and its serial
// where that says more.
func phoneName(phone *device.Phone) string {
	model := strings.ReplaceAll(phone.Model(), "_", " ") // adb writes "_" for a space
	if model == "" || phone.Serial() == demoName {
		return cmp.Or(model, phone.Serial())
	}
	return model + " " + phone.Serial()
}
