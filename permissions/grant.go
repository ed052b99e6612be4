package permissions

import "adroit/device/screen"

// grant is what "until the session ends" covers: one tool on one thing in one
// app. Two acts share a grant only where every field is equal; nothing is a
// prefix or a pattern. A target that changes its label loses its grant.
type grant struct {
	tool   string
	app    string // package in front
	object string // what the act names outside the screen: a package, a panel
	target string // node id, which names one element for a whole session
	label  string
	role   screen.Role
}

func grantFor(s Situation) grant {
	g := grant{tool: s.Tool, object: s.Object}
	if s.Screen != nil {
		g.app = s.Screen.PackageName
	}
	if s.Target != nil {
		g.target, g.label, g.role = s.Target.ID, s.Target.Label, s.Target.Role
	}
	return g
}
