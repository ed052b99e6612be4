package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"adroit/device/text"
	"adroit/device/text/userfile"
	"adroit/loop"
	"adroit/loop/eval"
	"adroit/loop/event"
	"adroit/loop/model/scripted"
	"adroit/permissions"
)

// evalOptions are the flags of `adroit eval` beside the shared ones.
type evalOptions struct {
	attempts, parallel int
	tasks              []string // globs
	minPass            float64
	format             string
	json               bool
	list, prove        bool
	example            bool
	real               bool // a phone was named on the command line
}

func (a *app) evalCommand() *cobra.Command {
	o := evalOptions{attempts: 1, parallel: 2, format: "table"}
	cmd := &cobra.Command{
		Use:   "eval [SUITE]",
		Short: "Measure a model by tasks with checked end states",
		Long: "Measure a model by tasks with checked end states: each attempt has a fresh simulated phone, a run\n" +
			"log that `adroit replay` plays back, and a check of what the phone holds at the end. Without SUITE\n" +
			"it is the built-in suite; a SUITE is a TOML file (--example prints one with every key explained).\n\n" +
			"Only --device on the command line takes a real phone, for a suite whose tasks need no simulated\n" +
			"one; its attempts begin where the one before left the phone. What the suite does not approve is\n" +
			"denied.\n\n" +
			"The figures: completion rate is the share of attempts that passed; pass@1 the mean over the tasks\n" +
			"of the unbiased estimate from n attempts; what a success took is all that was spent, on failures\n" +
			"as well, by the number of successes. A false claim ended as done and had not passed.\n\n" +
			"Exit codes: 0 it ran; 1 attempts could not be judged, or the model never answered; 2 usage;\n" +
			"3 pass@1 is below --min-pass; 4 no phone or no model; 130 cancelled, after the report of what is\n" +
			"known.",
		Example: "  adroit eval --model demo\n" +
			"  adroit eval --base-url http://127.0.0.1:11434/v1 --model qwen3 -n 3 --parallel 4 --json\n" +
			"  adroit eval my.toml --device R5CT --task 'wifi-*'",
		Args: atMostOne("suite"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.example {
				fmt.Fprint(a.Out, eval.Example)
				return nil
			}
			o.real = cmd.Flags().Changed("device") && a.config.Device != demoName
			suite, err := openSuite(strings.Join(args, ""), o)
			if err != nil {
				return usage(err)
			}
			return a.eval(cmd.Context(), suite, o)
		},
	}
	shown := defaultConfig()
	addFlags(cmd.Flags(), shown.limitsOf(inEval))
	flags := cmd.Flags()
	flags.VarPF(countValue(&o.attempts), "attempts", "n", "attempts at each task")
	flags.Var(countValue(&o.parallel), "parallel", "simulated phones at a time")
	flags.StringArrayVar(&o.tasks, "task", nil, "only the tasks whose ids match `GLOB`; repeatable")
	flags.Var(numberFromZero(&o.minPass, 1, "a share from 0 to 1"), "min-pass", "exit with 3 where pass@1 is below this, 0 to 1")
	flags.Var(enumValue(&o.format, "table", "json"), "format", "table or json")
	flags.BoolVar(&o.json, "json", false, "the same as --format json")
	flags.BoolVar(&o.list, "list", false, "list the tasks and run nothing")
	flags.BoolVar(&o.prove, "prove", false, "prove the checks instead: each task's solution passes, and doing nothing does not")
	flags.BoolVar(&o.example, "example", false, "print the file of a suite, with every key explained")
	return cmd
}

// openSuite reads the suite and leaves the tasks in it that are wanted.
func openSuite(name string, o evalOptions) (eval.Suite, error) {
	suite := eval.Builtin()
	if name != "" && name != eval.BuiltinName {
		data, err := os.ReadFile(name)
		if err != nil {
			return eval.Suite{}, fmt.Errorf("suite: %w", err)
		}
		if suite, err = eval.Parse(name, data); err != nil {
			return eval.Suite{}, err
		}
		if suite.Name == "" {
			suite.Name = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
		}
	}
	only, err := suite.Only(o.tasks)
	if err != nil {
		return eval.Suite{}, fmt.Errorf("--task: %w", nearTask(err, suite))
	}
	suite = only
	if needy := suite.NeedsSimulation(); o.real && len(needy) > 0 {
		return eval.Suite{}, fmt.Errorf("the simulated phone is needed by %d of %s, such as %s: leave --device out, or choose others with --task",
			len(needy), text.Count(len(suite.Tasks), "task"), needy[0])
	}
	return suite, nil
}

// nearTask adds to err, of a pattern that matches no task of suite, which was
// meant.
func nearTask(err error, suite eval.Suite) error {
	missing, ok := errors.AsType[*eval.NoTaskError](err)
	if !ok {
		return err
	}
	ids := make([]string, len(suite.Tasks))
	for i, t := range suite.Tasks {
		if ids[i] = t.ID; strings.Contains(t.ID, missing.Glob) {
			return fmt.Errorf("%w: did you mean '*%s*'?", err, missing.Glob)
		}
	}
	if near := userfile.Nearest(missing.Glob, ids); near != "" {
		return fmt.Errorf("%w: did you mean %s?", err, near)
	}
	return fmt.Errorf("%w: --list shows the names of all, and * stands for any characters", err)
}

