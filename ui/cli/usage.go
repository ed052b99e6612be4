package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is how wide the help of a command becomes, in columns.
const helpWidth = 100

// sharedFlags is the name of the help about the flags that all commands share.
const sharedFlags = "flags"

// printUsage prints how a command is used: what is its own first and in full,
// of the flags that all commands share the names alone.
func printUsage(cmd *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nCommands:\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.Name() == "help" {
				fmt.Fprintf(&b, "  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
			}
		}
	}
	if own := cmd.LocalNonPersistentFlags(); own.HasAvailableFlags() {
		fmt.Fprintf(&b, "\nFlags:\n%s", own.FlagUsagesWrapped(helpWidth))
	}
	if cmd.HasParent() {
		fmt.Fprintf(&b, "\nShared flags, which `adroit help %s` explains:\n%s", sharedFlags, flagNames(cmd.InheritedFlags()))
	} else {
		fmt.Fprintf(&b, "\nFlags of every command:\n%s", cmd.PersistentFlags().FlagUsagesWrapped(helpWidth))
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n`%s COMMAND --help` tells more about a command.\n", cmd.CommandPath())
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), b.String())
	return err
}

// flagNames lists flags by their names, as many on a line as it takes.
func flagNames(flags *pflag.FlagSet) string {
	var b strings.Builder
	line := " "
	flags.VisitAll(func(f *pflag.Flag) {
		name := " --" + f.Name
		if len(line)+len(name) > helpWidth {
			b.WriteString(line + "\n")
			line = " "
		}
		line += name
	})
	return b.String() + line + "\n"
}

// sharedFlagsTopic is the help about the flags that all commands share. It is
// no command.
func sharedFlagsTopic() *cobra.Command {
	topic := &cobra.Command{
		Use:   sharedFlags,
		Short: "Explain the flags that every command has",
		Long: "Every command has these flags. Each is also an environment variable (--base-url is ADROIT_BASE_URL)\n" +
			"and, but for --config, a key of the configuration file; the first of flag, variable and file counts.",
	}
	topic.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n%s", cmd.Long, cmd.InheritedFlags().FlagUsagesWrapped(helpWidth))
	})
	return topic
}
