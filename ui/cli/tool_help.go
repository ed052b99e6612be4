package cli

import (
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"adroit/tools"
	"adroit/tools/skill"
)

// everyTool is all tools there are with the given skills. Without --workspace,
// or a model that takes images, some of them are not offered to the model.
func everyTool(skills skill.Set) []tools.Tool {
	return tools.Catalogue(tools.Options{Images: true, Workspace: ".", Skills: skills})
}

// helpWithTool is the help of `adroit tool`, or that of the tool which is named
// before --help.
func (a *app) helpWithTool(help func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(cmd *cobra.Command, args []string) {
		skills, _ := a.skills() // what is wrong with them, a call says
		catalogue := everyTool(skills)
		i := slices.IndexFunc(catalogue, func(t tools.Tool) bool { return slices.Contains(args, t.Name) })
		if i < 0 {
			help(cmd, args)
			return
		}
		printTool(cmd, catalogue[i])
	}
}

// printTool tells a person all about a tool.
func printTool(cmd *cobra.Command, t tools.Tool) {
	out := cmd.OutOrStdout()
	repeat := "not safe"
	if t.Idempotent {
		repeat = "safe"
	}
	fmt.Fprintf(out, "%s (%s risk; %s to repeat)\n%s\n", t.Name, t.Risk, repeat, t.Description())
	if len(t.Params) == 0 {
		return
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nARGUMENT\tFORM\tMEANING")
	for _, p := range t.Params {
		form := p.Form()
		switch {
		case p.Required:
			form += ", required"
		case p.Default != nil:
			form += fmt.Sprintf(" (%v)", p.Default)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", p.Name, form, p.Doc)
	}
	table.Flush()
}

// completeCall completes the name of a tool, and then its arguments.
func (a *app) completeCall(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var completions []cobra.Completion
	skills, _ := a.skills() // what is wrong with them, a call says
	for _, t := range everyTool(skills) {
		switch {
		case len(args) == 0:
			completions = append(completions, cobra.CompletionWithDesc(t.Name, t.Summary))
		case t.Name == args[0]:
			for _, p := range t.Params {
				completions = append(completions, cobra.CompletionWithDesc(p.Name+"=", p.Doc))
			}
		}
	}
	if len(args) == 0 {
		return completions, cobra.ShellCompDirectiveNoFileComp
	}
	return completions, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
