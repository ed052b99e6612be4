package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"adroit/tools"
)

// toolRow is one tool as `adroit tools --format json` prints it.
type toolRow struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Risk        string          `json:"risk"`
	Idempotent  bool            `json:"idempotent"`
	Parameters  json.RawMessage `json:"parameters"` // JSON Schema
}

func (a *app) toolsCommand() *cobra.Command {
	format := "table"
	cmd := &cobra.Command{
		Use:   "tools",
		Short: "Print the catalogue of tools that the model has",
		Long: "Print the catalogue of tools that the model has. Some are there only with a model that takes\n" +
			"images, with --workspace, and where there are skills.",
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			skills, err := a.skills()
			if _, other := mistakes(err); other != nil {
				return err
			}
			catalogue := everyTool(skills)
			switch format {
			case "json":
				return errors.Join(a.printToolsJSON(catalogue), err)
			case "markdown":
				a.printToolsMarkdown(catalogue)
				return err
			}
			return errors.Join(a.printToolsTable(catalogue), err)
		},
	}
	cmd.Flags().Var(enumValue(&format, "table", "json", "markdown"), "format", "table, json or markdown")
	return cmd
}

func (a *app) printToolsJSON(catalogue []tools.Tool) error {
	rows := make([]toolRow, len(catalogue))
	for i, t := range catalogue {
		rows[i] = toolRow{t.Name, t.Description(), t.Risk.String(), t.Idempotent, t.Schema()}
	}
	return writeJSON(a.Out, rows)
}

func (a *app) printToolsTable(catalogue []tools.Tool) error {
	table := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TOOL\tRISK\tWHAT IT DOES")
	for _, t := range catalogue {
		gist, _, _ := strings.Cut(t.Summary, ". ")
		fmt.Fprintf(table, "%s\t%s\t%s\n", t.Name, t.Risk, strings.TrimSuffix(gist, "."))
	}
	return table.Flush()
}

func (a *app) printToolsMarkdown(catalogue []tools.Tool) {
	fmt.Fprintln(a.Out, "| tool | risk | arguments | what it does |")
	fmt.Fprintln(a.Out, "|---|---|---|---|")
	cell := strings.NewReplacer("|", `\|`)
	for _, t := range catalogue {
		arguments := parameterList(t)
		if arguments != "" {
			arguments = "`" + cell.Replace(arguments) + "`"
		}
		fmt.Fprintf(a.Out, "| `%s` | %s | %s | %s |\n", t.Name, t.Risk, arguments, cell.Replace(t.Description()))
	}
}

// parameterList names the parameters of t, the optional ones in brackets.
func parameterList(t tools.Tool) string {
	var names []string
	for _, p := range t.Params {
		name := p.Name
		if !p.Required {
			name = "[" + name + "]"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}