func (a *app) eval(ctx context.Context, suite eval.Suite, o evalOptions) error {
	if o.list {
		return a.listTasks(suite)
	}
	options, err := a.evalOptions(suite, o)
	if err != nil {
		return err
	}
	if o.real {
		if err := a.findPhone(ctx); err != nil {
			return err
		}
	}
	if o.prove {
		return a.proveSuite(ctx, options)
	}
	m, name, closeModel, err := a.openModel(ctx, a.Err)
	if err != nil {
		return err
	}
	defer closeModel()
	options.Model, options.ModelName = always(m), name
	options.Scripted = name == scripted.Name
	report := eval.Run(ctx, options)
	print := report.WriteTable
	if o.json || o.format == "json" {
		print = report.WriteJSON
	}
	if err := print(a.Out); err != nil {
		return err
	}
	return evalVerdict(ctx, report, o.minPass)
}

// evalOptions is how a suite is run, but for the model.
func (a *app) evalOptions(suite eval.Suite, o evalOptions) (eval.Options, error) {
	options, err := a.toolOptions()
	if err != nil {
		return eval.Options{}, err
	}
	options.Workspace, options.Secrets = "", nil // nobody is there to ask about the person's files and secrets
	var policy permissions.Policy
	if o.real {
		// The person's rules are for the person's phones: on a simulated one they
		// would make the figures those of the rules.
		if policy, err = a.policy(); err != nil {
			return eval.Options{}, err
		}
		o.parallel = 1
	}
	return eval.Options{
		Suite: suite, Attempts: o.attempts, Parallel: o.parallel,
		Open: a.evalStage(o.real), Simulated: !o.real, Registry: a.secrets,
		Tools: options, Policy: policy, StateDir: a.config.StateDir,
		Limits:   a.config.loopLimits(loop.UnattendedDeviceWait),
		Timeout:  a.config.Timeout,
		Progress: a.evalProgress,
	}, nil
}

// evalProgress tells that an attempt has ended.
func (a *app) evalProgress(p eval.Progress) {
	words := "failed"
	switch at := p.Attempt; {
	case at.Cancelled:
		words = "cancelled"
	case at.Error != "":
		words = "not judged: " + at.Error
	case at.Passed:
		words = "passed"
	case at.Claimed:
		words = "failed, and claimed to be done"
	}
	details := ""
	if at := p.Attempt; at.Outcome != "" {
		details = fmt.Sprintf(" (%s, %s, %s)", at.Outcome.Words(), text.Count(at.Steps, "step"),
			(time.Duration(at.DurationMS) * time.Millisecond).Round(100*time.Millisecond))
	}
	fmt.Fprintln(a.Err, text.Line(fmt.Sprintf("[%d/%d] %s: %s%s", p.Done, p.Total, p.Task.ID, words, details)))
}

// evalVerdict turns a report into an exit code.
func evalVerdict(ctx context.Context, r *eval.Report, minPass float64) error {
	f := r.Summary
	switch {
	case ctx.Err() != nil:
		return &exitError{code: exitCancelled, err: errors.New("cancelled: the report tells what is known so far")}
	case f.Errors > 0:
		return fmt.Errorf("%s could not be judged: the report says why", text.Count(f.Errors, "attempt"))
	case f.Attempts > 0 && f.Outcomes[event.Failed] == f.Attempts && f.Passed == 0:
		return fmt.Errorf("every attempt failed before its end, the first: %s", r.Tasks[0].Attempts[0].Reason)
	case f.PassAt1 != nil && *f.PassAt1 < minPass:
		return &exitError{code: exitUnfinished, err: fmt.Errorf("pass@1 is %.2f, below --min-pass %.2f", *f.PassAt1, minPass)}
	}
	return nil
}

func (a *app) listTasks(suite eval.Suite) error {
	table := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TASK\tWHAT IT IS ABOUT\tPROMPT")
	for _, t := range suite.Tasks {
		fmt.Fprintf(table, "%s\t%s\t%s\n", t.ID, text.Line(t.Title), text.Line(t.Prompt))
	}
	return table.Flush()
}

// proveSuite proves the checks of a suite by its solutions.
func (a *app) proveSuite(ctx context.Context, options eval.Options) error {
	unproved, err := eval.Prove(ctx, options)
	if err != nil {
		return err
	}
	for _, u := range unproved {
		fmt.Fprintln(a.Out, text.Line(u.ID+": "+strings.Join(u.Why, "; ")))
	}
	if len(unproved) > 0 {
		return &exitError{code: exitUnfinished, err: fmt.Errorf("%d of %s not proved", len(unproved), text.Count(len(options.Suite.Tasks), "check"))}
	}
	fmt.Fprintf(a.Out, "%s proved\n", text.Count(len(options.Suite.Tasks), "check"))
	return nil
}
