package cli

import (
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"adroit/device/text"
	"adroit/loop/event"
	"adroit/loop/record"
)

// runRow is one run as `adroit runs --json` prints it.
type runRow struct {
	RunID      string        `json:"run_id"`
	Time       time.Time     `json:"time"`
	Task       string        `json:"task"`
	Outcome    event.Outcome `json:"outcome"` // of the last turn; empty where the record ends before its end
	Verified   bool          `json:"verified"`
	Device     string        `json:"device"`
	Model      string        `json:"model"`
	DurationMS int64         `json:"duration_ms"`
	Turns      int           `json:"turns"`
	Steps      int           `json:"steps"`
	Path       string        `json:"path"`
}

// How much of a run's names a line of the list shows, in characters.
const (
	longestTask = 60
	longestName = 24
)

func (a *app) runsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "runs [WORD…]",
		Short: "List the recorded runs, the newest first",
		Long: "List the recorded runs, the newest first. Words keep those in which every one of them was said,\n" +
			"done or answered.",
		Example: "  adroit runs\n  adroit runs wi-fi --json",
		RunE: func(_ *cobra.Command, words []string) error {
			return a.runs(words, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a line")
	return cmd
}

func (a *app) runs(words []string, asJSON bool) error {
	entries, unreadable := record.List(a.config.StateDir)
	var rows []runRow
	for _, e := range entries {
		if e.Mentions(words...) {
			rows = append(rows, runRow{
				RunID: e.RunID, Time: e.Time, Task: e.Task, Outcome: e.Outcome, Verified: e.Verified,
				Device: e.Device, Model: e.Model, DurationMS: e.Duration.Milliseconds(),
				Turns: e.Turns, Steps: e.Steps, Path: e.Path,
			})
		}
	}
	print := a.printRuns
	if asJSON {
		print = a.printRunsJSON
	}
	return errors.Join(print(rows), unreadable)
}

func (a *app) printRunsJSON(rows []runRow) error {
	for _, r := range rows {
		if err := text.WriteJSON(a.Out, r, ""); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printRuns(rows []runRow) error {
	if len(rows) == 0 {
		fmt.Fprintln(a.Err, "no runs")
		return nil
	}
	table := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "RUN\tWHEN\tOUTCOME\tSTEPS\tTOOK\tDEVICE\tMODEL\tTASK")
	name := func(s string, n int) string { return text.Truncate(text.Line(s), n) }
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\n",
			r.RunID, r.Time.Local().Format("2006-01-02 15:04"), outcomeWords(r), r.Steps,
			(time.Duration(r.DurationMS) * time.Millisecond).Round(100*time.Millisecond),
			name(r.Device, longestName), name(r.Model, longestName), name(r.Task, longestTask))
	}
	return table.Flush()
}

// outcomeWords is how a run ended, in a word or two.
func outcomeWords(r runRow) string {
	switch {
	case r.Turns == 0:
		return "no task"
	case r.Outcome == "":
		return "unfinished"
	case r.Verified:
		return string(r.Outcome) + " (verified)"
	}
	return string(r.Outcome)
}
