package cli

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"adroit/device/text"
	"adroit/loop"
	"adroit/loop/event"
	"adroit/loop/record"
	"adroit/ui"
)

// A recording can be shown wherever a session can.
var _ ui.Session = (*loop.Player)(nil)

func (a *app) replayCommand() *cobra.Command {
	speed := 1.0
	var verify bool
	cmd := &cobra.Command{
		Use:   "replay RUN",
		Short: "Play back a recorded run, without a phone or a model",
		Long: "Play back a recorded run: in the cockpit on a terminal, else, or with --plain, as lines. RUN is its id, a beginning of one, a path, or latest.\n\n" +
			"--verify puts the recorded replies of the model through the loop again, against the recorded\n" +
			"results of the tools, and reports the first difference; its exit code is 1 then.",
		Example: "  adroit replay latest --speed 4\n  adroit replay latest --verify",
		Args:    oneArgument("run", "latest"),
		RunE: func(cmd *cobra.Command, args []string) error {
			run, err := a.readRun(args[0])
			if err != nil {
				return err
			}
			if verify {
				return a.verifyRun(cmd.Context(), run)
			}
			if a.config.Plain || !a.onTerminal() {
				return a.replay(cmd.Context(), run, speed)
			}
			return a.watch(cmd.Context(), run, speed, a.options())
		},
	}
	cmd.Flags().Var(numberFromZero(&speed, math.MaxFloat64, "a number of at least 0"), "speed", "how many times as fast as it was; 0 does not wait at all")
	cmd.Flags().BoolVar(&verify, "verify", false, "run the loop on the record and report the first difference")
	return cmd
}

// replay plays run as progress, for people.
func (a *app) replay(ctx context.Context, run *record.Run, speed float64) error {
	player := loop.NewPlayer(run, speed)
	defer player.Close(ctx)
	shown := &progress{out: a.Err}
	player.Subscribe(func(e event.Event) {
		if e.Type == event.TurnStarted {
			shown.line("> %s", e.Text)
		}
		shown.event(e)
		if e.Type.Terminal() && e.Text != "" {
			fmt.Fprintln(a.Out, text.Safe(e.Text))
		}
	})
	fmt.Fprintf(a.Err, "run %s of %s on %s\n", run.Header.RunID, text.Line(run.Header.Model), text.Line(run.Header.Device))
	return player.Play(ctx)
}

func (a *app) verifyRun(ctx context.Context, run *record.Run) error {
	steps, err := loop.Verify(ctx, run)
	if d, ok := errors.AsType[*loop.DifferenceError](err); ok {
		return fmt.Errorf("after %s that came out the same: %s", text.Count(steps, "step"), text.Line(d.Error()))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Out, "%s came out the same\n", text.Count(steps, "step"))
	return nil
}
