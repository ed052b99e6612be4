package tools

import (
	"context"
	"fmt"
	"strings"
	"time"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/text"
)

// plan is an act, ready to be asked about and carried out.
type plan struct {
	action   string           // in words, where the tool's own words can be bettered
	target   *screen.Node     // nil where the act has none
	anywhere bool             // the target was not named: any other in the app would have done
	object   string           // what it names outside the screen: a package, a panel
	open     string           // what an approval for the session does not tell apart, in words: "any text"
	opens    string           // package of the app that it brings to the front, "" where it opens none
	commands []device.Command // exactly what will run

	presses bool // it presses the target as a finger does, or drops something on it

	from    *screen.Node // what a finger that moves comes down on; nil for nothing
	gripped bool         // the call named it: another one makes another act

	// Of acts that enter text.
	types  bool
	typing string           // what will be typed, redacted
	secret bool             // something in it was redacted
	enter  bool             // it presses Enter
	shown  []device.Command // commands with the text redacted; nil where they are the same

	// fill completes the plan at the last moment with what nobody may see; nil
	// where the plan is complete.
	fill func(context.Context) (plan, error)

	// done is set instead of commands where nothing needs to be done.
	done *Result

	// verify looks whether the act had its effect. Where it does not see it, the
	// screen is observed again, at least once, until patience is over.
	verify   func(before, after *screen.Context) effect
	patience time.Duration

	// again says, of a plan that repeats its commands, whether it has to do so
	// once more after the screen went from before to after. Nil means once.
	again func(before, after *screen.Context) bool

	// progress tells, of such a plan that failed on its way, how far it came.
	progress func() map[string]any
}

// effect is what an act was seen to have done.
type effect struct {
	seen    bool // it is what was expected
	message string
	data    map[string]any
}

// visible are the commands as a person and a log may see them.
func (p plan) visible() []string {
	commands := p.shown
	if commands == nil {
		commands = p.commands
	}
	lines := make([]string, len(commands))
	for i, c := range commands {
		lines[i] = string(c)
	}
	return lines
}

func lineOf(n *screen.Node) string {
	if n == nil {
		return "nothing"
	}
	return n.Line()
}

// difference says in words how the act has become another one since it was
// planned as p on before: q is the plan of the same call on after. It is empty
// where both would do the same to the same thing on the same screen.
func difference(p plan, before *screen.Context, q plan, after *screen.Context) string {
	var found []string
	differs := func(what string, was, is any) {
		if was != is {
			found = append(found, text.Line(fmt.Sprintf("%s: %v → %v", what, was, is)))
		}
	}
	differs("app", before.PackageName, after.PackageName)
	differs("window", before.WindowTitle, after.WindowTitle)
	differs("rotation", before.Rotation, after.Rotation)
	if p.target != nil && q.target != nil {
		differs("target", p.target.Line(), q.target.Line())
		differs("place", p.target.Bounds, q.target.Bounds)
		differs("role", p.target.Role, q.target.Role)
		differs("target's window", p.target.WindowID, q.target.WindowID)
		differs("target's app", p.target.PackageName, q.target.PackageName)
	} else if p.target != q.target {
		found = append(found, "the act has another target")
	}
	if p.gripped && lineOf(p.from) != lineOf(q.from) {
		differs("start", lineOf(p.from), lineOf(q.from))
	}
	if len(found) == 0 {
		differs("commands", strings.Join(p.visible(), "; "), strings.Join(q.visible(), "; "))
	}
	return strings.Join(found, "\n")
}
