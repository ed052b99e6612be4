package device

import (
	"regexp"
	"strconv"
	"strings"

	"adroit/device/screen"
)

// parseState reads the sections of an observation into what is known about the
// screen. What a phone does not print stays unknown.
func parseState(part map[string]string) screen.State {
	return screen.State{}
}

var _ = regexp.MustCompile
var _ = strconv.Atoi
var _ = strings.Cut
