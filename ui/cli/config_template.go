package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"adroit/device/text"
)

func (a *app) configInitCommand() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a configuration file with every setting, commented out",
		Long: "Write a configuration file with every setting, commented out, each with its default and what it means.\n" +
			"A file that is there already is left alone without --force.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			file := a.configFile(cmd)
			if err := writeTemplate(file, force); err != nil {
				return err
			}
			fmt.Fprintf(a.Out, "wrote %s\n", text.Line(file))
			return nil
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "write over a file that is there")
	return cmd
}

func writeTemplate(file string, force bool) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fmt.Errorf("write the configuration: %w", err)
	}
	how := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if force {
		how = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(file, how, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return usage(fmt.Errorf("%s is there already: --force writes over it", file))
	}
	if err != nil {
		return fmt.Errorf("write the configuration: %w", err)
	}
	_, err = f.WriteString(configTemplate())
	return errors.Join(err, f.Close())
}

// configTemplate is a configuration file with everything that there is,
// commented out. It is made of the tables that read it.
func configTemplate() string {
	var b strings.Builder
	b.WriteString("# Settings of adroit. Take away the # before a line to change what it says.\n" +
		"# A flag counts more than a variable ADROIT_…, and that more than this file.\n")
	c := defaultConfig()
	for _, s := range c.all() {
		help := strings.ReplaceAll(s.help, "`", "")
		fmt.Fprintf(&b, "\n%s# %s = %s\n", comment(help), s.key(), example(s))
	}
	b.WriteString("\n" + comment("What is masked on the screen besides what always is: a regular expression by each name. Its first group is the secret, or all of it.") +
		"# [redact]\n# employee = 'EMP-\\d{6}'\n")
	b.WriteString(keysTemplate())
	b.WriteString("\n" + comment("Endpoints by names of your own, for endpoint = \"NAME\" and --endpoint NAME. Built in are "+
		strings.Join(presetNames(), ", ")+". A table of such a name changes it. Keys never stand here.") +
		"# [endpoints.local]\n")
	for _, k := range endpointKeys() {
		fmt.Fprintf(&b, "%s# %s = %s\n", comment(k.help), k.name, k.example)
	}
	return b.String()
}

// comment is words as comments of at most 90 characters a line, marked so that
// they are told from settings.
func comment(words string) string {
	var b strings.Builder
	for _, line := range text.Wrap(words, 86) {
		b.WriteString("## " + line + "\n")
	}
	return b.String()
}

// example is a value of s as TOML: its default, or one that fits.
func example(s setting) string {
	value := s.value.String()
	switch s.value.Type() {
	case "bool", "int":
		return value
	case "duration":
		if value == "" {
			value = "10m"
		}
	}
	if s.name == "api" {
		value = "chat"
	}
	return strconv.Quote(value)
}
