package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adroit/device/sim"
	"adroit/device/text"
	"adroit/loop"
	"adroit/loop/eval"
	"adroit/loop/model/scripted"
	"adroit/loop/record"
)

// completer offers what a word of a command line may be.
type completer = cobra.CompletionFunc

// complete has a shell complete what is known of flags and arguments: words
// that a flag chooses from, and names of endpoints, models, runs, tasks and
// faults.
func (a *app) complete(root *cobra.Command) {
	arguments := map[string]completer{"export": a.completeRuns, "replay": a.completeRuns, "probe": a.completeEndpoints}
	flags := map[string]completer{
		"resume": a.completeRuns, "endpoint": a.completeEndpoints, "model": a.completeModels, "device": offered(demoName),
		"expect": completeExpectations, "task": completeTasks, "fault": completeFaults,
	}
	everyCommand(root, func(cmd *cobra.Command) {
		if known, ok := arguments[cmd.Name()]; ok {
			cmd.ValidArgsFunction = firstArgument(known)
		}
		for _, set := range []*pflag.FlagSet{cmd.LocalNonPersistentFlags(), cmd.PersistentFlags()} {
			set.VisitAll(func(f *pflag.Flag) {
				known := flags[f.Name]
				if v, ok := f.Value.(value); ok && v.choices != nil {
					known = offered(v.choices...)
				}
				if known != nil {
					_ = cmd.RegisterFlagCompletionFunc(f.Name, known) // the flag is there, and no other completer
				}
			})
		}
	})
}

// withoutMarks takes the marks out of the descriptions that a shell would show
// as they stand: a flag's help names its value between backticks.
func withoutMarks(root *cobra.Command) {
	everyCommand(root, func(cmd *cobra.Command) {
		cmd.Short = strings.ReplaceAll(cmd.Short, "`", "")
		for _, set := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
			set.VisitAll(func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "`", "") })
		}
	})
}

func everyCommand(cmd *cobra.Command, do func(*cobra.Command)) {
	do(cmd)
	for _, c := range cmd.Commands() {
		everyCommand(c, do)
	}
}

// firstArgument completes one argument and no second.
func firstArgument(known completer) completer {
	return func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return known(cmd, args, begun)
	}
}

// offered completes one of some words.
func offered(words ...string) completer {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// completeRuns completes the ids of recorded runs, the newest first. A path
// may stand in their place.
func (a *app) completeRuns(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	entries, _ := record.List(a.known(cmd).StateDir) // what cannot be read cannot be offered
	words := []cobra.Completion{cobra.CompletionWithDesc(record.Latest, "the newest run")}
	for _, e := range entries {
		o := runOffer(e)
		words = append(words, cobra.CompletionWithDesc(e.RunID, text.Truncate(o.What, longestTask)+", "+o.Note))
	}
	return words, cobra.ShellCompDirectiveKeepOrder
}

func (a *app) completeEndpoints(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return a.known(cmd).endpointNames(), cobra.ShellCompDirectiveNoFileComp
}

// completeModels completes the models that the configuration or a probe knows.
// No endpoint is contacted.
func (a *app) completeModels(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	c := a.known(cmd)
	names := []string{demoName}
	for _, e := range c.endpoints {
		names = append(names, e.model)
	}
	for _, found := range c.readProbes() {
		names = append(names, found.Model)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" || name == scripted.Name })
	slices.Sort(names)
	return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
}

func completeExpectations(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var words []cobra.Completion
	for _, kind := range loop.ExpectationKinds() {
		words = append(words, kind+"=")
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeTasks completes the ids of the tasks of the suite that is named, or
// of the built-in one.
func completeTasks(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	name := eval.BuiltinName
	if len(args) > 0 {
		name = args[0]
	}
	suite, _ := openSuite(name, evalOptions{}) // what is wrong with it, the command says
	var words []cobra.Completion
	for _, t := range suite.Tasks {
		words = append(words, cobra.CompletionWithDesc(t.ID, t.Title))
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

func completeFaults(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var words []cobra.Completion
	for _, f := range sim.Faults() {
		words = append(words, cobra.CompletionWithDesc(string(f.Fault), f.Does))
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

// known are the settings of a command line that is being written: where they
// are wrong, the usual ones.
func (a *app) known(cmd *cobra.Command) *config {
	if err := a.configure(cmd); err != nil {
		a.config = defaultConfig()
	}
	return &a.config
}
