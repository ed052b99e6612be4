package scripted

import (
	"regexp"
	"strings"
)

// invoking calls a tool that is asked for by its name, as clients do that find
// out whether a model calls tools.
type invoking struct {
	tool string
	args []string // pairs of name and value
}

func calling(part map[string]string) []goal {
	g := invoking{tool: part["tool"]}
	if part["argument"] != "" {
		g.args = []string{part["argument"], bare(part["value"])}
	}
	return []goal{g}
}

func (g invoking) next(c conversation) move {
	if last, ok := c.last(); ok && last.tool == g.tool {
		return say("Done: %s", sentence(last.result.Message))
	}
	return call("I call the tool.", g.tool, g.args...)
}

// recalling tells what was said of the conversation before it began, as clients
// ask that find out whether the start of a long prompt arrives.
type recalling struct{ thing string }

func (g recalling) next(c conversation) move {
	said := regexp.MustCompile(`(?i)\bthe ` + regexp.QuoteMeta(g.thing) + ` of this conversation is (\S+)`).FindStringSubmatch(c.rules)
	if said == nil {
		return say("Nobody told me the %s of this conversation.", g.thing)
	}
	return say("%s", strings.TrimRight(said[1], ".,;"))
}
