package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
	"adroit/tools"
)

// maxDumpBytes is the size up to which a saved dump is read. Real dumps stay
// below 1 MiB.
const maxDumpBytes = 64 << 20

func (a *app) observeCommand() *cobra.Command {
	format := "text"
	var files []string
	cmd := &cobra.Command{
		Use:   "observe",
		Short: "Print the phone's current screen, redacted",
		Long: "Print the phone's current screen once, redacted.\n\n" +
			"Formats: text is a tree for people; json the canonical ScreenContext; model exactly the tool\n" +
			"result that a model gets; raw every node of the tree.\n\n" +
			"With --from a saved `uiautomator dump` is read instead of a phone; with a second --from the\n" +
			"change from the first to the second is printed.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if len(files) > 2 {
				return usage(fmt.Errorf("--from was given %d times: one file is shown, two are compared", len(files)))
			}
			if format == "model" {
				return a.observeForModel(cmd.Context(), files)
			}
			seen, err := a.observations(cmd.Context(), a.secrets(), files)
			if err != nil {
				return err
			}
			if len(seen) == 2 {
				return a.printChange(seen[0], seen[1], format)
			}
			return a.printScreen(seen[0], format)
		},
	}
	cmd.Flags().Var(enumValue(&format, "text", "json", "model", "raw"), "format", "text, json, model or raw")
	cmd.Flags().StringArrayVar(&files, "from", nil, "read a saved dump from `FILE` instead of a phone; twice to compare two")
	return cmd
}

// observations reads the given dumps, or the phone's screen where none is.
func (a *app) observations(ctx context.Context, secrets *redact.Registry, files []string) ([]*screen.Context, error) {
	if len(files) == 0 {
		_, phone, closePhone, err := a.openPhone(ctx, secrets)
		if err != nil {
			return nil, err
		}
		defer closePhone()
		seen, err := phone.Observe(ctx)
		if err != nil {
			return nil, err
		}
		return []*screen.Context{seen}, nil
	}
	tracker := screen.NewTracker(secrets)
	var seen []*screen.Context
	for _, name := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		dump, err := readDump(name)
		if err != nil {
			return nil, usage(fmt.Errorf("read the dump: %w", err))
		}
		c, err := tracker.Observe(screen.Raw{XML: dump, Source: "file"})
		if fault, ok := errors.AsType[*screen.DumpError](err); ok && fault.Cause == screen.CauseNoTree {
			return nil, usage(fmt.Errorf("%s is no screen dump: it holds no <hierarchy>; `adb exec-out uiautomator dump /dev/tty >%[1]s` saves one", name))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		seen = append(seen, c)
	}
	return seen, nil
}

// readDump reads one saved dump, and refuses what cannot be one. A pipe has no
// end that is sure to come: what is read must be saved first.
func readDump(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder: give one saved dump in it", name)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file: save the dump to a file first", name)
	case info.Size() > maxDumpBytes:
		return nil, fmt.Errorf("%s is larger than %d MiB: not a screen dump", name, maxDumpBytes>>20)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxDumpBytes)) // which may have grown since
}

func (a *app) printScreen(c *screen.Context, format string) error {
	switch format {
	case "json":
		return writeJSON(a.Out, c)
	case "raw":
		_, err := fmt.Fprintln(a.Out, strings.TrimRight(c.RawTree(), "\n"))
		return err
	}
	_, err := fmt.Fprintln(a.Out, strings.TrimRight(c.Tree(), "\n"))
	return err
}

// observeForModel prints what a model gets: nothing of the apps that the
// person's rules keep from it.
func (a *app) observeForModel(ctx context.Context, files []string) error {
	policy, err := a.policy()
	if err != nil {
		return err
	}
	secrets := a.secrets()
	seen, err := a.observations(ctx, secrets, files)
	if err != nil {
		return err
	}
	broker := permissions.NewBroker(policy, permissions.Unattended{}, permissions.Options{})
	runner := tools.NewRunner(nil, broker, secrets, tools.Options{}, tools.Hooks{})
	result := runner.Observed(ctx, seen[0])
	if len(seen) == 2 {
		result = tools.ChangeResult(runner.Shown(seen[0]), runner.Shown(seen[1]))
	}
	_, err = fmt.Fprintln(a.Out, a.forModel(result))
	return err
}

// changeJSON is the change between two screens as --format json prints it.
type changeJSON struct {
	Added   []*screen.Node `json:"added"`
	Changed []*screen.Node `json:"changed"`
	Gone    []screen.Node  `json:"gone"`
	Ignored []string       `json:"ignored,omitempty"`
}

// forModel is a result as the settings have it given to the model.
func (a *app) forModel(r tools.Result) string {
	if a.config.ScreenFormat == jsonScreens {
		r = r.InJSON()
	}
	return r.ForModel()
}

func (a *app) printChange(prev, next *screen.Context, format string) error {
	switch format {
	case "json":
		d := screen.Diff(prev, next)
		return writeJSON(a.Out, changeJSON{Added: d.Added, Changed: d.Changed, Gone: d.Gone, Ignored: d.Ignored})
	case "raw":
		return usage(fmt.Errorf("--format raw shows one screen: give --from once"))
	}
	_, err := fmt.Fprintln(a.Out, next.ModelChange(prev))
	return err
}

// writeJSON prints v indented, for people and programs alike.
func writeJSON(w io.Writer, v any) error {
	return text.WriteJSON(w, v, "  ")
}
