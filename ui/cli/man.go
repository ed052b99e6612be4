package cli

import (
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man [DIR]",
		Short: "Write the man pages",
		Long: "Print the man page of adroit, or write one for every command into a folder:\n\n" +
			"  adroit man | man -l -\n" +
			"  adroit man ~/.local/share/man/man1",
		Args: atMostOne("folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			root.DisableAutoGenTag = true // which would put today's date into the pages
			date := sourceDate()
			header := &doc.GenManHeader{Title: "ADROIT", Section: "1", Source: "Adroit", Manual: "Adroit", Date: &date}
			if len(args) == 0 {
				return doc.GenMan(root, header, a.Out)
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return usage(err)
			}
			return doc.GenManTree(root, header, args[0])
		},
	}
}

// sourceDate is when the source of this program was committed, so that two
// builds of it write the same pages; today where the build did not record it.
func sourceDate() time.Time {
	info, _ := debug.ReadBuildInfo()
	if info != nil {
		for _, s := range info.Settings {
			if date, err := time.Parse(time.RFC3339, s.Value); err == nil && s.Key == "vcs.time" {
				return date
			}
		}
	}
	return time.Now()
}
