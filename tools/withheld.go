package tools

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
)

// The tools that may help a model in front of an app that is withheld from it.
const (
	leavingTool = "press_home"
	waitingTool = "wait_for_ui"
)

// denied is the result of a call that may not be, on a screen or, where that is
// nil, on none. Of an app that is withheld it says by what, and how to go on.
func (u use) denied(request permissions.Request, answer permissions.Answer, on *screen.Context) Result {
	result := denied(request, answer)
	if on != nil && on.Withheld() != "" {
		result.Message = "permission denied: " + u.withholds(on)
		u.mark(on, &result)
	}
	return result
}

// withholds says that the app in front is withheld, by what, and how to go on.
func (u use) withholds(on *screen.Context) string {
	says := fmt.Sprintf("what %s shows is withheld from you by the person's rule %s", placeOf(on), text.Line(on.Withheld()))
	if said := u.broker.Policy().Rules.Said(on.Withheld()); said != "" {
		says += ", which says “" + said + "”"
	}
	if u.mayLeave(on) {
		return says + "; " + leavingTool + " leaves it"
	}
	return says + "; only the person can leave it, " + waitingTool + " waits for that"
}

// mayLeave reports whether the rules let a model press home in the app in front.
func (u use) mayLeave(on *screen.Context) bool {
	return u.broker.Policy().Allows(on.PackageName, leavingTool)
}

// mark says in a result, for programs too, that the app in front is withheld.
func (u use) mark(on *screen.Context, result *Result) {
	if result.Data == nil {
		result.Data = map[string]any{}
	}
	result.Data["withheld_by"] = on.Withheld()
	next := waitingTool
	if u.mayLeave(on) {
		next = leavingTool
	}
	result.NextActions = []string{next}
}

// pictured says why a picture of seen is withheld from the caller, or nil: it
// shows all that is on the screen, of the apps whose windows are seen and, among
// the recent apps, of others.
func (u use) pictured(seen *screen.Context, apps []string) error {
	if u.call.ByPerson {
		return nil
	}
	policy, rule := u.broker.Policy(), ""
	for _, pkg := range append(apps, seen.PackageName, seen.Underneath) {
		rule = cmp.Or(rule, policy.Withholds(pkg, u.tool.Name, readingTool))
	}
	if seen.Partial() || slices.ContainsFunc(seen.Nodes, thumbnail) {
		rule = cmp.Or(rule, policy.WithholdsSome(u.tool.Name, readingTool))
	}
	if rule == "" {
		return nil
	}
	return fail("There is no picture: what it may show is withheld from you by the person's rule "+text.Line(rule)).with(
		map[string]any{"withheld_by": rule}, readingTool)
}

// thumbnail reports whether a node is the picture of an app among the recent
// ones (AOSP Launcher3 quickstep, task.xml).
func thumbnail(n screen.Node) bool {
	return strings.HasSuffix(n.ViewID, ":id/snapshot") || strings.HasSuffix(n.ViewID, ":id/task_thumbnail")
}
