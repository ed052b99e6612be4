package cli

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"adroit/device"
	"adroit/loop"
	"adroit/loop/record"
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
			a.config.chooseDemo()
			return a.cockpit(cmd, args)
		},
	}
}

// cockpit opens the terminal UI on the phone and the model of the settings,
// and again on what the person chooses there.
func (a *app) cockpit(cmd *cobra.Command, _ []string) error {
	if !a.onTerminal() {
		return usage(errNotTerminal)
	}
	resume, _ := cmd.Flags().GetString("resume") // which the demo does not have
	for replay := ""; ; {
		next, err := a.show(cmd.Context(), resume, replay)
		if next == nil {
			return err
		}
		resume, replay = next.Resume, next.Replay
		if err := a.choose(*next); err != nil {
			return usage(err)
		}
	}
}

// onTerminal reports whether there is a terminal for the cockpit. Plain lines
// need none.
func (a *app) onTerminal() bool {
	return a.config.Plain || isTerminal(a.In) && isTerminal(a.Out)
}

// choose makes what the person chose in the cockpit a setting.
func (a *app) choose(next ui.Next) error {
	if next.Demo {
		a.config.chooseDemo()
	}
	if next.Phone != "" {
		a.config.give("device", next.Phone, chosen)
	}
	return a.config.choose(next.Endpoint, next.Model, a.Getenv)
}

// show opens the cockpit once: on a recorded run to watch or to go on with, or
// on a new one. next is what the person chose to open instead, nil for nothing.
func (a *app) show(ctx context.Context, resume, replay string) (next *ui.Next, err error) {
	o := a.options()
	changes := a.watchConfig()
	defer func() { a.config = changes.stop() }()
	o.Changes = changes.changes
	o.Offers.Go = func(n ui.Next) { next = &n }
	if replay != "" {
		run, err := a.readRun(replay)
		if err != nil {
			return nil, err
		}
		err = a.watch(ctx, run, 1, o)
		return next, err
	}
	done := func() {}
	if isTerminal(a.Out) && !a.config.Plain {
		done = saying(ctx, a.Out, "Connecting to the phone and the model")
	}
	s, err := a.openSession(ctx, sessionOptions{resume: resume, attended: true})
	done()
	if missing, ok := errors.AsType[*exitError](err); ok && missing.code == exitUnreachable && !a.config.Plain {
		// The cockpit says what is missing, and offers what there is. The error
		// is still the end of it where nothing is chosen.
		o.Missing = []ui.Missing{missingWords(missing)}
		if failed := ui.Run(ctx, o); failed != nil {
			err = failed
		}
		return next, err
	}
	if err != nil {
		return nil, err
	}
	defer s.end() // ui.Run closes the session itself
	a.readAloud(s)
	changes.onChange(s.takeOver)
	o.Session, o.Device, o.Model, o.LogPath, o.Rules = s.Session, phoneName(s.phone), a.config.modelLabel(s.modelName), s.logPath, s.rules
	o.Offers.Examine = a.examiner(s.phone)
	o.ResumeCommand, o.Guidance = a.resumeCommand(s.logPath), s.guidance.forCockpit()
	if s.resumed != nil {
		o.Past = s.resumed.Events
	}
	if a.config.Device == demoName && a.config.Model == demoName {
		o.Demo, o.SuggestedTasks = true, demoTasks
	}
	err = ui.Run(ctx, o)
	return next, err
}

// watch plays a recorded run in the cockpit.
func (a *app) watch(ctx context.Context, run *record.Run, speed float64, o ui.Options) error {
	ctx, cancel := context.WithCancel(ctx)
	player := loop.NewPlayer(run, speed)
	played := make(chan struct{})
	go func() {
		defer close(played)
		_ = player.Attend(ctx) // only the end of ctx ends it early, which is no failure
	}()
	o.Session, o.Playback, o.PlaybackSpeed, o.Device, o.Model = player, player, speed, run.Header.Device, run.Header.Model
	err := ui.Run(ctx, o)
	cancel()
	<-played
	return err
}

// options are the cockpit's, whatever it shows.
func (a *app) options() ui.Options {
	o := ui.Options{
		Theme:   theme.Name(a.config.Theme),
		Keys:    a.config.Keys,
		Context: a.config.Context,
		Plain:   a.config.Plain,

		ReducedMotion: a.config.Calm,

		Offers:  a.offers(),
		In:      a.In,
		Out:     a.Out,
		Environ: a.Environ,
	}
	if a.config.NoColor {
		o.Theme = theme.None
	}
	return o
}

// missingWords parts an error into cause and cure for the screen, which offers
// the simulated phone itself.
func missingWords(err error) ui.Missing {
	words := strings.TrimSuffix(err.Error(), simulatedInstead)
	if fault, ok := errors.AsType[*device.FaultError](err); ok {
		if what, more, found := strings.Cut(words, ": "+fault.Cure); found {
			return ui.Missing{What: what, Cure: fault.Cure + more}
		}
	}
	what, cure, _ := strings.Cut(words, ": ")
	return ui.Missing{What: what, Cure: cure}
}

// resumeCommand goes on with the run that is recorded at path.
func (a *app) resumeCommand(path string) string {
	ref := path
	if a.config.StateDir == defaultConfig().StateDir {
		ref = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	return "adroit --resume " + ref
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
