package scripted

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// conjunction is what may stand between two requests of one task.
	conjunction = regexp.MustCompile(`(?i)\s*[,;]\s*(?:(?:and|then)\s+)*|[.!?]\s+|\s+(?:and|then)\s+(?:then\s+)?`)

	// quotation is text that is never cut.
	quotation = regexp.MustCompile(`"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|\B'[^']*'\B`)

	// ellipsis goes on with a switch: "turn Wi-Fi off, then on again", "turn
	// Wi-Fi on and Bluetooth off".
	ellipsis = form(`(?:(?P<name>.+?) )??(?:back )?(?:to )?(?P<state>on|off)`)
)

// maxCuts bounds the places where a task is cut, since all combinations of them
// may have to be tried.
const maxCuts = 8

// cuts returns where text may be cut into requests: the beginning and the end
// of each conjunction.
func cuts(text string) [][]int {
	whole := quotation.FindAllStringIndex(text, -1)
	found := slices.DeleteFunc(conjunction.FindAllStringIndex(text, -1), func(cut []int) bool {
		return slices.ContainsFunc(whole, func(q []int) bool { return q[0] < cut[1] && cut[0] < q[1] })
	})
	return found[:min(len(found), maxCuts)]
}

// goalsIn finds the goals of text from there on. Each piece between the cuts is
// a request of its own where all that follows can be understood then; else the
// conjunction is a part of it, as in the name of an app. before is the goal that
// went before, nil for none.
func goalsIn(text string, from int, cuts [][]int, before goal) []goal {
	for i, cut := range append(slices.Clone(cuts), []int{len(text), len(text)}) {
		goals := resolved(single(text[from:cut[0]]), text[from:cut[0]], before)
		if len(goals) == 0 {
			continue
		}
		if m, ok := goals[0].(sending); ok && m.dictated {
			return single(text[from:])
		}
		if i == len(cuts) {
			return goals
		}
		if more := goalsIn(text, cut[1], cuts[i+1:], goals[len(goals)-1]); more != nil {
			return append(goals, more...)
		}
	}
	return nil
}

// resolved adds to the goals of a request what it leaves unsaid because it was
// said of the switch before: its verb, or its name.
func resolved(goals []goal, request string, before goal) []goal {
	earlier, ok := before.(toggling)
	if !ok {
		return goals
	}
	if part := ellipsis.match(plain(request)); goals == nil && part != nil {
		if part["name"] == "" {
			part["name"] = earlier.name
		}
		goals = switching(part)
	}
	for i, g := range goals {
		if t, ok := g.(toggling); ok && same(t.name, "it") {
			t.name = earlier.name
			goals[i] = t
		}
	}
	return goals
}

// inOrder pursues one goal after the other. Which steps were made for which
// goal is found by playing them again.
func inOrder(goals []goal, c conversation) move {
	var said []string
	for len(goals) > 1 {
		m, steps := play(goals[0], c)
		said = append(said, m.words)
		if m.tool != "" {
			return m
		}
		if m.halts {
			m.words = strings.Join(said, " ")
			return m
		}
		goals, c.steps = goals[1:], c.steps[steps:]
	}
	m := pursue(goals[0], c)
	if m.tool == "" {
		m.words = strings.Join(append(said, m.words), " ")
	}
	return m
}

// play returns the move that ends the pursuit of g and how many steps it took,
// or the next move where it has not ended.
func play(g goal, c conversation) (m move, steps int) {
	for n := range c.steps {
		then := c
		then.steps, then.mayAct = c.steps[:n], true
		if m := pursue(g, then); m.tool == "" {
			return m, n
		}
	}
	return pursue(g, c), len(c.steps)
}
