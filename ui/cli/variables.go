package cli

import (
	"fmt"
	"slices"
	"strings"

	"adroit/device/text"
	"adroit/device/text/userfile"
)

// ownVariables is how the environment variables of this program begin.
const ownVariables = "ADROIT_"

// otherVariables are those that are no settings. The last ones are for the tests
// of this program.
var otherVariables = []string{"CONFIG", "TOKEN", "CORPUS", "CLIENTS", "APKS", "AIMOCK"}

// openVariables begin those whose names go on as somebody likes.
var openVariables = []string{secretVariables, "ADROIT_TEST_"}

// warnOfVariables tells of the variables that look like settings and are none:
// they would silently not apply.
func (a *app) warnOfVariables() {
	known := slices.Clone(otherVariables)
	for _, s := range a.config.all() {
		known = append(known, strings.TrimPrefix(s.variable(), ownVariables))
	}
	for _, variable := range a.Environ {
		name, value, _ := strings.Cut(variable, "=")
		short, own := strings.CutPrefix(name, ownVariables)
		open := slices.ContainsFunc(openVariables, func(start string) bool { return strings.HasPrefix(name, start) })
		if !own || open || value == "" || slices.Contains(known, short) {
			continue
		}
		cure := "`adroit config show` lists the settings, whose names in capitals the variables have"
		if near := userfile.Nearest(short, known); near != "" {
			cure = "did you mean " + ownVariables + near + "?"
		}
		fmt.Fprintf(a.Err, "adroit: warning: %s is no setting; %s\n", text.Line(name), cure)
	}
}
