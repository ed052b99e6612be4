package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"adroit/device/text"
	"adroit/loop/model"
)

func (a *app) configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Write, check and show the configuration",
		Long: "Write, check and show the configuration: one TOML file, config.toml in the user's config directory or\n" +
			"the file of --config. A flag counts more than an environment variable ADROIT_…, and that more than the file.",
		Args: noArguments,
		// The settings are not resolved before these commands: they must work
		// when the file is wrong.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(a.configInitCommand(), a.configShowCommand(), a.configPathCommand(), a.configCheckCommand())
	return cmd
}

// configFile is the configuration file that cmd would read.
func (a *app) configFile(cmd *cobra.Command) string {
	return configPath(cmd.Flag("config").Value.String(), a.Getenv)
}

func (a *app) configPathCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "path",
		Short: "Print where the configuration file is, or would be",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintln(a.Out, a.configFile(cmd))
			return nil
		},
	}
}

func (a *app) configCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "Check a configuration file",
		Long:  "Check a configuration file, the one in use without FILE: every unknown key, every value of the\nwrong kind and every file or folder that is not there is told with its line; the exit code is then 2.",
		Args:  atMostOne("file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			file := a.configFile(cmd)
			if len(args) == 1 {
				file = args[0]
			}
			c := defaultConfig()
			c.file, c.wantsFiles = file, true
			if err := c.readFile(false); err != nil {
				return usage(err)
			}
			fmt.Fprintf(a.Out, "%s is fine\n", text.Line(file))
			return nil
		},
	}
}

// shownSetting is one row of `adroit config show`.
type shownSetting struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Origin string `json:"origin"` // the flag, the variable, FILE:LINE, "default" …
}

func (a *app) configShowCommand() *cobra.Command {
	format := "table"
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show every setting with where its value comes from",
		Long:  "Show every setting with where its value comes from: a flag, an environment variable, a line of the\nconfiguration file, an endpoint, a probe, or the default. A key is never shown, only whether it is set.",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.configure(cmd); err != nil {
				return err
			}
			rows := a.config.shown()
			if format == "json" {
				return text.WriteJSON(a.Out, rows, "  ")
			}
			w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "SETTING\tVALUE\tFROM")
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s\t%s\n", r.Name, text.Line(r.Value), text.Line(r.Origin))
			}
			return w.Flush()
		},
	}
	cmd.Flags().Var(enumValue(&format, "table", "json"), "format", "how to print it: table or json")
	addFlags(cmd.Flags(), new(config).limits()) // so that they can be shown as given
	return cmd
}

// redactRow begins the names of the rows of [redact].
const redactRow = "redact."

// shown lists every setting with its value and origin.
func (c *config) shown() []shownSetting {
	var rows []shownSetting
	for _, s := range c.all() {
		row := shownSetting{s.key(), s.value.String(), c.origins[s.name].String()}
		if _, said := c.origins[s.name]; !said && c.probe != nil {
			switch s.name {
			case "api":
				row.Value, row.Origin = string(c.dialect()), c.probed()
			case "images":
				row.Value, row.Origin = fmt.Sprint(c.takesImages()), c.probed()
			}
		}
		if s.name == "base-url" {
			row.Value = model.ShownURL(row.Value)
		}
		rows = append(rows, row)
	}
	rows = append(rows, c.shownKey())
	if c.Endpoint != "" {
		rows = append(rows, c.shownEndpoint()...)
	}
	rows = append(rows, c.shownKeys()...)
	for _, p := range c.Redact {
		rows = append(rows, shownSetting{redactRow + p.Kind, p.Regexp.String(), c.origins[redactRow+p.Kind].String()})
	}
	return rows
}

// probed names the probe of the endpoint and model in use.
func (c *config) probed() string { return "probe of " + c.probe.At.Local().Format("2 Jan 2006") }

// shownKey says whether there is a key, and never which.
func (c *config) shownKey() shownSetting {
	row := shownSetting{Name: "api_key", Value: "not set", Origin: c.KeyVariable}
	named := c.inUse.from("api_key_env").String()
	switch {
	case c.Endpoint != "" && c.KeyVariable == "":
		row.Value, row.Origin = "none", named
	case c.Endpoint != "":
		row.Origin += " of " + named
	}
	if c.APIKey != "" {
		row.Value = "set"
	}
	return row
}

// shownEndpoint is what an endpoint says beside settings that have a flag.
func (c *config) shownEndpoint() []shownSetting {
	e := c.inUse
	stream := shownSetting{"stream", fmt.Sprint(!c.noStream()), "default"}
	switch _, said := e.places["stream"]; {
	case c.noStream() && !c.NoStream:
		stream.Origin = c.probed()
	case said:
		stream.Origin = e.from("stream").String()
	}
	rows := []shownSetting{stream}
	for _, name := range slices.Sorted(maps.Keys(c.Headers)) {
		key := "headers."
		if slices.Contains(c.secretHeaders, name) {
			key = "headers_env."
		}
		rows = append(rows, shownSetting{"headers." + name, "set", e.from(key + name).String()}) // the value may be a key
	}
	if names := slices.Sorted(maps.Keys(c.Body)); len(names) > 0 {
		rows = append(rows, shownSetting{"body", strings.Join(names, ", "), e.from("body").String()})
	}
	if p := c.Prices; p.Currency != "" {
		rows = append(rows, shownSetting{"prices", fmt.Sprintf("input %s, cached %s, output %s a million tokens",
			text.Money(p.Input, p.Currency), text.Money(p.Cached, p.Currency), text.Money(p.Output, p.Currency)), e.from("prices").String()})
	}
	return rows
}
