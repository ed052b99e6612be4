package ui

import (
	"strings"

	"adroit/device/text"
	"adroit/permissions"
)

// fact is one part of a question, safe to show.
type fact struct {
	name  string // "target", "runs"; empty where the fact before has the same
	value string
	kind  factKind
}

type factKind int

const (
	plainFact    factKind = iota
	stressedFact          // what will be typed
	changedFact           // what differs from the question before
	reasonFact            // why it is asked
	commandFact           // what the phone's shell will run
	addedFact             // a line that comes into a file
	removedFact           // a line that goes from a file
)

// factsOf are the parts of a question in the order of their importance, after
// the action and its risk.
func factsOf(r permissions.Request) []fact {
	var facts []fact
	add := func(kind factKind, name string, values ...string) {
		for _, value := range values {
			if value != "" {
				facts = append(facts, fact{name, value, kind})
				name = ""
			}
		}
	}
	add(changedFact, "changed", text.Line(r.Changed))
	add(plainFact, "target", text.Line(r.TargetLine))
	add(plainFact, "in", appLine(r))
	add(stressedFact, "about", each(r.Stakes)...)
	add(stressedFact, "types", quoted(r.Typing))
	name := "changes"
	for _, line := range each(strings.Split(r.Diff, "\n")) {
		add(diffKind(line), name, line)
		name = ""
	}
	add(changedFact, "from", originLine(r.Origin))
	add(reasonFact, "why", each(r.Reasons)...)
	add(plainFact, "rule", ruleLine(r))
	add(commandFact, "runs", each(r.Commands)...)
	add(plainFact, "session", text.Line(r.Covers))
	return facts
}

// diffKind is the kind of a line of a unified diff.
func diffKind(line string) factKind {
	switch {
	case strings.HasPrefix(line, "+"):
		return addedFact
	case strings.HasPrefix(line, "-"):
		return removedFact
	default:
		return plainFact
	}
}

// QuestionLines are a question as lines of plain text, for where there is no
// screen to draw on: the risk and the act, then why, where and how.
func QuestionLines(r permissions.Request) []string {
	lines := []string{strings.ToUpper(r.Risk.String()) + " risk: " + text.Line(r.Action)}
	for _, f := range factsOf(r) {
		lines = append(lines, "  "+pad(f.name, nameWidth)+text.Line(f.value))
	}
	return lines
}

// ruleLine says which rule of the person's has a say in the question.
func ruleLine(r permissions.Request) string {
	switch {
	case r.Rule != "":
		return text.Line(r.Rule) + " wants it asked"
	case r.Permit != "":
		return text.Line(r.Permit) + " lets it pass where nobody can be asked"
	default:
		return ""
	}
}

func each(values []string) []string {
	safe := make([]string, len(values))
	for i, value := range values {
		safe[i] = text.Line(value)
	}
	return safe
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return "“" + text.Safe(s) + "”"
}

func appLine(r permissions.Request) string {
	app := text.Line(r.AppLabel)
	switch {
	case app == "":
		app = text.Line(r.App)
	case r.App != "":
		app += " (" + text.Line(r.App) + ")"
	}
	if r.Window != "" {
		app += " › " + text.Line(r.Window)
	}
	return app
}

// originLine says where on a screen the typed text was read.
func originLine(o *permissions.Origin) string {
	if o == nil {
		return ""
	}
	line := "the screen: " + text.Line(o.Line)
	if o.App != "" {
		line += " in " + text.Line(o.App)
	}
	return line
}
