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
	RunID      string    `json:"run_id"`
	Time       time.Time `json:"time"`
	Turns      []turnRow `json:"turns"` // empty where nothing was asked of a model
	Steps      int       `json:"steps"` // of all turns
	Device     string    `json:"device"`
	Model      string    `json:"model"`
	DurationMS int64     `json:"duration_ms"`
	Path       string    `json:"path"`
}

// turnRow is what was asked in one turn, and how that ended.
type turnRow struct {
	Task     string        `json:"task"`
	Outcome  event.Outcome `json:"outcome"` // empty where the record ends before its end
	Verified bool          `json:"verified"`
	Steps    int           `json:"steps"`
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
		Long: "List the recorded runs, the newest first, each of their tasks on a line with how it ended. Words keep\n" +
			"the runs in which every one of them was said, done or answered.",
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
			row := runRow{
				RunID: e.RunID, Time: e.Time, Turns: []turnRow{}, Steps: e.Steps,
				Device: e.Device, Model: e.Model, DurationMS: e.Duration.Milliseconds(), Path: e.Path,
			}
			for _, t := range e.Turns {
				row.Turns = append(row.Turns, turnRow(t))
			}
			rows = append(rows, row)
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
	fmt.Fprintln(table, "RUN\tWHEN\tTOOK\tDEVICE\tMODEL\tOUTCOME\tSTEPS\tTASK")
	name := func(s string, n int) string { return text.Truncate(text.Line(s), n) }
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s", r.RunID, r.Time.Local().Format("2006-01-02 15:04"),
			(time.Duration(r.DurationMS) * time.Millisecond).Round(100*time.Millisecond),
			name(r.Device, longestName), name(r.Model, longestName))
		if len(r.Turns) == 0 {
			fmt.Fprintln(table, "\tno task\t\t")
		}
		for i, t := range r.Turns {
			if i > 0 {
				fmt.Fprint(table, "\t\t\t\t")
			}
			fmt.Fprintf(table, "\t%s\t%d\t%s\n", outcomeWords(t.Outcome, t.Verified), t.Steps, name(t.Task, longestTask))
		}
	}
	return table.Flush()
}

// outcomeWords is how a turn ended, in a word or two.
func outcomeWords(o event.Outcome, verified bool) string {
	switch {
	case o == "":
		return "unfinished"
	case verified:
		return o.Words() + " (verified)"
	}
	return o.Words()
}
