package tools

import (
	"context"
	"fmt"
	"strings"
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/text"
)

// scene is what an act is planned on: one observation of one phone.
type scene struct {
	phone    *device.Phone
	registry *redact.Registry
	secrets  SecretStore // nil where there is none
	screen   *screen.Context
	acts     int  // of the Runner, when the screen was observed
	now      bool // the screen was observed for this very plan
}

// planFor is how long the last observation is good enough to plan on. What is
// planned on an old one is compared with a new one before it is carried out.
const planFor = 10 * time.Second

// scene is the last observation where it is good enough to plan on, else a new
// one.
func (u use) scene(ctx context.Context) (scene, error) {
	last := u.phone.Last()
	if last == nil || time.Since(last.CapturedAt) > planFor {
		return u.sceneNow(ctx)
	}
	s := u.setting()
	s.screen = u.shown(last)
	return s, nil
}

// sceneNow observes the phone.
func (u use) sceneNow(ctx context.Context) (s scene, err error) {
	s = u.setting()
	s.now = true
	s.screen, err = u.observe(ctx)
	return s, err
}

// setting is a scene without its screen.
func (u use) setting() scene {
	return scene{phone: u.phone, registry: u.registry, secrets: u.secrets, acts: u.actCount()}
}

// usable says why nobody may act on s, or nil.
func (s scene) usable() error {
	switch {
	case !s.screen.Awake:
		return fail("the phone's screen is off: switch it on").forGood()
	case s.screen.Locked:
		cure := "unlock it, a swipe up is enough"
		if s.screen.LockSecure {
			cure = "only a person can unlock it, by hand: it asks for a PIN, a pattern or the like"
		}
		return fail("the phone is locked: " + cure).forGood()
	}
	return nil
}

// hidden reports whether the app in front is withheld from the caller, on a
// phone that can be used.
func (s scene) hidden() bool {
	return s.screen != nil && s.screen.Withheld() != "" && s.usable() == nil
}

// hides reports whether what a plan came to tells of an app that is withheld: err
// is why there is none.
func (s scene) hides(p plan, err error) bool { return s.hidden() && (err != nil || p.done != nil) }

// readable says why no place on s may be touched, or nil: its elements are of
// another app than the one that a finger would meet.
func (s scene) readable() error {
	if !s.screen.Stale {
		return nil
	}
	return fail("What was read is not of the app in front: the screen is changing").transient().with(
		map[string]any{"warnings": s.screen.Warnings}, "wait_for_idle", "observe_screen_context")
}

// resolve returns the element that two arguments name.
func (s scene) resolve(a args, name, strategy string) (*screen.Node, error) {
	if err := s.readable(); err != nil {
		return nil, err
	}
	n, err := s.screen.Resolve(a.text(name), screen.Strategy(a.text(strategy)))
	if err != nil {
		return nil, resolveFailure(err)
	}
	return n, nil
}

// touchable returns the element that the arguments target and strategy name,
// and a point of it that a finger reaches.
func (s scene) touchable(a args) (*screen.Node, screen.Point, error) {
	n, err := s.resolve(a, "target", "strategy")
	if err != nil {
		return nil, screen.Point{}, err
	}
	point, err := s.point(n)
	return n, point, err
}

// point is where a finger reaches n.
func (s scene) point(n *screen.Node) (screen.Point, error) {
	if !n.Enabled {
		return screen.Point{}, fail(capital(nameOf(n))+" is disabled").transient().with(
			map[string]any{"target": n.Line()}, "wait_for_ui", "observe_screen_context")
	}
	if n.Bounds.Empty() {
		return screen.Point{}, fail(capital(nameOf(n))+" is out of view: scroll to it").with(
			map[string]any{"target": n.Line()}, "scroll_to_element")
	}
	point, err := s.screen.TapPoint(n.ID)
	if err == nil {
		return point, nil
	}
	if covered, ok := asCovered(err); ok {
		next := "observe_screen_context"
		if covered.By == "keyboard" {
			next = "dismiss_keyboard"
		}
		return point, fail(capital(nameOf(n))+" cannot be touched: it is covered by "+covered.By).with(
			map[string]any{"target": n.Line(), "covered_by": covered.By}, next)
	}
	return point, resolveFailure(err)
}

// sighted returns n as it is on a later screen: by its number, else, since a
// keyboard that comes up may rearrange everything, as the only element with
// its view id and role.
func sighted(later *screen.Context, n *screen.Node) (*screen.Node, bool) {
	if now, ok := later.Node(n.ID); ok {
		return now, true
	}
	var found *screen.Node
	for i := range later.Nodes {
		if m := &later.Nodes[i]; n.ViewID != "" && m.ViewID == n.ViewID && m.Role == n.Role && m.PackageName == n.PackageName {
			if found != nil {
				return nil, false
			}
			found = m
		}
	}
	return found, found != nil
}

// longestName bounds the name of an element, in cells.
const longestName = 60

// nameOf is an element in words: `switch "Wi-Fi"`. What somebody has typed into
// a field is no name for it.
func nameOf(n *screen.Node) string {
	label := n.Label
	if n.IsInput && n.LabelledBy(n.Text) && !n.LabelledBy(n.Hint) {
		label = n.Hint
	}
	if label == "" {
		label = n.ShortViewID()
	}
	switch label = text.Line(label); {
	case label == "":
		return fmt.Sprintf("%s %s", n.Role, n.ID)
	case strings.HasPrefix(label, "#"): // an id of a view for want of a label
		return fmt.Sprintf("%s %s", n.Role, text.Truncate(label, longestName))
	}
	return fmt.Sprintf("%s %s", n.Role, text.Quote(label, longestName))
}

// nameOr is the element in words where it is known, else what the argument
// calls it.
func nameOr(n *screen.Node, a args, argument string) string {
	if n != nil {
		return nameOf(n)
	}
	return called(a.text(argument), a.text("strategy"))
}

// called is an element that nobody has looked for yet, as a call names it.
func called(target, strategy string) string {
	if strategy == string(screen.ByNodeID) {
		return "element " + text.Truncate(text.Line(target), 20)
	}
	return text.Quote(target, longestName)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
