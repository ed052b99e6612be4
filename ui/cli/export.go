package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"adroit/loop/record"
)

func (a *app) exportCommand() *cobra.Command {
	format := "markdown"
	cmd := &cobra.Command{
		Use:   "export RUN",
		Short: "Write a recorded run as a report, JSON, a shell script or a Maestro flow",
		Long: "Write a recorded run to stdout. RUN is its id, a beginning of one, a path, or latest.\n\n" +
			"markdown is a report; json the same for programs, with the first and the last screen; sh the adb\n" +
			"commands of the run as a script; maestro a flow for Maestro. A call that holds a secret is never\n" +
			"repeated: the script stops for it, the flow leaves it out and says so.",
		Example: "  adroit export latest\n  adroit export latest --format sh > again.sh",
		Args:    oneArgument("run", "latest"),
		RunE: func(_ *cobra.Command, args []string) error {
			run, err := a.readRun(args[0])
			if err != nil {
				return err
			}
			return record.Export(a.Out, run, format)
		},
	}
	cmd.Flags().Var(enumValue(&format, record.Formats()...), "format", "markdown, json, sh or maestro")
	return cmd
}

// readRun reads the run that ref names, and says when its record is cut off.
func (a *app) readRun(ref string) (*record.Run, error) {
	path, err := record.Find(a.config.StateDir, ref)
	if err != nil {
		return nil, usage(err)
	}
	run, err := record.Read(path)
	if err != nil {
		return nil, err
	}
	if run.Cut {
		fmt.Fprintf(a.Err, "the last line of %s is incomplete and was left out: the program was ended while it wrote\n", path)
	}
	return run, nil
}
