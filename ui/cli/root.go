package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adroit/device/text/userfile"
)

// app is one run of the program: its streams and its resolved settings.
type app struct {
	IO
	config config
	given  map[string]string // the flags that were given, by name
}

// rootCommand builds the command tree. The settings are resolved before any
// command runs.
func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "adroit",
		Short: "Let a language model operate an Android phone, and approve every risky tap",
		Long: "Adroit is a terminal cockpit in which a language model operates an Android phone over adb,\n" +
			"and you approve every step that changes the phone.\n\n" +
			"Without a command it opens the cockpit on the connected phone and the configured model;\n" +
			"`adroit demo` needs neither.",
		SilenceErrors: true,

		SuggestionsMinimumDistance: 2,
		SilenceUsage:               true,
		Args:                       noArguments,
		RunE:                       a.cockpit,
		// A template for it would have the linker keep every method of every
		// library, a third of the program.
		Version: strings.TrimPrefix(readVersion().String(), "adroit "),
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetUsageFunc(printUsage)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usage(nearFlag(cmd, err)) })

	shown := defaultConfig()
	addFlags(root.PersistentFlags(), shown.settings())
	root.PersistentFlags().String("config", "", "`FILE` of settings (default: config.toml in the user's config directory)")
	addFlags(root.Flags(), shown.limitsOf(inCockpit))
	root.Flags().String("resume", "", "go on with the recorded `RUN`: its id, a beginning of it, a path, or latest")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return a.configure(cmd) }

	root.AddCommand(
		a.demoCommand(), a.runCommand(), a.observeCommand(), a.toolCommand(), a.toolsCommand(),
		a.devicesCommand(), a.phoneCommand(), a.modelCommand(), a.versionCommand(),
		a.runsCommand(), a.replayCommand(), a.exportCommand(),
		a.rulesCommand(), a.skillsCommand(), a.secretCommand(), a.doctorCommand(), a.evalCommand(), a.manCommand(),
		a.configCommand(), a.endpointCommand(), a.referenceCommand(),
		a.serveCommand(), a.attachCommand(), a.mcpCommand(), sharedFlagsTopic(),
	)
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		strict(cmd)
	}
	a.complete(root)
	return root
}

// strict has a command refuse words that mean nothing to it, as wrong use: what
// does nothing without one of its own commands prints its help.
func strict(cmd *cobra.Command) {
	switch {
	case cmd.Name() == "help":
		cmd.Args = helpTopic
	case cmd.Name() == "completion":
		for _, shell := range cmd.Commands() {
			shell.Args = noArguments
		}
	}
	if !cmd.HasSubCommands() {
		return
	}
	cmd.SuggestionsMinimumDistance = 2
	if !cmd.Runnable() {
		cmd.Args = noArguments
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
}

// helpTopic refuses what is no command.
func helpTopic(cmd *cobra.Command, args []string) error {
	found, rest, err := cmd.Root().Find(args)
	if err == nil && found.HasSubCommands() {
		err = noArguments(found, rest)
	}
	return err
}

// addFlags declares the flags of settings. Their defaults are shown from a
// config of their own: what a flag is given is read back by configure, so that
// flags, environment and file take one way.
func addFlags(flags *pflag.FlagSet, settings []setting) {
	for _, s := range settings {
		flag := flags.VarPF(s.value, s.name, "", s.help)
		if s.value.Type() == "bool" {
			flag.NoOptDefVal = "true"
		}
	}
}

// configure resolves the settings for cmd.
func (a *app) configure(cmd *cobra.Command) error {
	given := map[string]string{}
	cmd.Flags().Visit(func(f *pflag.Flag) { given[f.Name] = f.Value.String() })
	c, err := loadConfig(given["config"], given, a.Getenv)
	if err != nil {
		return usage(err)
	}
	a.config, a.given = c, given
	a.warnOfVariables()
	return nil
}

// nearFlag adds to err, of a flag that cmd does not have, which was meant.
func nearFlag(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok || unknown.GetSpecifiedShortnames() != "" {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	if near := userfile.Nearest(unknown.GetSpecifiedName(), names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w; `%s --help` lists those there are", err, cmd.CommandPath())
}

// noArguments refuses arguments, and names the command that may have been
// meant.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.HasParent() && cmd.HasSubCommands() {
		hint := fmt.Sprintf("`%s --help` lists them", cmd.CommandPath())
		if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
			hint = fmt.Sprintf("did you mean `%s %s`?", cmd.CommandPath(), near[0])
		}
		return usage(fmt.Errorf("`%s` has no command %q: %s", cmd.CommandPath(), args[0], hint))
	}
	if cmd.HasSubCommands() {
		hint := "`adroit --help` lists the commands"
		if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
			hint = fmt.Sprintf("did you mean `adroit %s`?", near[0])
		}
		return usage(fmt.Errorf("unknown command %q: %s; a task goes to `adroit run %s`", args[0], hint, quoteWord(strings.Join(args, " "))))
	}
	return usage(fmt.Errorf("`%s` takes no arguments, but was given %q", cmd.CommandPath(), args[0]))
}

// atMostOne refuses a second argument, named what in the message.
func atMostOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usage(fmt.Errorf("more than one %s was given: `%s`", what, cmd.UseLine()))
		}
		return nil
	}
}

// oneArgument demands exactly one argument, named what in the message.
func oneArgument(what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0 || len(args) == 1 && strings.TrimSpace(args[0]) == "":
			return usage(fmt.Errorf("no %s was given: `%s %s`", what, cmd.CommandPath(), example))
		case len(args) > 1:
			return usage(fmt.Errorf("more than one %s was given: put it in quotes, `%s %s`", what, cmd.CommandPath(), example))
		}
		return nil
	}
}

func quoteWord(s string) string { return `"` + s + `"` }

// errNotTerminal is returned where the cockpit has no terminal to stand on.
var errNotTerminal = errors.New("the cockpit needs a terminal: use `adroit run TASK` in scripts, or --plain for lines of text")
