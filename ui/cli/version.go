package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"adroit/device/text"
)

// buildVersion is what `adroit version` prints.
type buildVersion struct {
	Version  string `json:"version"` // module version, or "devel"
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"` // built from a checkout with local changes
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (a *app) versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			v := readVersion()
			if asJSON {
				return text.WriteJSON(a.Out, v, "")
			}
			fmt.Fprintln(a.Out, v)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as a JSON object")
	return cmd
}

func (v buildVersion) String() string {
	s := "adroit " + v.Version
	if v.Revision != "" {
		s += " " + v.Revision
	}
	if v.Modified {
		s += "+modified"
	}
	return fmt.Sprintf("%s (%s, %s)", s, v.Go, v.Platform)
}

// readVersion takes the version from what the Go linker recorded.
func readVersion() buildVersion {
	v := buildVersion{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}
