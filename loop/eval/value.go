package eval

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"adroit/device/text"
	"adroit/device/text/userfile"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

var identifierForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func identifier(into *string) func(string) error {
	return func(s string) error {
		if !identifierForm.MatchString(s) {
			return fmt.Errorf("%s; want lower-case words with hyphens, such as wifi-on", shown(s))
		}
		*into = s
		return nil
	}
}

// parseCall reads a tool call, written as its name and its arguments.
func parseCall(s string) (Call, error) {
	name, arguments, _ := strings.Cut(strings.TrimSpace(s), " ")
	if err := userfile.OneOf("tool", name, tools.Names(), "`adroit tools` lists them"); err != nil {
		return Call{}, err
	}
	if strings.TrimSpace(arguments) == "" {
		arguments = "{}"
	}
	var object map[string]any
	if err := json.Unmarshal([]byte(arguments), &object); err != nil {
		return Call{}, fmt.Errorf("the arguments of %s are no JSON object: %w", name, err)
	}
	return Call{Tool: name, Arguments: json.RawMessage(arguments)}, nil
}

func word(s string) (string, error) { return s, nil }

// mediumRisk is the approval of everything that asks and is not of high risk.
const mediumRisk = "medium"

func approval(s string) (string, error) {
	if s == mediumRisk {
		return s, nil
	}
	if err := userfile.OneOf("class", s, permissions.Classes(), ""); err != nil {
		return "", fmt.Errorf("%w; or %s, the risk", err, mediumRisk)
	}
	return s, nil
}

func class(s string) (permissions.Class, error) {
	return permissions.Class(s), userfile.OneOf("class", s, permissions.Classes(), "")
}

// endings are the outcomes that a task can ask for: what the person does is
// none of them.
var endings = []event.Outcome{
	event.Done, event.CutOff, event.Refused, event.OutOfTurns, event.OutOfTokens,
	event.Stuck, event.Stopped, event.Denied, event.Failed,
}

func outcome(s string) (event.Outcome, error) {
	return event.Outcome(s), userfile.OneOf("outcome", s, endings, "")
}

// triggers are the events on which something can happen.
var triggers = []event.Type{
	event.StepStarted, event.ApprovalRequested, event.ToolStarted, event.ToolFinished, event.DeviceState, event.RetryScheduled,
}

func trigger(into *event.Type) func(string) error {
	return func(s string) error {
		*into = event.Type(s)
		return userfile.OneOf("event", s, triggers, "")
	}
}

// pattern is a regular expression (https://github.com/google/re2/wiki/Syntax)
// that ignores case and finds its match anywhere.
func pattern(s string) (*regexp.Regexp, error) {
	if _, err := regexp.Compile(s); err != nil {
		return nil, err
	}
	return regexp.Compile("(?is)" + s)
}

// versions are those of Android that can be simulated.
var versions = []int{8, 10, 12, 14, 16}

func duration(into *time.Duration) func(string) error {
	return func(s string) error {
		d, err := time.ParseDuration(s)
		if err != nil || d <= 0 {
			return fmt.Errorf("%s; want a duration such as 90s or 5m", shown(s))
		}
		*into = d
		return nil
	}
}

func shown(s string) string { return text.Quote(s, 40) }
