package permissions

import (
	"fmt"
	"strings"

	"adroit/device/screen"
	"adroit/device/text"
)

// grant is what "until the session ends" covers: one tool on one thing in one
// app. Two acts share a grant only where every field is equal; nothing is a
// prefix or a pattern. A target that changes its label loses its grant.
type grant struct {
	tool   string
	app    string // package in front
	object string // what the act names outside the screen: a package, a panel
	target element
	from   element // where the act begins there
}

// element is one element of a screen for a grant, the zero value none.
type element struct {
	id    string // of the node, which names one element for a whole session
	label string
	role  screen.Role
}

func elementOf(n *screen.Node) element {
	if n == nil {
		return element{}
	}
	return element{n.ID, n.Label, n.Role}
}

func grantFor(s Situation) grant {
	g := grant{tool: s.Tool, object: s.Object, target: elementOf(s.Target), from: elementOf(s.From)}
	if s.Screen != nil {
		g.app = s.Screen.PackageName
	}
	return g
}

// words say what g, the grant for s, covers: `tap on switch "Wi-Fi" in
// com.android.settings`. app is what its app is called.
func (g grant) words(s Situation, app string) string {
	words := g.tool
	if g.from != (element{}) {
		words += " from " + g.from.words()
	}
	if g.target != (element{}) {
		words += " on " + g.target.words()
	}
	switch {
	case s.Opens != "" && strings.HasPrefix(g.object, s.Opens+"/"): // an activity of that app
		words += ", " + s.Opens
	case g.object != "":
		words += ", " + g.object
	}
	if app != "" {
		words += " in " + app
	}
	if s.Open != "" {
		words += ", with " + s.Open
	}
	return text.Line(words)
}

func (e element) words() string {
	if strings.TrimSpace(e.label) == "" {
		return fmt.Sprintf("%s %s", e.role, e.id)
	}
	return fmt.Sprintf("%s %s", e.role, text.Quote(e.label, 60))
}
