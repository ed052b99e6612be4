package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"adroit/ui"
)

// referenceCommand prints pages of documentation, made of the tables that the
// program itself reads.
func (a *app) referenceCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:    "reference",
		Short:  "Print pages of the documentation as Markdown",
		Hidden: true,
		Args:   noArguments,
		// No settings are needed.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
	}
	for name, page := range map[string]func() string{"keys": ui.KeysMarkdown, "config": configMarkdown} {
		cmd.AddCommand(&cobra.Command{
			Use:   name,
			Short: "Print the page about " + name,
			Args:  noArguments,
			RunE: func(*cobra.Command, []string) error {
				_, err := fmt.Fprint(a.Out, page())
				return err
			},
		})
	}
	return cmd
}

// configMarkdown is a page of all settings.
func configMarkdown() string {
	var b strings.Builder
	b.WriteString("# Configuration\n\nA flag counts more than a variable, and that more than the key of the configuration file\n" +
		"(`adroit config path` says where it is, `adroit config init` writes one).\n\n" +
		"| key | flag | variable | default | what it is |\n|---|---|---|---|---|\n")
	c := defaultConfig()
	c.StateDir = "" // it is another one for each person
	flagless := map[string]bool{}
	for _, s := range c.unflagged() {
		flagless[s.name] = true
	}
	for _, s := range c.all() {
		flag, usual := code("--"+s.name), s.value.String()
		if flagless[s.name] {
			flag = ""
		}
		if usual != "" {
			usual = code(usual)
		}
		help := strings.NewReplacer("`", "", "|", "\\|").Replace(s.help)
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", code(s.key()), flag, code(s.variable()), usual, help)
	}
	b.WriteString("\n## Keys of an endpoint\n\n`[endpoints.NAME]` describes an endpoint for `--endpoint NAME`; built in are " +
		strings.Join(presetNames(), ", ") + ".\n\n| key | example | what it is |\n|---|---|---|\n")
	for _, k := range endpointKeys() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", code(k.name), code(k.example), strings.ReplaceAll(k.help, "|", "\\|"))
	}
	b.WriteString("\n## Other tables\n\n" +
		"`[redact]` masks more on the screen: a regular expression by each name. Its first group is the secret, or all of it.\n\n" +
		"`[keys]` gives actions of the cockpit other keys: a list of keys by the name of each action.\n")
	return b.String()
}

func code(s string) string { return "`" + s + "`" }
